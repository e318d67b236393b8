package client

import (
	"slices"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// CreateTopicKey is the topic whose route stands in for a topic that does not
// exist yet [TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC]. Every client polls it,
// because every instance holds an inner producer.
const CreateTopicKey = "TBW102"

// RetryPrefix begins the name of a group's retry topic.
const RetryPrefix = "%RETRY%"

// defaultTopicQueues is how many of the template's queues a new topic takes
// [DefaultMQProducer.defaultTopicQueueNums].
const defaultTopicQueues = 4

// topic is what the client knows of one topic.
type topic struct {
	name       string
	route      *wire.TopicRoute
	publish    []wire.MessageQueue
	subscribe  []wire.MessageQueue
	generation uint32 // counts how often the lists were rebuilt
}

// AddTopic makes a topic part of every route poll from now on.
func (c *Instance) AddTopic(name string) {
	if i, ok := slices.BinarySearch(c.polled, name); !ok {
		c.polled = kernel.Insert(c.polled, i, name)
	}
}

// RemoveTopic ends the polling of a topic; what is known of it stays.
func (c *Instance) RemoveTopic(name string) {
	if i, ok := slices.BinarySearch(c.polled, name); ok {
		c.polled = slices.Delete(c.polled, i, i+1)
	}
}

func (c *Instance) topic(name string) *topic {
	if i, ok := c.topicIndex(name); ok {
		return &c.topics[i]
	}
	return nil
}

func (c *Instance) topicIndex(name string) (int, bool) {
	return kernel.Find(len(c.topics), func(i int) int { return strings.Compare(name, c.topics[i].name) })
}

// Route is the topic's route as last changed, nil if none ever came. It must
// not be changed.
func (c *Instance) Route(name string) *wire.TopicRoute {
	if t := c.topic(name); t != nil {
		return t.route
	}
	return nil
}

// Publish is the topic's publish list and how often it was built: a producer
// draws a new round-robin start when the number has changed. known is false
// while no route ever came. The list must not be changed.
func (c *Instance) Publish(name string) (queues []wire.MessageQueue, generation uint32, known bool) {
	if t := c.topic(name); t != nil {
		return t.publish, t.generation, true
	}
	return nil, 0, false
}

// Subscribe is the topic's readable queues in the route's order, whether their
// broker has a master or not. known is false while no route ever came. The list
// must not be changed.
func (c *Instance) Subscribe(name string) (queues []wire.MessageQueue, known bool) {
	if t := c.topic(name); t != nil {
		return t.subscribe, true
	}
	return nil, false
}

// FetchRoute asks a name server for a topic's route in the name of a thread,
// which is blocked until the RouteFetched notice. With template the route of
// CreateTopicKey is taken for it, with at most 4 queues a broker
// [MQClientInstance.updateTopicRouteInfoFromNameServer].
func (c *Instance) FetchRoute(env *kernel.Env, thread Thread, name string, template bool) {
	c.acquire(env, c.begin(env, op{kind: opRoute, thread: thread, topic: name, template: template}))
}

// askNameServer sends the question over the channel in use or, when that is
// gone, to the next name server [NettyRemotingClient.getAndCreateNameserverChannel].
func (c *Instance) askNameServer(env *kernel.Env, o *op) {
	servers := c.config.NameServers
	if len(servers) == 0 {
		c.finish(env, o, Notice{Kind: RouteFetched, Topic: o.topic})
		return
	}
	if c.server < 0 {
		c.server = c.servers.Below(len(servers))
	} else if o.tried > 0 || !c.Remoting.Connected(servers[c.server]) {
		c.server = (c.server + 1) % len(servers)
	}
	o.tried++
	asked := o.topic
	if o.template {
		asked = CreateTopicKey
	}
	c.Remoting.Call(env, remoting.Call{
		To: servers[c.server], Mode: remoting.Sync, Purpose: purposeRoute, A: o.id,
		Msg: &wire.GetRouteInfo{Topic: asked}, Timeout: max(RequestTimeout-env.Now().Sub(o.started), 0),
	})
}

func (c *Instance) routeAnswered(env *kernel.Env, d *remoting.Delivery) {
	o := c.find(d.Call.A)
	if o == nil || d.Kind == remoting.Sent {
		return
	}
	if d.Kind == remoting.Failed {
		unreachable := d.Failure == remoting.ConnectRefused || d.Failure == remoting.ConnectTimedOut
		if unreachable && o.tried < len(c.config.NameServers) {
			c.askNameServer(env, o)
			return
		}
		c.explainNoAnswer(env, o, d)
		c.finish(env, o, Notice{Kind: RouteFetched, Topic: o.topic})
		return
	}
	route, ok := d.Msg.(*wire.TopicRoute)
	if !ok {
		c.explainNoRoute(env, o)
		c.finish(env, o, Notice{Kind: RouteFetched, Topic: o.topic})
		return
	}
	if o.template {
		route = fromTemplate(o.topic, route)
	}
	changed := c.update(env, o.topic, route)
	c.finish(env, o, Notice{Kind: RouteFetched, Topic: o.topic, OK: true, Changed: changed})
}

func fromTemplate(name string, t *wire.TopicRoute) *wire.TopicRoute {
	r := &wire.TopicRoute{Topic: name, Brokers: t.Brokers, Queues: slices.Clone(t.Queues)}
	for i := range r.Queues {
		n := min(defaultTopicQueues, r.Queues[i].ReadQueues)
		r.Queues[i].ReadQueues, r.Queues[i].WriteQueues = n, n
	}
	return r
}

// update takes in a route. The tables are rebuilt when it differs from the old
// one, or when the publish list came to nothing the last time.
func (c *Instance) update(env *kernel.Env, name string, route *wire.TopicRoute) bool {
	i, known := c.topicIndex(name)
	differs := !known || !sameRoute(c.topics[i].route, route)
	if !differs && len(c.topics[i].publish) > 0 {
		return false
	}
	if !known {
		c.topics = kernel.Insert(c.topics, i, topic{name: name})
	}
	t := &c.topics[i]
	if differs {
		c.explainChange(env, t.route, route, name)
	}
	for _, b := range route.Brokers {
		c.setBroker(b.Broker, b.Addrs)
	}
	t.route = route
	t.publish = publishQueues(name, route)
	t.subscribe = subscribeQueues(name, route)
	t.generation++
	return true
}

func sameRoute(a, b *wire.TopicRoute) bool {
	return slices.Equal(a.Queues, b.Queues) && slices.EqualFunc(a.Brokers, b.Brokers, func(x, y wire.BrokerData) bool {
		return x.Broker == y.Broker && slices.Equal(x.Addrs, y.Addrs)
	})
}

// publishQueues are the queues that a producer may write to: writeable, on a
// broker whose master has an address [topicRouteData2TopicPublishInfo].
func publishQueues(name string, r *wire.TopicRoute) []wire.MessageQueue {
	var list []wire.MessageQueue
	for _, q := range r.Queues {
		if q.Perm&wire.PermWrite == 0 || !hasMaster(r, q.Broker) {
			continue
		}
		for id := int32(0); id < q.WriteQueues; id++ {
			list = append(list, wire.MessageQueue{Topic: name, Broker: q.Broker, QueueID: id})
		}
	}
	return list
}

// subscribeQueues are the queues that a consumer may read
// [topicRouteData2TopicSubscribeInfo].
func subscribeQueues(name string, r *wire.TopicRoute) []wire.MessageQueue {
	var list []wire.MessageQueue
	for _, q := range r.Queues {
		if q.Perm&wire.PermRead == 0 {
			continue
		}
		for id := int32(0); id < q.ReadQueues; id++ {
			list = append(list, wire.MessageQueue{Topic: name, Broker: q.Broker, QueueID: id})
		}
	}
	return list
}

func hasMaster(r *wire.TopicRoute, broker string) bool {
	for _, b := range r.Brokers {
		if b.Broker == broker {
			return len(b.Addrs) > 0 && b.Addrs[0].ID == wire.MasterID
		}
	}
	return false
}

// quiet topics are those whose missing route RocketMQ does not log.
func quiet(name string) bool { return strings.HasPrefix(name, RetryPrefix) || name == CreateTopicKey }

func (c *Instance) explainChange(env *kernel.Env, old, now *wire.TopicRoute, name string) {
	d := explain.Decision{Rule: explain.ClientRouteChanged}
	if quiet(name) {
		return
	}
	if env.Explaining() {
		d.Saw = append(d.Saw, explain.Text("topic", name))
		if old != nil {
			d.Saw = append(d.Saw, explain.Text("route.old", routeText(old)))
		}
		d.Saw = append(d.Saw, explain.Text("route.new", routeText(now)))
		for _, b := range now.Brokers {
			d.Chose = append(d.Chose, b.Broker)
		}
	}
	env.Explain(d)
}

func (c *Instance) explainNoRoute(env *kernel.Env, o *op) {
	if quiet(o.topic) {
		return
	}
	d := explain.Decision{Rule: explain.ClientRouteKept}
	if env.Explaining() {
		d.Saw = append(d.Saw, explain.Text("topic", o.topic))
		if old := c.Route(o.topic); old != nil {
			d.Saw = append(d.Saw, explain.Text("route.old", routeText(old)))
		}
	}
	env.Explain(d)
}

func (c *Instance) explainNoAnswer(env *kernel.Env, o *op, r *remoting.Delivery) {
	if quiet(o.topic) {
		return
	}
	d := explain.Decision{Rule: explain.ClientRouteUnanswered}
	if env.Explaining() {
		d.Saw = append(d.Saw, explain.Text("topic", o.topic), explain.Num("nameservers.tried", int64(o.tried)),
			explain.Num("elapsed.ns", int64(env.Now().Sub(o.started))), explain.Text("failure", FailureName(r.Failure)))
	}
	env.Explain(d)
}
