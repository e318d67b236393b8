package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// TestScreenshots writes pictures of the page into the folder that SHOTS names:
// ./build.sh shots. Without it there is nothing to write.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("SHOTS")
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"page", 1440, 900}, {"embed", 800, 450}, {"phone", 390, 844}} {
		for _, look := range []struct{ name, address string }{
			{"light", "?theme=light&lang=en"}, {"dark", "?theme=dark&lang=en"}, {"zh", "?theme=light&lang=zh"},
		} {
			if dir == "" && size.name+look.name != "pagelight" {
				continue // the picture itself is tested once
			}
			p := open(t, size.width, size.height, look.address+"&story=consumer-killed").started()
			p.seek(25_100_000_000)
			picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			require.NoError(t, err)
			require.NotEmpty(t, picture)
			if dir != "" {
				require.NoError(t, os.WriteFile(filepath.Join(dir, size.name+"-"+look.name+".png"), picture, 0o644))
			}
			p.quiet()
			chromedp.Cancel(p.ctx)
		}
	}
}
