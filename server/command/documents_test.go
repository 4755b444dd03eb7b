package command_test

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"noir/server/schema"
)

// documents is the published schema of what commands print.
var documents = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("../../docs/schema/documents.json") })

// checkDocument compares what a command line with --json has printed with the published schema.
func checkDocument(t testing.TB, line []string, out string) {
	t.Helper()
	name := documentOf(line)
	if name == "" {
		return
	}
	published, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	checker, err := schema.NewCheckerOf(published, name)
	if err != nil {
		t.Fatal(err)
	}
	if err := checker.Check([]byte(out)); err != nil {
		t.Errorf("%q is not what docs/schema/documents.json says: %v", strings.Join(line, " "), err)
	}
}

// documentOf is the name under which the document of a command line is published; "" for lines and
// records, which have files of their own.
func documentOf(line []string) string {
	var words []string
	for _, w := range line {
		if !strings.HasPrefix(w, "-") {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return ""
	}
	has := func(flag string) bool { return slices.Contains(line, flag) }
	second := ""
	if len(words) > 1 {
		second = words[1]
	}
	switch name := words[0]; {
	case !has("--json"), has("--help"), name == "play", name == "watch", name == "replay", has("--follow"):
		return ""
	case name == "games" && has("--running"):
		return "games-running"
	case name == "event" && second == "":
		return "events"
	case name == "puzzle" && second == "answer":
		return "puzzle-answer"
	case name == "keys" && second != "" && second != "list":
		return "keys-" + second
	default:
		return name
	}
}
