package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestOwnHosts: webhooks do not post to the server itself, whichever setting says where that is.
func TestOwnHosts(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   []string
	}{
		{Config{}, nil},
		{Config{Listen: ":2222", Metrics: "no address"}, nil},
		{Config{PublicAddress: "-p 2222 guest@noir.example.com", Listen: "198.51.100.7:22"}, []string{"noir.example.com", "198.51.100.7"}},
		{Config{PublicAddress: "[2001:db8::1]", Metrics: "127.0.0.1:9100", Web: "[2001:db8::2]:80"}, []string{"2001:db8::1", "127.0.0.1", "2001:db8::2"}},
		{Config{WebURL: "https://play.example.com:8443/", Web: "localhost:80"}, []string{"localhost", "play.example.com"}},
	} {
		if got := c.config.own(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.config, got, c.want)
		}
	}
}

// TestCodesOfInvitations: a code is a line of its own, of twelve characters at least.
func TestCodesOfInvitations(t *testing.T) {
	file := filepath.Join(t.TempDir(), "invited")
	const text = "# code 9ottlqxnbvcd\ncode abcdefghijk\ncode abcdefghijkl\r\n  code   mnopqrstuvwxy \ncode two words77777\nCode 777777777777\ncode\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	i := invitations{path: file, log: slog.New(slog.DiscardHandler)}
	long := invitations{path: file + "-long", log: i.log}
	if err := os.WriteFile(long.path, []byte(strings.Repeat("# nobody\n", 100_000)+text), 0o600); err != nil {
		t.Fatal(err)
	}
	for user, want := range map[string]bool{
		"abcdefghijkl": true, "mnopqrstuvwxy": true,
		"": false, "abcdefghijk": false, "abcdefghijklm": false, "ABCDEFGHIJKL": false, "9ottlqxnbvcd": false, "words77777": false, "777777777777": false,
	} {
		if got := i.Admits(user); got != want {
			t.Errorf("%q is let in: %t", user, got)
		}
		if got := long.Admits(user); got != want {
			t.Errorf("by a long file %q is let in: %t", user, got)
		}
	}
}

// TestInvitationsAreReadWhenTheyChange: by a new time, a new size or another file in the place of the one that was read,
// and any time shortly after a change, since the next one may have the same time.
func TestInvitationsAreReadWhenTheyChange(t *testing.T) {
	long, later, now := time.Now().Add(-2*time.Hour), time.Now().Add(-time.Hour), time.Now().Add(time.Hour) // however long the test takes
	i := invitations{path: filepath.Join(t.TempDir(), "invited"), log: slog.New(slog.DiscardHandler)}
	write := func(path, code string, changed time.Time) {
		t.Helper()
		if err := os.WriteFile(path, []byte("code "+code), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	const one, other, more = "4szk-pw7m-qh2d", "9ottlqxnbvcd-x", "9ottlqxnbvcd-xyz"
	replace := func() {
		write(i.path+"-new", other, later)
		if err := os.Rename(i.path+"-new", i.path); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		what   string
		change func()
		admits string
	}{
		{"first", func() { write(i.path, one, long) }, one},
		{"unchanged for all that its time and size say", func() { write(i.path, other, long) }, one},
		{"of another time", func() { write(i.path, other, later) }, other},
		{"of another size", func() { write(i.path, more, later) }, more},
		{"of the former size", func() { write(i.path, one, later) }, one},
		{"another file", replace, other},
		{"changed just now", func() { write(i.path, one, now) }, one},
		{"changed at once again", func() { write(i.path, other, now) }, other},
		{"gone", func() { os.Remove(i.path) }, ""},
	} {
		c.change()
		for _, code := range []string{one, other, more} {
			if got := i.Admits(code); got != (code == c.admits) {
				t.Errorf("%s: %s is let in: %t", c.what, code, got)
			}
		}
	}
}
