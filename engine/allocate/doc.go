// Package allocate is how the members of a group share a topic's queues: each
// works out its own share from the same two sorted lists, and nobody checks.
// It holds RocketMQ's six strategies, the order of the lists, and the reasons
// of a share, down to why each queue went elsewhere.
package allocate
