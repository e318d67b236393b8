package engine

import (
	"slices"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// MaxBranches is how many futures that were left a run remembers; the oldest
// is forgotten when another comes.
const MaxBranches = 64

// Branch is a history that the run has left: by an act in the past, by undoing
// one, or by returning to another branch.
type Branch struct {
	At      kernel.Time // where it leaves the present history
	Entries []Entry     // the whole of it
	undone  bool        // left by Undo: Redo returns to it

	recalled bool // of an earlier run: whether its acts can be is not known yet
}

// Branches are the histories that were left, oldest first.
func (s *Sim) Branches() []Branch { return s.branches }

// leave remembers the present log as a branch that leaves it at act k, and cuts
// the log there.
func (s *Sim) leave(k int, undone bool) {
	s.branches = append(s.branches, Branch{At: s.log.Entries[k].At, Entries: s.log.Entries, undone: undone})
	if len(s.branches) > MaxBranches {
		s.branches = slices.Delete(s.branches, 0, 1)
	}
	s.log.Entries = slices.Clone(s.log.Entries[:k]) // the branch keeps its future
}

// Undo takes the last act back: the run stands right before it, and it is no
// longer part of the history.
func (s *Sim) Undo() error {
	if s.next == 0 {
		return explain.Err("undo.none", "there is no act to undo")
	}
	k := s.next - 1
	s.seekBefore(k)
	s.leave(k, true)
	s.marks.cut(s.pos)
	return nil
}

// CanRedo tells whether Redo would do an act again.
func (s *Sim) CanRedo() bool {
	last := len(s.branches) - 1
	return last >= 0 && s.redoes(&s.branches[last])
}

// Redo does again what the last Undo took back; it is an error if the run has
// moved or another act has been done since.
func (s *Sim) Redo() error {
	if !s.CanRedo() {
		return explain.Err("redo.none", "there is nothing to redo here")
	}
	last := len(s.branches) - 1
	if err := s.prove(&s.branches[last]); err != nil {
		return err
	}
	b := s.branches[last]
	s.branches = s.branches[:last]
	s.log.Entries = b.Entries
	for next := s.next; s.next == next; {
		s.Step()
	}
	return nil
}

// redoes tells whether a branch was left by an undo right here.
func (s *Sim) redoes(b *Branch) bool {
	k := len(s.log.Entries)
	return b.undone && b.At == s.Now() && s.next == k && k < len(b.Entries) && b.Entries[k].At == b.At && common(b.Entries, s.log.Entries) == k
}

// Return goes back to a branch: the run stands where the two histories part,
// the branch's acts lie ahead, and the history left becomes a branch itself.
func (s *Sim) Return(branch int) error {
	if branch < 0 || branch >= len(s.branches) {
		return explain.Err("branch.unknown", "there is no branch {0}", explain.Int(branch))
	}
	if err := s.prove(&s.branches[branch]); err != nil {
		return err
	}
	b, left := s.branches[branch], s.log.Entries
	k := common(b.Entries, left)
	if k < len(b.Entries) && (k == len(left) || b.Entries[k].At < left[k].At) {
		s.log.Entries = b.Entries
	}
	if k < len(s.log.Entries) {
		s.seekBefore(k)
	}
	s.marks.cut(s.pos)
	s.log.Entries = b.Entries
	s.branches = slices.Delete(s.branches, branch, branch+1)
	if k < len(left) {
		s.branches = append(s.branches, Branch{At: left[k].At, Entries: left})
	}
	return nil
}

// common is how many acts two histories share from the beginning.
func common(a, b []Entry) int {
	k := 0
	for k < min(len(a), len(b)) && a[k].At == b[k].At && a[k].Command.String() == b[k].Command.String() {
		k++
	}
	return k
}

// seekBefore goes to right before act k of the log: after every event of its
// moment that comes first.
func (s *Sim) seekBefore(k int) {
	at := s.log.Entries[k].At
	if s.next > k || s.pos.At > at {
		s.restoreBefore(k)
	}
	for {
		due, _, ok := s.cluster.Next()
		if s.next == k && (!ok || due > at) {
			break
		}
		s.advance(at, EndOf(at).Seq)
	}
	s.cluster.Advance(at)
	s.pos.At = max(s.pos.At, at)
}

// StepBack goes to the position before the present one: the last event or act
// is undone in time, not in the history. It reports whether there was one.
func (s *Sim) StepBack() bool {
	end := s.pos
	if end == (Pos{}) {
		return false
	}
	s.restoreEarlier(end)
	before := s.pos
	for s.pos.compare(end) < 0 {
		before = s.pos
		if !s.advance(end.At, end.Seq) {
			break
		}
	}
	return s.Seek(before) == nil
}
