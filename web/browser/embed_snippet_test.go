package browser

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheSnippetsShowTheMoment takes the present moment as a figure and puts it
// into a page.
func TestTheSnippetsShowTheMoment(t *testing.T) {
	p := open(t, 1280, 800, "?story=scale-out&lang=zh&theme=dark").started()
	p.seek(26_000_000_000)
	link := p.shared("link")
	for form, has := range map[string]string{
		"element":   `<script type="module" src="` + site + `embed.js"></script>`,
		"mdx":       `import Head from '@docusaurus/Head';`,
		"mkdocs":    `<rocket-scope story="scale-out" at="26s"`,
		"hugo":      `{{< rocket-scope story="scale-out" at="26s" lang="zh" theme="dark" ui="min" height="450" >}}`,
		"vitepress": `<rocket-scope story="scale-out" at="26s"`,
		"markdown":  `posters/scale-out/25022.zh.svg#dark)](` + link + `)`,
	} {
		require.Contains(t, p.shared(form), has, form)
	}
	picture := strings.TrimSuffix(strings.SplitN(p.shared("markdown"), "](", 3)[1], "#dark")
	answer, err := http.Get(strings.SplitN(picture, "#", 2)[0])
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	element := strings.Replace(p.shared("element"), "<rocket-scope ", `<rocket-scope id="one" `, 1)
	p.quiet()

	q := host{body: element}.open(t)
	q.until(poster("one", "b") + `.textContent === '一个消费者加入'`)
	q.pressButton("one")
	q.until(`heard.state?.at === 26e9`)
	require.Equal(t, "dark", eval[string](q, `heard.state.theme`))
}

// TestASnippetOfAnOwnHistoryCarriesIt has an act that its scenario does not have.
func TestASnippetOfAnOwnHistoryCarriesIt(t *testing.T) {
	p := open(t, 1280, 800, "?story=scale-out&lang=en&theme=light").started()
	p.settle()
	p.act("c1", "k")
	element := strings.Replace(p.shared("element"), "<rocket-scope ", `<rocket-scope id="one" `, 1)
	require.Contains(t, element, `state="v=1&amp;`)
	q := host{body: element}.open(t)
	q.until(poster("one", "a") + `.href !== ''`)
	q.pressButton("one")
	q.until(`heard.state?.at === 3e9 && heard.state.story.includes('kill c1')`)
}
