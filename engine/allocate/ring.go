package allocate

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
	"strconv"

	"rocketscope/engine/wire"
)

// Point is one virtual node of a member on the ring.
type Point struct {
	Hash   uint32
	Member int32 // the first place of its id in the list of members
}

// Ring is the ring of one list of members [ConsistentHashRouter]. It never
// changes once it is made.
type Ring struct {
	Members      []string
	VirtualNodes int32
	Points       []Point // by ascending hash
}

// NewRing puts the virtual nodes of each member on a ring under the keys
// "id-0", "id-1" and so on. An id that comes again goes on counting where its
// nodes on the ring end; of two nodes with one hash the later one stays
// [ConsistentHashRouter.addNode].
func NewRing(members []string, virtualNodes int32) *Ring {
	r := &Ring{Members: slices.Clone(members), VirtualNodes: virtualNodes}
	at := make(map[uint32]int32, len(members)*max(0, int(virtualNodes))) // place of a hash in Points
	first := make(map[string]int32, len(members))
	nodes := make([]int32, len(members)) // how many a member has on the ring
	var key []byte
	for j, id := range r.Members {
		member, again := first[id]
		if !again {
			member = int32(j)
			first[id] = member
		}
		from := nodes[member]
		key = append(append(key[:0], id...), '-')
		for v := range virtualNodes {
			h := hash(strconv.AppendInt(key, int64(from+v), 10))
			nodes[member]++
			if p, taken := at[h]; taken {
				nodes[r.Points[p].Member]--
				r.Points[p].Member = member
				continue
			}
			at[h] = int32(len(r.Points))
			r.Points = append(r.Points, Point{h, member})
		}
	}
	slices.SortFunc(r.Points, func(a, b Point) int { return cmp.Compare(a.Hash, b.Hash) })
	return r
}

// Find is the place in Points of the node that owns a hash: the first at or
// after it, else the smallest; -1 on an empty ring [ConsistentHashRouter.routeNode].
func (r *Ring) Find(hash uint32) int {
	if len(r.Points) == 0 {
		return -1
	}
	p := sort.Search(len(r.Points), func(i int) bool { return r.Points[i].Hash >= hash })
	if p == len(r.Points) {
		return 0
	}
	return p
}

// Hash is the place of a key on the ring: the first four bytes of its MD5
// [ConsistentHashRouter.MD5Hash.hash]. 4.x takes the bytes of the platform's
// charset, which is UTF-8 here as it is in 5.x.
func Hash(key string) uint32 { return hash([]byte(key)) }

func hash(key []byte) uint32 {
	sum := md5(key)
	return binary.BigEndian.Uint32(sum[:])
}

// QueueKey is the text by which a queue is placed on the ring
// [MessageQueue.toString].
func QueueKey(q wire.MessageQueue) string { return string(appendQueueKey(nil, q)) }

func appendQueueKey(b []byte, q wire.MessageQueue) []byte {
	b = append(append(b, "MessageQueue [topic="...), q.Topic...)
	b = append(append(b, ", brokerName="...), q.Broker...)
	b = append(b, ", queueId="...)
	return append(strconv.AppendInt(b, int64(q.QueueID), 10), ']')
}
