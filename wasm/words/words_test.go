package words

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/explain"
	"rocketscope/engine/kernel"
	"rocketscope/engine/view"
)

func TestDurations(t *testing.T) {
	for text, d := range map[string]time.Duration{
		"0 s": 0, "620 ms": 620 * time.Millisecond, "0.5 ms": 500 * time.Microsecond, "12 s": 12 * time.Second, "2.998 s": 2998 * time.Millisecond,
		"600 s": 600 * time.Second, "15 min": 15 * time.Minute, "4 h 45 min 40 s": 17140 * time.Second, "1 h": time.Hour, "-5 s": -5 * time.Second,
	} {
		require.Equal(t, text, Duration(d))
	}
	require.Equal(t, "30.214 s", Moment(30_214_000_000))
	require.Equal(t, "0.196 s", Moment(196_000_000))
}

func TestFigures(t *testing.T) {
	require.Equal(t, "512 B", Bytes(512))
	require.Equal(t, "256 KiB", Bytes(256<<10))
	require.Equal(t, "100 MiB", Bytes(100<<20))
	require.Equal(t, "3.2 GiB", Bytes(32<<30/10))
	require.Equal(t, "0.5", Tenths(5))
	require.Equal(t, "10", Tenths(100))
	require.Equal(t, "SLAVE_NOT_AVAILABLE", Code(11))
	require.Equal(t, "4711", Code(4711))
}

func TestQueuesAreShort(t *testing.T) {
	c := For("en")
	require.Equal(t, "broker-a/0–2, broker-b/1, broker-b/3", c.queues([]string{"broker-a/0", "broker-a/1", "broker-a/2", "broker-b/1", "broker-b/3"}))
	require.Equal(t, "broker-a/9–10", c.queues([]string{"broker-a/9", "broker-a/10"}))
	require.Empty(t, c.queues(nil))
}

func TestClientNames(t *testing.T) {
	for id, want := range map[string]string{"10.0.0.1@c2": "c2", "10.0.0.1@c2#3": "c2", "c2@DEFAULT": "c2", "host@170": "host@170"} {
		require.Equal(t, want, clientName(id))
	}
}

// Chinese keeps one space to letters and figures, whatever fills a slot.
func TestSpacesInChinese(t *testing.T) {
	c := For("zh")
	require.Equal(t, "c9 不是消费者", c.Error(explain.Err("node.kind", "{0} is no {1}", "c9", "consumer")))
	require.Equal(t, "read 是 0 到 1024 的整数，不能是 -1", c.Error(explain.Err("number.bad", "", "read", "0", "1024", "-1")))
	require.Equal(t, "队列数是 1 到 1024 的整数，不能是 0", c.Error(explain.Err("number.bad", "", "a number of queues", "1", "1024", "0")))
	require.Equal(t, "kill 后面还要有节点名", c.Error(explain.Err("word.missing", "", "kill", "the name of a node")))
}

func TestErrors(t *testing.T) {
	err := explain.Err("node.unknown", "there is no node {0}", "c{0}9")
	require.Equal(t, "there is no node c{0}9", For("en").Error(err))
	require.Equal(t, "没有节点 c{0}9", For("zh").Error(fmt.Errorf("line 3: %w", err)))
	require.Equal(t, "第 3 行：没有节点 c{0}9", For("zh").ErrorAt(3, err))
	require.Equal(t, "Line 3: there is no node c{0}9", For("en").ErrorAt(3, err))
	require.Equal(t, "disk full", For("zh").Error(errors.New("disk full")))
}

func TestTimers(t *testing.T) {
	timer := view.Timer{Node: idOf("c2"), Kind: view.TimerRoute, At: 30_410_000_000}
	require.Equal(t, "c2 polls its route in 0.196 s", For("en").Timer(timer, 30_214_000_000, nameOf).String())
	require.Equal(t, "0.196 s 后，c2 拉取路由", For("zh").Timer(timer, 30_214_000_000, nameOf).String())
}

func TestEveryTimerHasWords(t *testing.T) {
	for k := range view.TimerKind(len(timerKeys)) {
		for _, lang := range both {
			require.NotEmpty(t, For(lang).Timer(view.Timer{Node: 1, Kind: k}, 0, nameOf))
		}
	}
}

func TestStage(t *testing.T) {
	require.Equal(t, "master · id {0}", For("en").Stage().Master)
	require.Equal(t, "唯一副本：{0}", For("zh").Stage().OnlyHere)
	for _, lang := range both {
		w := reflect.ValueOf(For(lang).Stage())
		for i := range w.NumField() {
			require.NotContains(t, w.Field(i).String(), "stage.", "%s has no words for %s", lang, w.Type().Field(i).Name)
		}
	}
}

func TestMenu(t *testing.T) {
	v := &view.View{
		Nodes: []view.Node{{ID: 2, Name: "broker-a", Role: view.Broker, Slow: 100}, {ID: 7, Name: "c2", Role: view.Consumer, State: view.Killed, Slow: 10}},
		Links: []view.Link{{From: 7, To: 2}, {From: 2, To: 9, Cut: true}},
	}
	down := "c2 is not running"
	require.Equal(t, []Item{
		{"stop", "stop c2", "Shut down", down}, {"kill", "kill c2", "Kill the process", down}, {"lose", "lose c2", "Lose the host", down},
		{"restart", "restart c2", "Restart", ""}, {"slow", "slow c2 x10", "Slow down ×10", ""},
		{"cut", "cut c2 broker-a", "Cut the link from c2 to broker-a", ""}, {"remove", "remove c2", "Remove", ""},
	}, For("en").Menu(v, 7))
	zh := For("zh").Menu(v, 2)
	require.Equal(t, Item{"restart", "restart broker-a", "重启", "broker-a 正在运行，要先关闭或杀掉"}, zh[3])
	require.Equal(t, Item{"slow", "slow broker-a x1", "恢复原速", ""}, zh[4])
	require.Equal(t, "切断 broker-a 到 c2 的链路", zh[5].Text)
	require.Empty(t, For("en").Menu(v, kernel.NodeID(5)))
}
