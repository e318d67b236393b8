// Package consumer is a push consumer: DefaultMQPushConsumerImpl with its
// rebalance, process queues, pull loop, listeners, retries and offsets. Each of
// its threads is a small state machine, so that what blocks one stalls its other
// work as it does in life.
package consumer
