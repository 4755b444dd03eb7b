package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anmitsu/go-shlex"
	"github.com/spf13/pflag"
)

// operating is the folder of files for operators.
var operating = filepath.Join("..", "..", "docs", "operating")

// reference returns a section of the operators' reference, as far as its first subsection.
func reference(t *testing.T, heading string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "reference.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(raw), "\n"+heading+"\n")
	if !found {
		t.Fatalf("the reference has no %q", heading)
	}
	section, _, _ := strings.Cut(rest, "\n##")
	return section
}

// TestExampleSettings: the example settings file is valid.
func TestExampleSettings(t *testing.T) {
	file := filepath.Join(operating, "noir.toml")
	code, out, errOut := noir(t, "serve", "--check", "--config", file)
	if code != exitDone || !strings.Contains(out, "# "+file) {
		t.Errorf("exit code %d: %s%s", code, out, errOut)
	}
}

// flagRow is a row of the table of flags: name, variable, default.
var flagRow = regexp.MustCompile("(?m)^\\| `--([a-z-]+)` \\| (\\S+) \\| ([^|]+) \\|")

// TestReferenceOfFlags: the reference has the flags of the server, each with its variable and
// its default, and no others.
func TestReferenceOfFlags(t *testing.T) {
	flags := newServe().Flags()
	told := map[string]bool{}
	for _, row := range flagRow.FindAllStringSubmatch(reference(t, "## Flags, variables, a file"), -1) {
		name, from, usual := row[1], strings.Trim(row[2], "`"), strings.ReplaceAll(row[3], "`", "")
		told[name] = true
		f := flags.Lookup(name)
		if f == nil {
			t.Errorf("there is no --%s", name)
			continue
		}
		if isSetting(f) && (from != variable(name) || !usually(f, usual)) {
			t.Errorf("--%s is given as %s and usually %s, not %s and %q", name, variable(name), f.DefValue, from, usual)
		}
	}
	flags.VisitAll(func(f *pflag.Flag) {
		if !told[f.Name] {
			t.Errorf("--%s is not in the reference", f.Name)
		}
	})
}

// usually reports whether a default is what the manual says: the value, or the default in the
// flag's help.
func usually(f *pflag.Flag, told string) bool {
	if length, err := time.ParseDuration(told); err == nil {
		return length.String() == f.DefValue
	}
	return told == f.DefValue || strings.Contains(f.Usage, told) || told == "off" && f.DefValue == "false"
}

// verbRow is a row of the table of verbs.
var verbRow = regexp.MustCompile("(?m)^\\| `([a-z-]+)")

// TestReferenceOfVerbs: the reference has the verbs of noir admin and no others.
func TestReferenceOfVerbs(t *testing.T) {
	told := map[string]bool{}
	for _, row := range verbRow.FindAllStringSubmatch(reference(t, "## The operator's verbs"), -1) {
		told[row[1]] = true
	}
	var verbs []string
	for _, verb := range newAdmin().Commands() {
		if verbs = append(verbs, verb.Name()); !told[verb.Name()] {
			t.Errorf("noir admin %s is not in the reference", verb.Name())
		}
	}
	for verb := range told {
		if !slices.Contains(verbs, verb) {
			t.Errorf("there is no noir admin %s", verb)
		}
	}
}

// commandLine is a call of the binary in the documents, without shell syntax: a line of an
// example, or a text between backquotes.
var commandLine = regexp.MustCompile("(?m)(?:^ {4}(?:sudo -u noir )?|`)(?:go run \\./cmd/noir|noir) ([a-z][^`|#>;&\n\\\\]*)")

// TestDocumentsCommands: the commands and flags that the documents use exist.
func TestDocumentsCommands(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, file := range append(files, filepath.Join("..", "..", "README.md")) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range commandLine.FindAllStringSubmatch(string(raw), -1) {
			if err := understood(found[1]); err != nil {
				t.Errorf("%s: noir %s: %v", filepath.Base(file), found[1], err)
			}
			seen++
		}
	}
	if seen < 50 {
		t.Errorf("%d commands were found", seen)
	}
}

// understood returns why a command line is invalid.
func understood(line string) error {
	args, err := shlex.Split(line, true)
	if err != nil {
		return err
	}
	cmd, rest, err := newRoot().Find(args)
	if err != nil {
		return err
	}
	if cmd.HasSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return fmt.Errorf("%s has no %s", cmd.Name(), rest[0])
	}
	if err := cmd.ParseFlags(rest); !errors.Is(err, pflag.ErrHelp) {
		return err
	}
	return nil
}

// operatingFile is how the manual names a file for operators.
var operatingFile = regexp.MustCompile(`docs/operating/([a-z][a-zA-Z0-9.-]*[a-z])`)

// TestManualOfFiles: the files that the manual names exist, and it names all except those that its
// commands use together.
func TestManualOfFiles(t *testing.T) {
	raw, err := os.ReadFile(operating + ".md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, found := range operatingFile.FindAllStringSubmatch(string(raw), -1) {
		if told[found[1]] = true; found[1] == "noir" { // noir*.service
			continue
		}
		if _, err := os.Stat(filepath.Join(operating, found[1])); err != nil {
			t.Error(err)
		}
	}
	files, err := os.ReadDir(operating)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !told[file.Name()] && !strings.Contains(string(raw), file.Name()) {
			t.Errorf("the manual does not name docs/operating/%s", file.Name())
		}
	}
}
