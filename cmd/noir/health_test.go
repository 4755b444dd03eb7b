package main

import (
	"strings"
	"testing"
)

// TestHealth: 0 while one can play, 1 and why when not.
func TestHealth(t *testing.T) {
	metrics := freePort(t)
	server := launch(t, asNoir, "serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--metrics", metrics)
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
