package layout

import "rocketscope/engine/view"

// The phone's stage is 390 wide: producers as chips, brokers, consumers as
// chips; cables run in a gutter on the right.
const (
	phoneW, phoneH = 390, 522
	phoneLeft      = 12
	phoneBrokersW  = 318
	phoneChip      = 44
)

var phoneSteps = [...]density{
	{pitch: 27, lane: 20, mini: 34, levels: 3, inHead: true},
	{pitch: 24, lane: 19, mini: 32, levels: 3, inHead: true},
	{pitch: 22, lane: 18, mini: 30, levels: 2, inHead: true},
	{pitch: 22, lane: 18, mini: 30, levels: 1, inHead: true},
}

var phoneMetrics = Metrics{
	Label: 13, Name: 15, Tag: 13, R: 7, Step: 18.6, Tail: 46, Done: 2,
	RoleH: 28, LabelW: 30, AsideW: 126, AsidePitch: 28, TagW: 32, TagH: 20, FoldH: 28, HeadH: 22,
	Stroke: 2, CardStroke: 1.5, Radius: 10, CardRadius: 10, ArcR: 8, ArcW: 3.4, Flat: 2.5,
	Cable: 3, Chosen: 4, Halo: 11, Link: 2, Dead: 1.6,
}

func (l *Layout) phone(v *view.View) {
	l.M = phoneMetrics
	l.Zoom = min(l.in.W/phoneW, 1.5)
	l.tagWidth(v, 48)
	l.Producers = l.cards(v, l.Producers, view.Producer, 2)
	l.Consumers = l.cards(v, l.Consumers, view.Consumer, MaxConsumers)
	rows := float32((len(l.Consumers) + 2) / 3)
	fixed := 64 + 16 + rows*(phoneChip+8)
	room := l.in.H/l.Zoom - fixed
	tall := l.fit(phoneSteps[:], room, (*Layout).phoneHeight)
	l.shrink(tall + fixed)
	l.M.Least = least / l.Zoom
	l.W, l.H = l.in.W/l.Zoom, l.in.H/l.Zoom
	shift := max(0, (l.W-phoneW)/2)
	l.phoneProducers(v, shift)
	bottom := l.phoneGroups(v, shift)
	l.wire(v)
	l.phoneConsumers(shift, bottom+22)
	l.links(v)
	for i := range l.Links {
		k := &l.Links[i]
		p := &l.Producers[k.Producer].Rect
		k.X1, k.X2 = p.X+p.W/2, p.X+p.W/2
		k.Y1, k.Y2 = p.Bottom()+2.5, p.Bottom()+14
	}
}

// phoneHeight is the height of all groups: the name, mini replicas, the one
// that serves.
func (l *Layout) phoneHeight() float32 {
	tall := float32(0)
	for g := range l.Groups {
		tall += l.M.HeadH + 4
		for i := l.Groups[g].First; i < l.Groups[g].Last; i++ {
			r := &l.Replicas[i]
			switch {
			case r.Full && !l.Groups[g].Folded:
				tall += l.fullHeight(r) + 6
			case !r.InHead:
				tall += l.M.MiniH + 6
			}
		}
	}
	return tall
}

func (l *Layout) phoneProducers(v *view.View, shift float32) {
	n := float32(max(len(l.Producers), 2))
	w := (phoneBrokersW - 8*(n-1)) / n
	for i := range l.Producers {
		p := &l.Producers[i]
		if p.Node >= 0 {
			p.Rows = min(faultRows(v, &v.Nodes[p.Node]), 1)
		}
		p.Rect = Rect{phoneLeft + shift + float32(i)*(w+8), 10, w, 40}
	}
}

func (l *Layout) phoneGroups(v *view.View, shift float32) float32 {
	y, x := float32(64), phoneLeft+shift
	for g := range l.Groups {
		group := &l.Groups[g]
		group.Title = Rect{x + 2, y, tagText(group.Name, 14) + 8, l.M.HeadH}
		group.Frame = Rect{x, y, phoneBrokersW, 0}
		l.beside(group, group.Title.Right()+8, x+phoneBrokersW, y, l.M.HeadH)
		y += l.M.HeadH + 4
		for i := group.First; i < group.Last; i++ {
			r := &l.Replicas[i]
			if group.Folded && r.Full {
				r.Full = false
			}
			switch {
			case r.Full:
				r.Rect = Rect{x, y, phoneBrokersW, l.fullHeight(r)}
				l.lanes(v, i)
			case r.InHead:
				continue
			default:
				r.Rect = Rect{x, y, phoneBrokersW, l.M.MiniH}
			}
			y += r.Rect.H + 6
		}
		group.Frame.H = y - group.Frame.Y
	}
	return y - 6
}

// phoneConsumers places the chips in rows of three and runs the cables in the
// gutter: one vertical run for each consumer, none crossing another's.
func (l *Layout) phoneConsumers(shift, y float32) {
	n := len(l.Consumers)
	perRow := max(min(n, 3), 1)
	w := (phoneW - 2*phoneLeft - 8*float32(perRow-1)) / float32(perRow)
	for i := range l.Consumers {
		card := &l.Consumers[i]
		col, row := i%perRow, i/perRow
		card.Rect = Rect{phoneLeft + shift + float32(col)*(w+8), y + float32(row)*(phoneChip+8), w, phoneChip}
		gx := phoneW + shift - 9 - min(11, 40/float32(n))*float32(i)
		for k := range card.Count {
			cable := &l.Cables[card.First+k]
			cable.Gutter = gx
			cable.GutterY = y - 14 + min(5, 12/float32(n))*float32(i) + float32(row)*(phoneChip+8)
			cable.X2, cable.Y2 = card.Rect.X+w/2, card.Rect.Y+2
		}
	}
}
