// Package cluster is the machine room: nodes and the network between them, and
// the faults that befall both. It carries packets and hands out events; what a
// process does with them is its own affair.
package cluster
