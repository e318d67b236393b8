package bridge

// Request is a verb and its argument, as the page sends them.
type Request struct{ Verb, Arg string }

// Latest leaves out what another request right behind it makes pointless: on the
// way of a pointer along the time line only the last place counts. It reuses rs.
func Latest(rs []Request) []Request {
	kept := rs[:0]
	for i, r := range rs {
		if r.Verb == "seek" && i+1 < len(rs) && rs[i+1].Verb == "seek" {
			continue
		}
		kept = append(kept, r)
	}
	return kept
}
