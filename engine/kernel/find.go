package kernel

// Find is sort.Find for lists without equals. It compares once a step, so that
// the compiler takes it and what compares into the caller: the engine spends a
// sixth of its time here otherwise.
func Find(n int, cmp func(int) int) (int, bool) {
	i := 0
	for i < n {
		h := (i + n) / 2
		switch c := cmp(h); {
		case c == 0:
			return h, true
		case c > 0:
			i = h + 1
		default:
			n = h
		}
	}
	return i, false
}
