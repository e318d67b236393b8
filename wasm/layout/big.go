package layout

import (
	"rocketscope/engine/view"
	"rocketscope/wasm/text"
)

func tagText(name string, size float32) float32 { return text.Width(name, size, text.Heavy) }

// The projector's stage is 1280 wide; an embed is the same, made smaller, with
// larger type.
const (
	bigW, bigH  = 1280, 508
	bigBrokers  = 282
	bigBrokersW = 600
	bigConsumer = 1014
	bigLeft     = 26
	embedType   = 12.8 // CSS px of an embed's labels at least

	projectorLeast = 18 // CSS px of any type on a stage 1280 wide
)

var bigSteps = [...]density{
	{pitch: 35, lane: 29, mini: 44, levels: 3},
	{pitch: 30, lane: 26, mini: 40, levels: 3},
	{pitch: 26, lane: 23, mini: 36, levels: 2},
	{pitch: 26, lane: 23, mini: 36, levels: 1},
}

var bigMetrics = Metrics{
	Label: 19, Name: 26, Tag: 19, R: 10.4, Step: 28, Tail: 74, Done: 2,
	RoleH: 38, LabelW: 48, AsideW: 172, AsidePitch: 37, TagW: 46, TagH: 29, FoldH: 38, HeadH: 56,
	Stroke: 3, CardStroke: 2.5, Radius: 10, CardRadius: 14, ArcR: 12, ArcW: 5.5, Flat: 4, Big: true,
	Cable: 5, Chosen: 7, Halo: 24, Link: 4, Dead: 2.5,
}

func (l *Layout) big(v *view.View) {
	l.M = bigMetrics
	l.Zoom = l.in.W / bigW
	if l.Mode == Embed {
		l.M.Label = max(21, embedType/l.Zoom)
		l.M.Tag = min(l.M.Label, 24)
		l.M.AsideW *= l.M.Label / bigMetrics.Label
	}
	l.tagWidth(v, 92)
	l.bigCards(v)
	tall := l.fit(bigSteps[:], l.in.H/l.Zoom-20, (*Layout).bigHeight)
	l.shrink(tall + 20)
	l.M.Least = least / l.Zoom
	if l.Mode == Projector {
		l.M.Least = max(least, projectorLeast*l.in.W/bigW) / l.Zoom
	}
	l.W, l.H = l.in.W/l.Zoom, l.in.H/l.Zoom
	shift := (l.W - bigW) / 2 // of a stage that had to shrink
	l.bigGroups(v, shift, tall)
	l.bigProducers(v, shift)
	l.bigConsumers(v, shift)
	l.links(v)
	l.bigLinks(shift)
	l.settle()
}

// bigHeight is the height of all groups: a row with the name and the mini
// replicas, then the one that serves.
func (l *Layout) bigHeight() float32 {
	tall := float32(-8)
	for g := range l.Groups {
		tall += l.M.HeadH + 8
		for i := l.Groups[g].First; i < l.Groups[g].Last; i++ {
			if r := &l.Replicas[i]; r.Full && !l.Groups[g].Folded {
				tall += l.fullHeight(r)
			}
		}
	}
	return tall
}

func (l *Layout) bigGroups(v *view.View, shift, tall float32) {
	gap := 8 + min(max(0, l.H-20-tall)/float32(len(l.Groups)+1), 40)
	y := 10 + (gap-8)/2
	for g := range l.Groups {
		group := &l.Groups[g]
		x := bigBrokers + shift
		group.Title = Rect{x, y, tagText(group.Name, l.M.Name-2) + 4, l.M.HeadH - 12}
		group.Frame = Rect{x, y, bigBrokersW, l.M.HeadH - 8}
		l.bigMinis(v, group, y)
		for i := group.First; i < group.Last; i++ {
			r := &l.Replicas[i]
			if group.Folded || !r.Full {
				continue
			}
			r.Rect = Rect{x, y + l.M.HeadH, bigBrokersW, l.fullHeight(r)}
			group.Frame.H = l.M.HeadH + r.Rect.H
			l.lanes(v, i)
		}
		y += group.Frame.H + gap
	}
}

// bigMinis places mini replicas in the row of the group's name.
func (l *Layout) bigMinis(v *view.View, g *Group, y float32) {
	n := float32(0)
	for i := g.First; i < g.Last; i++ {
		r := &l.Replicas[i]
		if g.Folded {
			r.Full = false
		}
		if !r.Full {
			n++
		}
	}
	if n == 0 {
		return
	}
	x := g.Title.Right() + 16
	each := (g.Frame.Right() - x - 8*(n-1)) / n
	for i := g.First; i < g.Last; i++ {
		if r := &l.Replicas[i]; !r.Full {
			r.Rect = Rect{x, y, each, l.M.MiniH}
			x += each + 8
		}
	}
}

func (l *Layout) bigProducers(v *view.View, shift float32) {
	total := l.bigProducerHeights(v, shift)
	gaps := float32(max(len(l.Producers)-1, 0))
	gap := max(8, min(40, (l.H-30-total)/max(gaps, 1)))
	y := max(10, min(92, (l.H-total-gap*gaps)/2))
	for i := range l.Producers {
		l.Producers[i].Rect.Y = y
		y += l.Producers[i].Rect.H + gap
	}
	y += 40 - gap
	if y = max(y+8, 380); y+90 <= l.H {
		l.Legend = Rect{bigLeft + shift, y, 194, 90}
	}
}

// bigProducerHeights sets the heights of the producers' cards and returns their sum.
func (l *Layout) bigProducerHeights(v *view.View, shift float32) (total float32) {
	for i := range l.Producers {
		p := &l.Producers[i]
		h := float32(118)
		if p.Node < 0 {
			h = 50
		} else {
			p.Rows = min(faultRows(v, &v.Nodes[p.Node]), 1)
		}
		p.Rect = Rect{bigLeft + shift, 0, 194, h}
		total += h
	}
	return total
}

// bigCards lists the cards of the columns.
func (l *Layout) bigCards(v *view.View) {
	l.fold(MaxProducers-1, 1, func(limit int) float32 {
		l.Producers = l.cards(v, l.Producers, view.Producer, limit)
		return l.bigProducerHeights(v, 0) + 8*float32(len(l.Producers)-1) + 20
	})
	l.fold(MaxConsumers, fewestConsumers, func(limit int) float32 {
		l.Consumers = l.cards(v, l.Consumers, view.Consumer, limit)
		return l.bigHeights(0, true) + 6*float32(len(l.Consumers)-1) + 32
	})
}

func (l *Layout) bigConsumers(v *view.View, shift float32) {
	l.wire(v)
	small := len(l.Consumers) > 4
	total := l.bigHeights(shift, small)
	if n := float32(len(l.Consumers)); !small && total+6*n > l.H-34 { // a low stage
		small = true
		total = l.bigHeights(shift, small)
	}
	gap := min(28, max(6, (l.H-54-total)/float32(max(len(l.Consumers)-1, 1))))
	y := float32(34)
	if small {
		y = 16
	}
	for i := range l.Consumers {
		card := &l.Consumers[i]
		card.Open = card.Open && !small
		card.Rect.Y = y
		l.land(int32(i), y+113, 33, 24)
		y += card.Rect.H + gap
	}
}

// bigHeights sets the heights of the consumers' cards and returns their sum.
func (l *Layout) bigHeights(shift float32, small bool) (total float32) {
	for i := range l.Consumers {
		card := &l.Consumers[i]
		card.Small = small
		h := float32(104)
		switch {
		case card.More > 0:
			h = 46
		case small:
			h = 64
		case card.Open:
			card.Rows = min(max(1, card.Count), 2)
			h = 104 + 34*float32(card.Rows)
		}
		card.Rect = Rect{bigConsumer + shift, 0, 240, h}
		total += h
	}
	return total
}

func (l *Layout) bigLinks(shift float32) {
	n := float32(max(len(l.Producers), 1))
	for i := range l.Links {
		k := &l.Links[i]
		p, g := &l.Producers[k.Producer].Rect, &l.Groups[k.Group].Frame
		k.X1, k.X2 = p.Right()+4, bigBrokers+shift
		k.Y1 = p.Y + p.H/2 + 36*(float32(k.Group)-float32(len(l.Groups)-1)/2)
		k.Y2 = g.Y + l.M.HeadH + (g.H-l.M.HeadH)*0.45 + 30*(float32(k.Producer)-(n-1)/2)
		switch {
		case l.Groups[k.Group].Folded:
			k.Y2 = g.Y + l.M.MiniH/2 + 8*(float32(k.Producer)-(n-1)/2)
		case k.Dead:
			k.Y2 = g.Y + l.M.HeadH + 22 + 28*float32(k.Producer)
		}
	}
}
