package command_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"unicode"

	"github.com/anmitsu/go-shlex"

	"noir/server/command"
)

// FuzzRun: every command line ends with one of the three exit codes and, when it
// is refused, with one line that a terminal shows as it is.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"version", "whoami --json", "rankings district-noir --limit 3", "profile 'anna'", `games "an na" --json`, "replay x --json", "watch \\x",
		"play district-noir --json --bot easy --pace fast", "play district-noir --join 0000", "play --game= --wait -1", "tables \x1b[2J", "help play",
		"rules district-noir --lang \u202een", "--help", "-h -h", "keys claim 0000", "keys remove 9", "settings zone x", "account delete anna2", "join 0", "'unfinished", "play district-noir --json --seats 99999999999999999999",
	} {
		f.Add(seed)
	}
	h := open(f)
	h.Talk = func(context.Context, command.Call, string) error { return nil }
	anna := h.Player("anna")
	f.Fuzz(func(t *testing.T, line string) {
		args, err := shlex.Split(line, true)
		if err != nil {
			return
		}
		var out, errOut bytes.Buffer
		code := h.Run(t.Context(), command.Call{Player: anna, Keys: h.keys(""), Args: args, In: strings.NewReader(""), Out: &out, Err: &errOut})
		if code < 0 || code > 2 {
			t.Errorf("%q: exit code %d", args, code)
		}
		said := errOut.String()
		if (code == 0) != (said == "") || strings.Count(said, "\n") != min(code, 1) {
			t.Errorf("%q: exit code %d with %q", args, code, said)
		}
		if strings.ContainsFunc(strings.TrimSuffix(said, "\n"), func(r rune) bool { return !unicode.IsPrint(r) || unicode.Is(unicode.M, r) }) {
			t.Errorf("%q is told %q", args, said)
		}
	})
}
