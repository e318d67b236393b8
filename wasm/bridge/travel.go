package bridge

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// travel meets the requests that go through time and histories.
func (s *Session) travel(verb, arg string) error {
	switch verb {
	case "step":
		s.stop()
		s.sim.Step()
		s.moved()
	case "back":
		s.stop()
		s.sim.StepBack()
		s.turn()
	case "previous":
		s.previous()
	case "seek":
		p, err := ParsePos(arg)
		if err != nil {
			return err
		}
		return s.seek(p)
	case "undo":
		return s.rewrite(s.sim.Undo())
	case "redo":
		return s.rewrite(s.sim.Redo())
	case "return":
		n, err := strconv.Atoi(arg)
		if err != nil {
			return explain.Err("branch.bad", "{0} is no number of a branch", arg)
		}
		return s.rewrite(s.sim.Return(n))
	case "version":
		return s.replayAs(arg)
	case "share":
		return s.share()
	default:
		return explain.Err("request.unknown", "there is no request {0}", verb)
	}
	return nil
}

// turn notes that the run has gone back, or into another future: what the page
// knows of the old one does not hold.
func (s *Session) turn() {
	s.told, s.turned = min(s.told, s.sim.LastRecord()), true
	s.moved()
}

// rewrite tells of a history that is another one now, unless it could not be.
func (s *Session) rewrite(err error) error {
	if err != nil {
		return err
	}
	s.stop()
	s.turn()
	s.tellStory()
	return nil
}

// seek goes to a position; one that takes long to reach is approached frame by
// frame, so that the page stays alive.
func (s *Session) seek(p engine.Pos) error {
	s.stop()
	s.goal = &p
	return s.approach()
}

// approach goes on towards the goal.
func (s *Session) approach() error {
	last := s.sim.LastRecord()
	done, err := s.sim.SeekSome(*s.goal, eventsSeeking)
	if s.sim.LastRecord() < last {
		s.turn()
	}
	s.moved()
	if done || err != nil {
		s.goal = nil
	}
	return err
}

// arrive goes the rest of the way at once.
func (s *Session) arrive() {
	for s.goal != nil {
		if err := s.approach(); err != nil {
			return // the goal was tested when it was set
		}
	}
}

// previous goes back to the last decision before the present moment, or to the
// beginning.
func (s *Session) previous() {
	now, to := s.sim.Pos(), engine.Pos{}
	for _, r := range slices.Backward(s.sim.Records(0)) {
		if at := (engine.Pos{At: r.At, Seq: r.Seq}); isBefore(at, now) && s.isNews(r) {
			to = at
			break
		}
	}
	if to.At == 0 {
		to = engine.EndOf(0)
	}
	s.stop()
	if err := s.sim.Seek(to); err != nil {
		panic(err) // a record's moment is one of the run
	}
	s.turn()
}

func isBefore(p, q engine.Pos) bool { return p.At < q.At || p.At == q.At && p.Seq < q.Seq }

// replayAs plays the same acts under another version of RocketMQ and goes to
// the same moment. It is an error if an act cannot be under it.
func (s *Session) replayAs(version string) error {
	log := s.sim.Log()
	log.Head.Version = version
	sim, err := replay(log)
	if err != nil {
		return err
	}
	if err := sim.Seek(engine.EndOf(s.sim.Now())); err != nil {
		return err
	}
	selected := s.Selected
	s.begin(sim, s.base)
	s.Selected = selected
	return nil
}

// replay plays a history anew, to its last act. An act that cannot be is an
// *ActError.
func replay(log engine.Log) (*engine.Sim, error) {
	sim, err := engine.New(log.Head)
	if err != nil {
		return nil, err
	}
	for _, e := range log.Entries {
		if err := again(sim, e); err != nil {
			return nil, &ActError{engine.Duration(e.At.Sub(0)) + " " + e.Command.String(), err}
		}
	}
	return sim, nil
}

// again does an act at its moment.
func again(sim *engine.Sim, e engine.Entry) error {
	if e.At < sim.Now() {
		return explain.Err("address.order", "it comes after a later act")
	}
	if !sim.RunUntil(e.At, eventsReplaying) {
		return explain.Err("address.far", "it lies more than {0} events ahead", explain.Int(eventsReplaying))
	}
	return sim.Do(e.Command)
}

// eventsReplaying bounds how long a link may keep the page waiting.
const eventsReplaying = 20_000_000

// ActError is an act of a link, or of a history under another version, that
// cannot be: the act with its moment, "25s kill c2".
type ActError struct {
	Act string
	Err error
}

// Error is the English text.
func (e *ActError) Error() string { return e.Act + ": " + e.Err.Error() }

// Unwrap is the reason.
func (e *ActError) Unwrap() error { return e.Err }

// ParsePos reads a position: "AT SEQ", nanoseconds or a duration such as 25.1s
// and an event's number. "AT end" is the position after all that happens at that
// moment, as is a duration alone.
func ParsePos(text string) (engine.Pos, error) {
	at, seq, _ := strings.Cut(text, " ")
	t, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		d, notDuration := engine.ParseDuration(at)
		t, err = int64(d), notDuration
		if seq == "" {
			seq = "end"
		}
	}
	n := uint64(math.MaxUint64)
	if seq != "end" && err == nil {
		n, err = strconv.ParseUint(seq, 10, 64)
	}
	if err != nil || t < 0 {
		return engine.Pos{}, explain.Err("position.bad", "{0} is no position: write a moment in nanoseconds and an event's number", text)
	}
	return engine.Pos{At: kernel.Time(t), Seq: n}, nil
}

// tellStory tells the page the whole history, acts that lie ahead included, how
// many of the acts are those of the story that was loaded, and the branches.
func (s *Session) tellStory() {
	s.comparison.stale = true
	log := s.sim.Log()
	o := newObject("story")
	o.str("text", log.String())
	o.num("keep", int64(common(log.Entries, s.base.Entries)))
	o.num("base", int64(len(s.base.Entries)))
	o.str("origin", s.base.Head.Version)
	o.bool("undo", len(s.sim.Past().Entries) > 0)
	o.bool("redo", s.sim.CanRedo())
	o.list("acts", func() { o.acts(log.Entries) })
	o.list("branches", func() {
		for i, b := range s.sim.Branches() {
			k := common(b.Entries, log.Entries)
			o.open('{')
			o.num("n", int64(i))
			o.num("keep", int64(k))
			o.bool("undone", b.Undone())
			o.list("acts", func() { o.acts(b.Entries[k:]) })
			if k < len(log.Entries) {
				o.num("leaves", int64(log.Entries[k].At))
			}
			o.shut('}')
		}
	})
	s.post(o.end())
}

func (o *object) acts(entries []engine.Entry) {
	for _, e := range entries {
		o.open('{')
		o.num("at", int64(e.At))
		o.str("text", e.Command.String())
		o.shut('}')
	}
}

// common is how many acts two histories share from the beginning.
func common(a, b []engine.Entry) int {
	k := 0
	for k < min(len(a), len(b)) && a[k].At == b[k].At && a[k].Command.String() == b[k].Command.String() {
		k++
	}
	return k
}

func digest(sim *engine.Sim) string { return strconv.FormatUint(sim.Digest(), 16) }
