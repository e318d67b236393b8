package delay_test

import (
	"fmt"
	"time"

	"rocketscope/engine/delay"
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/wire"
)

// oneMessage is a delay topic in which one message waits at level 3.
type oneMessage struct{ due int64 }

func (oneMessage) Range(level int32) (int64, int64) {
	if level == 3 {
		return 0, 1
	}
	return 0, 0
}

func (q oneMessage) DeliverAt(int32, int64) int64 { return q.due }

// A broker puts a message aside, asks the service when to look, looks, writes
// the message back and says what came of it.
func ExampleService() {
	rules := &profile.Default().Delay
	levels, _ := delay.ParseLevels(delay.DefaultLevels)
	service := delay.NewService(rules, levels)

	m := wire.Message{Topic: "orders", QueueID: 2, DelayLevel: 3}
	delay.Park(service.Levels(), &m)
	fmt.Println("waits in", m.Topic, m.QueueID)

	stored := kernel.Time(0).Add(150 * time.Millisecond)
	q := oneMessage{due: levels.DeliverAt(m.DelayLevel, stored.Millis())}
	service.Start(stored, q)
	for now := stored; now.Millis() < 11_000; now = service.Next(now, q) {
		for step, ok := service.Look(now, q); ok; step, ok = service.Look(now, q) {
			delay.Restore(&m)
			fmt.Println(now, step.Rule, "back to", m.Topic, m.QueueID)
			service.Answer(now, step.Level, delay.Stored)
		}
	}
	// Output:
	// waits in SCHEDULE_TOPIC_XXXX 2
	// 10.150s delay.due back to orders 2
}

// The retries of a message wait one level longer each time.
func ExampleSendBack() {
	rules := &profile.Default().Delay
	for _, count := range []int32{0, 1, 15, 16} {
		r := delay.SendBack(rules, delay.Failure{ReconsumeTimes: count, MaxReconsume: -1})
		fmt.Println(r.Rule, r.DelayLevel, r.ReconsumeTimes)
	}
	// Output:
	// retry.level 3 1
	// retry.level 4 2
	// retry.level 18 16
	// retry.dead-letter 0 17
}

// A bad item keeps a broker from starting.
func ExampleParseLevels() {
	levels, err := delay.ParseLevels("1s 5x 10s")
	fmt.Println(levels.Max, err)
	// Output:
	// 2 messageDelayLevel: "5x" is not a number with s, m, h or d
}
