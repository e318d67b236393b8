package explain

// Rule identifies one rule of RocketMQ that the engine follows. Each process
// has a range of its own, so that a rule's number never changes when another
// process gains one; numbers are part of records but never of links.
type Rule uint16

// The first rule of each range.
const (
	allocateRules   Rule = 100
	consumerRules   Rule = 200
	clientRules     Rule = 300
	producerRules   Rule = 400
	brokerRules     Rule = 500
	nameServerRules Rule = 600
	networkRules    Rule = 700
	delayRules      Rule = 800
)

// Info describes a rule for the catalogue: where RocketMQ states it.
type Info struct {
	Rule   Rule
	Name   string // stable name, the key of the rule's words: "allocate.avg"
	Source string // RocketMQ's Class.method
	Log    string // the line RocketMQ itself would log, with {} for its values; "" if it logs nothing
	Admin  string // the mqadmin command that would show the fact on a real cluster; "" if none does
	Quiet  bool   // fires in the steady state too: "run to the next decision" crosses it
}

// Rules lists every rule, in ascending order.
func Rules() []Info {
	var all []Info
	for _, part := range [][]Info{allocateInfos, consumerInfos, clientInfos, producerInfos, brokerInfos, nameServerInfos, networkInfos, delayInfos} {
		all = append(all, part...)
	}
	return all
}

// Lookup returns the description of a rule; ok is false for a number that is no rule.
func Lookup(r Rule) (info Info, ok bool) {
	for _, part := range [][]Info{allocateInfos, consumerInfos, clientInfos, producerInfos, brokerInfos, nameServerInfos, networkInfos, delayInfos} {
		if len(part) > 0 && r >= part[0].Rule && int(r-part[0].Rule) < len(part) {
			return part[r-part[0].Rule], true
		}
	}
	return Info{}, false
}

// String is the rule's stable name.
func (r Rule) String() string {
	info, ok := Lookup(r)
	if !ok {
		return "unknown rule"
	}
	return info.Name
}
