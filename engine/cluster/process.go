package cluster

import (
	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
	"rocketscope/engine/remoting"
	"rocketscope/engine/view"
)

// Process is one RocketMQ process: a name server, a broker, a producer or a
// consumer. All its state is in it, and all that reaches it is an event.
type Process interface {
	// Start begins a life of the process with what its disk holds.
	Start(env *kernel.Env)
	// Handle takes in a packet or a timer of the present life.
	Handle(env *kernel.Env, e *kernel.Event)
	// Stop begins an orderly shutdown, which is over when Stopped reports true.
	Stop(env *kernel.Env)
	Stopped() bool
	// Crash ends a life at once: memory is gone, the disk remains. When the host
	// is lost with it, what the page cache had not yet written is gone too.
	Crash(hostLost bool)
	// Fits returns why the process cannot run a version as it is configured, nil
	// if it can.
	Fits(p *profile.Profile) error
	// Upgrade makes the next life one of another version; the process is down.
	Upgrade(p *profile.Profile)
	// Sockets is the process's endpoint; its host closes it when the process dies.
	Sockets() *remoting.Endpoint
	// Show appends the process's rows to the view. It is asked in every state,
	// so a dead process shows what its disk holds.
	Show(v *view.View)
	// Inspect appends the process's own tables: all that it knows.
	Inspect(i *view.Inspection)
}
