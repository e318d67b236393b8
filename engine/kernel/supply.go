package kernel

// made is how many values a Supply makes at a time.
const made = 16

// Supply hands out zero values of a kind that a process makes for ever, such as
// its requests, and makes many at a time: that costs less than one by one.
// A clone of the process shares the supply, since no value is handed out twice.
// A value that is kept keeps those made with it.
type Supply[T any] struct{ left []T }

// New returns a zero value that nobody else has.
func (s *Supply[T]) New() *T {
	if len(s.left) == 0 {
		s.left = make([]T, made)
	}
	v := &s.left[0]
	s.left = s.left[1:]
	return v
}
