package explain

// What a person does. These rules have no RocketMQ class: they are the acts
// that every chain of causes may begin with.
const (
	ActAdd Rule = networkRules + iota
	ActRemove
	ActStop
	ActKill
	ActLose
	ActRestart
	ActSlow
	ActLag
	ActCut
	ActHeal
	ActLatency
	ActDrop
	ActDelay
	ActHold
	ActRelease
	ActSet
	ObserveRepeated // a group's listeners were given a message again: no process knows
	ActDisk         // a broker loses what it has on disk
	ActUpgrade      // a node is to run another version
	NodeUpgraded    // it has shut down and starts under that version
)

var networkInfos = []Info{
	{Rule: ActAdd, Name: "act.add"},
	{Rule: ActRemove, Name: "act.remove"},
	{Rule: ActStop, Name: "act.stop"},
	{Rule: ActKill, Name: "act.kill"},
	{Rule: ActLose, Name: "act.lose"},
	{Rule: ActRestart, Name: "act.restart"},
	{Rule: ActSlow, Name: "act.slow"},
	{Rule: ActLag, Name: "act.lag"},
	{Rule: ActCut, Name: "act.cut"},
	{Rule: ActHeal, Name: "act.heal"},
	{Rule: ActLatency, Name: "act.latency"},
	{Rule: ActDrop, Name: "act.drop"},
	{Rule: ActDelay, Name: "act.delay"},
	{Rule: ActHold, Name: "act.hold"},
	{Rule: ActRelease, Name: "act.release"},
	{Rule: ActSet, Name: "act.set"}, // any other switch: the fact "set" names it
	{Rule: ObserveRepeated, Name: "observe.repeated", Quiet: true},
	{Rule: ActDisk, Name: "act.disk"},
	{Rule: ActUpgrade, Name: "act.upgrade"},
	{Rule: NodeUpgraded, Name: "node.upgraded"},
}
