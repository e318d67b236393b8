package words

import (
	"strconv"
	"time"

	"rocketscope/engine/kernel"
)

// Duration writes how long something lasts: "620 ms", "2.5 s", "120 s",
// "15 min", "4 h 45 min 40 s". Units are the same in both languages.
func Duration(d time.Duration) string {
	switch {
	case d < 0:
		return "-" + Duration(-d)
	case d == 0:
		return "0 s"
	case d < time.Second:
		return decimal(int64(d), int64(time.Millisecond)) + " ms"
	case d <= 10*time.Minute:
		return decimal(int64(d), int64(time.Second)) + " s"
	}
	text := unit("", d/time.Hour, " h")
	text = unit(text, d%time.Hour/time.Minute, " min")
	return unit(text, d%time.Minute/time.Second, " s")
}

func unit(text string, n time.Duration, name string) string {
	if n == 0 {
		return text
	}
	if text != "" {
		text += " "
	}
	return text + strconv.FormatInt(int64(n), 10) + name
}

// Moment writes a moment of a run, or a time that runs out while one looks on:
// "0.196 s", "30.214 s", "12 s".
func Moment(t kernel.Time) string {
	return decimal(int64(t)/int64(time.Millisecond), 1000) + " s"
}

// decimal writes n/one with up to three decimals and no zeros at the end.
func decimal(n, one int64) string {
	b := strconv.AppendInt(nil, n/one, 10)
	part := n % one * 1000 / one
	if part == 0 {
		return string(b)
	}
	b = append(b, '.', byte('0'+part/100), byte('0'+part/10%10), byte('0'+part%10))
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	return string(b)
}

// Tenths writes a factor given in tenths: "10", "0.5".
func Tenths(n int64) string { return decimal(n, 10) }

// Bytes writes a size: "512 B", "256 KiB", "1.5 MiB".
func Bytes(n int64) string {
	switch {
	case n < 1<<10:
		return strconv.FormatInt(n, 10) + " B"
	case n < 1<<20:
		return tenthsOf(n, 1<<10) + " KiB"
	case n < 1<<30:
		return tenthsOf(n, 1<<20) + " MiB"
	}
	return tenthsOf(n, 1<<30) + " GiB"
}

// tenthsOf writes n/one rounded to one decimal.
func tenthsOf(n, one int64) string { return decimal((n*10+one/2)/one, 10) }

// codes are the names of RocketMQ's response codes, the same in every language
// [ResponseCode, RemotingSysResponseCode, ClientErrorCode].
var codes = map[int64]string{
	0: "SUCCESS", 1: "SYSTEM_ERROR", 2: "SYSTEM_BUSY", 3: "REQUEST_CODE_NOT_SUPPORTED",
	10: "FLUSH_DISK_TIMEOUT", 11: "SLAVE_NOT_AVAILABLE", 12: "FLUSH_SLAVE_TIMEOUT", 13: "MESSAGE_ILLEGAL",
	14: "SERVICE_NOT_AVAILABLE", 16: "NO_PERMISSION", 17: "TOPIC_NOT_EXIST", 19: "PULL_NOT_FOUND",
	20: "PULL_RETRY_IMMEDIATELY", 21: "PULL_OFFSET_MOVED", 22: "QUERY_NOT_FOUND", 24: "SUBSCRIPTION_NOT_EXIST",
	25: "SUBSCRIPTION_NOT_LATEST", 26: "SUBSCRIPTION_GROUP_NOT_EXIST", 204: "NO_BUYER_ID", 205: "NOT_IN_CURRENT_UNIT",
	215: "FLOW_CONTROL", 1500: "GO_AWAY", 10001: "CONNECT_BROKER_EXCEPTION", 10002: "ACCESS_BROKER_TIMEOUT",
	10003: "BROKER_NOT_EXIST_EXCEPTION", 10005: "NOT_FOUND_TOPIC_EXCEPTION",
}

// Code writes a response code by its name, or as a number if it has none here.
func Code(n int64) string {
	if name, ok := codes[n]; ok {
		return name
	}
	return strconv.FormatInt(n, 10)
}
