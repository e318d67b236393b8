package engine

import (
	"strconv"
	"time"

	"rocketscope/engine/cluster"
)

// setQueues changes how many queues of a topic a broker lets read and write.
type setQueues struct {
	broker, topic string
	read, write   int32
}

func parseQueues(l *Line) (Command, error) {
	broker, err := l.Word("a broker and a topic")
	if err != nil {
		return nil, err
	}
	topic, err := l.Word("a broker and a topic")
	if err != nil {
		return nil, err
	}
	read, err := l.Int("read", -1, 0, cluster.MaxQueues)
	if err != nil {
		return nil, err
	}
	write, err := l.Int("write", read, 0, cluster.MaxQueues)
	if read < 0 {
		read = write
	}
	return setQueues{broker, topic, int32(read), int32(write)}, err
}

func (c setQueues) String() string {
	return "queues " + c.broker + " " + Quote(c.topic) + " read=" + strconv.Itoa(int(c.read)) + " write=" + strconv.Itoa(int(c.write))
}

func (c setQueues) apply(cl *cluster.Cluster) error {
	return cl.SetQueues(c.broker, c.topic, c.read, c.write)
}

// setListen changes how long a consumer's listener takes for a message.
type setListen struct {
	name string
	time time.Duration
}

func parseListen(l *Line) (Command, error) {
	name, err := l.Word("a consumer and a duration")
	if err != nil {
		return nil, err
	}
	w, err := l.Word("a consumer and a duration")
	if err != nil {
		return nil, err
	}
	d, err := ParseDuration(w)
	return setListen{name, d}, err
}

func (c setListen) String() string                  { return "listen " + c.name + " " + Duration(c.time) }
func (c setListen) apply(cl *cluster.Cluster) error { return cl.SetListen(c.name, c.time) }
