package scene

import (
	"time"

	"rocketscope/engine/view"
	"rocketscope/wasm/layout"
	"rocketscope/wasm/text"
	"rocketscope/wasm/theme"
)

// answers says how a person made a broker answer, where it does not answer as
// usual, and returns where the words end.
func (s *Scene) answers(n *view.Node, x, y, limit float32) float32 {
	if n.Late > 0 {
		x = s.answerPill(s.w.Late, brief(n.Late), "", x, y, limit)
	}
	x = s.answer(n.Answers, s.w.Late, s.w.Answers, x, y, limit)
	return s.answer(n.AnswersSends, s.w.SendLate, s.w.SendCode, x, y, limit)
}

// usual reports whether a broker answers as it should.
func usual(n *view.Node) bool { return n.Answers == "" && n.AnswersSends == "" && n.Late == 0 }

// answer draws one of them.
func (s *Scene) answer(how, late, code string, x, y, limit float32) float32 {
	phrase, a := code, name(how)
	switch {
	case how == "":
		return x
	case how == "hang":
		phrase = s.w.Hangs
	case how == "refuse":
		phrase = s.w.Refuses
	case how[0] >= '0' && how[0] <= '9':
		d, _ := time.ParseDuration(how) // the engine wrote it
		phrase, a = late, brief(d)
	}
	return s.answerPill(phrase, a, how, x, y, limit)
}

// answerPill draws words on a lozenge, the short ones where the others do not fit.
func (s *Scene) answerPill(phrase string, a arg, short string, x, y, limit float32) float32 {
	size := max(s.l.M.Label, s.l.M.Least)
	if limit-x < size*5 {
		return x
	}
	k := ink{size, text.Bold, theme.Down}
	w := s.width(phrase, k, a)
	r := layout.Rect{X: x + 10, Y: y - size*1.28, W: min(w+size*1.4, limit-x-10), H: size * 1.85}
	s.box(r, r.H/2, theme.Surface, theme.Down, 1.5).dash(4, 3)
	if r.W < w+size*1.4 { // the code alone says it
		s.fit(r.X+size*0.7, r.Y+r.H/2+size*0.36, short, k, start, r.W-size*1.4)
	} else {
		s.say(r.X+r.W/2, r.Y+r.H/2+size*0.36, phrase, k, middle, a)
	}
	return r.Right()
}

// brief is a short length of time: milliseconds below a second.
func brief(d time.Duration) arg {
	if d < time.Second {
		return arg{n: int64(d / time.Millisecond), unit: " ms", number: true}
	}
	return span(d)
}
