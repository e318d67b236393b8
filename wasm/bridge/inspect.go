package bridge

import (
	"slices"
	"strconv"
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
	"rocketscope/wasm/words"
)

// inspector is what the page looks into: one thing, as it was before the last
// step and as it is now.
type inspector struct {
	kind, name string // "node", "queue", "group" or "flight"; "" for nothing
	known      bool   // before is the state before the last step
	before     view.Inspection
	now        view.Inspection
}

// the units of cells, as the page knows them.
var units = [...]string{
	view.Name: "name", view.Client: "client", view.Word: "word", view.Result: "word", view.Count: "count", view.Address: "node", view.Moment: "moment", view.Length: "length", view.YesNo: "yesno",
}

// keep remembers what everybody knows before a step.
func (s *Session) keep() {
	s.sim.Inspect(&s.inspector.before)
	s.inspector.known = true
}

// inspect answers "node c1", "queue orders broker-a/3", "group g", "flight 17";
// an empty argument looks at nothing any more.
func (s *Session) inspect(arg string) error {
	kind, name, _ := strings.Cut(arg, " ")
	if !slices.Contains([]string{"", "node", "queue", "group", "flight"}, kind) {
		return explain.Err("inspect.unknown", "there is nothing to inspect called {0}", arg)
	}
	s.inspector.kind, s.inspector.name = kind, name
	s.changed = true
	return nil
}

// tellInspection tells the page all that is known in or about the thing.
func (s *Session) tellInspection() {
	p := &s.inspector
	if p.kind == "" {
		return
	}
	s.sim.Inspect(&p.now)
	o := newObject("inspection")
	o.str("kind", p.kind)
	o.str("name", p.name)
	switch p.kind {
	case "node":
		s.inspectNode(o)
	case "queue":
		s.inspectQueue(o)
	case "group":
		s.inspectGroup(o)
	default:
		s.inspectFlight(o)
	}
	s.post(o.end())
}

// facts are the numbers at the head of an inspection.
func (o *object) fact(key string, unit view.Unit, num int64, text string) {
	o.open('{')
	o.str("key", key)
	o.str("unit", units[unit])
	o.cell("value", unit, view.Cell{Num: num, Text: text})
	o.shut('}')
}

func (o *object) cell(name string, unit view.Unit, c view.Cell) {
	o.key(name)
	o.value(unit, c)
}

func (s *Session) inspectNode(o *object) {
	n := named(s.View(), s.inspector.name)
	if n == nil {
		o.bool("gone", true)
		return
	}
	o.num("node", int64(n.ID))
	o.str("role", roles[n.Role])
	o.list("facts", func() { o.nodeFacts(n) })
	missing := s.inspector.now.Missing(n.ID, n.Role, s.whole)
	s.tables(o, false, func(r *view.Row) bool { return r.Node == n.ID }, missing)
}

func (o *object) nodeFacts(n *view.Node) {
	o.fact("version", view.Name, 0, n.Version)
	o.fact("since", view.Moment, int64(n.Since), "")
	if n.Slow != 10 {
		o.fact("slow", view.Count, int64(n.Slow/10), "")
	}
	switch n.Role {
	case view.Producer:
		o.fact("client", view.Client, 0, n.ClientID)
		o.fact("sent", view.Count, n.Sent, "")
		o.fact("failed", view.Count, n.Failed, "")
	case view.Consumer:
		o.fact("client", view.Client, 0, n.ClientID)
		o.fact("group", view.Name, 0, n.Group)
		o.fact("strategy", view.Name, 0, n.Strategy)
		o.fact("owns", view.Count, int64(n.Owns), "")
		o.fact("cached", view.Count, int64(n.Cached), "")
		o.fact("consumed", view.Count, n.Consumed, "")
		o.fact("filtered", view.Count, n.Filtered, "")
	case view.Broker:
		o.fact("group", view.Name, 0, n.Broker)
		o.fact("id", view.Count, n.BrokerID, "")
		if n.Answers != "" {
			o.fact("answers", view.Name, 0, n.Answers)
		}
	}
}

// inspectQueue shows what any process knows of one queue, named by topic and
// queue: "orders broker-a/3".
func (s *Session) inspectQueue(o *object) {
	topic, queue, _ := strings.Cut(s.inspector.name, " ")
	broker, id, ok := queueOf(queue)
	v := s.View()
	i := slices.IndexFunc(v.Queues, func(q view.Queue) bool {
		n := nodeOf(v, q.Broker)
		return q.Topic == topic && q.ID == id && n != nil && n.Broker == broker && n.BrokerID == 0
	})
	if !ok || i < 0 {
		o.bool("gone", true)
		return
	}
	q := &v.Queues[i]
	o.list("facts", func() {
		o.fact("stored", view.Count, q.Max-q.Min, "")
		o.fact("min", view.Count, q.Min, "")
		o.fact("max", view.Count, q.Max, "")
		o.fact("copied", view.Count, q.Copied, "")
		o.fact("readable", view.YesNo, view.Bool(q.Readable).Num, "")
		o.fact("writable", view.YesNo, view.Bool(q.Writable).Num, "")
	})
	s.tables(o, true, func(r *view.Row) bool {
		return r.Subject.Topic == topic && r.Subject.Broker == broker && r.Subject.Queue == id
	}, nil)
}

// inspectGroup shows what any process knows of one consumer group.
func (s *Session) inspectGroup(o *object) {
	v := s.View()
	i := slices.IndexFunc(v.Groups, func(g view.Group) bool { return g.Name == s.inspector.name })
	if i < 0 {
		o.bool("gone", true)
		return
	}
	g := &v.Groups[i]
	o.list("facts", func() {
		o.fact("topic", view.Name, 0, g.Topic)
		o.fact("strategy", view.Name, 0, g.Strategy)
		o.fact("members", view.Count, int64(g.Members), "")
		o.fact("lag", view.Count, g.Lag, "")
		o.fact("delivered", view.Count, g.Delivered, "")
		o.fact("repeated", view.Count, g.Repeated, "")
		o.fact("skipped", view.Count, g.Skipped, "")
	})
	s.tables(o, true, func(r *view.Row) bool { return r.Subject.Group == g.Name }, nil)
}

// whole are the nodes whose lack of a row means that there is no such thing:
// the name servers for routes, the brokers for members, the master for locks.
func (s *Session) whole(r *view.Row) (nodes []kernel.NodeID) {
	v := s.View()
	fact := r.Table.Info().Fact
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.State != view.Up {
			continue
		}
		t, ok := view.Has(n.Role, fact)
		if !ok || !t.Info().Whole || fact == "lock" && (n.Broker != r.Subject.Broker || n.BrokerID != 0) {
			continue
		}
		nodes = append(nodes, n.ID)
	}
	return nodes
}

// tables writes the rows that are wanted, a table each, with what changed since
// the last step and what other nodes say instead. missing are rows of others
// that these tables lack. With owners each row says whose it is.
func (s *Session) tables(o *object, owners bool, want func(*view.Row) bool, missing []view.Row) {
	p := &s.inspector
	o.bool("owners", owners)
	o.list("tables", func() {
		for t := range view.Table(view.Tables) {
			info := t.Info()
			rows := pick(&p.now, t, want)
			var gone, lacking []*view.Row
			if p.known {
				gone = slices.DeleteFunc(pick(&p.before, t, want), func(r *view.Row) bool { return find(rows, r) != nil })
			}
			for i := range missing {
				n := named(s.View(), p.name)
				if own, ok := view.Has(n.Role, missing[i].Table.Info().Fact); ok && own == t {
					lacking = append(lacking, &missing[i])
				}
			}
			if len(rows)+len(gone)+len(lacking) == 0 {
				continue
			}
			o.open('{')
			o.str("key", info.Key)
			o.str("source", info.Source)
			o.list("columns", func() {
				for _, c := range info.Columns {
					o.open('{')
					o.str("key", c.Key)
					o.str("unit", units[c.Unit])
					o.shut('}')
				}
			})
			o.list("rows", func() {
				for _, r := range rows {
					s.row(o, t, r, "")
				}
				for _, r := range gone {
					s.row(o, t, r, "gone")
				}
				for _, r := range lacking {
					s.row(o, t, r, "missing")
				}
			})
			o.shut('}')
		}
	})
}

func pick(i *view.Inspection, t view.Table, want func(*view.Row) bool) (rows []*view.Row) {
	for k := range i.Rows {
		if r := &i.Rows[k]; r.Table == t && want(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

func find(rows []*view.Row, r *view.Row) *view.Row {
	if i := slices.IndexFunc(rows, func(o *view.Row) bool { return o.Same(r) }); i >= 0 {
		return rows[i]
	}
	return nil
}

// row writes one row under the columns of table t; state is "gone" for one that
// was there before the last step, "missing" for one that only others have.
func (s *Session) row(o *object, t view.Table, r *view.Row, state string) {
	p := &s.inspector
	o.open('{')
	o.num("node", int64(r.Node))
	o.list("cells", func() {
		for _, c := range t.Info().Columns {
			o.value(s.spoken(c.Unit, under(r, c.Key)))
		}
	})
	o.list("changed", func() {
		if !p.known || state != "" {
			return
		}
		was := (*view.Row)(nil)
		for k := range p.before.Rows {
			if p.before.Rows[k].Same(r) {
				was = &p.before.Rows[k]
			}
		}
		for c := range r.Cells {
			if was == nil || was.Cells[c] != r.Cells[c] {
				o.comma()
				o.buf = strconv.AppendInt(o.buf, int64(c), 10)
			}
		}
		if was == nil {
			state = "new"
		}
	})
	o.str("state", state)
	o.list("differs", func() {
		if state == "gone" || state == "missing" {
			return
		}
		for _, d := range p.now.Differences(r, s.whole) {
			o.open('{')
			o.num("node", int64(d.Node))
			o.num("column", int64(d.Column))
			o.bool("also", d.Also)
			if d.Column >= 0 {
				o.cell("value", t.Info().Columns[d.Column].Unit, d.Value)
			}
			o.shut('}')
		}
	})
	o.shut('}')
}

// under is a row's cell below a column of a table, perhaps of another kind.
func under(r *view.Row, key string) view.Cell {
	for c, column := range r.Table.Info().Columns {
		if column.Key == key {
			return r.Cells[c]
		}
	}
	return view.Cell{}
}

// spoken puts a cell that needs words into those of the page's language.
func (s *Session) spoken(unit view.Unit, c view.Cell) (view.Unit, view.Cell) {
	switch unit {
	case view.Word:
		c.Text = s.Words().Verdict(c.Text, c.Num)
	case view.Result:
		if c.Num >= 0 {
			c.Text = strings.TrimSpace(c.Text + " " + words.Code(c.Num))
		}
	}
	return unit, c
}

func (o *object) value(unit view.Unit, c view.Cell) {
	if unit <= view.Result {
		o.text(c.Text)
		return
	}
	o.comma()
	o.buf = strconv.AppendInt(o.buf, c.Num, 10)
}
