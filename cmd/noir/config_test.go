package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestSettingsPrecedence: a flag wins over the environment, that over the file,
// and the file over the default; --check says which it was.
func TestSettingsPrecedence(t *testing.T) {
	file := writeConfig(t, `
# for the night
listen = ":4000"
connections = 40
handshakes = 2.5
channels = 0
idle = "40m"
pprof = true
data = "/srv/noir"
`)
	t.Setenv("NOIR_CONNECTIONS", "30")
	t.Setenv("NOIR_IDLE", "30m")
	t.Setenv("NOIR_DATA", "/var/lib/noir")
	t.Setenv("NOIR_CHECK", "true")
	flags := newServe().Flags()
	if _, err := configure(flags); err != nil || flags.Changed("check") {
		t.Errorf("what concerns one call is taken from a variable, or %v", err)
	}
	code, out, errOut := noir(t, "serve", "--check", "--config", file, "--idle", "20m", "--listen", ":2000")
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	for _, want := range []string{
		`listen = ":2000" # flag`,
		`idle = "20m0s" # flag`,
		`connections = 30 # NOIR_CONNECTIONS`,
		`data = "/var/lib/noir" # NOIR_DATA`,
		`handshakes = 2.5 # ` + file,
		`pprof = true # ` + file,
		`channels = 8 # ` + file, // 0 is the usual value
		`patience = "10s" # default`,
		`per-address = 0 # default`, // 32, loopback free
		`log-level = "info" # default`,
		`metrics = "" # default`,
	} {
		if !strings.Contains(squeeze(out), want+" ") {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	again := writeConfig(t, out) // the output is a settings file
	code, same, errOut := noir(t, "serve", "--check", "--config", again, "--idle", "20m", "--listen", ":2000")
	if code != exitDone || squeeze(values(same)) != squeeze(values(out)) {
		t.Errorf("exit code %d, %s\n%s", code, errOut, same)
	}
}

// TestSettingsFileByVariable: the file can be named in the environment, also
// without the word serve.
func TestSettingsFileByVariable(t *testing.T) {
	t.Setenv("NOIR_CONFIG", writeConfig(t, `log-format = "json"`))
	code, out, errOut := noir(t, "--check")
	if code != exitDone || !strings.Contains(squeeze(out), `log-format = "json" # `+os.Getenv("NOIR_CONFIG")) {
		t.Errorf("exit code %d, %s\n%s", code, errOut, out)
	}
}

// TestSettingsErrors: errors in a file are reported with their place, even in settings that
// something else overrides.
func TestSettingsErrors(t *testing.T) {
	t.Setenv("NOIR_IDLE", "30m")
	for _, c := range []struct{ file, says string }{
		{"\nlisen = \":1\"\n", `:2: lisen: there is no such setting; the nearest is "listen"`},
		{"config = \"other\"\n", ":1: config: there is no such setting"},
		{"connections = \"40\"\n", ":1: connections: this takes a whole number"},
		{"connections = 4.5\n", ":1: connections: this takes a whole number"},
		{"listen = 2222\n", ":1: listen: this takes a text in quotes"},
		{"log-level = \"info\"\nidle = \"soon\"\n", `:2: idle: this takes a duration in quotes, such as "90s"`},
		{"idle = 90\n", ":1: idle: this takes a duration"},
		{"pprof = \"yes\"\n", ":1: pprof: this takes true or false"},
		{"handshakes = true\n", ":1: handshakes: this takes a number"},
		{"challenges = 3\n", `:1: challenges: this takes a rate in quotes, such as "10/1m"`},
		{"challenges = \"3\"\n", `:1: challenges: this takes a rate in quotes, such as "10/1m"`},
		{"listen = [\":1\"]\n", ":1: listen: this takes a text in quotes"},
		{"[limits]\nidle = \"1h\"\n", ":1: limits: there is no such setting"},
		{"[limits.night]\nidle = \"1h\"\n", ": limits: there is no such setting"},
		{"idle.night = \"1h\"\n", ": idle: this takes a duration"},
		{"listen = \":1\"\nlisten = \":2\"\n", ":2: listen"},
		{"listen = \":1\nidle\n", ":1:"},
		{"log-level = \"silly\"\n", "--log-level is"},
	} {
		file := writeConfig(t, c.file)
		code, out, errOut := noir(t, "serve", "--check", "--config", file)
		if code != exitUsage || !strings.Contains(errOut, c.says) || strings.Count(errOut, "\n") != 1 || out != "" {
			t.Errorf("%q: exit code %d, %q", c.file, code, errOut)
		}
		if strings.HasPrefix(c.says, ":") && !strings.Contains(errOut, file+c.says) {
			t.Errorf("%q does not begin with the file %s", errOut, file)
		}
	}
	missing := filepath.Join(t.TempDir(), "missing.toml")
	if code, _, errOut := noir(t, "serve", "--check", "--config", missing); code != exitFailed || !strings.Contains(errOut, missing) {
		t.Errorf("without the file: exit code %d, %q", code, errOut)
	}
	t.Setenv("NOIR_CONNECTIONS", "many")
	if code, _, errOut := noir(t, "serve", "--check"); code != exitUsage || !strings.Contains(errOut, "NOIR_CONNECTIONS") {
		t.Errorf("a bad variable: exit code %d, %q", code, errOut)
	}
	t.Setenv("NOIR_HANDSHAKES", "some")
	code, _, errOut := noir(t, "serve", "--check")
	first, second, _ := strings.Cut(errOut, "\n")
	if code != exitUsage || !strings.HasPrefix(first, "noir: NOIR_CONNECTIONS: ") || !strings.HasPrefix(second, "noir: NOIR_HANDSHAKES: ") ||
		strings.Contains(errOut, errUsage.Error()+":") {
		t.Errorf("two bad variables: exit code %d, %q", code, errOut)
	}
}

// TestLimitsBelowZero: the error names the invalid limit.
func TestLimitsBelowZero(t *testing.T) {
	newServe().Flags().VisitAll(func(f *pflag.Flag) {
		value, isLimit := map[string]string{"int": "-1", "float64": "-0.5", "duration": "-1s"}[f.Value.Type()]
		if !isLimit {
			return
		}
		code, _, errOut := noir(t, "serve", "--check", "--"+f.Name, value)
		byName := strings.Contains(errOut, "the limit "+f.Name+" cannot be less than 0") ||
			strings.Contains(errOut, `"--`+f.Name+`" flag: this takes a whole number of 1 or more`)
		if code != exitUsage || !byName {
			t.Errorf("--%s %s: exit code %d, %q", f.Name, value, code, errOut)
		}
	})
}

func writeConfig(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "noir.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var (
	blanks  = regexp.MustCompile(`[ \t]+`)
	comment = regexp.MustCompile(`(?m) *#.*$`)
)

func squeeze(text string) string { return blanks.ReplaceAllString(text, " ") }

func values(text string) string { return comment.ReplaceAllString(text, "") }
