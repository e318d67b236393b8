// Package photo takes pictures of pages with the Chromium that the browser tests
// use: the build makes the cards of pages with it that other sites show of a link.
package photo

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/chromedp/chromedp"
)

// Take returns the page as a PNG of a size in px. ctx is a chromedp context,
// Open's or a child of it; the page is a text that needs nothing else.
func Take(ctx context.Context, page []byte, width, height int64) ([]byte, error) {
	address := "data:text/html;base64," + base64.StdEncoding.EncodeToString(page)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, height), chromedp.Navigate(address)); err != nil {
		return nil, err
	}
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}

// Open starts a browser; shut ends it.
func Open() (ctx context.Context, shut func(), err error) {
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)...)
	ctx, cancel := chromedp.NewContext(allocator)
	shut = func() {
		cancel()
		stop()
	}
	if err := chromedp.Do(ctx); err != nil {
		shut()
		return nil, nil, fmt.Errorf("the browser does not start: %w", err)
	}
	return ctx, shut, nil
}
