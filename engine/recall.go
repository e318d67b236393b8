package engine

import "rocketscope/engine/explain"

// recallEvents bounds how long a recalled branch may take to be played.
const recallEvents = 20_000_000

// Recall takes in a branch that an earlier run of the same story had left, as
// its Entries say and in the order of Branches. It is an error if there is no
// room for it. Whether its acts can be is found out when somebody returns to it.
func (s *Sim) Recall(entries []Entry, undone bool) error {
	switch {
	case len(entries) == 0:
		return explain.Err("branch.empty", "a branch has at least one act")
	case len(s.branches) == MaxBranches:
		return explain.Err("branch.full", "a run remembers at most {0} branches", explain.Int(MaxBranches))
	case len(entries) > MaxLog:
		return explain.Err("log.full", "a run has at most {0} acts", explain.Int(MaxLog))
	}
	k := min(common(entries, s.log.Entries), len(entries)-1)
	s.branches = append(s.branches, Branch{At: entries[k].At, Entries: entries, undone: undone, recalled: true})
	return nil
}

// Undone tells whether the branch was left by undoing an act.
func (b *Branch) Undone() bool { return b.undone }

// prove plays a recalled branch: an act in it that cannot be is an error.
func (s *Sim) prove(b *Branch) error {
	if !b.recalled {
		return nil
	}
	run, err := New(s.head)
	if err != nil {
		return err
	}
	for _, e := range b.Entries {
		if e.At < run.Now() {
			return explain.Err("branch.order", "{0} comes after a later act", e.Command.String())
		}
		if !run.RunUntil(e.At, recallEvents) {
			return explain.Err("branch.far", "{0} lies more than {1} events ahead", e.Command.String(), explain.Int(recallEvents))
		}
		if err := run.Do(e.Command); err != nil {
			return err
		}
	}
	b.recalled = false
	return nil
}
