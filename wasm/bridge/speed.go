package bridge

import (
	"strconv"
	"strings"
	"time"

	"rocketscope/engine/explain"
)

// Speed is simulated time per real time, a fraction of whole numbers.
type Speed struct{ Num, Den int64 }

// maxSpeed bounds both parts of a fraction.
const maxSpeed = 100_000

// ParseSpeed reads "1/20" or "50".
func ParseSpeed(text string) (Speed, error) {
	num, den, isFraction := strings.Cut(text, "/")
	if !isFraction {
		den = "1"
	}
	n, errN := strconv.ParseInt(num, 10, 64)
	d, errD := strconv.ParseInt(den, 10, 64)
	if errN != nil || errD != nil || n < 1 || d < 1 || n > maxSpeed || d > maxSpeed {
		return Speed{}, explain.Err("speed.bad", "{0} is no speed: write 1/20, 1 or 50", text)
	}
	return Speed{n, d}, nil
}

// Of returns how much simulated time passes in a stretch of real time. What
// the division leaves over is returned too, to be added to the next stretch.
func (s Speed) Of(real time.Duration, left int64) (simulated time.Duration, rest int64) {
	total := int64(real)*s.Num + left
	return time.Duration(total / s.Den), total % s.Den
}
