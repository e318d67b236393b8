package whatif

import (
	"slices"
	"strings"

	"rocketscope/engine"
	"rocketscope/engine/profile"
)

// plain are the strategies that need no parameters, by themselves or in the rooms
// of MACHINE_ROOM_NEARBY.
var plain = [...]string{"AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH"}

const nearby = "MACHINE_ROOM_NEARBY-"

// strategies lists the other strategies of all consumers; where the run has rooms,
// those that heed them, and fewer rooms; where it has a ring, other numbers of
// virtual nodes.
func strategies(log engine.Log) (all []Variant) {
	for _, s := range plain {
		all = appendIf(all, WithStrategy, s, log, func(line string) string {
			if !concerns(line, "consumer", "strategy") || optionOf(line, "strategy") == s {
				return line
			}
			return withOption(withoutOptions(line, "virtual-nodes", "rooms", "config", "room-of"), "strategy", s)
		})
	}
	for _, s := range plain {
		all = appendIf(all, WithStrategy, nearby+s, log, func(line string) string {
			if !strings.HasPrefix(optionOf(line, "strategy"), nearby) {
				return line
			}
			return withOption(withoutOptions(line, "virtual-nodes"), "strategy", nearby+s)
		})
	}
	for _, n := range []string{"1", "10", "100"} {
		all = appendIf(all, WithOption, "virtual-nodes="+n, log, func(line string) string {
			if !strings.HasSuffix(optionOf(line, "strategy"), "CONSISTENT_HASH") {
				return line
			}
			return withOption(line, "virtual-nodes", n)
		})
	}
	for _, rooms := range fewerRooms(log) {
		all = appendIf(all, WithOption, "rooms="+rooms, log, func(line string) string {
			if optionOf(line, "rooms") == "" {
				return line
			}
			return withOption(line, "rooms", rooms)
		})
	}
	return all
}

// fewerRooms lists what is left of the rooms of a run's MACHINE_ROOM without each
// one of them.
func fewerRooms(log engine.Log) (lists []string) {
	for _, e := range log.Entries {
		rooms := strings.Split(optionOf(e.Command.String(), "rooms"), ",")
		if len(rooms) < 2 {
			continue
		}
		for i := range rooms {
			list := strings.Join(slices.Delete(slices.Clone(rooms), i, i+1), ",")
			if !slices.Contains(lists, list) {
				lists = append(lists, list)
			}
		}
	}
	return lists
}

// replications lists the other ways in which the master of each broker group with
// slaves may confirm a send: alone, when a slave has it too, and in 5.x, where
// SYNC_MASTER waits for nobody unless it is told how many, with one other replica.
func replications(log engine.Log) (all []Variant) {
	p, ok := profile.ByName(log.Head.Version)
	if !ok {
		return nil
	}
	modes := []struct{ name, role, inSync string }{{"ASYNC_MASTER", "async", "1"}, {"SYNC_MASTER", "sync", "1"}}
	if !p.Broker.Replication.SyncWaitsForSlave {
		modes = append(modes, struct{ name, role, inSync string }{"SYNC_MASTER in-sync=2", "sync", "2"})
	}
	for _, group := range replicated(log) {
		for _, m := range modes {
			all = appendIf(all, WithReplication, group+" "+m.name, log, func(line string) string {
				if name, master := groupOf(line); name != group || !master {
					return line
				}
				return withOption(withOption(line, "role", m.role), "in-sync", m.inSync)
			})
		}
	}
	return all
}

// replicated lists the broker groups that have a master and a slave; those of a
// controller are SYNC_MASTER whatever they are told.
func replicated(log engine.Log) (groups []string) {
	var masters []string
	for _, e := range log.Entries {
		name, master := groupOf(e.Command.String())
		switch {
		case name == "":
		case master:
			masters = append(masters, name)
		case slices.Contains(masters, name) && !slices.Contains(groups, name):
			groups = append(groups, name)
		}
	}
	return groups
}

// groupOf is the broker group of a line that starts a broker, "" for any other.
func groupOf(line string) (group string, master bool) {
	words := strings.Fields(line)
	if words[0] != "broker" || optionOf(line, "controller") != "" {
		return "", false
	}
	group = words[1]
	if of := optionOf(line, "of"); of != "" {
		group = of
	}
	id := optionOf(line, "id")
	return group, id == "" || id == "0"
}
