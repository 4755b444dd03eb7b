package plain_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/tui/districtnoir"
	"noir/tui/noirburg"
	"noir/tui/tuitest"
)

// secrets differ in each run.
var secrets = regexp.MustCompile(`\b[0-9A-Z]{4}((-[0-9A-Z]{4})+\b| stands| +yours| +vera to)|code is \w+`)

// record notes what is typed and what is said then.
func (k *talk) record(into *strings.Builder, who string, lines ...string) {
	for _, line := range lines {
		k.types(line)
		time.Sleep(1500 * time.Millisecond) // of the bubble's clock
		said := k.news()
		k.read += len(said)
		into.WriteString(who + "> " + line + "\n" + secrets.ReplaceAllString(said, "…") + "\n")
	}
}

// TestTranscripts compares whole conversations with golden files: what is said after each line.
func TestTranscripts(t *testing.T) {
	t.Run("door", func(t *testing.T) {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			marlowe := h.Player("marlowe")
			h.PlayedOut(time.Now().Add(-time.Hour), 3, marlowe, h.Player("spade"))
			var all strings.Builder
			begin(t, session(h, marlowe)).record(&all, "marlowe",
				"", "help", "all", "help play", "help house", "help settings", "help friends", "whoami", "version", "rankings", "profile", "profile spade", "games", "tables",
				"settings", "all", "settings lang", "settings lang de", "settings", "all", "settings lang en", "friends", "friends add spade", "friends", "mutes add spade", "blocks add spade", "friends",
				"friends remove spade", "report spade cheats", "report spade nothing", "challenge spade", "challenges", "keys", "keys label 1 attic", "keys", "account rename bogart",
				"replay played-1", "next", "next", "back", "go 12", "go 99", "next", "house cruel", "leave", "next", "learn", "next", "p 1", "leave", "puzzle", "event", "event join", "event 1", "rules", "all", "quit")
			tuitest.Golden(t, "door", all.String())
		})
	})
	t.Run("table", func(t *testing.T) {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			_, broker := h.Dealt(districtnoir.Game().Rules, engine.Seed{4}, "marlowe", "spade")
			var talks []*talk
			names := []string{"marlowe", "spade"}
			for _, name := range names {
				s := session(h, h.Player(name))
				s.Broker = broker
				talks = append(talks, begin(t, s))
			}
			var all strings.Builder
			lines := []string{"play", "look", "p 1", "t", "p 2", "clock", "say", "say 3", "who", "moves", "p 1", "mute", "resign", "t", "p 3", "report", "p 1", "help", "more", "p 1", "t", "rematch", "p 2"}
			for i := range 60 {
				who := i % 2
				talks[who].record(&all, names[who], lines[i/2%len(lines)])
			}
			talks[0].record(&all, "marlowe", "resign now", "rematch")
			talks[1].record(&all, "spade", "look", "decline", "leave", "games", "quit")
			tuitest.Golden(t, "table", all.String())
		})
	})
	t.Run("hall", func(t *testing.T) {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			_, broker := h.Dealt(districtnoir.Game().Rules, engine.Seed{4}, "marlowe", "spade")
			h.Tournament("Night shift", time.Hour)
			broker.Tournaments() // they are read while anybody asks for them
			time.Sleep(5 * time.Second)
			var all strings.Builder
			for _, one := range []struct{ name, lines string }{
				{"vera", "tables;watch 2;watch x;watch;leave;watch 1;look;leave;sit;sit 1;house;house x;play chess;play --seats 3;host --seats 9;host --fill easy;leave;join;join 1;" +
					"rules;more;event;event 1;event join;leave;event join 9;event join x;keys remove 1;no;keys remove 9;account delete;account delete x;" +
					"challenge marlowe;challenge --open;challenges;settings program;settings program on;settings program off;webhook;feed;puzzle answer;games keep x;review x;replay x"},
				{"marlowe", "games;sit 9;sit x;sit;look;leave;sit 1;leave;challenges;accept 1;leave;decline 1;watch;leave"},
				{"guest", "whoami;keys;settings;settings palette;settings palette contrast;settings palette;friends;challenge marlowe;games;profile;recover vera x;watch;leave;quit"},
			} {
				p := h.Guest("guest-1")
				if one.name != "guest" {
					p = h.Player(one.name)
				}
				s := session(h, p)
				s.Broker = broker
				begin(t, s).record(&all, one.name, strings.Split(one.lines, ";")...)
			}
			tuitest.Golden(t, "hall", all.String())
		})
	})
	t.Run("lesson", func(t *testing.T) {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			var all strings.Builder
			for _, lines := range []string{
				"learn;look;back;next;next;look;help;p 1;back;next;p 9;dance;p 1;next;look;p 2;t;next;p 1;p 2;p 3;next;t;back;look;leave;learn;look;next;p 1;t;leave;learn 1;leave;quit",
				"learn;look;p 1;t;next;p 2;p 1;t;next;p 3;p 2;p 1;t;next;p 1;t;next;p 1;t;next;p 1;t;next;leave;quit",
			} {
				begin(t, session(h, h.Player("marlowe"))).record(&all, "marlowe", strings.Split(lines, ";")...)
			}
			tuitest.Golden(t, "lesson", all.String())
		})
	})
	t.Run("newcomer", func(t *testing.T) {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			h.Player("marlowe")
			var all strings.Builder
			for i, lines := range []string{
				"admin;x;how;no;how;hm;no;claim 1234-abcd;recover marlowe 1234;claim;no;marlowe;yes;Ada;yes;whoami;quit",
				"yes;whoami;settings name;quit", ";whoami;account rename ada;quit", strings.Repeat("x", 300) + ";velma;" + strings.Repeat("y", 300) + ";velma;nein;velma;yes;learn;leave;quit",
			} {
				s := session(h, data.Player{})
				s.User, s.Keys, s.Notice = "marlowe", h.Keys(fmt.Sprint("SHA256:new-", i)), "The house is closed on Monday.\nCome on Tuesday."
				begin(t, s).record(&all, "newcomer", strings.Split(lines, ";")...)
			}
			tuitest.Golden(t, "newcomer", all.String())
		})
	})
	t.Run("town", func(t *testing.T) {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			_, broker := h.Dealt(noirburg.Game().Rules, engine.Seed{3}, "marlowe", "spade", "vera")
			var talks []*talk
			names := []string{"marlowe", "spade", "vera"}
			for _, name := range names {
				s := burgher(h, h.Player(name))
				s.Broker = broker
				talks = append(talks, begin(t, s))
			}
			var all strings.Builder
			lines := []string{"play noirburg", "keep", "look", "open 1", "open 2", "draw", "end", "pass", "auto", "who", "attack spade hideout with 1", "pass", "open 1 in hideout", "draw 2", "end", "pass", "moves", "clock"}
			for i := range 75 {
				who := i % 3
				talks[who].record(&all, names[who], lines[i/3%len(lines)])
			}
			tuitest.Golden(t, "town", all.String())
		})
	})
}
