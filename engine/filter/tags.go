package filter

import (
	"errors"
	"slices"
	"strings"

	"rocketscope/engine/wire"
)

// All is the expression that wants every message [SubscriptionData.SUB_ALL].
const All = "*"

// ErrSplit is the error of an expression that is nothing but separators.
var ErrSplit = errors.New("subString split error")

// Parse reads a tag expression such as "TagA || TagB". An empty expression and
// exactly "*" want everything; blanks between separators are nobody's tag. The
// version is for the caller to set [FilterAPI.buildSubscriptionData].
func Parse(topic, expression string) (wire.SubscriptionData, error) {
	s := wire.SubscriptionData{Topic: topic, Expression: expression}
	if expression == "" || expression == All {
		s.Expression = All
		return s, nil
	}
	if strings.Trim(expression, "|") == "" && len(expression)%2 == 0 {
		return s, ErrSplit // Java's split leaves nothing of "||"
	}
	for part := range strings.SplitSeq(expression, "||") {
		tag := trim(part)
		if tag == "" || slices.Contains(s.Tags, tag) {
			continue
		}
		s.Tags = append(s.Tags, tag)
		if code := HashCode(tag); !slices.Contains(s.Codes, code) {
			s.Codes = append(s.Codes, code)
		}
	}
	return s, nil
}

// trim is Java's String.trim: it takes away all up to and including the blank.
func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
}

// HashCode is Java's String.hashCode, over UTF-16 code units.
func HashCode(s string) int32 {
	var h int32
	for _, r := range s {
		if r >= 0x10000 {
			r -= 0x10000
			h = h*31 + 0xd800 + r>>10
			r = 0xdc00 + r&0x3ff
		}
		h = h*31 + r
	}
	return h
}

// TagsCode is what the consume queue keeps of a message's tag; 0 for none
// [MessageExtBrokerInner.tagsString2tagsCode].
func TagsCode(tag string) int64 { return int64(HashCode(tag)) }

// ByCode tells whether the broker lets a message with this code through to the
// subscription [ExpressionMessageFilter.isMatchedByConsumeQueue].
func ByCode(s *wire.SubscriptionData, code int64) bool {
	return s.Expression == All || slices.Contains(s.Codes, int32(code))
}

// ByTag tells whether the client keeps a message that the broker let through
// [PullAPIWrapper.processPullResult].
func ByTag(s *wire.SubscriptionData, tag string) bool {
	return len(s.Tags) == 0 || tag != "" && slices.Contains(s.Tags, tag)
}
