package consumer

import (
	"rocketscope/engine/client"
	"rocketscope/engine/kernel"
	"rocketscope/engine/wire"
)

type appPhase uint8

const (
	appDown      appPhase = iota
	appRoutes             // start: the route of each subscribed topic
	appHeartbeat          // start: the first heartbeat
	appRunning
	appSubscribe // a heartbeat with the new subscription
	appAwait     // shutdown: the consume threads have time to end
	appUnlock    // shutdown: locks given back, broker by broker
	appPersist   // shutdown: offsets committed once
	appUnregister
	appStopped
)

// app is the application's own thread: it starts, subscribes and shuts down.
type app struct {
	phase    appPhase
	next     int    // appRoutes: the subscription whose route is asked for
	broker   string // appUnlock: the broker that had its turn
	stopping bool
	until    kernel.Time // when a shutdown interrupts the consume threads
}

// Start begins a life [DefaultMQPushConsumerImpl.start]: the offsets are loaded,
// the client instance starts its threads, then the application's thread fetches
// the routes, sends the first heartbeat and wakes the rebalance.
func (c *Consumer) Start(env *kernel.Env) {
	c.forget()
	c.start = env.Now()
	c.client.Start(env, c.config.client().ID(env.Life, c.config.Model == wire.Broadcasting))
	for _, s := range c.config.Subscriptions {
		c.addSubscription(env, s)
	}
	if c.config.Model == wire.Clustering {
		c.addSubscription(env, wire.SubscriptionData{Topic: c.retryTopic(), Expression: "*"})
	}
	c.threshold, c.sizeLimit = c.config.PullThreshold, DefaultPullSize
	c.loadOffsets()
	c.startLocking(env)
	c.startTimeouts(env)
	c.startRebalancing(env)
	c.app = app{phase: appRoutes}
	c.appOn(env)
	c.drain(env)
}

func (c *Config) client() *client.Config {
	cc := c.clientConfig()
	return &cc
}

func (c *Consumer) retryTopic() string { return client.RetryPrefix + c.config.Group }

// appOn goes on with what the application's thread does.
func (c *Consumer) appOn(env *kernel.Env) {
	switch c.app.phase {
	case appRoutes:
		if c.app.next < len(c.subs) {
			topic := c.subs[c.app.next].data.Topic
			c.app.next++
			c.threads[threadApp].wait, c.threads[threadApp].req.kind = onRoute, nothing
			c.client.FetchRoute(env, threadApp, topic, false)
			return
		}
		c.app.phase = appHeartbeat
		c.heartbeat(env, threadApp)
	case appHeartbeat:
		c.started(env)
	case appSubscribe:
		c.app.phase = appRunning
		c.stopIfAsked(env)
	case appUnlock:
		c.unlockNext(env)
	case appPersist:
		c.persistOn(env, threadApp)
	case appUnregister:
		c.client.Stop()
		c.explainStopped(env)
		c.app.phase = appStopped
	}
}

// heartbeat sends the heartbeats in the name of a thread.
func (c *Consumer) heartbeat(env *kernel.Env, t client.Thread) {
	c.threads[t].wait = onClient
	c.client.SendHeartbeats(env, t)
}

// started ends the start: from 5.2.0 the rebalance is woken only when the
// heartbeat could be sent.
func (c *Consumer) started(env *kernel.Env) {
	c.app.phase = appRunning
	if !c.rules.StartNeedsHeartbeat || !c.threads[threadApp].reply.noPeer {
		c.wake(env)
	}
	c.stopIfAsked(env)
}

// Stop begins an orderly shutdown [DefaultMQPushConsumerImpl.shutdown]: the
// listeners have their time and are interrupted, the locks given back, the offsets committed once
// and the group unregistered from every broker.
func (c *Consumer) Stop(env *kernel.Env) {
	c.app.stopping = true
	c.app.until = env.Now().Add(c.config.Listener.Await)
	if c.config.Listener.Await > 0 {
		env.After(c.config.Listener.Await, timerAwait, 0, 0, 0)
	}
	if c.threads[threadApp].wait == free {
		c.stopIfAsked(env)
	}
	c.drain(env)
}

func (c *Consumer) stopIfAsked(env *kernel.Env) {
	if !c.app.stopping {
		return
	}
	if c.pool.working() && env.Now() < c.app.until {
		c.app.phase = appAwait
		return
	}
	c.interrupt(env)
	c.app.phase = appUnlock
	c.unlockNext(env)
}

// awaited goes on with a shutdown that waited for the consume threads, once they
// are done or have had their time.
func (c *Consumer) awaited(env *kernel.Env) {
	if c.app.phase == appAwait && (!c.pool.working() || env.Now() >= c.app.until) {
		c.stopIfAsked(env)
	}
}

// unlockNext gives the locks at the next broker back and waits for it
// [RebalanceImpl.unlockAll].
func (c *Consumer) unlockNext(env *kernel.Env) {
	for c.locks() {
		broker, queues := c.queuesAfter(c.app.broker, true)
		if broker == "" {
			break
		}
		c.app.broker = broker
		if !c.ask(env, threadApp, request{kind: unlockAndWait, queue: wire.MessageQueue{Broker: broker}, queues: queues}) {
			return
		}
	}
	c.app.phase = appPersist
	c.persistAll(env, threadApp)
}

// persisted goes on with the shutdown after the last commit.
func (c *Consumer) persisted(env *kernel.Env) {
	c.app.phase = appUnregister
	c.threads[threadApp].wait = onClient
	c.client.RemoveGroups()
	c.client.Unregister(env, threadApp, "", c.config.Group)
}
