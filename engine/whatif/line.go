package whatif

import (
	"slices"
	"strings"
)

// concerns tells whether a line starts a node of a kind, or sets an option later.
func concerns(line, verb, key string) bool {
	words := strings.Fields(line)
	switch words[0] {
	case verb:
		return true
	case "set", "group":
		return optionOf(line, key) != ""
	}
	return false
}

// optionOf is the value of an option of a line, "" if it has none.
func optionOf(line, key string) string {
	for _, w := range strings.Fields(line) {
		if value, ok := strings.CutPrefix(w, key+"="); ok {
			return value
		}
	}
	return ""
}

// withOption sets an option of a line.
func withOption(line, key, value string) string {
	words := strings.Fields(line)
	for i, w := range words {
		if strings.HasPrefix(w, key+"=") {
			words[i] = key + "=" + value
			return strings.Join(words, " ")
		}
	}
	return line + " " + key + "=" + value
}

// withoutOptions takes options out of a line.
func withoutOptions(line string, keys ...string) string {
	words := slices.DeleteFunc(strings.Fields(line), func(w string) bool {
		key, _, ok := strings.Cut(w, "=")
		return ok && slices.Contains(keys, key)
	})
	return strings.Join(words, " ")
}
