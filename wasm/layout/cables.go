package layout

import "rocketscope/engine/view"

// wire lists the cables of every consumer card, sorted by where they start, so
// that the cables of one owner never cross each other. Their ends on the cards
// are set later, when the cards have their places.
func (l *Layout) wire(v *view.View) {
	for c := range l.Consumers {
		card := &l.Consumers[c]
		card.First = int32(len(l.Cables))
		for i := range v.Owners {
			if l.Readers[i] >= 0 && l.cardOf(l.Readers[i]) == int32(c) {
				l.addCable(v, int32(c), int32(i))
			}
		}
		card.Count = int32(len(l.Cables)) - card.First
		sortCables(l.Cables[card.First:])
	}
}

func (l *Layout) addCable(v *view.View, card, owner int32) {
	q := v.Owners[owner].Queue
	r := l.replicaOf(q)
	if r < 0 {
		return
	}
	rep := &l.Replicas[r]
	if v.Owners[owner].Topic != l.Topic && l.laneOf(rep, q) < 0 {
		return // retries that are not drawn
	}
	broker := &v.Nodes[rep.Node]
	c := Cable{Owner: owner, Card: card, Lane: -1, Replica: r, Count: 1, Slot: l.Consumers[card].Slot,
		Dead: broker.State != view.Up || cut(v, broker, &v.Nodes[l.Readers[owner]]), X1: rep.Rect.Right(), Y1: rep.Rect.Y + rep.Rect.H/2}
	if lane := l.laneOf(rep, q); lane >= 0 {
		c.Lane, c.X1, c.Y1 = lane, rep.Rect.Right()+l.M.TagW/2, l.Lanes[lane].Rect.Y+l.M.LaneH/2
	} else if g := &l.Groups[rep.Group]; g.Folded {
		c.X1 = g.Frame.Right()
	} else if rep.Hidden > 0 {
		c.Y1 = rep.Fold.Y + rep.Fold.H/2
	}
	for i := l.Consumers[card].First; c.Lane < 0 && i < int32(len(l.Cables)); i++ {
		if o := &l.Cables[i]; o.Lane < 0 && o.Replica == r {
			o.Count++
			return
		}
	}
	l.Cables = append(l.Cables, c)
}

// replicaOf returns the replica that holds a queue, -1 if it is not drawn.
func (l *Layout) replicaOf(q int32) int32 {
	for i := range l.Replicas {
		if r := &l.Replicas[i]; q >= r.QueueFirst && q < r.QueueLast || q >= 0 && q == r.Retry {
			return int32(i)
		}
	}
	return -1
}

func (l *Layout) laneOf(r *Replica, q int32) int32 {
	for i := r.First; i < r.Last; i++ {
		if l.Lanes[i].Queue == q {
			return i
		}
	}
	return -1
}

func sortCables(c []Cable) {
	for i := 1; i < len(c); i++ {
		for j := i; j > 0 && c[j].Y1 < c[j-1].Y1; j-- {
			c[j], c[j-1] = c[j-1], c[j]
		}
	}
}

// land sets the ends of a card's cables on its left edge: at the rows of its
// process queue if it is open, else spread over its height.
func (l *Layout) land(c int32, rowY, rowStep, spread float32) {
	card := &l.Consumers[c]
	n := float32(card.Count)
	step := min(spread, (card.Rect.H-24)/max(n, 1))
	y := card.Rect.Y + card.Rect.H/2 - step*(n-1)/2
	for i := range card.Count {
		cable := &l.Cables[card.First+i]
		cable.X2 = card.Rect.X
		cable.Y2 = y + step*float32(i)
		if card.Open && rowStep > 0 {
			cable.Y2 = rowY + rowStep*float32(min(i, card.Rows-1))
			if rest := card.Count - card.Rows; rest > 0 && i >= card.Rows-1 { // they share the last row
				cable.Y2 += min(9, rowStep/float32(rest+1)) * (float32(i-card.Rows+1) - float32(rest)/2)
			}
		}
	}
}

// links joins every producer with every broker group of the topic.
func (l *Layout) links(v *view.View) {
	for p := range l.Producers {
		node := l.Producers[p].Node
		if node < 0 || v.Nodes[node].State != view.Up {
			continue
		}
		for g := range l.Groups {
			if topic := v.Nodes[node].Topic; l.Groups[g].Queues > 0 && (topic == "" || topic == l.Topic) {
				l.Links = append(l.Links, Link{Producer: int32(p), Group: int32(g), Dead: l.dead(v, &v.Nodes[node], g)})
			}
		}
	}
}

// dead reports whether a producer cannot or will not send to a broker group now.
func (l *Layout) dead(v *view.View, p *view.Node, g int) bool {
	group := &l.Groups[g]
	for i := range v.Faults {
		if f := &v.Faults[i]; f.Producer == p.ID && f.Broker == group.Name && f.Until > v.At {
			return true
		}
	}
	for i := group.First; i < group.Last; i++ {
		if n := &v.Nodes[l.Replicas[i].Node]; n.BrokerID == 0 {
			return n.State != view.Up || cut(v, p, n)
		}
	}
	return true
}

// cut reports whether the network between two nodes is cut in either direction.
func cut(v *view.View, a, b *view.Node) bool {
	for i := range v.Links {
		k := &v.Links[i]
		if k.Cut && (k.From == a.ID && k.To == b.ID || k.From == b.ID && k.To == a.ID) {
			return true
		}
	}
	return false
}

// cards lists the cards of a role, at most limit of them, and a grey one for the
// rest. Consumers of the group shown come first.
func (l *Layout) cards(v *view.View, cards []Card, role view.Role, limit int) []Card {
	cards = cards[:0]
	more := int32(0)
	for pass := range 2 {
		for i := range v.Nodes {
			n := &v.Nodes[i]
			if n.Role != role || (pass == 0) != (role != view.Consumer || n.Group == l.Group) {
				continue
			}
			if len(cards) == limit {
				more++
				continue
			}
			cards = append(cards, Card{Node: int32(i), Slot: l.Slots[i], Open: l.in.Open == n.ID && role == view.Consumer})
		}
	}
	if more > 0 {
		cards = append(cards, Card{Node: -1, More: more})
	}
	return cards
}

// faultRows counts a producer's fault table.
func faultRows(v *view.View, p *view.Node) int32 {
	n := int32(0)
	for i := range v.Faults {
		if v.Faults[i].Producer == p.ID {
			n++
		}
	}
	return min(n, MaxGroups)
}
