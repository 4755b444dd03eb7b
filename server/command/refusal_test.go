package command_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"noir/data"
	"noir/matchmaking"
	"noir/server/command"
)

func TestWhatIsRefusedSaysWhyInOneLine(t *testing.T) {
	t.Parallel()
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	guest := h.Guest("guest-1234")
	over := h.resigned(marlowe, spade)
	a, b := h.connect(marlowe, "play district-noir --json"), h.connect(spade, "play district-noir --json")
	running := a.Until("start").Table
	b.Until("start")
	for _, c := range []struct {
		who  data.Player
		line string
		code int
		says string
	}{
		{marlowe, "rankigns", 2, `no command "rankigns"; the nearest is "rankings"`},
		{marlowe, "plya district-noir --json", 2, `the nearest is "play"`},
		{marlowe, "help raplay", 2, `the nearest is "replay"`},
		{marlowe, "help keys ad", 2, `no command "ad"; the nearest is "add"`},
		{marlowe, "help play replay", 2, `type ssh HOST help [COMMAND]`},
		{marlowe, "--jason", 2, `the nearest is "--help"`},
		{marlowe, "__complete play", 2, `no command "__complete"`},
		{marlowe, "completion bash", 2, `no command "completion"`},
		{marlowe, "key", 2, `no command "key"`},
		{marlowe, "rankings --limt 3", 2, `rankings has no flag "limt"; the nearest is "--limit"`},
		{marlowe, "whoami --jsno", 2, `the nearest is "--json"`},
		{marlowe, "version -x", 2, `version has no flag "x"; --help lists them`},
		{marlowe, "nosuch", 2, "there is no command \"nosuch\"; `help` lists them"},
		{marlowe, "mosh-server new", 2, "mosh needs a program of its own"},
		{marlowe, "scp -t .", 2, "there is no shell"},
		{marlowe, "exit", 2, "a command ends by itself"},
		{marlowe, "settings nothing", 2, "`settings` lists them"},
		{marlowe, "rankings chess", 2, `no game "chess"; there are district-noir`},
		{marlowe, "whoami --=\x1b[2J", 2, `bad flag syntax: --=?[2J`},
		{marlowe, "rankings --limit many", 2, `--limit takes a value of the kind int, not "many"`},
		{marlowe, "rankings --limit", 2, `needs an argument`},
		{marlowe, "rankings --limit 1001", 2, `--limit is 0 to 1000`},
		{marlowe, "rankings --offset -1", 2, `--offset`},
		{marlowe, "rankings district-nior", 2, `no game "district-nior"; the nearest is "district-noir"`},
		{marlowe, "rankings a b", 2, `type ssh HOST rankings [GAME]`},
		{marlowe, "games --limit 0", 2, `--limit is 1 to 1000`},
		{marlowe, "games --limit 1001", 2, `--limit is 1 to 1000`},
		{marlowe, "games spade --running", 2, `--running lists your own games`},
		{marlowe, "games --before 2222", 1, `there is no finished game "2222"`},
		{marlowe, "rules", 2, `type ssh HOST rules GAME [--lang L]`},
		{marlowe, "rules district-noir --lang tlh", 2, `no rules in "tlh"; there are in: en`},
		{marlowe, "replay", 2, `type ssh HOST replay ID`},
		{marlowe, "replay " + over + " --json --cast", 2, `not both`},
		{marlowe, "play", 2, `type ssh HOST play GAME --json`},
		{marlowe, "play district-noir", 2, `add --json`},
		{marlowe, "play district-noir --json --rated --casual", 2, `not both`},
		{marlowe, "play district-noir --json --bot easy --host", 2, `one of --bot, --host, --join, --event and --game`},
		{marlowe, "play district-noir --json --game x --new", 2, `not both`},
		{marlowe, "play district-noir --json --bot esay", 2, `the nearest is "easy"`},
		{marlowe, "play district-noir --json --bot easy --rated", 2, `casual`},
		{marlowe, "play district-noir --json --seats 3", 2, `--seats is 2 in district-noir`},
		{marlowe, "play district-noir --json --wait -1", 2, `--wait`},
		{marlowe, "play district-noir --json --seats 1", 2, `--seats is 2 in district-noir`},
		{marlowe, "play district-noir --json --wait 604801", 2, `--wait is a number of seconds, at most 604800`},
		{marlowe, "play district-noir --json --public", 2, `--public goes with --host`},
		{marlowe, "play district-noir --json --fill easy", 2, `--fill goes with --host`},
		{marlowe, "play district-noir --json --to spade", 2, `--to goes with --host`},
		{marlowe, "play district-noir --json --bot 9", 2, `the house does not play at the level "9"; it plays at easy`},
		{marlowe, "play district-noir --json --pace slow", 2, `--pace is live, fast or day`},
		{marlowe, "play district-noir --json --pace fast", 2, `--bot or --host`},
		{marlowe, "play district-noir --json --clock x3 --host", 2, `--clock is x1, x2, x4 or none`},
		{marlowe, "play district-noir --json --clock x2", 2, `--bot or --host`},
		{marlowe, "play district-noir --json --clock x2 --host --pace day", 2, `leave --clock out`},
		{marlowe, "play district-noir --json --clock none --host --rated", 2, `a rated game has a clock`},

		{guest, "games", 1, `guests own nothing`},
		{guest, "profile", 1, `connect with a key`},
		{marlowe, "games gutman", 1, `there is no player "gutman"`},
		{marlowe, "profile \x1b[2J\u202e", 1, `there is no player "\x1b[2J\u202e"`},
		{marlowe, "replay nonesuch", 1, `there is no game "nonesuch"`},
		{marlowe, "replay " + running, 1, "`watch " + running + "` shows it"},
		{marlowe, "replay " + running + " --json", 1, "running"},
		{marlowe, "replay " + running + " --cast", 1, "running"},
		{marlowe, "watch nonesuch", 1, "no such table; `tables` lists"},
		{marlowe, "watch nonesuch --json", 1, "no such table"},
		{guest, "play district-noir --json --rated", 1, `guests play unrated`},
		{marlowe, "play district-noir --json --new", 1, `you have a game running`},
		{marlowe, "play district-noir --json --new --bot easy", 1, `you have a game running`},
		{guest, "play district-noir --json --join nocode", 1, `no private table has that code`},
		{guest, "play district-noir --json --game " + running, 1, `no seat`},
		{guest, "play district-noir --json --game nonesuch", 1, `no such table`},
		{guest, "play district-noir --json --no-money-win", 1, `no options`},
	} {
		a := h.run(c.who, c.line)
		if a.code != c.code || !strings.Contains(a.err, c.says) {
			t.Errorf("%q: exit code %d, %q", c.line, a.code, a.err)
		}
		if strings.Count(a.err, "\n") != 1 || !strings.HasSuffix(a.err, "\n") || strings.ContainsAny(a.err, "\x1b\u202e") {
			t.Errorf("%q says %q", c.line, a.err)
		}
		if strings.HasPrefix(a.out, `{"type":"hello"`) != (c.code == 1 && strings.HasPrefix(c.line, "play")) || c.code == 2 && a.out != "" {
			t.Errorf("%q prints %q", c.line, a.out)
		}
	}
}

// TestTheLastAllowedIsAllowed: a limit is the last number that is taken.
func TestTheLastAllowedIsAllowed(t *testing.T) {
	h := open(t)
	marlowe := h.Player("marlowe")
	for _, line := range []string{"rankings --limit 0", "rankings --limit 1000", "rankings --offset 0", "games --limit 1", "games --limit 1000"} {
		h.ask(marlowe, line)
	}
	if a := h.run(marlowe, "play district-noir --json --seats 2 --wait 604800 --game nonesuch"); a.code != 1 || !strings.Contains(a.err, "no such table") {
		t.Errorf("the longest wait: %+v", a)
	}
	if use := h.ask(marlowe, "play --help"); !strings.Contains(use, "[--no-money-win]") {
		t.Errorf("no switch of a game in\n%s", use)
	}
}

// TestAGameLongOver is about ids of games whose tables have been cleared.
func TestAGameLongOver(t *testing.T) {
	h := open(t)
	marlowe := h.Player("marlowe")
	id := h.resigned(marlowe, h.Player("spade"))
	if chair, err := h.House.Broker.Watch(t.Context(), data.MatchID(id)); err == nil {
		for after := 0; err == nil; { // until the deserted table is cleared
			var f matchmaking.Frame
			f, err = chair.Next(t.Context(), after)
			after = f.Revision
		}
		chair.Leave()
	}
	for _, line := range []string{"watch " + id, "watch --json " + id, "play district-noir --json --game " + id} {
		if a := h.run(marlowe, line); a.code != 1 || !strings.Contains(a.err, "`replay "+id+"` tells it") {
			t.Errorf("%s: %+v", line, a)
		}
	}
}

func TestAHugeWord(t *testing.T) {
	h := open(t)
	word := strings.Repeat("replay", 2000)
	for _, line := range []string{word, "replay --" + word, "help " + word, "rules " + word} {
		if a := h.run(h.Guest("guest-1"), line); a.code != 2 || len(a.err) > 400 {
			t.Errorf("%d: %.200s", a.code, a.err)
		}
	}
}

// TestWhoEndsTheConnectionSaysWhy: nothing is added to the sentence of a server
// that goes down.
func TestWhoEndsTheConnectionSaysWhy(t *testing.T) {
	h := open(t)
	p := h.connect(h.Player("marlowe"), "play district-noir --json")
	p.Until("queued")
	p.HangUp()
	if code := p.Ended(); code != 1 || p.errOut.Len() != 0 {
		t.Errorf("exit code %d, %q", code, &p.errOut)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var errOut bytes.Buffer
	if code := h.Run(ctx, command.Call{Player: h.Guest("guest-1"), Args: []string{"rankings"}, Out: &bytes.Buffer{}, Err: &errOut}); code != 1 || errOut.Len() != 0 {
		t.Errorf("exit code %d, %q", code, &errOut)
	}
}
