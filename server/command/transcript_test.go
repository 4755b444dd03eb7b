package command_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/tui/tuitest"
)

// told is what a command prints, with its exit code.
func (h *house) told(who data.Player, line string) string {
	a := h.run(who, line)
	return fmt.Sprintf("%s> %s\n%s%s[%d]\n\n", who.Name, line, a.out, a.err, a.code)
}

// TestHelpLooks has what is said of every command and of those below it.
func TestHelpLooks(t *testing.T) {
	h := open(t)
	guest := h.Guest("guest-1")
	var all strings.Builder
	all.WriteString(h.told(guest, "help"))
	for _, command := range []string{
		"help", "version", "rules", "whoami", "rankings", "profile", "games", "games keep", "games drop", "games export", "replay", "review", "puzzle", "puzzle answer",
		"tables", "watch", "play", "move", "challenge", "challenges", "accept", "decline", "withdraw", "join", "report", "event", "event join",
		"keys", "keys list", "keys add", "keys claim", "keys remove", "keys label", "keys recovery", "recover", "settings",
		"webhook", "webhook show", "webhook set", "webhook test", "webhook off", "feed", "feed show", "feed new", "feed off",
		"account", "account rename", "account delete", "friends", "friends list", "friends add", "friends remove", "mutes", "mutes add", "blocks", "blocks remove",
	} {
		all.WriteString(h.told(guest, command+" --help"))
		if long, short := h.run(guest, command+" --help"), h.run(guest, "help "+command); short != long {
			t.Errorf("help %s is\n%+v, not\n%+v", command, short, long)
		}
	}
	tuitest.Golden(t, "help", all.String())
}

// fleeting is what differs in each run.
var fleeting = regexp.MustCompile(`\b[0-9A-Z]{4}(-[0-9A-Z]{4})+\b|SHA256:[\w+/]{20,}`)

// TestTranscripts has what commands print, to people and as JSON, in a house where something has happened.
func TestTranscripts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		marlowe, spade, guest := h.Player("marlowe"), h.Player("spade"), h.Guest("guest-1")
		h.given("g1", marlowe, spade)
		time.Sleep(time.Hour)
		h.given("g2", spade, marlowe)
		if _, err := h.House.Store.PlayerByKey(t.Context(), "SHA256:marlowe"); err != nil { // now they are seen
			t.Error(err)
		}
		h.event(-time.Minute)
		h.event(time.Hour)
		h.posed()
		h.House.Broker.Tournaments() // they are read while anybody asks for them
		time.Sleep(5 * time.Second)
		var all strings.Builder
		id := ""
		for _, said := range []string{
			"version", "rules district-noir", "whoami", "rankings", "rankings --bots", "rankings --search spa", "rankings --month 2000-01", "rankings --month 1999-13", "profile", "profile spade",
			"games", "games --running", "games spade --limit 1", "games keep g1", "games drop g1", "games keep m9", "replay g1", "replay g2 --json --cast", "tables", "watch g1", "review m9",
			"puzzle", "puzzle answer nothing", "event", "event 1", "event 2", "event 9", "settings", "settings palette", "settings palette contrast", "settings palette pink", "settings lookout on",
			"settings lookout", "settings nothing", "friends", "friends add spade", "friends add marlowe", "friends add nobody", "friends", "mutes add spade", "mutes", "friends", "blocks add spade", "friends", "blocks list",
			"blocks remove spade", "blocks remove spade", "report spade rude", "report marlowe rude", "keys", "keys add", "keys label 1 the attic", "keys remove 1", "keys recovery", "recover spade 0000-0000-0000-0000",
			"challenge spade", "challenges", "withdraw $", "challenge --open --casual", "challenges", "accept $", "decline $", "withdraw $", "challenge spade district-noir --rated", "challenge spade --pace live", "challenge spade noirburg",
			"feed", "webhook", "account rename marlowe", "account delete spade", "account rename bogart", "account rename spade", "move g1", "play district-noir",
			"whoami --json", "rankings --json", "rankings --bots --json", "games --json", "games --running --json", "event --json", "event 1 --json", "settings --json", "settings palette --json", "friends --json", "challenges --json", "keys --json", "puzzle --json", "tables --json",
		} {
			synctest.Wait() // what the last one has had read in the background is known then
			text := h.told(marlowe, strings.ReplaceAll(said, "$", id))
			if found := regexp.MustCompile(`challenge (\w+) stands`).FindStringSubmatch(text); found != nil {
				id = found[1]
			}
			if id != "" {
				text = strings.ReplaceAll(text, id, "ID")
			}
			all.WriteString(fleeting.ReplaceAllString(text, "…"))
		}
		for _, said := range []string{"challenges", "whoami", "games", "friends", "settings", "settings motion off", "rankings", "keys", "profile marlowe", "profile bogart", "report spade cheats", "puzzle", "account delete guest-1"} {
			for _, who := range []data.Player{spade, guest} {
				synctest.Wait()
				all.WriteString(fleeting.ReplaceAllString(strings.ReplaceAll(h.told(who, said), id, "ID"), "…"))
			}
		}
		tuitest.Golden(t, "transcript", all.String())
	})
}
