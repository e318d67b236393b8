package engine

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

// Inspect fills i with the tables of every process at the present moment: what
// each of them knows, in its own view.
func (s *Sim) Inspect(i *view.Inspection) {
	i.Rows = i.Rows[:0]
	s.cluster.Inspect(i)
}

// Packet returns what a message in flight carries, which is never to be changed;
// ok is false when there is none of that number on its way.
func (s *Sim) Packet(number uint64) (m kernel.Message, ok bool) { return s.cluster.Packet(number) }
