package lesson

import (
	"cmp"
	"slices"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// account follows a run event by event and keeps what no single moment shows:
// which messages were stored, to whom they were delivered and how often.
type account struct {
	sim    *engine.Sim
	now    view.View
	lanes  []lane
	runs   []run // of the moment before
	groups []tally

	came       []arrival
	at         map[place]int // index into came
	deliveries map[delivery]int32

	begun       view.View // the moment at which the step began
	begunRecord uint64
	begunCame   int
	firsts      []first // since the step began
}

// place is where a message is stored.
type place struct {
	topic, broker string
	queue         int32
	offset        int64
}

// lane is a master's queue.
type lane struct {
	topic, broker string
	queue         int32
	max           int64
	stored, lost  int64
}

// arrival is a message that a master has stored.
type arrival struct {
	place
	id    int64
	shape uint8
}

// run is a message in a listener's hands.
type run struct {
	consumer kernel.NodeID
	place
}

// delivery is a message for a group: by its id, or by its place if the id is unknown.
type delivery struct {
	group string
	id    int64
	place
}

// first is the first delivery of a message to a group.
type first struct {
	group string
	id    int64
}

// tally sums up a group.
type tally struct {
	name      string
	delivered int64 // times that a listener began a message
	repeated  int64 // of these, of a message begun before
	skipped   int64 // messages that the commit passed undelivered
	unordered int64 // first deliveries that overtook an earlier message of their key
	latest    [4]int64
	marks     []place // the committed offsets
}

func newAccount(head engine.Head) (*account, error) {
	sim, err := engine.New(head)
	if err != nil {
		return nil, err
	}
	return &account{sim: sim, at: map[place]int{}, deliveries: map[delivery]int32{}}, nil
}

// follow lets the run go on through the entries of a log that it has not seen
// and up to a moment.
func (a *account) follow(entries []engine.Entry, until kernel.Time) error {
	for _, e := range entries[len(a.sim.Past().Entries):] {
		a.runTo(e.At)
		if err := a.sim.Do(e.Command); err != nil {
			return err
		}
		a.look()
	}
	a.runTo(until)
	return nil
}

func (a *account) runTo(t kernel.Time) {
	for !a.sim.RunUntil(t, 1) {
		a.look()
	}
	a.look()
}

// begin says that a step begins now.
func (a *account) begin() {
	a.look()
	a.begun = view.View{}
	a.sim.Show(&a.begun)
	a.begunRecord, a.begunCame, a.firsts = a.sim.LastRecord(), len(a.came), nil
}

func (a *account) tallyOf(group string) *tally {
	i := slices.IndexFunc(a.groups, func(t tally) bool { return t.name == group })
	if i < 0 {
		i = len(a.groups)
		a.groups = append(a.groups, tally{name: group})
	}
	return &a.groups[i]
}

// look takes in what the last event has changed.
func (a *account) look() {
	a.sim.Show(&a.now)
	a.arrivals()
	a.begins()
	a.commits()
}

func (a *account) laneOf(topic, broker string, queue int32) *lane {
	i := slices.IndexFunc(a.lanes, func(l lane) bool { return l.queue == queue && l.broker == broker && l.topic == topic })
	if i < 0 {
		i = len(a.lanes)
		a.lanes = append(a.lanes, lane{topic: topic, broker: broker, queue: queue})
	}
	return &a.lanes[i]
}

func (a *account) arrivals() {
	for i := range a.now.Queues {
		q := &a.now.Queues[i]
		n := nodeOf(&a.now, q.Broker)
		if n.BrokerID != 0 {
			continue
		}
		l := a.laneOf(q.Topic, n.Broker, q.ID)
		if q.Max < l.max {
			l.lost += l.max - q.Max
			l.max = q.Max
		}
		for ; l.max < q.Max; l.max++ {
			a.arrive(int32(i), place{q.Topic, n.Broker, q.ID, l.max})
			l.stored++
		}
	}
}

func (a *account) arrive(lane int32, p place) {
	m := arrival{place: p}
	for i := range a.now.Tokens {
		if t := &a.now.Tokens[i]; t.Queue == lane && t.Offset == p.offset {
			m.id, m.shape = t.ID, t.Shape
		}
	}
	a.at[p] = len(a.came)
	a.came = append(a.came, m)
}

// begins counts the messages that have come into a listener's hands.
func (a *account) begins() {
	var now []run
	for i := range a.now.Runs {
		r := &a.now.Runs[i]
		o := &a.now.Owners[r.Owner]
		now = append(now, run{o.Consumer, place{o.Topic, o.Broker, o.ID, r.Offset}})
	}
	for _, r := range now {
		if !slices.Contains(a.runs, r) {
			a.deliver(r, now)
		}
	}
	a.runs = now
}

func (a *account) deliver(r run, running []run) {
	group := nodeOf(&a.now, r.consumer).Group
	t := a.tallyOf(group)
	t.delivered++
	m := a.message(r.place)
	d := deliveryOf(group, r.place, m)
	a.deliveries[d]++
	if a.deliveries[d] > 1 {
		t.repeated++
		return
	}
	a.firsts = append(a.firsts, first{group, d.id})
	if m != nil && a.overtakes(t, m, running) {
		t.unordered++
	}
}

func deliveryOf(group string, p place, m *arrival) delivery {
	if m != nil && m.id != 0 {
		return delivery{group: group, id: m.id}
	}
	return delivery{group: group, place: p}
}

// overtakes tells whether a message begins before one of its key that was sent
// earlier has ended, or after one that was sent later.
func (a *account) overtakes(t *tally, m *arrival, running []run) bool {
	key := m.shape & 3
	late := m.id < t.latest[key]
	t.latest[key] = max(t.latest[key], m.id)
	return late || slices.ContainsFunc(running, func(r run) bool {
		o := a.message(r.place)
		return o != nil && o.shape&3 == key && o.id < m.id && nodeOf(&a.now, r.consumer).Group == t.name
	})
}

func (a *account) message(p place) *arrival {
	if i, ok := a.at[p]; ok {
		return &a.came[i]
	}
	return nil
}

// times is how often a message has been delivered to a group.
func (a *account) times(group string, m *arrival) int32 {
	return a.deliveries[deliveryOf(group, m.place, m)]
}

// commits counts what a group's committed offset has passed undelivered.
func (a *account) commits() {
	for i := range a.now.Offsets {
		o := &a.now.Offsets[i]
		q := &a.now.Queues[o.Queue]
		n := nodeOf(&a.now, q.Broker)
		if n.BrokerID != 0 {
			continue
		}
		t := a.tallyOf(o.Group)
		p := place{q.Topic, n.Broker, q.ID, 0}
		k := slices.IndexFunc(t.marks, func(m place) bool { return m.queue == q.ID && m.broker == n.Broker && m.topic == q.Topic })
		if k < 0 {
			k = len(t.marks)
			t.marks = append(t.marks, p)
		}
		for p.offset = t.marks[k].offset; p.offset < o.Offset; p.offset++ {
			if m := a.message(p); m != nil && a.times(o.Group, m) == 0 {
				t.skipped++
			}
		}
		t.marks[k].offset = max(t.marks[k].offset, o.Offset)
	}
}

// sent lists the messages of ordinary topics that were first stored since the
// step began, in the order in which they were sent.
func (a *account) sent() []arrival {
	var all []arrival
	for i, m := range a.came[a.begunCame:] {
		known := slices.ContainsFunc(a.came[:a.begunCame+i], func(o arrival) bool { return o.id == m.id })
		if !known && !strings.HasPrefix(m.topic, "%") && m.id != 0 {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b arrival) int { return cmp.Compare(a.id, b.id) })
	return all
}
