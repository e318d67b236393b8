// Package remoting is what Netty does for a RocketMQ process, as data: channels
// that open, are refused and close, requests that wait for their answers, and
// timeouts. A process owns one Endpoint, gives it every packet that arrives and
// takes from it what concerns the process itself.
package remoting
