package consumer

import (
	"time"

	"rocketscope/engine/delay"
	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// The client's own producer, which has the defaults of every producer
// [MixAll.CLIENT_INNER_PRODUCER_GROUP].
const (
	innerProducer  = "CLIENT_INNER_PRODUCER"
	publishTries   = 3
	publishTimeout = 3 * time.Second
)

// publishBack lets the client send a retry itself, to whatever broker has the
// group's retry topic, after giving the message back has failed
// [DefaultMQPushConsumerImpl.sendMessageBack].
func (c *Consumer) publishBack(env *kernel.Env, serial int64, failure string) {
	i, _ := c.findGiving(serial)
	g := &c.givings[i]
	d := explain.Decision{Rule: explain.RetryPublished}
	if env.Explaining() {
		d.Saw = append(queueFacts(g.queue), explain.Text("message", explain.Int(g.msg.ID.Number())), explain.Num("offset", g.msg.QueueOffset),
			explain.Num("retry.count", int64(g.count)), explain.Text("failure", failure))
		d.Chose = []string{g.queue.String()}
	}
	env.Explain(d)
	g.publishing, g.began = true, env.Now()
	c.tryPublish(env, serial)
}

// tryPublish sends the retry, up to three times within 3 s, each time to another
// broker if there is one [DefaultMQProducerImpl.sendDefaultImpl].
func (c *Consumer) tryPublish(env *kernel.Env, serial int64) {
	i, _ := c.findGiving(serial)
	g := &c.givings[i]
	left := publishTimeout - env.Now().Sub(g.began)
	for ; g.tries < publishTries && left > 0; g.tries++ {
		q, ok := c.retryQueueAfter(g.broker)
		if !ok {
			break
		}
		g.broker = q.Broker
		addr, known := c.client.InPublish(q.Broker)
		if !known {
			continue
		}
		g.tries++
		c.client.Remoting.Call(env, remoting.Call{
			To: addr, Purpose: purposeBack, A: serial, Timeout: left,
			Msg: &wire.SendMessage{Group: innerProducer, Messages: []wire.Message{c.retryOf(g, q)}},
		})
		return
	}
	c.endGiving(env, i, false)
}

// retryQueueAfter is the next queue of the group's retry topic, on another broker
// than the last if there is one [TopicPublishInfo.selectOneMessageQueue].
func (c *Consumer) retryQueueAfter(broker string) (q wire.MessageQueue, ok bool) {
	queues, _, _ := c.client.Publish(c.retryTopic())
	if len(queues) == 0 {
		return q, false
	}
	for range queues {
		c.nextRetry++
		q = queues[int(c.nextRetry%uint32(len(queues)))]
		if q.Broker != broker {
			break
		}
	}
	return q, true
}

// retryOf is the message that the client sends in the place of one that was not
// consumed.
func (c *Consumer) retryOf(g *giving, q wire.MessageQueue) wire.Message {
	m := g.msg.Message
	m.Topic, m.QueueID, m.RetryTopic = q.Topic, q.QueueID, topicOf(g.msg)
	if m.OriginID == 0 {
		m.OriginID = m.ID
	}
	m.MaxReconsume = c.maxReconsume()
	if c.config.Orderly {
		m.ReconsumeTimes, m.DelayLevel = delay.PublishOrderly(&c.config.Profile.Delay, g.count)
	} else {
		m.ReconsumeTimes, m.DelayLevel = delay.Publish(g.count)
	}
	return m
}
