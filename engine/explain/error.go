package explain

import (
	"strconv"
	"strings"
)

// Error is a refusal that a person reads: an act that cannot be, a story that
// does not parse. Key finds its words in a reader's language; Format is the
// English of it, with {0} {1} for Args.
type Error struct {
	Key    string
	Format string
	Args   []string
}

// Err makes an Error.
func Err(key, format string, args ...string) error {
	return &Error{Key: key, Format: format, Args: args}
}

// Error is the English text.
func (e *Error) Error() string { return Fill(e.Format, e.Args) }

// Fill puts args into the places {0}, {1} of a format.
func Fill(format string, args []string) string {
	for i, a := range args {
		format = strings.ReplaceAll(format, "{"+strconv.Itoa(i)+"}", a)
	}
	return format
}

// Int writes a number for an Error's argument.
func Int[T ~int | ~int32 | ~int64 | ~uint64](n T) string { return strconv.FormatInt(int64(n), 10) }
