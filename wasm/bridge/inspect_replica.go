package bridge

import (
	"strconv"
	"strings"

	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

// replicaFields are the fields of what brokers of a group, their name servers and
// their controller say to each other.
func replicaFields(m kernel.Message) []field {
	switch m := m.(type) {
	case *wire.BrokerHeartbeat:
		return []field{{"brokerName", m.BrokerName}, {"brokerId", integer(m.BrokerID)}}
	case *wire.GetBrokerMemberGroup:
		return []field{{"brokerName", m.BrokerName}}
	case *wire.BrokerData:
		return append([]field{{"brokerName", m.Broker}}, addresses(m.Addrs)...)
	case *wire.TimerCheckpoint:
		return []field{{"lastReadTimeMs", integer(m.LastReadTime)}}
	case *wire.ControllerHeartbeat:
		return []field{{"brokerName", m.BrokerName}, {"brokerId", integer(m.ID)}, {"epoch", integer(m.Epoch)}, {"maxOffset", integer(m.End)}}
	case *wire.ReplicaInfo:
		return elected(m)
	case *wire.NotifyRoleChanged:
		return elected(&m.Info)
	case *wire.AlterSyncStateSet:
		return []field{{"brokerName", m.BrokerName}, {"masterBrokerId", integer(m.Master)}, {"masterEpoch", integer(m.Epoch)},
			{"syncStateSetEpoch", integer(m.SetEpoch)}, {"newSyncStateSet", numbers(m.Set)}}
	case *wire.HAHandshake:
		return []field{{"slaveBrokerId", integer(m.ID)}}
	case *wire.HAEpochs:
		return append(epochs(m.Entries), field{"maxOffset", integer(m.End)})
	}
	return copied(m)
}

// copied are the tables that a slave copies, or a master that returns.
func copied(m kernel.Message) (list []field) {
	switch m := m.(type) {
	case *wire.AllTopicConfig:
		for _, t := range m.Topics {
			list = append(list, field{"topicConfigTable", t.Topic + " read " + integer(t.ReadQueues) + " write " + integer(t.WriteQueues)})
		}
	case *wire.AllConsumerOffset:
		list = versioned(m.Version)
		for _, e := range m.Offsets {
			list = append(list, field{"offsetTable", e.Topic + "@" + e.Group + " " + numbers(e.Queues)})
		}
	case *wire.AllDelayOffset:
		list = append(versioned(m.Version), field{"offsetTable", numbers(m.Offsets)})
	}
	return list
}

func elected(m *wire.ReplicaInfo) []field {
	return []field{{"brokerName", m.BrokerName}, {"masterBrokerId", integer(m.Master)}, {"masterEpoch", integer(m.Epoch)},
		{"syncStateSetEpoch", integer(m.SetEpoch)}, {"syncStateSet", numbers(m.Set)}}
}

func addresses(all []wire.BrokerAddr) (list []field) {
	for _, a := range all {
		list = append(list, field{"brokerAddrs", integer(a.ID)})
	}
	return list
}

func epochs(all []wire.EpochEntry) (list []field) {
	for _, e := range all {
		list = append(list, field{"epochEntry", integer(e.Epoch) + " from " + integer(e.Start)})
	}
	return list
}

func versioned(v wire.DataVersion) []field {
	return []field{{"dataVersion.counter", integer(v.Count)}, {"dataVersion.timestamp", integer(v.Stamp.Millis())}}
}

// numbers writes them one after another; "-" where there is none.
func numbers(all []int64) string {
	texts := make([]string, len(all))
	for i, n := range all {
		texts[i] = "-"
		if n >= 0 {
			texts[i] = strconv.FormatInt(n, 10)
		}
	}
	return strings.Join(texts, " ")
}
