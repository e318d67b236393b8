package explain

// Decision is the reason for one choice, as the process that chose saw it.
type Decision struct {
	Rule   Rule
	Saw    []Fact   // the inputs, in the order in which the rule looks at them
	Chose  []string // names: a queue "broker-a/3", a node, an address
	Passed []Passed // the candidates that lost, in the order in which they were looked at
}

// Fact is one input of a decision. Text is a name or a list of names; where
// Text is empty the fact is the number Num in the unit that Key implies.
type Fact struct {
	Key  Key
	Num  int64
	Text string
}

// Passed is a candidate that was not chosen.
type Passed struct {
	What string // its name
	Why  Key    // the reason's key in the catalogue of words
	Num  int64  // the number that belongs to the reason (time left in ns, an index), 0 if none
}

// Key names a fact or a reason; every key has words in each language's catalogue.
// Keys that end in ".ns" are durations or times in nanoseconds.
type Key string

// Num is a fact that is a number.
func Num(key Key, n int64) Fact { return Fact{Key: key, Num: n} }

// Text is a fact that is a name.
func Text(key Key, s string) Fact { return Fact{Key: key, Text: s} }

// Bool is a fact that is true (1) or false (0).
func Bool(key Key, b bool) Fact {
	if b {
		return Fact{Key: key, Num: 1}
	}
	return Fact{Key: key}
}
