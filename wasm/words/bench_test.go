package words

import "testing"

func BenchmarkCaption(b *testing.B) {
	c, n := For("zh"), noted("c2", avg)
	b.ReportAllocs()
	for b.Loop() {
		c.Caption(n, nameOf)
	}
}

func BenchmarkCard(b *testing.B) {
	c, n := For("zh"), noted("c2", avg)
	b.ReportAllocs()
	for b.Loop() {
		c.Card(n, nameOf, none)
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		open("zh", chinese)
	}
}
