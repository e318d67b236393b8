// Package kernel is simulated time: an event queue ordered by (At, Seq), named
// random streams and the few verbs a process has towards the world. It knows
// nothing of messaging.
package kernel
