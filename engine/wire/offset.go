package wire

import "rocketscope/engine/kernel"

// QueryConsumerOffset asks for a group's offset in a queue; QueryNotFound if
// the broker has none.
type QueryConsumerOffset struct {
	Group string
	Queue MessageQueue
}

// Name implements kernel.Message.
func (*QueryConsumerOffset) Name() string { return "QUERY_CONSUMER_OFFSET" }

// UpdateConsumerOffset stores a group's offset; one-way as push consumers use it.
type UpdateConsumerOffset struct {
	Group  string
	Queue  MessageQueue
	Offset int64
}

// Name implements kernel.Message.
func (*UpdateConsumerOffset) Name() string { return "UPDATE_CONSUMER_OFFSET" }

// GetMaxOffset asks a master for the offset after the queue's newest message.
type GetMaxOffset struct{ Queue MessageQueue }

// Name implements kernel.Message.
func (*GetMaxOffset) Name() string { return "GET_MAX_OFFSET" }

// SearchOffset asks for the first offset stored at or after a moment.
type SearchOffset struct {
	Queue MessageQueue
	At    kernel.Time
}

// Name implements kernel.Message.
func (*SearchOffset) Name() string { return "SEARCH_OFFSET_BY_TIMESTAMP" }

// Offset answers the three questions for an offset.
type Offset struct{ Offset int64 }

// Name implements kernel.Message.
func (*Offset) Name() string { return "OFFSET" }

// ResetConsumerOffset is the broker's word to an online client that an operator
// has reset its group (up to 5.1.x).
type ResetConsumerOffset struct {
	Group   string
	Topic   string
	Queues  []MessageQueue
	Offsets []int64
}

// Name implements kernel.Message.
func (*ResetConsumerOffset) Name() string { return "RESET_CONSUMER_CLIENT_OFFSET" }
