package layout

import "rocketscope/engine/view"

// The page of 1084 x 612: producers | broker groups | consumers.
const (
	pageW, pageH   = 1084, 612
	producerW      = 186
	consumerW      = 200
	pageLeft       = 22
	pageRight      = 28
	pageBottom     = 10
	gutterProducer = 64
	gutterConsumer = 108
	widestZoom     = 1.4
	pageBus        = 16
	pageLow        = 480 // CSS px of height below which everything moves together
	mildZoom       = 0.8 // so much smaller everything gets before things fold on a low stage
	least          = 11  // CSS px of any type
)

var pageSteps = [...]density{
	{pitch: 34, lane: 18, mini: 48, offsets: true, levels: 4},
	{pitch: 31, lane: 17, mini: 40, offsets: true, levels: 4},
	{pitch: 25, lane: 18, mini: 34, levels: 4},
	{pitch: 21, lane: 17, mini: 28, levels: 4},
	{pitch: 21, lane: 17, mini: 28, levels: 4, inHead: true},
	{pitch: 21, lane: 17, mini: 28, levels: 3, inHead: true},
	{pitch: 21, lane: 17, mini: 28, levels: 2, inHead: true},
	{pitch: 21, lane: 17, mini: 28, levels: 1, inHead: true},
}

var pageMetrics = Metrics{
	Label: 11.5, Name: 14, Tag: 11.5, R: 6.3, Step: 17.6, Tail: 82, Older: 38, Done: 2,
	RoleH: 25, LabelW: 34, AsideW: 112, AsidePitch: 25, TagW: 28, TagH: 18, FoldH: 28, HeadH: 32,
	Stroke: 2, CardStroke: 1.5, Radius: 10, CardRadius: 10, ArcR: 7.5, ArcW: 3.2, Flat: 3,
	Cable: 3, Chosen: 4, Halo: 13, Link: 2.2, Dead: 1.6,
}

// columns are the xs of a page of a width.
type columns struct{ brokers, brokersW, consumers float32 }

func pageColumns(w float32) columns {
	g1, g2 := float32(gutterProducer), float32(gutterConsumer)
	if extra := w - pageW; extra < 0 {
		g1, g2 = max(44, g1+extra*0.3), max(72, g2+extra*0.5)
	} else {
		g1, g2 = min(104, g1+extra*0.15), min(168, g2+extra*0.3)
	}
	x := pageLeft + producerW + g1
	bw := w - x - g2 - consumerW - pageRight
	return columns{brokers: x, brokersW: bw, consumers: x + bw + g2}
}

// pageZoom enlarges everything on a large stage.
func pageZoom(w, h float32) float32 {
	return min(max(min(w/pageW, h/pageH), 1), widestZoom)
}

func (l *Layout) page(v *view.View) {
	l.M = pageMetrics
	l.Zoom = pageZoom(l.in.W, l.in.H)
	l.tagWidth(v, 66)
	l.pageCards(v)
	room := l.in.H/l.Zoom - l.groupsTop() - pageBottom
	tall := l.fit(pageSteps[:], room, (*Layout).pageHeight)
	l.shrink(tall + l.groupsTop() + pageBottom)
	l.M.Least = least / l.Zoom
	l.W, l.H = l.in.W/l.Zoom, l.in.H/l.Zoom
	c := pageColumns(l.W)
	l.pageGroups(v, c, tall)
	l.pageNameServers(v, c)
	l.pageProducers(v)
	l.pageConsumers(v, c)
	l.pageLinks(v, c)
	l.settle()
}

// shrink makes everything smaller where the stage is lower than what stands on it.
func (l *Layout) shrink(tall float32) {
	if tall > l.in.H/l.Zoom {
		l.Zoom = l.in.H / tall
	}
}

// low tells whether a stage has little height: what stands below the name
// servers moves up to them.
func (l *Layout) low() bool { return l.in.H < pageLow }

// groupsTop and cardsTop are where the broker groups and the columns of cards begin.
func (l *Layout) groupsTop() float32 {
	if l.low() {
		return 62
	}
	return 84
}

func (l *Layout) cardsTop() float32 {
	if l.low() {
		return 62
	}
	return 96
}

// bus is the room for the way of what is copied, where replicas stand one under
// the other.
func (l *Layout) bus() float32 {
	for i := range l.Replicas {
		if r := &l.Replicas[i]; !r.Full && !r.InHead && !l.Groups[r.Group].Folded {
			return pageBus
		}
	}
	return 0
}

// settle moves a stage with little on it towards the middle.
func (l *Layout) settle() {
	bottom := l.Legend.Bottom()
	for i := range l.Groups {
		bottom = max(bottom, l.Groups[i].Frame.Bottom())
	}
	for _, cards := range [...][]Card{l.Producers, l.Consumers} {
		for i := range cards {
			bottom = max(bottom, cards[i].Rect.Bottom())
		}
	}
	if spare := l.H - 16 - bottom; spare > 40 {
		l.lower(min(spare*0.4, 64))
	}
}

// lower moves everything below the name servers down.
func (l *Layout) lower(dy float32) {
	l.Legend.Y += dy
	for _, cards := range [...][]Card{l.Producers, l.Consumers} {
		for i := range cards {
			cards[i].Rect.Y += dy
		}
	}
	for i := range l.Titles {
		l.Titles[i].Y += dy
	}
	for i := range l.Groups {
		l.Groups[i].Frame.Y += dy
		l.Groups[i].Title.Y += dy
	}
	for i := range l.Replicas {
		l.Replicas[i].Rect.Y += dy
		l.Replicas[i].Fold.Y += dy
		l.Replicas[i].LevelFold.Y += dy
	}
	for i := range l.Lanes {
		l.Lanes[i].Rect.Y += dy
	}
	for i := range l.Cables {
		l.Cables[i].Y1 += dy
		l.Cables[i].Y2 += dy
	}
	for i := range l.Links {
		l.Links[i].Y1 += dy
		l.Links[i].Y2 += dy
	}
}

// pageHeight is the height of all groups with the least gaps between them.
func (l *Layout) pageHeight() float32 {
	tall := float32(-6)
	for g := range l.Groups {
		tall += l.groupHeight(&l.Groups[g]) + 6
	}
	return tall
}

func (l *Layout) groupHeight(g *Group) float32 {
	h := l.M.HeadH + 3
	if g.Folded {
		return h + l.M.MiniH + 5
	}
	for i := g.First; i < g.Last; i++ {
		switch r := &l.Replicas[i]; {
		case r.InHead:
			continue
		case r.Full:
			h += l.fullHeight(r)
		default:
			h += l.M.MiniH
		}
		h += 8
	}
	return h - 8
}

func (l *Layout) pageGroups(v *view.View, c columns, tall float32) {
	l.M.Bus = l.bus()
	spare := max(0, l.H-l.groupsTop()-pageBottom-tall)
	gap := 6 + min(spare/float32(len(l.Groups)+1), 22)
	y := l.groupsTop() + min((gap-6)/2, 12)
	for g := range l.Groups {
		group := &l.Groups[g]
		group.Frame = Rect{c.brokers, y, c.brokersW, l.groupHeight(group)}
		group.Title = Rect{c.brokers + 16, y, c.brokersW - 32, l.M.HeadH}
		l.stack(v, group)
		y += group.Frame.H + gap
	}
}

// stack places the replicas of a group below its head: one under the other, or
// side by side when it is folded. Healthy copies stand in the head where there
// is no other room.
func (l *Layout) stack(v *view.View, g *Group) {
	x, y, w := g.Frame.X+12, g.Frame.Y+l.M.HeadH, g.Frame.W-24
	if g.Folded {
		n := float32(g.Last - g.First)
		each := (w - 8*(n-1)) / n
		for i := g.First; i < g.Last; i++ {
			l.Replicas[i].Full, l.Replicas[i].InHead = false, false
			l.Replicas[i].Rect = Rect{x + float32(i-g.First)*(each+8), y, each, l.M.MiniH}
		}
		return
	}
	l.beside(g, g.Title.X+tagText(g.Name, l.M.Name)+16, g.Frame.Right()-36, y-l.M.HeadH+5, l.M.HeadH-10)
	x, w = x+l.M.Bus, w-l.M.Bus
	for i := g.First; i < g.Last; i++ {
		r := &l.Replicas[i]
		if r.InHead {
			continue
		}
		h := l.M.MiniH
		if r.Full {
			h = l.fullHeight(r)
		}
		r.Rect = Rect{x, y, w, h}
		if r.Full {
			l.lanes(v, i)
		}
		y += h + 8
	}
}

// beside places the copies that stand in a group's head, from x0 to x1.
func (l *Layout) beside(g *Group, x0, x1, y, h float32) {
	n := float32(0)
	for i := g.First; i < g.Last; i++ {
		if l.Replicas[i].InHead {
			n++
		}
	}
	if n == 0 {
		return
	}
	each := (x1 - x0 - 8*(n-1)) / n
	for i := g.First; i < g.Last; i++ {
		if r := &l.Replicas[i]; r.InHead {
			r.Rect = Rect{x0, y, each, h}
			x0 += each + 8
		}
	}
}

func (l *Layout) pageNameServers(v *view.View, c columns) {
	l.NameServers = l.cards(v, l.NameServers, view.NameServer, 3)
	cols := float32(max(1, (len(l.Groups)+1)/2))
	w := 98 + 102*cols
	x := c.brokers + (c.brokersW-w)/2 + 10
	if n := float32(len(l.NameServers)); n > 1 {
		x = c.brokers + c.brokersW - n*(w+16)
	}
	y := float32(16)
	if l.low() {
		y = 8
	}
	for i := range l.NameServers {
		l.NameServers[i].Rect = Rect{x, y, w, 46}
		x += w + 16
	}
}

// pageLinks ends the producers' links on the frames of the broker groups,
// spread so that they do not meet.
func (l *Layout) pageLinks(v *view.View, c columns) {
	l.links(v)
	n := float32(max(len(l.Producers), 1))
	for i := range l.Links {
		k := &l.Links[i]
		p, g := &l.Producers[k.Producer].Rect, &l.Groups[k.Group].Frame
		k.X1, k.X2 = p.Right()+3, c.brokers
		k.Y1 = p.Y + p.H/2 + 26*(float32(k.Group)-float32(len(l.Groups)-1)/2)
		k.Y2 = g.Y + g.H*0.4 + min(34, g.H*0.4/n)*(float32(k.Producer)-(n-1)/2)
		if k.Dead {
			k.Y2 = g.Y + 46 + 16*(float32(k.Producer)-(n-1)/2)
		}
	}
}

// tagWidth widens owner tags to the longest name, up to a limit.
func (l *Layout) tagWidth(v *view.View, limit float32) {
	w := l.M.TagW
	for i := range v.Nodes {
		if n := &v.Nodes[i]; n.Role == view.Consumer && n.Group == l.Group {
			w = max(w, tagText(n.Name, l.M.Tag)+12)
		}
	}
	l.M.TagW = min(w, limit)
}
