package app_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	runByName = regexp.MustCompile(`-tags e2e .*-run '([^']+)'`)
	testNames = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
)

// TestLongTestsAreRun: .ci/run names every test that only the tag e2e builds.
func TestLongTestsAreRun(t *testing.T) {
	script := document(t, filepath.Join("..", ".ci", "run"))
	var named []string
	for _, found := range runByName.FindAllStringSubmatch(script, -1) {
		named = append(named, found[1])
	}
	if len(named) == 0 {
		t.Fatal(".ci/run runs no test by name")
	}
	run := regexp.MustCompile(strings.Join(named, "|"))
	files, err1 := filepath.Glob("*_test.go")
	more, err2 := filepath.Glob(filepath.Join("e2e", "*_test.go"))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	tagged := 0
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "//go:build e2e\n") {
			continue
		}
		for _, found := range testNames.FindAllStringSubmatch(string(text), -1) {
			if tagged++; !run.MatchString(found[1]) {
				t.Errorf("%s: .ci/run does not run %s", file, found[1])
			}
		}
	}
	if tagged < 40 {
		t.Errorf("only %d tests with the tag were found: the files are read wrongly", tagged)
	}
}
