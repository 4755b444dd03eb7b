//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// leader waits until one of the servers leads, and returns it and the others.
func (f *fleet) leader() (leads *member, others []*member) {
	f.t.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(look) {
		leads, others = nil, nil
		for _, m := range f.members() {
			if leads == nil && strings.Contains(scrape(f.t, m.metrics), "\nnoir_leads 1\n") {
				leads = m
			} else {
				others = append(others, m)
			}
		}
		if leads != nil {
			return leads, others
		}
		if time.Now().After(late) {
			f.t.Fatal("nobody leads")
		}
	}
}

// talker connects a newcomer to a server.
func (f *fleet) talker(name string, at *member) *talker {
	f.t.Helper()
	k := &talker{person: newPerson(f.t, name), t: f.t}
	k.connect(at.addr)
	k.hears("What is your name?")
	k.says("")
	k.hears("You are " + name)
	return k
}

// seated has people say that they are there, each time they are asked, until they sit at one table. What somebody has
// said to a leader that died may count for the next one: they are not asked again then, but the others are.
func (f *fleet) seated(table string, people ...*talker) {
	f.t.Helper()
	for waiting := people; len(waiting) > 0; {
		var still []*talker
		for _, k := range waiting {
			heard := k.hears(table, askedThere, isIn)
			if strings.Contains(heard, askedThere) {
				k.says("enter")
			}
			if !strings.Contains(heard, table) {
				still = append(still, k)
			}
		}
		waiting = still
	}
}

// sits waits until a server lists a running game of somebody's, checks that it is the only one, and returns which. A node
// leaves out what another does not list in time.
func (f *fleet) sits(k *talker) string {
	f.t.Helper()
	c, err := k.dial(f.members()[0].addr)
	if err != nil {
		f.t.Fatal(err)
	}
	defer c.Close()
	for late := time.Now().Add(patience); ; time.Sleep(look) {
		var games []struct{ ID string }
		code, out, errOut := try(f.t, c, "games --running --json")
		if err := json.Unmarshal([]byte(out), &games); code != 0 || err != nil {
			f.t.Fatalf("%s %s %v", out, errOut, err)
		}
		if len(games) == 1 {
			return games[0].ID
		}
		if len(games) > 1 || time.Now().After(late) {
			f.t.Fatalf("%s has %d running games: %s", k.name, len(games), out)
		}
	}
}

// What people are told on their way to a table.
const (
	waits      = "You are waiting for a "
	askedThere = "Type enter within"
	isIn       = "You are in."
	firstRound = "Round 1 of 4."
)

// TestFaultLeaderDies kills the server that leads at each step of the way to a table. Those who wait at others wait
// on, are asked again, and are led to one table.
func TestFaultLeaderDies(t *testing.T) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	for range 3 {
		f.launch()
	}
	asked := func(people ...*talker) {
		for _, k := range people {
			k.hears(askedThere)
		}
	}
	for i, step := range []struct {
		name  string
		comes func(one, other *talker)
	}{
		{"one waits", func(one, _ *talker) { one.says("play district-noir"); one.hears(waits) }},
		{"both are asked", func(one, other *talker) {
			one.says("play district-noir")
			other.says("play district-noir")
			asked(one, other)
		}},
		{"one has answered", func(one, other *talker) {
			one.says("play district-noir")
			other.says("play district-noir")
			asked(one, other)
			one.says("enter")
		}},
		{"both have answered", func(one, other *talker) {
			one.says("play district-noir")
			other.says("play district-noir")
			asked(one, other)
			one.says("enter")
			other.says("enter")
		}},
	} {
		leads, others := f.leader()
		one, other := f.talker(fmt.Sprint("hammett-", i), others[0]), f.talker(fmt.Sprint("chandler-", i), others[1])
		step.comes(one, other)
		f.leave(leads)
		leads.kill()
		if i == 0 {
			other.says("play district-noir")
		}
		f.seated(firstRound, one, other)
		if a, b := f.sits(one), f.sits(other); a != b {
			t.Errorf("%s: they sit at %s and %s", step.name, a, b)
		}
		one.says("resign now")
		other.hears("resigned")
		f.launch()
	}
	f.sound(3)
	f.stop()
}

// TestFaultTwoLeaders stops the process of the server that leads until another one leads, and lets it go on. What it
// still has in its queue, and what it is asked for at that moment, leads nobody to a second table: people who sit
// stay where they are, and those who wait there are led to a table by the other one.
func TestFaultTwoLeaders(t *testing.T) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	for range 3 {
		f.launch()
	}
	const want, table = "play noirburg --seats 3", "Noirburg"
	leads, others := f.leader()
	alice, frank, bob := f.talker("alice", leads), f.talker("frank", leads), f.talker("bobby", others[0])
	dave, erin := f.talker("david", others[0]), f.talker("erinn", others[1])
	alice.says(want)
	alice.hears(waits)
	bob.says(want)
	bob.hears(waits)
	leads.freeze()
	f.leave(leads)
	next, _ := f.leader()
	for _, k := range []*talker{dave, erin} {
		k.says(want)
	}
	f.seated(table, bob, dave, erin)
	frank.says(want) // which it reads when it wakes
	leads.thaw()
	f.join(leads)
	gina := f.talker("ginny", next)
	gina.says(want)
	f.seated(table, alice, frank, gina)
	first, second := f.sits(bob), f.sits(alice)
	for k, game := range map[*talker]string{dave: first, erin: first, frank: second, gina: second} {
		if at := f.sits(k); at != game || first == second {
			t.Errorf("%s sits at %s, not at %s", k.name, at, game)
		}
	}
	for _, m := range f.members() {
		m.shows("noir_servers 3")
	}
	f.stop()
}

// TestFaultFrontWithoutNATS cuts a server that has no table off from NATS. Its people are told to come in at another one,
// where they find their seats; meanwhile nobody's time runs out. Who comes in there later is told the same.
func TestFaultFrontWithoutNATS(t *testing.T) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	for range 3 {
		f.launch()
	}
	_, others := f.leader()
	one, other := f.talker("hammett", others[0]), f.talker("chandler", others[1])
	for _, k := range []*talker{one, other} {
		k.says("play district-noir")
	}
	f.seated(firstRound, one, other)
	others[0].nats.hold()
	one.hears("This server has lost touch with the others.")
	late := &talker{person: newPerson(t, "marlowe"), t: t}
	late.connect(others[0].addr) // though it is not ready
	late.hears("This server has lost touch with the others.")
	one.connect(others[1].addr)
	one.hears("You have a game running")
	one.says("sit 1", "resign now")
	other.hears("hammett resigned")
	others[0].nats.mend()
	f.sound(3)
	f.stop()
}
