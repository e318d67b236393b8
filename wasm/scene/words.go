package scene

// Words are the phrases of the stage in one language. {0} and {1} are slots.
// The key is the phrase's name in the catalogue.
type Words struct {
	NameServer  string `key:"nameserver"`
	Master      string `key:"master"`       // {0}: broker id
	Slave       string `key:"slave"`        // {0}: broker id
	Serves      string `key:"serves"`       // a slave that is read from
	Mirror      string `key:"mirror"`       // a slave that copies its master
	Behind      string `key:"behind"`       // {0}: messages that it has not copied yet
	Hangs       string `key:"answers.hang"` // how a broker was made to answer
	Refuses     string `key:"answers.refuse"`
	Late        string `key:"answers.late"` // {0}: how long
	Answers     string `key:"answers.code"` // {0}: a response code
	SendLate    string `key:"sends.late"`   // the same of sends alone
	SendCode    string `key:"sends.code"`   //
	Down        string `key:"down"`         // the word DOWN
	DownFor     string `key:"down.for"`     // {0}: how long
	StoppedFor  string `key:"stopped.for"`  // {0}: how long
	LostFor     string `key:"lost.for"`     // {0}: how long its host has been silent
	Stopping    string `key:"stopping"`     // an orderly shutdown is under way
	Committed   string `key:"committed"`    // {0}: group
	OnlyHere    string `key:"one.only"`     // {0}: messages
	Group       string `key:"group"`        // {0}: consumer group
	Isolated    string `key:"isolated"`     // {0}: how long yet
	OK          string `key:"ok"`           // a broker that is not isolated
	Unreachable string `key:"unreachable"`  // a broker that the detector has not reached
	Faults      string `key:"faults"`       // head of the fault table
	Rebalance   string `key:"rebalance"`    // timers
	Route       string `key:"route"`        //
	Heartbeat   string `key:"heartbeat"`    //
	Persist     string `key:"persist"`      //
	Pull        string `key:"pull"`         //
	Register    string `key:"register"`     //
	Scan        string `key:"scan"`         //
	Lock        string `key:"lock"`         //
	Expiry      string `key:"expiry"`       //
	NextSend    string `key:"next.send"`    //
	Queue       string `key:"pq"`           // head of the process queue table
	Cached      string `key:"cached"`       // {0}: messages
	Pulling     string `key:"pulling"`      // {0}: offset
	FromSlave   string `key:"from.slave"`   // a consumer's status line
	FromMaster  string `key:"from.master"`  //
	FromBoth    string `key:"from.both"`    //
	FromDead    string `key:"from.dead"`    // what it reads from is down or out of reach
	Idle        string `key:"idle"`         // it owns no queue
	Sent        string `key:"sent"`         // producers
	Failed      string `key:"failed"`       //
	PerSecond   string `key:"per.second"`   // {0}: messages
	PerMinute   string `key:"per.minute"`   // {0}: messages
	LateBy      string `key:"late"`         // {0}: how much later it sends
	Slow        string `key:"slow"`         // {0}: times slower
	ShortSlave  string `key:"short.slave"`  //
	ShortMain   string `key:"short.master"` //
	More        string `key:"more"`         // {0}: processes that do not fit
	MoreQueues  string `key:"more.queues"`  // {0}: queues, {1}: their lag
	Level       string `key:"level"`        // {0}: a delay level
	LevelOf     string `key:"level.of"`     // {0}: a delay level, {1}: its delay
	Wheel       string `key:"wheel"`        // the timer of 5.x
	MoreLevels  string `key:"more.levels"`  // {0}: delay levels that are not drawn
	Due         string `key:"due"`          // a message that has waited long enough
	KeyLegend   string `key:"legend.key"`   //
	KeyShort    string `key:"legend.key.short"`
	Fill        string `key:"legend.state"`
	Flight      string `key:"st.flight"`
	Stored      string `key:"st.stored"`
	Running     string `key:"st.run"`
	Done        string `key:"st.done"`
	Only        string `key:"st.only"`
	Delayed     string `key:"st.delayed"`
	Retried     string `key:"st.retried"`
	Dead        string `key:"st.dead"`
}
