// Package whatif replays a run with one thing changed at a time - an act left
// out, a version, a strategy, a switch, a seed - and counts what came of it:
// what would have prevented this?
package whatif
