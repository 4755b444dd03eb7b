package app

import (
	"net"
	"testing"
)

// TestAddress is what players type.
func TestAddress(t *testing.T) {
	for _, c := range []struct{ public, at, want string }{
		{"-p 2222 noir.example.com", "0.0.0.0:4022", "ssh -p 2222 noir.example.com"},
		{"", "127.0.0.1:4022", "ssh -p 4022 localhost"},
		{"", "0.0.0.0:4022", "ssh -p 4022 localhost"},
		{"", "[::]:4022", "ssh -p 4022 localhost"},
		{"", "192.0.2.7:4022", "ssh -p 4022 192.0.2.7"},
		{"", "192.0.2.7:22", "ssh 192.0.2.7"},
	} {
		at, err := net.ResolveTCPAddr("tcp", c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := address(c.public, at); got != c.want {
			t.Errorf("at %s, %q outside, players type %q, want %q", c.at, c.public, got, c.want)
		}
	}
}
