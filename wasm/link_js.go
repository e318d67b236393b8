package main

import (
	"syscall/js"

	"rocketscope/wasm/bridge"
)

// link is the program's side of frame.js: messages out, requests in. Requests
// come from JavaScript's own calls, at any time between two frames, and wait
// until Update takes them.
type link struct {
	page    js.Value
	post    js.Value
	sleep   js.Value
	waiting []bridge.Request
	first   chan struct{} // is closed by the first request for a story
}

func newLink() *link {
	page := js.Global().Get("rocketscope")
	return &link{page: page, post: page.Get("post"), sleep: page.Get("sleep"), first: make(chan struct{})}
}

// listen begins to take requests; the page's listener lives as long as the program.
func (l *link) listen() {
	l.page.Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		r := bridge.Request{Verb: args[0].String(), Arg: args[1].String()}
		l.waiting = append(l.waiting, r)
		l.begin(r.Verb)
		return nil
	}))
}

// begin ends the wait for a first story.
func (l *link) begin(verb string) {
	switch verb {
	case "foresee", "open", "load", "lesson":
		select {
		case <-l.first:
		default:
			close(l.first)
		}
	}
}

// send hands a message to the page.
func (l *link) send(json string) { l.post.Invoke(json) }

// key passes on a key that the stage has no use for.
func (l *link) key(name string) { l.page.Call("key", name) }

// quiet reports whether no request waits.
func (l *link) quiet() bool { return len(l.waiting) == 0 }

// rest closes the animation-frame gate until something happens.
func (l *link) rest() { l.sleep.Invoke() }

// take returns the requests that came and forgets them.
func (l *link) take() []bridge.Request {
	taken := bridge.Latest(l.waiting)
	l.waiting = nil
	return taken
}
