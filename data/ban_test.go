package data_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"noir/data"
)

const fingerprint = "SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s"

func TestCanonicalBan(t *testing.T) {
	for _, c := range []struct {
		kind        data.BanKind
		value, want string // want is empty where the ban makes no sense
	}{
		{data.BanKey, fingerprint, fingerprint},
		{data.BanKey, fingerprint + "=", fingerprint},
		{data.BanKey, strings.TrimPrefix(fingerprint, "SHA256:"), ""},
		{data.BanKey, fingerprint[:len(fingerprint)-1], ""},
		{data.BanKey, fingerprint[:len(fingerprint)-1] + "t", ""}, // bits beyond the sum
		{data.BanKey, fingerprint[:20] + "\n" + fingerprint[21:], ""},
		{data.BanKey, "MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48", ""},
		{data.BanKey, "", ""},

		{data.BanName, "Anna", "anna"},
		{data.BanName, "", ""},

		{data.BanPrefix, "192.0.2.7", "192.0.2.7/32"},
		{data.BanPrefix, "192.0.2.7/24", "192.0.2.0/24"},
		{data.BanPrefix, "::ffff:192.0.2.7", "192.0.2.7/32"},
		{data.BanPrefix, "::ffff:192.0.2.7/120", "192.0.2.0/24"},
		{data.BanPrefix, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{data.BanPrefix, "2001:db8:1:2:3:4:5:6/127", "2001:db8:1:2::/64"},
		{data.BanPrefix, "2001:DB8:1::/48", "2001:db8:1::/48"},
		{data.BanPrefix, "0.0.0.0/0", ""},
		{data.BanPrefix, "::/0", ""},
		{data.BanPrefix, "::ffff:0.0.0.0/96", ""},
		{data.BanPrefix, "::ffff:0.0.0.0/90", ""},
		{data.BanPrefix, "fe80::1%eth0", ""},
		{data.BanPrefix, "fe80::1%eth0/64", ""},
		{data.BanPrefix, "192.0.2/24", ""},
		{data.BanPrefix, "192.0.2.0/33", ""},
		{data.BanPrefix, "example.org", ""},
		{data.BanPrefix, "", ""},

		{"", "anna", ""},
		{"country", "xx", ""},
	} {
		b, err := data.Ban{Kind: c.kind, Value: c.value}.Canonical(time.Now())
		var bad *data.BadBan
		switch {
		case c.want == "" && !errors.As(err, &bad):
			t.Errorf("a ban by %s of %q: %+v, %v", c.kind, c.value, b, err)
		case c.want != "" && (err != nil || b.Value != c.want):
			t.Errorf("a ban by %s of %q: %q, %v", c.kind, c.value, b.Value, err)
		}
	}
}

func TestABanOfNoKindNamesTheKinds(t *testing.T) {
	_, err := data.Ban{Kind: "country", Value: "xx"}.Canonical(time.Now())
	if err == nil || err.Error() != `"xx" cannot be banned: give key, name or prefix before it, not "country"` {
		t.Error(err)
	}
}

func TestBanThatIsNoSentence(t *testing.T) {
	now := time.Now()
	good := data.Ban{Kind: data.BanName, Value: "anna", Reason: "Schimpfwörter", Until: now.Add(time.Second)}
	if _, err := good.Canonical(now); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*data.Ban){
		"two lines":     func(b *data.Ban) { b.Reason = "one\ntwo" },
		"an escape":     func(b *data.Ban) { b.Reason = "\x1b[2J" },
		"right to left": func(b *data.Ban) { b.Reason = "\u202eabc" },
		"broken text":   func(b *data.Ban) { b.Reason = "\xff" },
		"too long":      func(b *data.Ban) { b.Reason = strings.Repeat("a", 201) },
		"over already":  func(b *data.Ban) { b.Until = now },
	} {
		b := good
		change(&b)
		var bad *data.BadBan
		if _, err := b.Canonical(now); !errors.As(err, &bad) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestBanInForce(t *testing.T) {
	now := time.Now()
	for what, c := range map[string]struct {
		ban  data.Ban
		want bool
	}{
		"for ever":      {data.Ban{}, true},
		"for a while":   {data.Ban{Until: now.Add(1)}, true},
		"until now":     {data.Ban{Until: now}, false},
		"lifted":        {data.Ban{Lifted: now}, false},
		"lifted before": {data.Ban{Lifted: now.Add(-1), Until: now.Add(1)}, false},
	} {
		if got := c.ban.InForce(now); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}
