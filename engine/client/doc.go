// Package client is what a producer and a consumer share: RocketMQ's
// MQClientInstance. It keeps the routes and broker addresses, sends the
// heartbeats and runs the one scheduled thread; whatever blocks a thread is a
// small state machine here, so that what stalls in life stalls in the same way.
package client
