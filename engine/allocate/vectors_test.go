package allocate

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/internal/vectortest"
	"rocketscope/engine/wire"
)

type vector struct {
	Topic        string
	MQ           []string
	CID          []string
	Alloc        json.RawMessage
	Others       json.RawMessage
	Differs      bool
	VirtualNodes int32
	Construct    json.RawMessage
	Rooms        []string
	Inner, Name  string
	Configured   json.RawMessage
}

type otherCall struct {
	Current string
	Result  json.RawMessage
}

func (v vector) queues() []wire.MessageQueue {
	if v.MQ == nil {
		return nil
	}
	return parseQueues(v.Topic, v.MQ)
}

func parseQueues(topic string, names []string) []wire.MessageQueue {
	queues := make([]wire.MessageQueue, 0, len(names))
	for _, name := range names {
		queues = append(queues, parseQueue(topic, name))
	}
	return queues
}

func parseQueue(topic, name string) wire.MessageQueue {
	i := strings.LastIndexByte(name, '/')
	id, err := strconv.Atoi(name[i+1:])
	if err != nil {
		panic(err)
	}
	return wire.MessageQueue{Topic: topic, Broker: name[:i], QueueID: int32(id)}
}

// version picks one version's part of a result that differs by version.
func (v vector) version(t *testing.T, raw json.RawMessage, version string) json.RawMessage {
	if !v.Differs || raw == nil {
		return raw
	}
	var parts map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(raw, &parts))
	require.Contains(t, parts, version)
	return parts[version]
}

// run makes every call of the case and compares.
func (v vector) run(t *testing.T, s Strategy, version string, roomChecks bool) {
	var rows []json.RawMessage
	require.NoError(t, json.Unmarshal(v.version(t, v.Alloc, version), &rows))
	require.Len(t, rows, len(v.CID))
	var others []otherCall
	if raw := v.version(t, v.Others, version); raw != nil {
		require.NoError(t, json.Unmarshal(raw, &others))
	}
	for i, row := range rows {
		others = append(others, otherCall{Current: v.CID[i], Result: row})
	}
	var scratch Scratch
	for _, call := range others {
		args := Args{Group: "g", Current: call.Current, Queues: v.queues(), Members: v.CID, RoomChecks: roomChecks}
		v.compare(t, s, args, call.Result)
		args.Sorted = slices.IsSortedFunc(v.CID, Compare)
		args.Scratch = &scratch
		v.compare(t, s, args, call.Result)
	}
}

// compare makes one call, with reasons and without. The driver that recorded the
// vectors looked results up in the list of queues: a null list is a
// NullPointerException there, even if the strategy itself returns one.
func (v vector) compare(t *testing.T, s Strategy, args Args, want json.RawMessage) {
	got, _, err := s.Allocate(nil, args, false)
	again, _, errAgain := s.Allocate(nil, args, true)
	require.Equal(t, got, again)
	require.Equal(t, err, errAgain)
	if err == nil && v.MQ == nil {
		err = nullPointer("mq of the driver")
	}
	if class := thrown(want); class != "" {
		var e *Exception
		require.ErrorAs(t, err, &e, "current %q", args.Current)
		require.Equal(t, class, e.Class)
		return
	}
	require.NoError(t, err, "current %q", args.Current)
	require.Equal(t, v.list(t, want), append([]wire.MessageQueue{}, got...), "current %q", args.Current)
}

// thrown is the exception's class in a result, "" if it is a list.
func thrown(raw json.RawMessage) string {
	var r struct{ Error string }
	if json.Unmarshal(raw, &r) != nil {
		return ""
	}
	return r.Error
}

// list reads a list of queues: indexes into mq, names, or null.
func (v vector) list(t *testing.T, raw json.RawMessage) []wire.MessageQueue {
	var items []json.RawMessage
	require.NoError(t, json.Unmarshal(raw, &items))
	list := []wire.MessageQueue{}
	for _, item := range items {
		var name string
		if json.Unmarshal(item, &name) != nil {
			var i int
			require.NoError(t, json.Unmarshal(item, &i))
			name = v.MQ[i]
		}
		list = append(list, parseQueue(v.Topic, name))
	}
	return list
}

func strategy(t *testing.T, name string) Strategy {
	s, ok := ByName(name)
	require.True(t, ok, name)
	require.Equal(t, name, s.Name())
	return s
}

func TestVectorsAveragely(t *testing.T) {
	s := strategy(t, "AVG")
	vectortest.Each(t, "allocate-averagely", func(t *testing.T, _ string, v vector) { v.run(t, s, "", false) })
}

func TestVectorsCircle(t *testing.T) {
	s := strategy(t, "AVG_BY_CIRCLE")
	vectortest.Each(t, "allocate-circle", func(t *testing.T, _ string, v vector) { v.run(t, s, "", false) })
}

func TestVectorsConfig(t *testing.T) {
	vectortest.Each(t, "allocate-config", func(t *testing.T, _ string, v vector) {
		s := strategy(t, "CONFIG")
		switch {
		case v.Configured == nil || string(v.Configured) == "null":
		case v.Configured[0] == '"': // "all 8 of broker-a/broker-b"
			for _, broker := range []string{"broker-a", "broker-b"} {
				for id := range int32(4) {
					s.Configured = append(s.Configured, wire.MessageQueue{Topic: v.Topic, Broker: broker, QueueID: id})
				}
			}
		default:
			s.Configured = v.list(t, v.Configured)
		}
		v.run(t, s, "", false)
	})
}

func TestVectorsMachineRoom(t *testing.T) {
	vectortest.Each(t, "allocate-machineroom", func(t *testing.T, _ string, v vector) {
		s := strategy(t, "MACHINE_ROOM")
		s.Rooms = v.Rooms
		v.run(t, s, "4.8", false)
		v.run(t, s, "4.9.4+", true)
	})
}

func TestVectorsConsistentHash(t *testing.T) {
	vectortest.Each(t, "allocate-consistenthash", func(t *testing.T, _ string, v vector) {
		s := strategy(t, "CONSISTENT_HASH")
		s.VirtualNodes = v.VirtualNodes
		if v.Construct != nil {
			var e *Exception
			require.True(t, errors.As(s.Check(), &e))
			require.Contains(t, string(v.Construct), e.Class)
			return
		}
		v.run(t, s, "", false)
	})
}

func TestVectorsNearby(t *testing.T) {
	vectortest.Each(t, "allocate-nearby", func(t *testing.T, _ string, v vector) {
		s := strategy(t, v.Name)
		require.Equal(t, strategy(t, v.Inner).Kind, s.Inner)
		v.run(t, s, "", false)
	})
}

func TestVectorsHash(t *testing.T) {
	vectortest.Each(t, "consistenthash-md5", func(t *testing.T, _ string, v struct {
		Key  string
		Hash uint32
	}) {
		require.Equal(t, v.Hash, Hash(v.Key))
	})
}

// triple is a queue as [topic, broker, queueId].
type triple wire.MessageQueue

func (q *triple) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&q.Topic, &q.Broker, &q.QueueID})
}

func TestVectorsOrder(t *testing.T) {
	vectortest.Each(t, "queue-order", func(t *testing.T, _ string, v struct {
		Kind    string
		A, B    triple
		Sign    int
		Equal   bool
		In, Out json.RawMessage
	}) {
		switch v.Kind {
		case "compare":
			a, b := wire.MessageQueue(v.A), wire.MessageQueue(v.B)
			c := CompareQueues(a, b)
			require.Equal(t, v.Sign, max(-1, min(c, 1)))
			require.Equal(t, v.Equal, a == b)
		case "sortQueues":
			in, want := readQueues(t, v.In), readQueues(t, v.Out)
			SortQueues(in)
			require.Equal(t, want, in)
		case "sortClientIds":
			var in, want []string
			require.NoError(t, json.Unmarshal(v.In, &in))
			require.NoError(t, json.Unmarshal(v.Out, &want))
			SortMembers(in)
			require.Equal(t, want, in)
		default:
			require.Fail(t, "unknown kind")
		}
	})
}

func readQueues(t *testing.T, raw json.RawMessage) []wire.MessageQueue {
	var list []triple
	require.NoError(t, json.Unmarshal(raw, &list))
	queues := make([]wire.MessageQueue, len(list))
	for i, q := range list {
		queues[i] = wire.MessageQueue(q)
	}
	return queues
}
