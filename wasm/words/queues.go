package words

import (
	"strconv"
	"strings"
)

// queues writes names of queues shortly: neighbours in one broker become a
// range, "broker-a/0–3, broker-b/1".
func (c *Catalogue) queues(names []string) string {
	var b strings.Builder
	for i := 0; i < len(names); {
		n := run(names[i:])
		if b.Len() > 0 {
			b.WriteString(c.comma())
		}
		b.WriteString(names[i])
		if n > 1 {
			_, id, _ := queueID(names[i+n-1])
			b.WriteString("–" + strconv.Itoa(id))
		}
		i += n
	}
	return b.String()
}

// run is how many of the first queues follow one another in one broker.
func run(names []string) int {
	broker, id, ok := queueID(names[0])
	n := 1
	for ok && n < len(names) {
		b, next, is := queueID(names[n])
		if !is || b != broker || next != id+n {
			break
		}
		n++
	}
	return n
}

func queueID(name string) (broker string, id int, ok bool) {
	broker, number, ok := strings.Cut(name, "/")
	id, err := strconv.Atoi(number)
	return broker, id, ok && err == nil
}
