package command_test

import (
	"bytes"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"noir/docs"
	"noir/internal/await"
	"noir/internal/language"
	"noir/server/command"
)

// TestTheProtocolTellsOfEveryCommand, in the table of its section 3, and of no other.
func TestTheProtocolTellsOfEveryCommand(t *testing.T) {
	h := open(t)
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^  ([a-z]+)  `).FindAllStringSubmatch(h.ask(h.Guest("guest-1"), "help"), -1) {
		listed[row[1]] = true
	}
	_, section, _ := strings.Cut(docs.Protocol(), "\n## 3. Commands\n")
	section, _, _ = strings.Cut(section, "\n## 4.")
	told := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| (`+"`"+`.*?) \| `).FindAllStringSubmatch(section, -1) {
		for _, span := range regexp.MustCompile("`([a-z]+)").FindAllStringSubmatch(row[1], -1) {
			told[span[1]] = true
		}
	}
	if !maps.Equal(listed, told) || len(told) < 20 {
		t.Errorf("help lists  %v\nprotocol has %v", slices.Sorted(maps.Keys(listed)), slices.Sorted(maps.Keys(told)))
	}
}

func TestEveryCommandHasHelp(t *testing.T) {
	h := open(t)
	all := h.ask(h.Guest("guest-1"), "help")
	for _, line := range []string{"", "--help", "-h"} {
		if got := h.ask(h.Guest("guest-1"), line); got != all {
			t.Errorf("%q is not the help: %s", line, got)
		}
	}
	h.Notice = "Vivian runs this house."
	if noted := h.ask(h.Guest("guest-1"), "help"); noted != all+"\nVivian runs this house.\n" {
		t.Errorf("with a notice the help is\n%s", noted)
	}
	h.Notice = ""
	for page, text := range map[string]string{"help protocol": docs.Protocol(), "help schema": string(docs.Lines())} {
		if !strings.Contains(all, "  "+page+" ") {
			t.Errorf("%s is not in\n%s", page, all)
		}
		if got := h.ask(h.Guest("guest-1"), page); strings.TrimSpace(got) != strings.TrimSpace(text) {
			t.Errorf("%s prints %.80q", page, got)
		}
	}
	for command, line := range map[string]string{
		"help":     "ssh HOST help [COMMAND]",
		"version":  "ssh HOST version",
		"rules":    "ssh HOST rules GAME [--lang L]",
		"whoami":   "ssh HOST whoami [--json]",
		"rankings": "ssh HOST rankings [GAME] [--json] [--limit N] [--offset N]",
		"profile":  "ssh HOST profile [NAME] [--json]",
		"games":    "ssh HOST games [NAME] [--running] [--json] [--limit N]",
		"replay":   "ssh HOST replay ID [--json | --cast]",
		"review":   "ssh HOST review ID [--json]",
		"tables":   "ssh HOST tables [--json]",
		"watch":    "ssh HOST watch ID [--json]",
		"play":     "ssh HOST play GAME --json",
		"keys":     "ssh HOST keys [list] [--json]",
		"recover":  "ssh HOST recover NAME CODE [--merge] [--json]",
		"settings": "ssh HOST settings [NAME [VALUE]] [--json]",
		"friends":  "ssh HOST friends [list] [--json]",
		"mutes":    "ssh HOST mutes [list] [--json]",
		"blocks":   "ssh HOST blocks [list] [--json]",
		"report":   "ssh HOST report NAME REASON [--game ID] [--json]",
		"account":  "ssh HOST account COMMAND",
	} {
		if !strings.Contains(all, "  "+command+" ") {
			t.Errorf("%s is not in\n%s", command, all)
		}
		help := h.ask(h.Guest("guest-1"), command+" --help")
		if !strings.Contains(help, "\n  "+line) || strings.Contains(help, "[command]") || strings.Contains(help, "[flags]") {
			t.Errorf("%s --help is\n%s", command, help)
		}
	}
}

func TestTextForPeople(t *testing.T) {
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	guest := h.Guest("guest-1234")
	texts := func(when string, lines map[string][]string) {
		t.Helper()
		for line, patterns := range lines {
			out := h.ask(marlowe, line)
			for _, p := range patterns {
				if !regexp.MustCompile(p).MatchString(out) {
					t.Errorf("%s, %s: %q does not match\n%s", when, line, p, out)
				}
			}
		}
	}
	texts("always", map[string][]string{
		"version":                       {`^noir 1\.2\.3, protocol 1\n$`},
		"rules district-noir":           {`^# District Noir\n\nTwo play.\n$`},
		"rules district-noir --lang en": {`Two play`},
	})
	texts("before", map[string][]string{
		"rankings": {`nobody has a rated game yet`},
		"games":    {`^marlowe has no finished game yet\.\n$`},
		"tables":   {`^No table is running\.\n$`},
		"profile":  {`marlowe, here since 20`, `no rated game yet`},
		"whoami":   {`^marlowe\n`, `SHA256:marlowe`},
	})
	if out := h.ask(guest, "whoami"); !strings.Contains(out, "guest-1234, a guest") {
		t.Errorf("%s", out)
	}
	id := h.resigned(marlowe, spade)
	texts("after", map[string][]string{
		"rankings":                 {`District Noir, 2 with`, `rank +rating +games +won +lost +drawn +name`, `1 +1530\? +1 +1 +0 +0 +marlowe\n`, `2 +1470\? .* spade\n$`},
		"games":                    {`^20\S+ \S+ +district-noir +won +against spade +1530 \(\+30\) +` + id + `\n$`},
		"games spade":              {` lost +against marlowe +1470 \(-30\)`},
		"profile":                  {`district-noir +1530\? +rank 1 +1 game: 1 won, 0 lost, 0 drawn`, `1530 +` + id},
		"whoami":                   {`district-noir +1530\? +1 game\n`},
		"replay " + id:             {`^district-noir, game ` + id + `: \w+ v \w+\n`, `\n? +1\. \w+ \{"type"`, `  3\. spade \{"type":"resign"\}\n`, `Won by marlowe \(resigned\)`, `spade: 1470 \(-30\)`, `The seed was [0-9a-f]{64}`},
		"replay " + id + " --cast": {`^cast of ` + id + `\n$`},
	})
}

func TestWatchingAGame(t *testing.T) {
	t.Parallel()
	h := open(t)
	a, b := h.connect(h.Player("marlowe"), "play district-noir --json"), h.connect(h.Player("spade"), "play district-noir --json")
	id := a.Until("start").Table
	b.Until("start")
	h.move(a, b)
	guest := h.Guest("guest-1234")
	byLines := h.connect(guest, "watch "+id+" --json")
	byLines.Line("start")
	told := make(chan answer, 1)
	go func() { told <- h.run(guest, "watch "+id) }()
	late := time.Now().Add(await.Limit())
	for live := ""; !strings.Contains(live, `"watchers":2`); { // published at most once a second
		if live = h.ask(guest, "tables --json"); time.Now().After(late) {
			t.Fatalf("two watchers are not listed: %s", live)
		}
	}
	a.Say(`{"type":"resign"}`)
	byLines.Until("end")
	if code := byLines.Ended(); code != 0 {
		t.Errorf("exit code %d: %s", code, &byLines.errOut)
	}
	text := await.One(t, told, "end of watching")
	if text.code != 0 || strings.Count(text.out, `"type"`) != 3 || !strings.Contains(text.out, "Won by spade (resigned).") {
		t.Errorf("%+v", text)
	}
}

// TestHelpSpeaksOneLanguage: in the reader's language no line of what a command's help
// says is that of the English one, usages apart.
func TestHelpSpeaksOneLanguage(t *testing.T) {
	h := open(t)
	words, err := language.Open()
	if err != nil {
		t.Fatal(err)
	}
	usage, flag := regexp.MustCompile(`^ +\S+ |^ *-`), regexp.MustCompile(`^ +(-\w, )?--\S+( \S+)? {2,}\S`)
	for line := range strings.Lines(h.ask(h.Guest("guest-1"), "help")) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !usage.MatchString(line) || name == "help" {
			continue
		}
		english := strings.Split(h.ask(h.Guest("guest-1"), "help "+name), "\n")
		for _, o := range language.Offers()[1:] {
			said := h.read(words.Reader(o.Tag, nil), "help "+name)
			for _, own := range strings.Split(said, "\n") {
				if own != "" && (!usage.MatchString(own) || flag.MatchString(own)) && slices.Contains(english, own) {
					t.Errorf("%s: help %s says %q", o.Tag, name, own)
				}
			}
		}
	}
}

// read returns what a guest with a language is told.
func (h *house) read(r *language.Reader, line string) string {
	h.t.Helper()
	var out bytes.Buffer
	code := h.Run(h.t.Context(), command.Call{
		Reader: r, Player: h.Guest("guest-1"), Args: strings.Fields(line), In: strings.NewReader(""), Out: &out, Err: io.Discard,
	})
	if code != 0 {
		h.t.Fatalf("%s: exit code %d", line, code)
	}
	return out.String()
}
