// Package wire is all that may cross the network: one file a conversation, one
// struct a request code. Processes know nothing of one another but what came
// in one of these. Every value is immutable once sent.
package wire
