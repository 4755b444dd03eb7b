package e2e

import (
	"strings"
	"testing"
)

// TestTheBinaryDescribesItself: its version, its manual page, its shell completions.
func TestTheBinaryDescribesItself(t *testing.T) {
	for args, want := range map[string]string{
		"--version":       "noir (devel), protocol 1\n", // built without its repository
		"version":         "noir (devel), protocol 1\n",
		"man":             "\n.SH COMMANDS\n",
		"completion bash": "__start_noir",
	} {
		if code, out, errOut := noir(t, strings.Fields(args)...); code != exitDone || !strings.Contains(out, want) {
			t.Errorf("noir %s: exit code %d, %s%.2000s", args, code, errOut, out)
		}
	}
}

// TestHealth: 0 when the server is ready, 1 with the reason when not.
func TestHealth(t *testing.T) {
	t.Parallel()
	metrics := freePort(t)
	server := launch(t, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--metrics", metrics)
	if code, _, errOut := noir(t, "health", "--metrics", metrics); code != exitDone {
		t.Errorf("exit code %d: %s", code, errOut)
	}
	server.stop()
	for args, want := range map[string]int{"health --metrics " + metrics: exitFailed, "health": exitUsage} {
		code, _, errOut := noir(t, strings.Fields(args)...)
		if code != want || strings.Count(errOut, "\n") != 1 {
			t.Errorf("%s: exit code %d: %s", args, code, errOut)
		}
	}
}
