package words

import "rocketscope/engine/kernel"

// spots are the words on the cable of a decision about a queue, by the beginning
// of its rule's name: what the client does about it.
var spots = [...]struct{ rule, key string }{
	{"consumer.start.", "spot.pull"}, {"consumer.replica", "spot.pull"}, {"consumer.pullfailed", "spot.pull"},
	{"consumer.flowcontrol", "spot.pull"}, {"consumer.filtered", "spot.pull"}, {"consumer.offsetillegal", "spot.pull"},
	{"consumer.lock", "spot.lock"}, {"consumer.nolock", "spot.lock"}, {"consumer.dropped", "spot.commit"},
}

// Spot is the word on the cable of a decision, "" for one that needs none.
func (c *Catalogue) Spot(rule string) string {
	for _, s := range spots {
		if len(rule) >= len(s.rule) && rule[:len(s.rule)] == s.rule {
			return c.word(s.key)
		}
	}
	return ""
}

// SpotNews is the label of the route answer that led to a decision.
func (c *Catalogue) SpotNews(at kernel.Time) string {
	s := &scope{c: c}
	s.setText("time", Moment(at))
	line, _ := c.fill("spot.route", s)
	return line.String()
}
