package delay

import (
	"strconv"
	"strings"
	"unicode"

	"rocketscope/engine/explain"
)

// DefaultLevels is RocketMQ's messageDelayLevel
// [MessageStoreConfig.messageDelayLevel].
const DefaultLevels = "1s 5s 10s 30s 1m 2m 3m 4m 5m 6m 7m 8m 9m 10m 20m 30m 1h 2h"

// unknownDelay is what a level without a delay waits, in ms.
const unknownDelay = 1000

// Levels is a broker's delay levels, numbered from 1
// [ScheduleMessageService.delayLevelTable].
type Levels struct {
	Max    int32   // the highest level, maxDelayLevel
	delays []int64 // in ms, that of level 1 first
}

// ParseLevels reads messageDelayLevel. A bad item ends the reading with an
// error, with which a broker does not start; the levels before it stay and Max
// may count it already [ScheduleMessageService.parseDelayLevel].
func ParseLevels(s string) (Levels, error) {
	var l Levels
	for i, item := range splitJava(s) {
		if item == "" {
			return l, levelError(item)
		}
		l.Max = int32(i) + 1
		unit := unitMillis(item[len(item)-1])
		n, err := strconv.ParseInt(asciiDigits(item[:len(item)-1]), 10, 64)
		if err != nil || unit == 0 {
			return l, levelError(item)
		}
		l.delays = append(l.delays, unit*n) // wraps, as Java's does
	}
	return l, nil
}

func levelError(item string) error {
	return explain.Err("delay.level", "messageDelayLevel: {0} is not a number with s, m, h or d", strconv.Quote(item))
}

// splitJava is String.split(" "): empty texts at the end are dropped, but a text
// without any space stays whole.
func splitJava(s string) []string {
	items := strings.Split(s, " ")
	if len(items) == 1 {
		return items
	}
	for len(items) > 0 && items[len(items)-1] == "" {
		items = items[:len(items)-1]
	}
	return items
}

func unitMillis(unit byte) int64 {
	switch unit {
	case 's':
		return 1000
	case 'm':
		return 60 * 1000
	case 'h':
		return 60 * 60 * 1000
	case 'd':
		return 24 * 60 * 60 * 1000
	}
	return 0
}

// asciiDigits turns the digits of other scripts, which Long.parseLong takes,
// into those of ASCII.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		for _, block := range unicode.Nd.R16 {
			if rune(block.Lo) <= r && r <= rune(block.Hi) {
				return '0' + (r-rune(block.Lo))%10
			}
		}
		return r
	}, s)
}

// Delay is a level's delay in ms; ok is false for a level that has none.
func (l *Levels) Delay(level int32) (ms int64, ok bool) {
	if level < 1 || int(level) > len(l.delays) {
		return 0, false
	}
	return l.delays[level-1], true
}

// Clamp is the level that a message which asks for level gets
// [CommitLog.putMessage; HookUtils.transformDelayLevelMessage].
func (l *Levels) Clamp(level int32) int32 { return min(level, l.Max) }

// DeliverAt is the moment at which a message of a level that was stored at
// storedAt is due, both in ms of the broker's clock
// [ScheduleMessageService.computeDeliverTimestamp].
func (l *Levels) DeliverAt(level int32, storedAt int64) int64 {
	delay, ok := l.Delay(level)
	if !ok {
		delay = unknownDelay
	}
	return storedAt + delay
}

// QueueID is the queue of the delay topic in which a level waits
// [ScheduleMessageService.delayLevel2QueueId].
func QueueID(level int32) int32 { return level - 1 }
