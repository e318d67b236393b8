// Package broker is the process that keeps messages: it registers its topics
// with the name servers, stores what producers send, hands it to consumers that
// pull, holds pulls that find nothing, remembers how far each group has come,
// and knows, for each group, who belongs to it and what it wants. What is on
// its disk (topics, log, offset file) outlives a crash; the rest does not.
package broker
