package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestMain has help laid out as for a pipe: fang goes by the terminal at which the tests are run, and asks once.
func TestMain(m *testing.M) {
	if err := os.Setenv("__FANG_TEST_WIDTH", "120"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// TestExitCodes: 0 done, 1 refused or failed, 2 wrong usage; one line says why.
func TestExitCodes(t *testing.T) {
	nothing := filepath.Join(t.TempDir(), "nothing")
	for _, c := range []struct {
		args string
		code int
	}{
		{"version", 0},
		{"version --json", 0},
		{"--help", 0},
		{"--version", 0},
		{"completion bash", 0},
		{"fold", 2},
		{"--bogus", 2},
		{"serve --log-level silly", 2},
		{"serve --log-format silly", 2},
		{"verify", 2},
		{"verify " + nothing, 1},
		{"admin bann", 2},
		{"bench --sessions 3", 2},
		{"health more", 2},
		{"admin rename marlowe", 2},
		{"admin players marl owe", 2},
		{"admin check --data " + nothing, 1},
		{"serve --listen nowhere:at:all", 1},
		{"serve --listen nowhere:at:all --channels -1", 2},
		{"migrate --by vivian", 2},
		{"serve --database postgres://127.0.0.1:1/noir --data " + t.TempDir(), 1}, // its driver has several lines
		{"serve --listen 127.0.0.1:0 --metrics nowhere:at:all --data " + t.TempDir(), 1},
	} {
		code, _, errOut := noir(t, strings.Fields(c.args)...)
		if code != c.code {
			t.Errorf("noir %s: exit code %d, %s", c.args, code, errOut)
		}
		if lines := strings.Count(errOut, "\n"); lines != min(c.code, 1) {
			t.Errorf("noir %s says %q", c.args, errOut)
		}
	}
	if _, err := os.Stat(nothing); err == nil {
		t.Error("looking at a directory has made it")
	}
}

// TestTheVersionIsTold with that of the protocol.
func TestTheVersionIsTold(t *testing.T) {
	for args, want := range map[string]string{
		"--version":      "noir " + version() + ", protocol 1\n",
		"version":        "noir " + version() + ", protocol 1\n",
		"version --json": `{"version":"` + version() + `","protocol":1,"commit":"` + commit() + `"}` + "\n",
	} {
		if code, out, errOut := noir(t, strings.Fields(args)...); code != exitDone || out != want {
			t.Errorf("noir %s: exit code %d, %q, %s", args, code, out, errOut)
		}
	}
}

// TestMistypedVerbs: a word like a verb gets a suggestion, other words do not.
func TestMistypedVerbs(t *testing.T) {
	for args, says := range map[string]string{
		"serv":            "did you mean serve?",
		"vresion":         "did you mean version?",
		"fold":            "see noir --help",
		"admin bann":      "did you mean ban or bans or warn?",
		"admin sentence":  "see noir admin --help",
		"admin event opn": "did you mean open?",
		"health more":     `noir health takes no "more"; see noir health --help`,
	} {
		if code, _, errOut := noir(t, strings.Fields(args)...); code != exitUsage || !strings.Contains(errOut, says) {
			t.Errorf("noir %s: exit code %d, %q", args, code, errOut)
		}
	}
}

// TestArgumentsBeyondThoseOfAVerb are refused by all of them, before anything is done.
func TestArgumentsBeyondThoseOfAVerb(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel() // one that takes them ends soon
	verbs := []*cobra.Command{newRoot()}
	for i := 0; i < len(verbs); i++ {
		verbs = append(verbs, verbs[i].Commands()...)
		var out, errOut bytes.Buffer
		args := append(strings.Fields(verbs[i].CommandPath())[1:], "one", "two", "three", "four")
		if code := run(done, args, &out, &errOut); code != exitUsage || out.Len() > 0 || strings.Count(errOut.String(), "\n") != 1 {
			t.Errorf("noir %q: exit code %d, %s%s", args, code, out.String(), errOut.String())
		}
	}
}

// TestWrongFlagsNameTheHelpThatListsThem: that of noir itself lists the verbs alone.
func TestWrongFlagsNameTheHelpThatListsThem(t *testing.T) {
	for args, says := range map[string]string{
		"serve --colour":              "see noir serve --help",
		"admin event list --colour":   "see noir admin event list --help",
		"admin ban name anna --for 5": "see noir admin ban --help",
	} {
		if code, _, errOut := noir(t, strings.Fields(args)...); code != exitUsage || !strings.Contains(errOut, says) {
			t.Errorf("noir %s: exit code %d, %q", args, code, errOut)
		}
	}
}

// TestHelpOfFlags: fang shows a flag's text as it is, with the backquotes by which pflag names values,
// but for the first word, which gets a capital and loses its others ("Url"). A default is shown as it
// can be typed.
func TestHelpOfFlags(t *testing.T) {
	verbs := []*cobra.Command{newRoot()}
	for i := 0; i < len(verbs); i++ {
		verbs = append(verbs, verbs[i].Commands()...)
		verbs[i].Flags().VisitAll(func(f *pflag.Flag) {
			if strings.Contains(f.Usage, "`") {
				t.Errorf("%s --%s: %s", verbs[i].CommandPath(), f.Name, f.Usage)
			}
			if first, _, _ := strings.Cut(f.Usage, " "); first != strings.ToLower(first) {
				t.Errorf("%s --%s begins with a capital letter: %s", verbs[i].CommandPath(), f.Name, f.Usage)
			}
			if f.Value.Type() == "span" && strings.HasSuffix(f.DefValue, "h0m0s") {
				t.Errorf("%s --%s is by itself %s", verbs[i].CommandPath(), f.Name, f.DefValue)
			}
		})
	}
	if len(verbs) < 30 {
		t.Errorf("only %d verbs were looked at", len(verbs))
	}
}

// noir runs the program to its end, in this process.
func noir(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), args, &o, &e)
	return code, o.String(), e.String()
}
