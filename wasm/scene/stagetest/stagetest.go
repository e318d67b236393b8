// Package stagetest builds views for the tests and benchmarks of the drawing.
package stagetest

import (
	"fmt"
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/scene"
)

// English are words as a test needs them; the program takes its own from the catalogue.
var English = scene.Words{
	NameServer: "NameServer", Master: "master · id {0}", Slave: "slave · id {0}", Serves: "serving reads",
	Mirror: "copying the master", Down: "DOWN", DownFor: "DOWN {0}", Committed: "committed by {0}", StoppedFor: "stopped {0}", LostFor: "host lost {0}", Stopping: "stopping",
	OnlyHere: "only here: {0}", Group: "group {0}", Isolated: "isolated {0}", OK: "available", Unreachable: "unreachable", Faults: "fault table",
	Rebalance: "rebalance", Route: "route poll", Heartbeat: "heartbeat", Persist: "offset commit", Pull: "pull back-off",
	Register: "registration", Scan: "broker scan", Lock: "lock", Expiry: "expiry", NextSend: "next send",
	Queue: "process queue", Cached: "{0} cached", Pulling: "pull from {0} …", FromSlave: "from the slave",
	FromMaster: "from the master", FromBoth: "from master and slave", FromDead: "its broker cannot be reached", Idle: "owns no queue", Sent: "sent", Failed: "failed",
	PerSecond: "{0} / s", PerMinute: "{0} / min", Slow: "{0}× slower", ShortSlave: "slave", ShortMain: "master",
	LateBy: "{0} late", Behind: "{0} behind", Hangs: "hangs", Refuses: "refuses", Late: "answers {0} late", Answers: "answers {0}",
	SendLate: "answers sends {0} late", SendCode: "answers sends with {0}",
	Level: "level {0}", LevelOf: "level {0} · {1}", Wheel: "timer wheel", MoreLevels: "+{0} levels", Due: "due",
	More: "+{0} more", MoreQueues: "+{0} queues, lag {1}", KeyLegend: "shape = message key", KeyShort: "shape = key",
	Fill: "fill = state", Flight: "in flight", Stored: "stored", Running: "being consumed", Done: "consumed",
	Only: "only on a dead disk", Delayed: "delayed", Retried: "retried", Dead: "dead letter",
}

// Chinese are the same words in Chinese, to see that they fit.
var Chinese = scene.Words{
	NameServer: "NameServer", Master: "主节点 · id {0}", Slave: "从节点 · id {0}", Serves: "正在提供读服务",
	Mirror: "复制主节点", Down: "已宕机", DownFor: "已宕机 {0}", Committed: "{0} 已提交", StoppedFor: "已关闭 {0}", LostFor: "主机失联 {0}", Stopping: "正在关闭", OnlyHere: "仅存于此：{0}",
	Group: "消费组 {0}", Isolated: "隔离 {0}", OK: "可用", Unreachable: "不可达", Faults: "故障表", Rebalance: "重平衡", Route: "拉路由",
	Heartbeat: "心跳", Persist: "提交位点", Pull: "拉取退避", Register: "注册", Scan: "扫描", Lock: "锁", Expiry: "过期",
	NextSend: "下次发送", Queue: "处理队列 (ProcessQueue)", Cached: "缓存 {0}", Pulling: "从 {0} 拉取…", FromSlave: "读从节点",
	FromMaster: "读主节点", FromBoth: "读主节点和从节点", FromDead: "Broker 连不上", Idle: "没有队列", Sent: "已发送", Failed: "失败",
	PerSecond: "{0} 条/秒", PerMinute: "{0} 条/分", Slow: "慢 {0} 倍", ShortSlave: "从节点", ShortMain: "主节点",
	LateBy: "晚 {0}", Behind: "落后 {0} 条", Hangs: "卡住", Refuses: "拒绝连接", Late: "应答晚 {0}", Answers: "应答 {0}",
	SendLate: "发送的应答晚 {0}", SendCode: "对发送应答 {0}",
	Level: "级别 {0}", LevelOf: "级别 {0} · {1}", Wheel: "时间轮", MoreLevels: "另有 {0} 个级别", Due: "到期",
	More: "另有 {0} 个", MoreQueues: "另有 {0} 个队列，堆积 {1}", KeyLegend: "形状 = 消息 key", KeyShort: "形状 = key",
	Fill: "填充 = 状态", Flight: "传输中", Stored: "已存储", Running: "消费中", Done: "已消费", Only: "只在宕机磁盘上",
	Delayed: "延时中", Retried: "重试", Dead: "死信",
}

// Sec is a moment in milliseconds of simulated time.
func Sec(ms int64) kernel.Time { return kernel.Time(ms * int64(time.Millisecond)) }

// shape is the key of a message as the pictures have it.
func shape(queue, offset int64) uint8 {
	return uint8(uint32(offset*2654435761+queue*40503) >> 13 % 4)
}

type lane struct {
	id             int32
	owner          kernel.NodeID
	com, max, copy int64
	running        int64
}

var laneA = []lane{{0, 8, 131, 136, 136, 2}, {1, 8, 129, 135, 135, 1}, {2, 8, 132, 137, 136, 2}, {3, 9, 129, 135, 135, 0}}
var laneB = []lane{{0, 9, 148, 153, 153, 2}, {1, 9, 147, 150, 150, 1}, {2, 10, 149, 152, 152, 1}, {3, 10, 148, 154, 154, 2}}

// MasterDies is the moment of the pictures: a master died at 12.4 s, at
// 30.214 s c2 has just learned it and turns to the slave.
func MasterDies() *view.View {
	v := &view.View{At: Sec(30214), Topic: "orders"}
	node := func(id kernel.NodeID, role view.Role, name string) *view.Node {
		v.Nodes = append(v.Nodes, view.Node{ID: id, Name: name, Role: role, Version: "4.9", Slow: 10})
		return &v.Nodes[len(v.Nodes)-1]
	}
	node(1, view.NameServer, "ns1")
	for i, n := range []string{"broker-a", "broker-a-s", "broker-b", "broker-b-s"} {
		b := node(kernel.NodeID(2+i), view.Broker, n)
		b.Broker, b.BrokerID = n[:8], int64(i%2)
	}
	v.Nodes[1].State, v.Nodes[1].Since = view.Killed, Sec(12400)
	for i, n := range []string{"p1", "p2"} {
		p := node(kernel.NodeID(6+i), view.Producer, n)
		p.Group, p.Rate, p.Sent = "pg", 1200, 1201
	}
	for i, n := range []string{"c1", "c2", "c3"} {
		c := node(kernel.NodeID(8+i), view.Consumer, n)
		c.Group, c.Strategy, c.Cached = "g", "AVG", []int32{5, 3, 3}[i]
	}
	lanes(v, 2, laneA, true, false)
	lanes(v, 3, laneA, false, true)
	lanes(v, 4, laneB, false, false)
	lanes(v, 5, laneB, false, true)
	owners(v)
	timers(v)
	for _, r := range []struct {
		b    string
		id   int64
		addr kernel.NodeID
	}{{"broker-a", 1, 3}, {"broker-b", 0, 4}, {"broker-b", 1, 5}} {
		v.Routes = append(v.Routes, view.Route{Node: 1, Broker: r.b, BrokerID: r.id, Addr: r.addr})
	}
	for _, p := range []kernel.NodeID{6, 7} {
		v.Faults = append(v.Faults,
			view.Fault{Producer: p, Broker: "broker-a", Latency: 5 * time.Second, Until: Sec(612400 + int64(p-6)*200), Unreachable: true},
			view.Fault{Producer: p, Broker: "broker-b", Latency: 4 * time.Millisecond})
	}
	flights(v)
	v.Groups = []view.Group{{Name: "g", Topic: "orders", Strategy: "AVG", Lag: 38, Members: 3}}
	return v
}

// lanes adds the queues of a replica with their messages.
func lanes(v *view.View, broker kernel.NodeID, ls []lane, dead, copied bool) {
	for _, l := range ls {
		q := int32(len(v.Queues))
		end := l.max
		if copied {
			end = l.copy
		}
		v.Queues = append(v.Queues, view.Queue{Broker: broker, Topic: "orders", ID: l.id, Max: end, Copied: min(end, l.copy), Readable: true, Writable: true})
		v.Offsets = append(v.Offsets, view.Offset{Queue: q, Group: "g", Offset: l.com})
		for off := end - 1; off >= l.com-2; off-- {
			t := view.Token{Queue: q, Offset: off, ID: off, Shape: shape(int64(l.id), off)}
			switch {
			case off < l.com:
				t.State = view.Consumed
			case off < l.com+l.running:
				t.State, t.Owner = view.Running, l.owner
			case dead && off >= l.copy:
				t.State = view.OnlyHere
			}
			v.Tokens = append(v.Tokens, t)
		}
	}
}

func owners(v *view.View) {
	for c := kernel.NodeID(8); c <= 10; c++ {
		for i, l := range append(append([]lane{}, laneA...), laneB...) {
			if l.owner != c {
				continue
			}
			o := view.Owner{Consumer: c, Topic: "orders", Broker: "broker-a", ID: l.id, Queue: int32(4 + i), From: 3, Next: l.com + l.running}
			if i >= 4 {
				o.Broker, o.From, o.Queue = "broker-b", 4, int32(4+i)
			}
			for k := range l.running {
				v.Runs = append(v.Runs, view.Run{Owner: int32(len(v.Owners)), Offset: l.com + k})
			}
			v.Owners = append(v.Owners, o)
		}
	}
}

func timers(v *view.View) {
	add := func(n kernel.NodeID, k view.TimerKind, left, period int64) {
		v.Timers = append(v.Timers, view.Timer{Node: n, Kind: k, At: v.At + Sec(left), Period: time.Duration(period) * time.Second})
	}
	add(6, view.TimerRoute, 29800, 30)
	add(7, view.TimerRoute, 196, 30)
	for i, left := range [][2]int64{{29800, 800}, {29996, 1000}, {400, 1400}} {
		c := kernel.NodeID(8 + i)
		add(c, view.TimerRebalance, 10406, 20)
		add(c, view.TimerRoute, left[0], 30)
		add(c, view.TimerHeartbeat, left[1], 30)
	}
}

func flights(v *view.View) {
	add := func(from, to kernel.NodeID, k view.FlightKind, broker string, queue int32, shape uint8, permille int64) {
		depart := v.At - kernel.Time(permille*1000)
		v.Flights = append(v.Flights, view.Flight{Number: uint64(len(v.Flights) + 1), From: from, To: to, Kind: k, Name: "PULL_MESSAGE",
			Depart: depart, Arrive: depart + Sec(1), Topic: "orders", Broker: broker, QueueID: queue, Shape: shape, Messages: 1})
	}
	add(3, 8, view.FlightDeliver, "broker-a", 1, 0, 360)
	add(3, 8, view.FlightDeliver, "broker-a", 1, 3, 560)
	add(4, 9, view.FlightDeliver, "broker-b", 0, 2, 500)
	add(4, 10, view.FlightDeliver, "broker-b", 2, 1, 620)
	add(6, 4, view.FlightSend, "broker-b", 0, 1, 620)
	add(7, 4, view.FlightSend, "broker-b", 2, 2, 420)
}

// Spot is the decision of MasterDies.
func Spot() scene.Spot {
	return scene.Spot{Node: 9, Broker: "broker-a", Queue: 3, Verb: "pull", From: 1, Label: "route answer 30.212"}
}

// Crowd is a view with so many nodes, queues and moving messages: two broker
// groups with a slave each, three producers, the rest consumers.
func Crowd(nodes, queues, moving int) *view.View {
	v := &view.View{At: Sec(60000), Topic: "orders"}
	add := func(role view.Role, name string) *view.Node {
		v.Nodes = append(v.Nodes, view.Node{ID: kernel.NodeID(len(v.Nodes) + 1), Name: name, Role: role, Slow: 10})
		return &v.Nodes[len(v.Nodes)-1]
	}
	add(view.NameServer, "ns1")
	for i := range 4 {
		b := add(view.Broker, fmt.Sprintf("broker-%c", 'a'+i/2)+[]string{"", "-s"}[i%2])
		b.Broker, b.BrokerID = fmt.Sprintf("broker-%c", 'a'+i/2), int64(i%2)
	}
	for i := range 3 {
		add(view.Producer, fmt.Sprintf("p%d", i+1)).Rate = 1200
	}
	first := len(v.Nodes)
	for i := first; i < nodes; i++ {
		c := add(view.Consumer, fmt.Sprintf("c%d", i-first+1))
		c.Group, c.Strategy = "g", "AVG"
		v.Timers = append(v.Timers, view.Timer{Node: c.ID, Kind: view.TimerRebalance, At: v.At + Sec(int64(700*i)), Period: 20 * time.Second})
	}
	consumers := nodes - first
	for b := range 4 {
		for id := range queues / 2 {
			q := int32(len(v.Queues))
			end := int64(100 + id%40)
			v.Queues = append(v.Queues, view.Queue{Broker: kernel.NodeID(2 + b), Topic: "orders", ID: int32(id), Max: end, Copied: end})
			v.Offsets = append(v.Offsets, view.Offset{Queue: q, Group: "g", Offset: 99})
			for off := end - 1; off >= 97; off-- {
				v.Tokens = append(v.Tokens, view.Token{Queue: q, Offset: off, Shape: uint8(off % 4)})
			}
		}
	}
	for c := range consumers {
		for q := range v.Queues {
			b, id := int(v.Queues[q].Broker)-2, v.Queues[q].ID
			if b%2 == 0 && (b/2*queues/2+int(id))*consumers/queues == c {
				v.Owners = append(v.Owners, view.Owner{Consumer: kernel.NodeID(first + 1 + c), Topic: "orders",
					Broker: v.Nodes[1+b].Broker, ID: id, Queue: int32(q), From: v.Queues[q].Broker, Next: 99})
			}
		}
	}
	for i := range moving {
		o := &v.Owners[i%len(v.Owners)]
		f := view.Flight{Number: uint64(i + 1), From: o.From, To: o.Consumer, Kind: view.FlightDeliver, Depart: v.At - Sec(1+int64(i%97)),
			Arrive: v.At + Sec(100-int64(i%97)), Topic: "orders", Broker: o.Broker, QueueID: o.ID, Shape: uint8(i % 4), Messages: 1}
		if i%5 == 0 {
			f.From, f.To, f.Kind = kernel.NodeID(6+i%3), kernel.NodeID(2+i%2*2), view.FlightSend
		}
		v.Flights = append(v.Flights, f)
	}
	v.Groups = []view.Group{{Name: "g", Topic: "orders", Strategy: "AVG"}}
	return v
}
