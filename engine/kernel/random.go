package kernel

// Stream is one named source of chance. Every use has its own, so that adding
// one leaves the luck of all others as it was. It is a value: copying it
// copies its future. The generator is SplitMix64.
type Stream struct{ state uint64 }

// NewStream derives the stream called name from a seed.
func NewStream(seed uint64, name string) Stream {
	h := uint64(14695981039346656037) // FNV-1a
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	s := Stream{state: seed ^ h}
	s.Next()
	return s
}

// Next returns 64 random bits.
func (s *Stream) Next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

// Below returns a number in [0, n). n must be positive.
func (s *Stream) Below(n int) int { return int(s.Next() % uint64(n)) }
