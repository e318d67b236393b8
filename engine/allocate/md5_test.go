package allocate

import (
	standard "crypto/md5"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMD5IsTheStandardOne(t *testing.T) {
	for n := range 200 {
		text := []byte(strings.Repeat("MessageQueue [topic=订单]", 10)[:n])
		require.Equal(t, standard.Sum(text), md5(text), n)
	}
}

func BenchmarkHash(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Hash("MessageQueue [topic=Orders, brokerName=broker-a, queueId=3]")
	}
}
