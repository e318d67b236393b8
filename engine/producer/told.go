package producer

import "rocketscope/engine/wire"

// told is a bit a message: its send ended with a broker's word that it is
// stored. The application remembers it when its process dies.
type told []uint64

func (t *told) add(first uint64, count int32) {
	for n := first; n < first+uint64(count); n++ {
		for n/64 >= uint64(len(*t)) {
			*t = append(*t, 0)
		}
		(*t)[n/64] |= 1 << (n % 64)
	}
}

// Told tells whether a broker has said to this producer that it has stored a
// message, whatever it said of its slaves. A one-way send is told nothing.
func (p *Producer) Told(id wire.MessageID) bool {
	n := id.Number()
	return int(n/64) < len(p.told) && p.told[n/64]&(1<<(n%64)) != 0
}
