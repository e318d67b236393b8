package layout

import "rocketscope/engine/view"

// fold lists cards, at most so many of them and at least so few: where they
// would have to get much smaller to fit, some fold into a grey one. list returns
// how tall a stage those of a limit need.
func (l *Layout) fold(most, fewest int, list func(limit int) float32) {
	for {
		tall := list(most)
		if most == fewest || tall*l.mild() <= l.in.H/l.Zoom {
			l.shrink(tall)
			return
		}
		most--
	}
}

// pageCards lists the cards of the columns.
func (l *Layout) pageCards(v *view.View) {
	l.fold(MaxProducers, 1, func(limit int) float32 {
		l.Producers = l.cards(v, l.Producers, view.Producer, limit)
		return l.cardsTop() + l.producerHeights(v, 1) + 10*float32(len(l.Producers)-1) + 16
	})
	l.fold(MaxConsumers, fewestConsumers, func(limit int) float32 {
		l.Consumers = l.cards(v, l.Consumers, view.Consumer, limit)
		return l.cardsTop() + l.consumerHeights(0, true) + 6*float32(len(l.Consumers)-1) + l.titleGaps(v) + 16
	})
}

func (l *Layout) pageProducers(v *view.View) {
	top := l.cardsTop()
	total := l.producerHeights(v, MaxGroups)
	if total+10*float32(len(l.Producers)-1) > l.H-top-16 {
		total = l.producerHeights(v, 1)
	}
	gap := min(28, max(10, (l.H-top-16-total)/float32(len(l.Producers)+1)))
	y := top
	for i := range l.Producers {
		l.Producers[i].Rect.Y = y
		y += l.Producers[i].Rect.H + gap
	}
	if y = max(y-4, 300); y+190 <= l.H {
		l.Legend = Rect{pageLeft, y, producerW, 190}
	}
}

// producerHeights sets the heights of the cards, with so many rows of their
// fault tables at most, and returns their sum.
func (l *Layout) producerHeights(v *view.View, rows int32) (total float32) {
	for i := range l.Producers {
		p := &l.Producers[i]
		h := float32(40)
		if p.Node >= 0 {
			p.Rows = min(faultRows(v, &v.Nodes[p.Node]), rows)
			h = 76 + 26*float32(max(p.Rows, 1))
		}
		p.Rect = Rect{pageLeft, 0, producerW, h}
		total += h
	}
	return total
}

// pageConsumers makes the cards smaller, and then shuts the open one, where
// they do not fit.
func (l *Layout) pageConsumers(v *view.View, c columns) {
	l.wire(v)
	top, n := l.cardsTop(), float32(max(len(l.Consumers), 1))
	room := l.H - 16 - top - l.titleGaps(v)
	gap := float32(18)
	total := l.consumerHeights(4, false)
	if total+gap*(n-1) > room {
		gap = 10
	}
	if total+gap*(n-1) > room {
		for rows := int32(2); rows >= 0; rows-- {
			if total = l.consumerHeights(rows, true); total+6*(n-1) <= room {
				break
			}
		}
		gap = min(18, max(6, (room-total)/max(n-1, 1)))
	}
	y := top
	last := ""
	for i := range l.Consumers {
		card := &l.Consumers[i]
		if card.Node >= 0 && v.Nodes[card.Node].Group != last {
			last = v.Nodes[card.Node].Group
			if i > 0 {
				y += 14
			}
			l.Titles = append(l.Titles, Title{Group: last, X: c.consumers, Y: y - 12})
		}
		card.Open = card.Open && !card.Small
		card.Rect.X, card.Rect.Y = c.consumers, y
		l.land(int32(i), y+138, 28, 22)
		y += card.Rect.H + gap
	}
}

// titleGaps is the room for the names of the groups below the first.
func (l *Layout) titleGaps(v *view.View) (total float32) {
	for i := 1; i < len(l.Consumers); i++ {
		a, b := l.Consumers[i-1].Node, l.Consumers[i].Node
		if b >= 0 && v.Nodes[a].Group != v.Nodes[b].Group {
			total += 14
		}
	}
	return total
}

// consumerHeights sets the heights of the cards and returns their sum. An open
// card has so many rows at most; with none it is shut.
func (l *Layout) consumerHeights(rows int32, small bool) float32 {
	total := float32(0)
	for i := range l.Consumers {
		card := &l.Consumers[i]
		open := card.Open && rows > 0
		card.Small = small && !open
		card.Rows = 0
		h := float32(112)
		switch {
		case card.More > 0:
			h = 36
		case open:
			card.Rows = min(card.Count, rows)
			h = 136 + 28*float32(max(card.Rows, 1))
		case card.Small:
			h = 44
		}
		card.Rect = Rect{0, 0, consumerW, h}
		total += h
	}
	return total
}
