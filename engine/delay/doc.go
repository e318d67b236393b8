// Package delay is the calculus of messages that wait: the delay levels, the
// ScheduleMessageService that brings each level's messages back, the timer
// wheel of 5.x, and the levels and limits of a consumer's retries.
//
// Service and Wheel are state machines that a broker drives and that hold no
// messages. Next says when they want to look, Look hands out one message at a
// time to write back, Answer takes the result. RocketMQ looks every 100 ms; a
// look that finds nothing changes nothing and so is computed, never made. The
// looks of an instant see all that was stored at that instant.
package delay
