// Package nameserver is the process that tells clients where topics live. It
// knows what brokers have told it since it started, keeps nothing on disk and
// talks to no other name server.
package nameserver
