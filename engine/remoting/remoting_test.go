package remoting_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/remoting"
	"rocketscope/engine/wire"
)

// pair is a client (node 1) and a server (node 2) with 1 ms between them.
type pair struct {
	t      *testing.T
	loop   kernel.Loop
	ends   [3]remoting.Endpoint
	dead   [3]bool // the process is gone, its host answers
	silent [3]bool
	got    [3][]remoting.Delivery
	at     [3][]kernel.Time
}

func newPair(t *testing.T, o remoting.Options) *pair {
	p := &pair{t: t}
	for id := kernel.NodeID(1); id <= 2; id++ {
		env := p.env(id)
		p.ends[id].Open(&env, o)
	}
	return p
}

func (p *pair) env(id kernel.NodeID) kernel.Env {
	return p.loop.EnvFor(p, kernel.Node{ID: id, Scale: 10}, 0)
}

func (p *pair) Note(kernel.Note) {}

func (p *pair) Transmit(e *kernel.Event) {
	e.At = e.Sent.Add(time.Millisecond)
	p.loop.Queue().Push(e)
}

func (p *pair) run(until time.Duration) {
	for {
		e := p.loop.Next(kernel.Time(until))
		if e == nil {
			p.loop.Advance(kernel.Time(until))
			return
		}
		env := p.loop.Env(p, kernel.Node{ID: e.To, Scale: 10}, e)
		switch {
		case p.silent[e.To]:
		case p.dead[e.To] && e.Kind == wire.Connect:
			env.Send(e.From, wire.Refused, int64(e.Seq), 0, nil)
		case p.dead[e.To]:
		default:
			p.ends[e.To].Take(&env, e)
			p.drain(e.To, &env)
		}
	}
}

func (p *pair) drain(id kernel.NodeID, env *kernel.Env) {
	for d := p.ends[id].Next(env); d != nil; d = p.ends[id].Next(env) {
		p.got[id] = append(p.got[id], *d)
		p.at[id] = append(p.at[id], env.Now())
		if d.Kind == remoting.Asked {
			p.ends[id].Reply(env, d.Channel, d.Opaque, &wire.Answer{})
		}
	}
}

func (p *pair) call(mode remoting.Mode, timeout time.Duration) (sent bool) {
	env := p.env(1)
	_, sent = p.ends[1].Call(&env, remoting.Call{To: 2, Mode: mode, Purpose: 9, A: 4, Msg: &wire.HeartBeat{}, Timeout: timeout})
	p.drain(1, &env)
	return sent
}

func (p *pair) kinds(id int) (kinds []remoting.DeliveryKind) {
	for _, d := range p.got[id] {
		kinds = append(kinds, d.Kind)
	}
	return kinds
}

func (p *pair) last(id int) remoting.Delivery { return p.got[id][len(p.got[id])-1] }

func (p *pair) lastAt(id int) time.Duration { return time.Duration(p.at[id][len(p.at[id])-1]) }

func TestACallConnectsAsksAndIsAnswered(t *testing.T) {
	p := newPair(t, remoting.Options{})
	require.False(t, p.call(remoting.Sync, time.Second), "it must connect first")
	p.run(time.Second)
	require.Equal(t, []remoting.DeliveryKind{remoting.Opened, remoting.Sent, remoting.Answered}, p.kinds(1))
	require.Equal(t, []remoting.DeliveryKind{remoting.Opened, remoting.Asked}, p.kinds(2))
	require.Equal(t, 4*time.Millisecond, p.lastAt(1), "two round trips")
	require.Equal(t, remoting.Purpose(9), p.last(1).Call.Purpose)
	require.Equal(t, int64(4), p.last(1).Call.A)
	require.True(t, p.call(remoting.Sync, time.Second), "the channel is open now")
}

func TestADeadProcessRefusesAtOnce(t *testing.T) {
	p := newPair(t, remoting.Options{})
	p.dead[2] = true
	p.call(remoting.Sync, time.Second)
	p.run(time.Second)
	require.Equal(t, remoting.ConnectRefused, p.last(1).Failure)
	require.Equal(t, 2*time.Millisecond, p.lastAt(1))
}

func TestASilentHostBlocksTheConnectForThreeSeconds(t *testing.T) {
	p := newPair(t, remoting.Options{})
	p.silent[2] = true
	p.call(remoting.Sync, 500*time.Millisecond)
	p.run(10 * time.Second)
	require.Equal(t, remoting.ConnectTimedOut, p.last(1).Failure)
	require.Equal(t, 3*time.Second, p.lastAt(1), "whatever the timeout of the call")
}

func TestTimeouts(t *testing.T) {
	for _, c := range []struct {
		name   string
		mode   remoting.Mode
		closes bool
		want   time.Duration
	}{
		{"sync exactly", remoting.Sync, false, 5 * time.Second},
		{"sync closes", remoting.Sync, true, 5 * time.Second},
		{"async by the scan, 1 s slack", remoting.Async, false, 6 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPair(t, remoting.Options{ClosesOnTimeout: c.closes})
			p.call(remoting.Oneway, 0)
			p.run(2 * time.Second)
			p.silent[2] = true
			p.call(c.mode, 3*time.Second)
			p.run(20 * time.Second)
			require.Equal(t, remoting.TimedOut, p.last(1).Failure)
			require.Equal(t, c.want, p.lastAt(1))
			require.Equal(t, !c.closes, p.ends[1].Connected(2))
		})
	}
}

func TestPeerClose(t *testing.T) {
	for _, fails := range []bool{false, true} {
		p := newPair(t, remoting.Options{FailsPendingOnClose: fails})
		p.call(remoting.Oneway, 0)
		p.run(time.Second)
		p.dead[2] = true // it will not answer
		p.call(remoting.Async, 30*time.Second)
		env := p.env(2)
		p.ends[2].Peers(func(ch int64, peer kernel.NodeID) { env.Send(peer, wire.Closed, ch, 0, nil) })
		p.run(2 * time.Second)
		if fails {
			require.Equal(t, remoting.SendFailed, p.last(1).Failure)
			continue
		}
		require.Equal(t, remoting.Gone, p.last(1).Kind, "the request waits for its own timeout")
		p.run(time.Minute)
		require.Equal(t, remoting.TimedOut, p.last(1).Failure)
		require.Equal(t, 32*time.Second, p.lastAt(1))
	}
}

func TestASocketOfAnEarlierLifeIsReset(t *testing.T) {
	p := newPair(t, remoting.Options{FailsPendingOnClose: true})
	p.call(remoting.Oneway, 0)
	p.run(time.Second)
	p.ends[2].Close() // the host went away and came back: no word of it
	env := p.env(2)
	p.ends[2].Open(&env, remoting.Options{})
	p.call(remoting.Sync, time.Second)
	p.run(2 * time.Second)
	require.Equal(t, remoting.SendFailed, p.last(1).Failure)
	require.False(t, p.ends[1].Connected(2))
}

func TestShuttingFailsWhatWaits(t *testing.T) {
	p := newPair(t, remoting.Options{})
	p.call(remoting.Oneway, 0)
	p.run(time.Second)
	p.dead[2] = true
	p.call(remoting.Async, 30*time.Second)
	env := p.env(1)
	p.ends[1].ShutPeer(&env, 2)
	p.drain(1, &env)
	require.Equal(t, remoting.SendFailed, p.last(1).Failure)
}

func BenchmarkCall(b *testing.B) {
	p := &pair{}
	for id := kernel.NodeID(1); id <= 2; id++ {
		env := p.env(id)
		p.ends[id].Open(&env, remoting.Options{})
	}
	m := &wire.HeartBeat{}
	b.ReportAllocs()
	for b.Loop() {
		env := p.env(1)
		p.ends[1].Call(&env, remoting.Call{To: 2, Mode: remoting.Sync, Msg: m, Timeout: time.Second})
		for range 16 {
			e := p.loop.Next(kernel.Never - 1)
			if e == nil || e.Kind == remoting.TimerDeadline {
				break
			}
			env := p.loop.Env(p, kernel.Node{ID: e.To, Scale: 10}, e)
			p.ends[e.To].Take(&env, e)
			for d := p.ends[e.To].Next(&env); d != nil; d = p.ends[e.To].Next(&env) {
				if d.Kind == remoting.Asked {
					p.ends[e.To].Reply(&env, d.Channel, d.Opaque, m)
				}
			}
		}
	}
}
