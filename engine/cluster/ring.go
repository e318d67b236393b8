package cluster

import "rocketscope/engine/kernel"

// ring keeps the newest records. A record's number says where it is, since
// numbers have no gaps.
type ring struct {
	kept []kernel.Note
	last kernel.Cause
}

func (r *ring) add(n kernel.Note) {
	r.last = n.ID
	if i := int(n.ID-1) % keptNotes; i < len(r.kept) {
		r.kept[i] = n
		return
	}
	r.kept = append(r.kept, n)
}

func (r *ring) get(id kernel.Cause) (kernel.Note, bool) {
	if id == 0 || id > r.last || id+keptNotes <= r.last {
		return kernel.Note{}, false
	}
	i := int(id-1) % keptNotes
	if i >= len(r.kept) {
		return kernel.Note{}, false
	}
	return r.kept[i], r.kept[i].ID == id
}

func (r *ring) after(dst []kernel.Note, after kernel.Cause) []kernel.Note {
	if r.last > keptNotes {
		after = max(after, r.last-keptNotes)
	}
	for id := after + 1; id <= r.last; id++ {
		if n, ok := r.get(id); ok {
			dst = append(dst, n)
		}
	}
	return dst
}

// rewind makes last the newest record. Those above it stay in their places: a
// jump ahead along the same history finds them there, and another future writes
// over them before it can reach their numbers.
func (r *ring) rewind(last kernel.Cause) { r.last = last }
