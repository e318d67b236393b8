package fault

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rocketscope/engine/kernel"
	"rocketscope/engine/profile"
)

func TestTraceSaysWhyNot(t *testing.T) {
	queues := []string{"broker-a/0", "broker-b/0", "broker-c/0"}
	now := kernel.Time(0).Add(30 * time.Second)

	s := &Strategy{Rules: &profileOf(t, "4.9").Producer}
	var trace Trace
	c := s.Select(now, publishOf(t, queues, nil, 2), "broker-a", &trace)
	require.Equal(t, "broker-b/0", c.Queue.String())
	require.Equal(t, []Look{{Queue: queueOf(t, "broker-a/0"), Why: LastBroker}}, trace.Passed)

	s = &Strategy{Enabled: true, Rules: &profileOf(t, "5.3").Producer}
	s.Update(kernel.Time(0).Add(24*time.Second), "broker-a", time.Second, true, true)
	s.Update(kernel.Time(0).Add(24*time.Second), "broker-b", time.Second, true, false)
	c = s.Select(now, publishOf(t, queues, nil, 2), "broker-c", &trace)
	require.Equal(t, Choice{Queue: queueOf(t, "broker-a/0"), Way: StillReachable, Avoided: 2}, c)
	require.Equal(t, []Look{
		{Queue: queueOf(t, "broker-a/0"), Why: Isolated, Left: 4 * time.Second},
		{Queue: queueOf(t, "broker-b/0"), Why: Isolated, Left: 4 * time.Second},
		{Queue: queueOf(t, "broker-c/0"), Why: LastBroker},
	}, trace.Passed)
}

func profileOf(t *testing.T, name string) *profile.Profile {
	p, ok := profile.ByName(name)
	require.True(t, ok)
	return p
}

// On a first try no isolated broker is chosen while another is available.
func TestFirstTryAvoidsTheIsolated(t *testing.T) {
	for _, p := range profile.All() {
		chance := kernel.NewStream(5, p.Name)
		for range 500 {
			var queues []string
			brokers := 1 + chance.Below(6)
			for b := range brokers {
				for q := range 1 + chance.Below(3) {
					queues = append(queues, fmt.Sprintf("broker-%d/%d", b, q))
				}
			}
			list := publishOf(t, queues, nil, int32(chance.Next()>>33))
			s := &Strategy{Enabled: true, Rules: &p.Producer}
			now := kernel.Time(0)
			for range 30 {
				now = now.Add(ms(int64(chance.Below(20000))))
				s.Update(now, fmt.Sprintf("broker-%d", chance.Below(brokers)), ms(int64(chance.Below(4000))), chance.Below(3) == 0, chance.Below(2) == 0)
				any := false
				for b := range brokers {
					any = any || s.Table.Available(now, fmt.Sprintf("broker-%d", b))
				}
				c := s.Select(now, list, "", nil)
				if any {
					require.True(t, s.Table.Available(now, c.Queue.Broker))
					require.Equal(t, NotIsolated, c.Way)
				}
			}
		}
	}
}

func TestTiesFollowJavasTable(t *testing.T) {
	var table Table
	for _, name := range []string{"broker-a", "broker-b", "broker-c", "broker-d"} {
		table.Overwrite(0, name, 0, time.Minute)
	}
	first, ok := table.PickOneAtLeast(0, Masked, nil)
	require.True(t, ok)
	second, _ := table.PickOneAtLeast(0, Masked, nil)
	third, _ := table.PickOneAtLeast(0, Masked, nil)
	require.NotEqual(t, first, second)
	require.Equal(t, first, third, "the better half of four takes turns")

	shuffled := map[string]bool{}
	chance := kernel.NewStream(1, "shuffle")
	for range 50 {
		name, _ := table.PickOneAtLeast(0, Masked, &chance)
		shuffled[name] = true
	}
	require.Len(t, shuffled, 4)
}

func TestCloneSharesNothing(t *testing.T) {
	s := &Strategy{Enabled: true, Rules: &profileOf(t, "4.8").Producer}
	s.Update(0, "broker-a", time.Second, true, true)
	c := s.Clone()
	s.Table.Remove("broker-a")
	require.NotNil(t, c.Table.Item("broker-a"))
	list := publishOf(t, []string{"broker-a/0"}, map[string]int32{"broker-a": 4}, 0)
	other := list.Clone()
	c.Select(0, list, "", nil)
	require.NotEqual(t, list.Queues, other.Queues, "4.8 wrote into the list")
}
