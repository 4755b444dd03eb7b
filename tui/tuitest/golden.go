package tuitest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Golden compares a screen with testdata/NAME.golden of the package under test,
// or writes that file when the test runs with -update.
func Golden(t testing.TB, name, screen string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(screen+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), screen+"\n"); diff != "" {
		t.Errorf("%s is not what it was (- then, + now; -update accepts it):\n%s", path, diff)
	}
}
