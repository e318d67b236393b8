package allocate

import (
	"strings"

	"rocketscope/engine/explain"
	"rocketscope/engine/wire"
)

// The facts of a share. Places count from 0.
const (
	keyGroup        explain.Key = "group"
	keyCurrent      explain.Key = "current"    // the asking client id
	keyIDs          explain.Key = "ids"        // the client ids of the whole list
	keyIndex        explain.Key = "index"      // place of the current id among those who share
	keyQueues       explain.Key = "queues"     // how many queues are shared
	keyMembers      explain.Key = "members"    // how many members share them
	keyMod          explain.Key = "mod"        // queues mod members
	keySize         explain.Key = "size"       // queues in a block
	keyStart        explain.Key = "start"      // place of the block's first queue
	keyTake         explain.Key = "take"       // how many queues from there on
	keyConfigured   explain.Key = "configured" // how many queues the configuration lists
	keyOwnRooms     explain.Key = "configured-rooms"
	keyKept         explain.Key = "kept"          // queues in the configured rooms
	keyRem          explain.Key = "rem"           // queues left over at the tail
	keyExtra        explain.Key = "extra"         // place among the kept of the one that falls to this member
	keyVirtualNodes explain.Key = "virtual-nodes" // points of a member
	keyPoints       explain.Key = "points"        // points on the ring
	keyQueue        explain.Key = "queue"         // the queue that hash and point belong to
	keyHash         explain.Key = "hash"
	keyPoint        explain.Key = "point"
	keyInner        explain.Key = "inner"      // the strategy within a room
	keyMyRoom       explain.Key = "my-room"    // the current member's
	keyRooms        explain.Key = "rooms"      // those that have queues
	keyDeadRooms    explain.Key = "dead-rooms" // have queues and no member
	keyRoom         explain.Key = "room"       // the facts that follow are of this room's queues
)

// Why a queue went elsewhere. The number of the first two is a place in ids.
const (
	whyOtherMember   explain.Key = "other-member"   // it falls to the member at that place
	whyDuplicateID   explain.Key = "duplicate-id"   // it falls to that place, whose id stands earlier too: nobody takes it
	whyNotConfigured explain.Key = "not-configured" // the configuration does not list it
	whyNoRoom        explain.Key = "no-room"        // its broker's name has no room in it
	whyOtherRoom     explain.Key = "other-room"     // its room is not configured: no member takes it
	whyEmptyRing     explain.Key = "empty-ring"     // no virtual nodes: nobody takes it
	whyRoomAlive     explain.Key = "room-alive"     // the members in its own room share it
)

// listMark stands between the names of a list.
const listMark = ", "

func (c *call) say(facts ...explain.Fact) { c.reasons.Saw = append(c.reasons.Saw, facts...) }

// sayCurrent opens a decision with who asks and who is there.
func (c *call) sayCurrent() {
	if c.reasons == nil {
		return
	}
	c.say(explain.Text(keyCurrent, c.args.Current), explain.Text(keyIDs, strings.Join(c.args.Members, listMark)))
}

// sayNotMember is the decision of a client that the list does not name.
func (c *call) sayNotMember() {
	if c.reasons == nil {
		return
	}
	c.say(explain.Text(keyGroup, c.args.Group))
	c.sayCurrent()
}

// sayShare says where the current member stands among those who share.
func (c *call) sayShare() {
	c.say(explain.Num(keyIndex, int64(c.index)), explain.Num(keyQueues, int64(c.len())), explain.Num(keyMembers, int64(len(c.members))))
}

func (c *call) sayChosen(queues []wire.MessageQueue) {
	for _, q := range queues {
		c.reasons.Chose = append(c.reasons.Chose, q.String())
	}
}

// pass notes why the k-th queue is not the current member's.
func (c *call) pass(k int, why explain.Key, num int64) {
	if c.reasons == nil {
		return
	}
	c.reasons.Passed = append(c.reasons.Passed, explain.Passed{What: c.queue(k).String(), Why: why, Num: num})
}

// passTo notes that the k-th queue falls to the member at a place, unless that
// is the current one.
func (c *call) passTo(k, owner int) {
	if c.reasons == nil || owner == c.index {
		return
	}
	place := int64(owner)
	if c.places != nil {
		place = int64(c.places[owner])
	}
	why := whyOtherMember
	if c.first(owner) != owner {
		why = whyDuplicateID
	}
	c.pass(k, why, place)
}
