package browser

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkFrame reports a frame of a full stage, as wasm/framebench times it.
func BenchmarkFrame(b *testing.B) {
	_, err := os.Stat(framebench)
	require.NoError(b, err, "run ./build.sh bench")
	for b.Loop() {
		p := open(b, 320, 180, "bench.html")
		p.until(`window.figures !== undefined`)
		for _, figure := range []struct{ name, unit string }{{"median", "ms/frame"}, {"p95", "p95-ms/frame"}, {"mallocs", "mallocs/frame"}, {"shapes", "shapes"}} {
			b.ReportMetric(eval[float64](p, `figures.`+figure.name), figure.unit)
		}
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkColdStart reports what a visitor waits for: from navigation to the
// first frame and the first state.
func BenchmarkColdStart(b *testing.B) {
	var sum float64
	n := 0
	for b.Loop() {
		p := open(b, 640, 360, "").started()
		sum += eval[float64](p, `performance.now()`)
		n++
	}
	b.ReportMetric(sum/float64(n), "ms/start")
	b.ReportMetric(0, "ns/op")
}
