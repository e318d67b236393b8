package bridge

import (
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/engine/wire"
	"rocketscope/wasm/words"
)

// field is one field of a request or an answer, under RocketMQ's own name.
type field struct{ name, value string }

// inspectFlight shows a message on its way: from whom, to whom, and the fields
// that it carries.
func (s *Session) inspectFlight(o *object) {
	number, _ := strconv.ParseUint(s.inspector.name, 10, 64)
	v := s.View()
	i := slices.IndexFunc(v.Flights, func(f view.Flight) bool { return f.Number == number })
	if i < 0 {
		o.bool("gone", true)
		return
	}
	f := &v.Flights[i]
	o.list("facts", func() {
		o.fact("code", view.Name, 0, f.Name)
		o.fact("from", view.Address, int64(f.From), "")
		o.fact("to", view.Address, int64(f.To), "")
		o.fact("depart", view.Moment, int64(f.Depart), "")
		if f.Arrive == kernel.Never {
			o.fact("held", view.YesNo, 1, "")
		} else {
			o.fact("arrive", view.Moment, int64(f.Arrive), "")
		}
	})
	o.list("fields", func() {
		m, ok := s.sim.Packet(number)
		if !ok {
			return
		}
		for _, x := range fields(m) {
			o.open('{')
			o.str("name", x.name)
			o.str("value", x.value)
			o.shut('}')
		}
	})
}

// fields are the header of a request and the body of an answer, as RocketMQ
// names them [the *RequestHeader classes].
func fields(m kernel.Message) []field {
	switch m := m.(type) {
	case *wire.PullMessage:
		return []field{{"consumerGroup", m.Group}, {"queue", m.Queue.String()}, {"queueOffset", integer(m.Offset)}, {"maxMsgNums", integer(m.MaxCount)},
			{"commitOffset", integer(m.CommitOffset)}, {"suspendTimeoutMillis", integer(m.SuspendFor.Milliseconds())}, {"subVersion", integer(m.SubVersion)}}
	case *wire.PullResult:
		return append([]field{{"code", words.Code(int64(m.Code))}, {"nextBeginOffset", integer(m.Next)}, {"minOffset", integer(m.Min)}, {"maxOffset", integer(m.Max)},
			{"suggestWhichBrokerId", integer(m.SuggestBroker)}}, stored(m.Messages)...)
	case *wire.SendMessage:
		list := []field{{"producerGroup", m.Group}}
		for _, x := range m.Messages {
			list = append(list, field{"message", message(&x)})
		}
		return list
	case *wire.SendResult:
		return []field{{"code", words.Code(int64(m.Code))}, {"queue", m.Queue.String()}, {"queueOffset", integer(m.QueueOffset)}}
	case *wire.SendMessageBack:
		return []field{{"group", m.Group}, {"offset", integer(m.PhysicalOffset)}, {"delayLevel", integer(m.DelayLevel)}, {"originTopic", m.OriginTopic}}
	case *wire.HeartBeat:
		return heartbeatFields(m)
	case *wire.UnregisterClient:
		return []field{{"clientID", m.ClientID}, {"producerGroup", m.ProducerGroup}, {"consumerGroup", m.ConsumerGroup}}
	case *wire.NotifyConsumerIDsChanged:
		return []field{{"consumerGroup", m.Group}}
	case *wire.GetConsumerList:
		return []field{{"consumerGroup", m.Group}}
	case *wire.ConsumerList:
		return []field{{"consumerIdList", strings.Join(m.ClientIDs, " ")}}
	case *wire.LockBatch:
		return []field{{"consumerGroup", m.Group}, {"clientId", m.ClientID}, {"mqSet", queueNames(m.Queues)}}
	case *wire.UnlockBatch:
		return []field{{"consumerGroup", m.Group}, {"clientId", m.ClientID}, {"mqSet", queueNames(m.Queues)}}
	case *wire.LockedQueues:
		return []field{{"lockOKMQSet", queueNames(m.Queues)}}
	default:
		return otherFields(m)
	}
}

func otherFields(m kernel.Message) []field {
	switch m := m.(type) {
	case *wire.GetRouteInfo:
		return []field{{"topic", m.Topic}}
	case *wire.TopicRoute:
		list := []field{{"topic", m.Topic}}
		for _, q := range m.Queues {
			list = append(list, field{"queueDatas", q.Broker + " read " + integer(q.ReadQueues) + " write " + integer(q.WriteQueues)})
		}
		for _, b := range m.Brokers {
			for _, a := range b.Addrs {
				list = append(list, field{"brokerDatas", b.Broker + " " + integer(a.ID)})
			}
		}
		return list
	case *wire.RegisterBroker:
		return []field{{"brokerName", m.BrokerName}, {"brokerId", integer(m.BrokerID)}}
	case *wire.UnregisterBroker:
		return []field{{"brokerName", m.BrokerName}, {"brokerId", integer(m.BrokerID)}}
	case *wire.QueryConsumerOffset:
		return []field{{"consumerGroup", m.Group}, {"queue", m.Queue.String()}}
	case *wire.UpdateConsumerOffset:
		return []field{{"consumerGroup", m.Group}, {"queue", m.Queue.String()}, {"commitOffset", integer(m.Offset)}}
	case *wire.GetMaxOffset:
		return []field{{"queue", m.Queue.String()}}
	case *wire.SearchOffset:
		return []field{{"queue", m.Queue.String()}, {"timestamp", words.Moment(m.At)}}
	case *wire.Offset:
		return []field{{"offset", integer(m.Offset)}}
	case *wire.HAReport:
		return []field{{"offset", integer(m.Offset)}}
	case *wire.HATransfer:
		return append([]field{{"offset", integer(m.From)}, {"bodySize", integer(m.Size)}}, stored(m.Messages)...)
	case *wire.Answer:
		return []field{{"code", words.Code(int64(m.Code))}, {"remark", m.Remark}}
	}
	return replicaFields(m)
}

func heartbeatFields(m *wire.HeartBeat) []field {
	list := []field{{"clientID", m.ClientID}}
	for _, g := range m.ProducerGroups {
		list = append(list, field{"producerData", g})
	}
	for _, c := range m.Consumers {
		for _, x := range c.Subscriptions {
			list = append(list, field{"consumerData", c.Group + " " + x.Topic + " " + x.Expression})
		}
	}
	return list
}

func message(m *wire.Message) string {
	text := "#" + integer(m.ID.Number())
	if m.Key != "" {
		text += " " + m.Key
	}
	if m.Tags != "" {
		text += " " + m.Tags
	}
	return text
}

func stored(list []*wire.MessageExt) (all []field) {
	for _, m := range list {
		all = append(all, field{"msgFoundList", message(&m.Message) + " @ " + integer(m.QueueOffset)})
	}
	return all
}

func queueNames(queues []wire.MessageQueue) string {
	names := make([]string, len(queues))
	for i, q := range queues {
		names[i] = q.String()
	}
	return strings.Join(names, " ")
}

func integer[T ~int32 | ~int64](n T) string { return strconv.FormatInt(int64(n), 10) }
