package words

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
)

// each calls check with every text of a catalogue.
func each(lang string, check func(key, text string)) {
	c := For(lang)
	for _, key := range keys(c) {
		for i := range c.entries(key) {
			check(key, c.entries(key)[i].raw())
		}
	}
}

// The style that both languages keep.
func TestChineseStyle(t *testing.T) {
	forbidden := regexp.MustCompile(`[！!您]|——|因为|由于|对于|作为|的时候|其中之一|进行了|我们|延迟消息|积压|断开连接|偏移量|主题|消费者组|订阅组`)
	close := regexp.MustCompile(`\p{Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Han}`)
	halfWidth := regexp.MustCompile(`\p{Han} ?[,;:?()]|[,;:?()] ?\p{Han}`)
	spaced := regexp.MustCompile(` [，。：；？、（）“”]|[，。：；？、（）“”] `)
	slots := regexp.MustCompile(`\{[^}]*\}`)
	each("zh", func(key, text string) {
		assert.NotRegexp(t, forbidden, text, key)
		assert.NotRegexp(t, close, slots.ReplaceAllString(text, "·"), key)
		assert.NotRegexp(t, halfWidth, text, key)
		assert.NotRegexp(t, spaced, text, key)
	})
}

func TestEnglishStyle(t *testing.T) {
	forbidden := regexp.MustCompile(`!|\b[Ww]e\b|\bbecause\b|  |\p{Han}|[，。：；]`)
	each("en", func(key, text string) { assert.NotRegexp(t, forbidden, text, key) })
}

// Captions and rules are whole sentences with a stop; names and labels have none.
func TestStops(t *testing.T) {
	stop := map[string]string{"en": ".", "zh": "。"}
	for _, lang := range both {
		c := For(lang)
		for _, info := range explain.Rules() {
			require.False(t, strings.HasSuffix(c.Rule(info.Name), stop[lang]), info.Name)
			for _, part := range []string{".1", ".2", ".rule"} {
				for i := range c.entries(info.Name + part) {
					text := c.entries(info.Name + part)[i].raw()
					assert.True(t, strings.HasSuffix(text, stop[lang]) || strings.HasSuffix(text, "{exception}"), text)
				}
			}
		}
	}
}
