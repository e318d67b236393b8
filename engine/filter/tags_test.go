package filter

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/internal/vectortest"
)

type tagCase struct {
	ID        string   `json:"id"`
	Expr      string   `json:"expr"`
	SubString string   `json:"subString"`
	Tags      []string `json:"tags"`
	Codes     []int32  `json:"codes"`
	Error     string   `json:"error"`
	Messages  []struct {
		Tag            string
		Code           int64
		Broker, Client bool
	} `json:"messages"`
}

func TestVectorsTagFilter(t *testing.T) {
	vectortest.Each(t, "tag-filter", func(t *testing.T, _ string, c tagCase) {
		s, err := Parse("T", c.Expr)
		if c.Error != "" {
			require.Error(t, err, c.ID)
			return
		}
		require.NoError(t, err, c.ID)
		require.Equal(t, c.SubString, s.Expression, c.ID)
		require.ElementsMatch(t, c.Tags, s.Tags, c.ID)
		require.ElementsMatch(t, c.Codes, s.Codes, c.ID)
		for _, m := range c.Messages {
			require.Equal(t, m.Code, TagsCode(m.Tag), c.ID, m.Tag)
			require.Equal(t, m.Broker, ByCode(&s, m.Code), "%s broker %q", c.ID, m.Tag)
			require.Equal(t, m.Client, ByTag(&s, m.Tag), "%s client %q", c.ID, m.Tag)
		}
	})
}

func TestSeparatorsAloneAreAnError(t *testing.T) {
	for _, e := range []string{"||", "||||", "||||||"} {
		_, err := Parse("T", e)
		require.ErrorIs(t, err, ErrSplit, e)
	}
	for _, e := range []string{"|", "|||", "|| ||", " "} {
		_, err := Parse("T", e)
		require.NoError(t, err, e)
	}
}

func TestHashCodeCountsUTF16Units(t *testing.T) {
	require.Equal(t, int32(1772899), HashCode("\U0001F600")) // d83d de00
	require.Equal(t, HashCode("Aa"), HashCode("BB"))
}

func ExampleParse() {
	s, _ := Parse("orders", "TagA || TagB")
	fmt.Println(s.Tags, ByCode(&s, TagsCode("TagB")), ByTag(&s, "TagC"))
	// Output: [TagA TagB] true false
}

func FuzzParse(f *testing.F) {
	for _, e := range []string{"", "*", "TagA", " TagA || TagB ", "||", "|||", "* || x", "Aa||BB", "\u6807||\U0001F600"} {
		f.Add(e)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		s, err := Parse("T", expr)
		if err != nil {
			require.Empty(t, strings.Trim(expr, "|"))
			return
		}
		require.LessOrEqual(t, len(s.Codes), len(s.Tags))
		for _, tag := range s.Tags {
			require.Equal(t, tag, trim(tag))
			require.True(t, ByCode(&s, TagsCode(tag)), "what the client wants passes the broker")
			require.True(t, ByTag(&s, tag))
		}
		again, err := Parse("T", strings.Join(s.Tags, " || "))
		require.NoError(t, err)
		if len(s.Tags) > 1 {
			require.True(t, slices.Equal(s.Tags, again.Tags))
		}
	})
}

func BenchmarkByCode(b *testing.B) {
	s, _ := Parse("T", "TagA || TagB || TagC")
	code := TagsCode("TagC")
	b.ReportAllocs()
	for b.Loop() {
		ByCode(&s, code)
	}
}
