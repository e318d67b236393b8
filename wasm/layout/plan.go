package layout

import "rocketscope/engine/view"

// slots gives each consumer its owner colour: the number that ends its name, if
// it is 1 to 6 and free, else the first free one, else none. So c2 keeps its
// colour whoever joins or leaves.
func (l *Layout) slots(v *view.View) {
	l.Slots = resize(l.Slots, len(v.Nodes))
	var taken [7]bool
	for i := range v.Nodes {
		n := &v.Nodes[i]
		l.Slots[i] = 0
		if d := number(n.Name); n.Role == view.Consumer && d >= 1 && d <= 6 && !taken[d] {
			l.Slots[i], taken[d] = uint8(d), true
		}
	}
	for i := range v.Nodes {
		if v.Nodes[i].Role != view.Consumer || l.Slots[i] != 0 {
			continue
		}
		for d := 1; d < len(taken); d++ {
			if !taken[d] {
				l.Slots[i], taken[d] = uint8(d), true
				break
			}
		}
	}
}

// number returns the decimal number that ends a name, 0 if none does.
func number(name string) int {
	n, unit := 0, 1
	for i := len(name) - 1; i >= 0 && name[i] >= '0' && name[i] <= '9' && unit < 1000; i-- {
		n += int(name[i]-'0') * unit
		unit *= 10
	}
	return n
}

// offsets fills Committed and Tokens, so that a lane finds its own at once.
func (l *Layout) offsets(v *view.View) {
	l.Committed = resize(l.Committed, len(v.Queues))
	for i := range l.Committed {
		l.Committed[i] = -1
	}
	for i := range v.Offsets {
		if o := &v.Offsets[i]; o.Group == l.Group {
			l.Committed[o.Queue] = o.Offset
		}
	}
	l.Tokens = resize(l.Tokens, len(v.Queues)+1)
	t := int32(0)
	for q := range l.Tokens {
		for int(t) < len(v.Tokens) && v.Tokens[t].Queue < int32(q) {
			t++
		}
		l.Tokens[q] = t
	}
}

// resize returns s with n elements; their values are left over.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// brokers lists the broker groups that are drawn and their replicas, and
// decides which replica of each serves.
func (l *Layout) brokers(v *view.View) {
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Role != view.Broker || l.hasGroup(n.Broker) {
			continue
		}
		if len(l.Groups) == MaxGroups {
			l.MoreGroups++
			continue
		}
		l.Groups = append(l.Groups, Group{Name: n.Broker, First: int32(len(l.Replicas))})
		g := &l.Groups[len(l.Groups)-1]
		for j := i; j < len(v.Nodes); j++ {
			if v.Nodes[j].Role == view.Broker && v.Nodes[j].Broker == n.Broker {
				l.addReplica(v, int32(j), int32(len(l.Groups)-1))
			}
		}
		g.Last = int32(len(l.Replicas))
		l.serve(v, g)
	}
}

func (l *Layout) hasGroup(name string) bool {
	for i := range l.Groups {
		if l.Groups[i].Name == name {
			return true
		}
	}
	return false
}

func (l *Layout) addReplica(v *view.View, node, group int32) {
	r := Replica{Node: node, Group: group, Up: v.Nodes[node].State == view.Up, Retry: -1, Dead: -1}
	for q := range v.Queues {
		if v.Queues[q].Broker != v.Nodes[node].ID {
			continue
		}
		l.aside(&r, &v.Queues[q], int32(q))
		if v.Queues[q].Topic == l.Topic {
			if r.QueueLast == 0 {
				r.QueueFirst = int32(q)
			}
			r.QueueLast = int32(q + 1)
		}
	}
	for i := range v.Owners {
		if q := v.Owners[i].Queue; l.Readers[i] >= 0 && q >= r.QueueFirst && q < r.QueueLast {
			r.Readers++
		}
	}
	l.Replicas = append(l.Replicas, r)
}

// readers fills Readers with the node of each owner that belongs to the group
// shown and reads the topic or the group's retries, -1 for the others.
func (l *Layout) readers(v *view.View) {
	l.Readers = resize(l.Readers, len(v.Owners))
	node := int32(-1)
	for i := range v.Owners {
		o := &v.Owners[i]
		if node < 0 || v.Nodes[node].ID != o.Consumer {
			node = NodeAt(v, o.Consumer)
		}
		l.Readers[i] = -1
		if node >= 0 && (o.Topic == l.Topic || isOf(o.Topic, retryPrefix, l.Group)) && v.Nodes[node].Group == l.Group {
			l.Readers[i] = node
		}
	}
}

// serve marks the replica that is drawn in full: the living one with most
// readers, the lowest id among equals; the first if none lives.
func (l *Layout) serve(v *view.View, g *Group) {
	best := g.First
	for i := g.First; i < g.Last; i++ {
		r, b := &l.Replicas[i], &l.Replicas[best]
		g.Queues = max(g.Queues, r.QueueLast-r.QueueFirst)
		switch {
		case r.Up != b.Up:
			if r.Up {
				best = i
			}
		case r.Readers != b.Readers:
			if r.Readers > b.Readers {
				best = i
			}
		case v.Nodes[r.Node].BrokerID < v.Nodes[b.Node].BrokerID:
			best = i
		}
	}
	l.Replicas[best].Full = true
}

// density is one step of folding: from roomy to tight.
type density struct {
	pitch, lane, mini float32
	offsets           bool
	levels            int32 // cap of levels a group
	inHead            bool  // healthy copies stand beside the group's name
	lanes             int32 // cap of lanes a group, 0 for none
	fold              int   // groups that fold, counted from the last
	all               bool  // every group folds
}

// mild is how much smaller everything may get on a low stage before anything folds.
func (l *Layout) mild() float32 {
	if l.low() {
		return mildZoom
	}
	return 1
}

// fit applies the first step at which the broker groups fit into a room: first
// lanes move together, then groups beyond the second fold, then lanes, then
// groups again, then the levels, at last even the group that is spoken of. It
// returns how tall the groups are: on a low stage that may be more than the room.
func (l *Layout) fit(steps []density, room float32, height func(*Layout) float32) float32 {
	var tall float32
	try := func(d density) bool {
		l.apply(d)
		tall = height(l)
		return tall <= room
	}
	for _, d := range steps {
		if try(d) {
			return tall
		}
	}
	tight, mild := steps[len(steps)-1], l.mild()
	if tall*mild <= room {
		return tall
	}
	room /= mild
	for tight.fold < len(l.Groups)-2 {
		if tight.fold++; try(tight) {
			return tall
		}
	}
	for tight.lanes = MaxLanes/2 - 1; tight.lanes >= foldedLanes; tight.lanes-- {
		if try(tight) {
			return tall
		}
	}
	tight.lanes = foldedLanes
	for tight.fold < len(l.Groups)-1 {
		if tight.fold++; try(tight) {
			return tall
		}
	}
	if tight.levels = 0; try(tight) {
		return tall
	}
	tight.all = true
	try(tight)
	return tall
}

// apply sets the metrics and flags of a step.
func (l *Layout) apply(d density) {
	l.M.Pitch, l.M.LaneH, l.M.MiniH, l.M.Offsets = d.pitch, d.lane, d.mini, d.offsets
	l.full, l.levels, l.inHead = d.lanes, d.levels, d.inHead
	for i := range l.Replicas {
		r := &l.Replicas[i]
		r.InHead = l.inHead && r.Up && !r.Full
	}
	left := d.fold
	for i := len(l.Groups) - 1; i >= 0; i-- {
		g := &l.Groups[i]
		g.Folded = len(l.Groups) > 1 && (d.all || left > 0 && g.Name != l.in.Touched)
		if g.Folded {
			left--
		}
	}
	total, groups := int32(0), int32(0)
	for i := range l.Groups {
		if !l.Groups[i].Folded {
			total += l.Groups[i].Queues
			groups++
		}
	}
	if total > MaxLanes {
		share := max(foldedLanes, MaxLanes/max(groups, 1))
		if l.full == 0 || l.full > share {
			l.full = share
		}
	}
}

// shown returns how many lanes of a replica are drawn in full.
func (l *Layout) shown(r *Replica) int32 {
	n := r.QueueLast - r.QueueFirst
	if l.full > 0 && n > l.full+1 { // to fold a single lane would gain nothing
		return l.full
	}
	return n
}

// fullHeight is the height of a replica that serves.
func (l *Layout) fullHeight(r *Replica) float32 {
	n := l.shown(r)
	h := l.M.RoleH + float32(n)*l.M.Pitch + 4
	if n < r.QueueLast-r.QueueFirst {
		h += l.M.FoldH
	}
	return h + l.asideHeight(r)
}

// lanes places the lanes of a replica that serves.
func (l *Layout) lanes(v *view.View, i int32) {
	r, m := &l.Replicas[i], &l.M
	r.First = int32(len(l.Lanes))
	n := l.shown(r)
	all := r.QueueLast - r.QueueFirst
	x, w := r.Rect.X+m.LabelW, r.Rect.W-m.LabelW-m.TagW/2-4
	y := r.Rect.Y + m.RoleH
	for k := range n {
		q := r.QueueFirst + k
		if k == n-1 && l.keeps(v, r, n) {
			q = l.kept(v, r)
		}
		l.Lanes = append(l.Lanes, Lane{Queue: q, Replica: i, Rect: Rect{x, y, w, m.LaneH}, Mark: x + w - m.Tail, Offset: l.Committed[q]})
		y += m.Pitch
	}
	if r.Hidden = all - n; r.Hidden > 0 {
		r.Fold = Rect{x, y, w, m.FoldH - 6}
		y += m.FoldH
	}
	l.asides(v, i, y)
	r.Last = int32(len(l.Lanes))
}

// keeps reports whether the decision's queue would fold away.
func (l *Layout) keeps(v *view.View, r *Replica, shown int32) bool {
	q := l.kept(v, r)
	return q >= r.QueueFirst+shown
}

func (l *Layout) kept(v *view.View, r *Replica) int32 {
	if l.Groups[r.Group].Name != l.in.Touched {
		return -1
	}
	for q := r.QueueFirst; q < r.QueueLast; q++ {
		if v.Queues[q].ID == l.in.Queue {
			return q
		}
	}
	return -1
}
