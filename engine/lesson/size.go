package lesson

// size is how many characters a text may have in each language, so that it is
// read at a glance: at 390 px a line holds some 44 English or 22 Chinese ones.
type size struct{ en, zh int }

var (
	titleSize = size{44, 24}
	learnSize = size{90, 40}
	askSize   = size{140, 60} // three lines
	shortSize = size{180, 80} // four: a hint, a version, a thing to try
	ruleSize  = size{200, 90}
	whySize   = size{230, 100} // five
	longSize  = size{270, 120} // six: what a step says
	noteSize  = size{500, 220} // the trainer's own
)

func (s size) of(lang string) int {
	if lang == "zh" {
		return s.zh
	}
	return s.en
}
