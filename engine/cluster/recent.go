package cluster

import (
	"cmp"
	"slices"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
)

// keptFlights is how many of the latest packets a drawing may still show after
// they have arrived.
const keptFlights = 512

// recent keeps the latest packets that a stage may draw, in a ring by the order
// of their departure. It is for the eye only: no process sees it, and going
// back empties it. What a packet looks like is found out when somebody looks.
type recent struct {
	packets [keptFlights]kernel.Event
	flights [keptFlights]view.Flight // of the packets before seen
	sent    int                      // packets so far
	seen    int
}

func (r *recent) add(e *kernel.Event) {
	if e.Msg == nil {
		return
	}
	r.packets[r.sent%keptFlights] = *e
	r.sent++
}

// see finds out what the packets since the last look are.
func (r *recent) see() {
	for r.seen = max(r.seen, r.sent-keptFlights); r.seen < r.sent; r.seen++ {
		i := r.seen % keptFlights
		r.flights[i], _ = flightOf(&r.packets[i])
	}
}

func (r *recent) find(seq uint64) *view.Flight {
	r.see()
	for i := range r.flights {
		if r.flights[i].Number == seq {
			return &r.flights[i]
		}
	}
	return nil
}

func (r *recent) moved(e *kernel.Event) {
	if f := r.find(e.Seq); f != nil {
		f.Arrive = e.At
	}
}

func (r *recent) lost(e *kernel.Event) {
	if f := r.find(e.Seq); f != nil {
		f.Lost = true
	}
}

// showFlights appends the packets that are under way and the latest that have
// arrived, by number: the few of the first are sorted, the second are in order.
func (c *Cluster) showFlights(v *view.View) {
	v.Flights = c.underWay(v.Flights)
	under := len(v.Flights)
	c.recent.see()
	for i := max(0, c.recent.sent-keptFlights); i < c.recent.sent; i++ {
		f := &c.recent.flights[i%keptFlights]
		if f.Arrive <= v.At || f.Lost {
			v.Flights = append(v.Flights, *f)
		}
	}
	// Nearly all of those under way departed last: rotate them to the end and
	// let them sink to their places.
	rotate(v.Flights, under)
	for i := len(v.Flights) - under; i < len(v.Flights); i++ {
		for j := i; j > 0 && v.Flights[j].Number < v.Flights[j-1].Number; j-- {
			v.Flights[j], v.Flights[j-1] = v.Flights[j-1], v.Flights[j]
		}
	}
}

// underWay appends the packets that have not arrived, by number.
func (c *Cluster) underWay(dst []view.Flight) []view.Flight {
	q := c.loop.Queue()
	for i := range q.Len() {
		if e := q.At(i); e.Kind < wire.FirstTimer {
			if f, ok := flightOf(e); ok {
				dst = append(dst, f)
			}
		}
	}
	slices.SortFunc(dst, func(a, b view.Flight) int { return cmp.Compare(a.Number, b.Number) })
	return dst
}

// rotate moves the first n elements to the end.
func rotate(f []view.Flight, n int) {
	slices.Reverse(f[:n])
	slices.Reverse(f[n:])
	slices.Reverse(f)
}

func flightOf(e *kernel.Event) (view.Flight, bool) {
	f := view.Flight{Number: e.Seq, From: e.From, To: e.To, Depart: e.Sent, Arrive: e.At}
	if e.Msg == nil {
		return f, false
	}
	f.Name = e.Msg.Name()
	switch m := e.Msg.(type) {
	case *wire.SendMessage:
		f.Kind, f.Topic, f.QueueID, f.Messages = view.FlightSend, m.Messages[0].Topic, m.Messages[0].QueueID, int32(len(m.Messages))
		f.Shape = shapeOf(&m.Messages[0])
	case *wire.PullMessage:
		f.Kind = view.FlightPull
		setQueue(&f, m.Queue)
	case *wire.PullResult:
		if len(m.Messages) == 0 {
			f.Kind = view.FlightAnswer
			break
		}
		f.Kind, f.Messages, f.Shape = view.FlightDeliver, int32(len(m.Messages)), shapeOf(&m.Messages[0].Message)
		setQueue(&f, m.Messages[0].Queue)
	case *wire.SendMessageBack:
		f.Kind, f.Topic = view.FlightBack, wire.RetryTopic(m.Group)
	case *wire.UpdateConsumerOffset:
		f.Kind = view.FlightOffset
		setQueue(&f, m.Queue)
	case *wire.HATransfer:
		if m.Size == 0 {
			f.Kind = view.FlightHeartbeat
			break
		}
		f.Kind, f.Messages = view.FlightReplicate, int32(len(m.Messages))
		if len(m.Messages) > 0 {
			f.Shape = shapeOf(&m.Messages[0].Message)
			setQueue(&f, m.Messages[0].Queue)
		}
	default:
		f.Kind = kindOf(e.Msg)
	}
	return f, true
}

func kindOf(m kernel.Message) view.FlightKind {
	switch m.(type) {
	case *wire.HeartBeat, *wire.UnregisterClient:
		return view.FlightHeartbeat
	case *wire.GetRouteInfo, *wire.TopicRoute:
		return view.FlightRoute
	case *wire.RegisterBroker, *wire.RegisterBrokerAnswer, *wire.UnregisterBroker:
		return view.FlightRegister
	case *wire.NotifyConsumerIDsChanged:
		return view.FlightNotify
	case *wire.GetConsumerList, *wire.ConsumerList, *wire.QueryConsumerOffset, *wire.GetMaxOffset,
		*wire.SearchOffset, *wire.LockBatch, *wire.LockedQueues, *wire.UnlockBatch:
		return view.FlightRebalance
	case *wire.Answer, *wire.SendResult, *wire.Offset, *wire.HAReport:
		return view.FlightAnswer
	}
	return view.FlightOther
}

// shapeOf is the mark of a message's key, its order group.
func shapeOf(m *wire.Message) uint8 { return view.Shape(m.Key, int64(m.ID)) }

func setQueue(f *view.Flight, q wire.MessageQueue) {
	f.Topic, f.Broker, f.QueueID = q.Topic, q.Broker, q.QueueID
}
