// Package engine is the tour of RocketScope's simulation: a Sim runs a cluster
// of RocketMQ processes in simulated time. There is one way in, Do; one way
// forward, RunUntil and Step; and one way out, Show. Every act a person may do
// is a Command, and the log of commands is the whole history: replaying it is
// how a Sim goes back.
package engine
