package store

import "math/bits"

// doubleBits is how many significant bits a Java double has.
const doubleBits = 53

// MemoryLimit is the lag in bytes beyond which a message counts as being on
// disk, and a reader as so slow that it had better ask a slave
// [DefaultMessageStore.checkInDiskByCommitOffset].
func (s *Store) MemoryLimit() int64 { return ShareOf(s.options.Memory, s.options.MemoryRatio) }

// MemoryRatio is accessMessageInMemoryMaxRatio in percent.
func (s *Store) MemoryRatio() int64 { return s.options.MemoryRatio }

// SetMemoryRatio changes accessMessageInMemoryMaxRatio.
func (s *Store) SetMemoryRatio(percent int64) { s.options.MemoryRatio = percent }

// Behind is how many bytes the log's end lies past what a pull has looked at; ok
// is false if it looked at nothing.
func (s *Store) Behind(r Result) (bytes int64, ok bool) { return s.end - r.Pulled, r.Looked }

// SuggestsSlave reports whether the next pull had better go to a slave: this one
// lags behind the log's end by more than the memory holds
// [GetMessageResult.setSuggestPullingFromSlave].
func (s *Store) SuggestsSlave(r Result) bool {
	behind, ok := s.Behind(r)
	return ok && behind > s.MemoryLimit()
}

// ShareOf is Java's (long) (total * (percent / 100.0)) with its two roundings to
// a double, for a total below 2^53.
func ShareOf(total, percent int64) int64 {
	if percent < 0 {
		return -ShareOf(total, -percent)
	}
	fraction, rest := bits.Div64(uint64(percent%100), 0, 100)
	ratio, e := toDouble(uint64(percent/100), fraction, rest != 0)
	hi, lo := bits.Mul64(uint64(total), ratio)
	product, f := toDouble(hi, lo, false)
	if shift := 64 - e - f; shift > 0 {
		return int64(product >> shift)
	}
	return int64(product << (e + f - 64))
}

// toDouble rounds a number of 128 bits to the 53 that a double has, half to
// even, and returns it as m * 2^shift; more says that bits beyond the last are
// not all 0.
func toDouble(hi, lo uint64, more bool) (m uint64, shift int) {
	shift = bits.Len64(lo) - doubleBits
	if hi > 0 {
		shift = 64 + bits.Len64(hi) - doubleBits
	}
	if shift <= 0 {
		return lo, 0
	}
	half := uint64(1) << (shift - 1) // shift is below 64: totals and percents are small
	m = lo>>shift | hi<<(64-shift)
	dropped := lo & (half<<1 - 1)
	if dropped > half || dropped == half && (more || m&1 == 1) {
		m++
	}
	return m, shift
}
