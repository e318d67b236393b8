// Package fault is how a producer chooses a queue: the round robin over a
// topic's publish list, the table of brokers that failed or were slow, and how
// each version of RocketMQ avoids them. It is pure calculus: the time is given,
// nothing is sent, and reasons are kept only in a Trace that the caller hands in.
package fault
