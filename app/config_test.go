package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	i := invitations{file, slog.New(slog.DiscardHandler)}
	long := invitations{file + "-long", i.log}
	if err := os.WriteFile(long.path, []byte(strings.Repeat("# nobody\n", 100_000)+text), 0o600); err != nil {
		t.Fatal(err)
	}
	for user, want := range map[string]bool{
		"abcdefghijkl": true, "mnopqrstuvwxy": true,
		"": false, "abcdefghijk": false, "abcdefghijklm": false, "ABCDEFGHIJKL": false, "9ottlqxnbvcd": false, "words77777": false, "777777777777": false,
	} {
		if got := i.admits(user); got != want {
			t.Errorf("%q is let in: %t", user, got)
		}
		if got := long.admits(user); got != want {
			t.Errorf("by a long file %q is let in: %t", user, got)
		}
	}
}
