package bridge

import "rocketscope/wasm/scene"

// Find is the thing on the stage that a name stands for: a process "c1", or a
// queue "broker-a/3" on the first replica that is drawn.
func (s *Session) Find(targets []scene.Target, name string) (found scene.Target, ok bool) {
	v := s.View()
	broker, id, isQueue := queueOf(name)
	for _, t := range targets {
		switch {
		case t.Kind == scene.OnNode && s.Name(t.Node) == name:
			return t, true
		case t.Kind == scene.OnLane && isQueue && int(t.Queue) < len(v.Queues):
			q := &v.Queues[t.Queue]
			if n := nodeOf(v, q.Broker); n != nil && n.Broker == broker && q.ID == id && !isHidden(q.Topic) {
				return t, true
			}
		}
	}
	return scene.Target{}, false
}
