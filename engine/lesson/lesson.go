package lesson

import (
	"time"

	"rocketscope/engine/kernel"
	"rocketscope/engine/scenario"
)

// Bounds of a lesson.
const (
	MaxBytes    = 64 << 10
	MaxSteps    = 12
	MaxWrong    = 6
	MaxHints    = 5
	MaxList     = 8 // lines of one kind: learn, version, source, offer, look, goal
	MaxMessages = 6 // messages to put in order
)

// Text is a few sentences in both languages.
type Text struct{ En, Zh string }

// In is the text in a language, "en" or "zh"; the other one where it is missing.
func (t Text) In(lang string) string {
	if lang == "zh" && t.Zh != "" || t.En == "" {
		return t.Zh
	}
	return t.En
}

// Lesson is a parsed lesson.
type Lesson struct {
	ID       string // its file's name, without .txt
	Minutes  int64
	Question int64 // its place among the questions that users ask most, 0 for none
	Title    Text
	Learn    []Text // what you will learn
	Story    *scenario.Story
	Cut      kernel.Time // where the story ends; 0 for its own end
	Steps    []Step
	Rule     Text     // the rule in one sentence
	Sources  []string // RocketMQ's Class.method
	Versions []Version
	Try      Text // what to try in the sandbox
	story    block
}

// Version says what differs in some versions of RocketMQ.
type Version struct {
	Name string // "4.8", "5.2.0+", "4.9.3-4.9.8"
	Text Text
}

// Step is one thing that a lesson says, shows and asks. Its words come first,
// then its question; then the body runs, and Then says what it showed.
type Step struct {
	Line     int
	Say      Text
	Note     Text     // for the trainer alone
	Look     []string // names of nodes and queues to look at
	Card     string   // a rule: the newest record of it has the reason
	CardOf   string   // the node whose record it is, "" for any
	Exercise *Exercise
	Goal     []Condition // what the learner makes happen; nil for none
	Hints    []Text      // each says more than the one before
	Then     Text
	body     block
	solution block
	cardLine int
	lookLine int
}

// Acts tells whether something is done to the cluster in this step.
func (s *Step) Acts() bool { return s.body.acts() || s.Goal != nil }

// Exercise is a question about what the step's body will bring.
type Exercise struct {
	Line   int
	Kind   Kind
	Ask    Text
	Within time.Duration // How long: a guess this near is right
	Offer  []string      // what there is to choose from, where a number or a time is asked
	Wrong  []Wrong
	args   []string // Kind's own: group, topic, producer ...
	number int64
	cond   Condition
}

// Wrong is a guess that tempts, and why it is wrong.
type Wrong struct {
	Line  int
	Guess string
	Why   Text
}

// Kind is how an exercise is answered.
type Kind uint8

// The kinds of exercises. A guess is a text; the comment shows one.
const (
	Owners  Kind = iota // the owner of each queue: "broker-a/0=c1 broker-a/1=c1+c2 broker-a/2=-"
	Broker              // the broker that stores the next message: "broker-a", or "none"
	Order               // the order in which messages are delivered: "2 1 3"
	Times               // how often a message is delivered: "never", "once", "twice"
	Time                // how long it takes: "20s"
	Number              // a number: "128"
	Whether             // whether it comes true: "yes", "no"
)

var kindNames = [...]string{Owners: "owners", Broker: "broker", Order: "order", Times: "times", Time: "time", Number: "number", Whether: "whether"}

// String is the word that a lesson writes after ask.
func (k Kind) String() string { return kindNames[k] }

// block is a piece of a story and where its lines stand in the file.
type block struct {
	line  int // of its heading
	lines []int
	text  []string
	story *scenario.Story
}

func (b *block) acts() bool {
	for i := range b.steps() {
		if b.story.Steps[i].Kind == scenario.Act {
			return true
		}
	}
	return false
}

func (b *block) steps() []scenario.Step {
	if b.story == nil {
		return nil
	}
	return b.story.Steps
}
