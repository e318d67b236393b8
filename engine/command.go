package engine

import (
	"rocketscope/engine/cluster"
	"rocketscope/engine/consumer"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
)

// Command is one act of a person. Its String is the line of a story that
// ParseCommand reads.
type Command interface {
	String() string
	apply(c *cluster.Cluster) error
}

// Verb is a word that begins a command.
type Verb struct {
	Name  string
	Usage string // how the line is written
	parse func(*Line) (Command, error)
}

// Verbs lists every act a person may do: the one table that parser, menus,
// documentation and tests range over.
func Verbs() []Verb {
	return []Verb{
		{"nameserver", "nameserver NAME [acting-master=off|on] [controller=off|on] [version=4.9]", parseAddNameServer},
		{"broker", "broker NAME [topics=orders:4,pay:2] [autocreate=on|off] [of=GROUP id=1] [role=async|sync] [in-sync=1] [slave-read=off|on] [acting-master=off|on] [replicas=1] [controller=off|on] [memory=8GiB] [delay-levels=\"1s 5s 10s\"] [version=4.9]", parseAddBroker},
		{"consumer", "consumer NAME group=g topic=orders [tags=\"TagA || TagB\"] [strategy=AVG] [virtual-nodes=10] [rooms=A,B] [room-of=broker-a:A,c1:A] [config=broker-a/0,broker-a/1] [model=clustering|broadcasting] [orderly] [from=last|first|timestamp] [at=-30m] [listen=50ms] [threads=20] [pull-threshold=1000] [pull-threshold-topic=0] [pull-size-topic=0] [id=CLIENTID] [fail=3|always] [max-reconsume=16] [next-level=5] [suspend=1s] [consume-timeout=15m] [consume-batch=1] [ack-index=off|on] [interrupt=ignore|fail] [await=0s] [version=4.9]", parseAddConsumer},
		{"producer", "producer NAME topic=orders [rate=20/s] [size=1024] [keys=4] [tags=TagA,TagB] [batch=1] [delay-level=3] [mode=sync|async|oneway] [selector=roundrobin|hash|broker-a/3] [timeout=3s] [max-per-request=500ms] [retries=2] [retries-async=2] [retry-not-ok=off|on] [fault=off|on] [detector=off|on] [version=4.9]", parseAddProducer},
		{"stop", "stop NAME", nodeAct((*cluster.Cluster).Stop, "stop")},
		{"kill", "kill NAME", nodeAct((*cluster.Cluster).Kill, "kill")},
		{"lose", "lose NAME", nodeAct((*cluster.Cluster).Lose, "lose")},
		{"restart", "restart NAME [delay-levels=\"1s 5s 10s\"]", parseRestart},
		{"upgrade", "upgrade NAME 5.3", parseUpgrade},
		{"disk", "disk NAME", nodeAct((*cluster.Cluster).LoseDisk, "disk")},
		{"remove", "remove NAME", nodeAct((*cluster.Cluster).Remove, "remove")},
		{"slow", "slow NAME x10 | slow NAME 200ms", parseSlow},
		{"cut", "cut NAME NAME", linkAct((*cluster.Cluster).Cut, "cut")},
		{"heal", "heal NAME NAME", linkAct((*cluster.Cluster).Heal, "heal")},
		{"link", "link NAME NAME 20ms", parseLink},
		{"drop", "drop FLIGHT", flightAct((*cluster.Cluster).Drop, "drop")},
		{"delay", "delay FLIGHT 2s", parseDelay},
		{"hold", "hold FLIGHT", flightAct((*cluster.Cluster).Hold, "hold")},
		{"release", "release FLIGHT", flightAct((*cluster.Cluster).Release, "release")},
		{"queues", "queues BROKER TOPIC [read=8] [write=8] [perm=rw|r|w]", parseQueues},
		{"clock", "clock BROKER +5s | clock BROKER -5s", parseClock},
		{"send", "send PRODUCER COUNT [every=10ms] [delay-level=3] [delay=10s] [deliver=25s]", parseSend},
		{"set", "set NAME SETTING=VALUE", parseSet},
		{"group", "group GROUP SETTING=VALUE", parseGroup},
		{"subscribe", "subscribe CONSUMER topic=pay [tags=\"TagA || TagB\"]", parseOnTopic},
		{"unsubscribe", "unsubscribe CONSUMER topic=pay", parseOnTopic},
		{"hang", "hang CONSUMER next | hang CONSUMER p1/17", parseHang},
		{"unhang", "unhang CONSUMER [p1/17]", parseHang},
		{"suspend", "suspend CONSUMER", consumerAct("suspend", func(c *consumer.Consumer, _ *kernel.Env) error { return c.Suspend() })},
		{"resume", "resume CONSUMER", consumerAct("resume", (*consumer.Consumer).Resume)},
		{"reset", "reset GROUP TOPIC at=first|last|-30m|25s [force] [old]", parseReset},
		{"expire", "expire BROKER TOPIC/3 offset=100", parseExpire},
	}
}

// ParseCommand reads one line of a story that is an act.
func ParseCommand(text string) (Command, error) {
	l, err := ParseLine(text)
	if err != nil {
		return nil, err
	}
	return l.Command()
}

// Command reads the line as an act.
func (l *Line) Command() (Command, error) {
	for _, v := range Verbs() {
		if v.Name != l.Verb {
			continue
		}
		c, err := v.parse(l)
		if err != nil {
			return nil, err
		}
		return c, l.Done()
	}
	return nil, explain.Err("verb.unknown", "there is no act {0}", l.Verb)
}

// IsVerb tells whether a word begins a command.
func IsVerb(word string) bool {
	for _, v := range Verbs() {
		if v.Name == word {
			return true
		}
	}
	return false
}
