package data

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/netip"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// BanKind says what identifies the banned.
type BanKind string

// The kinds of bans.
const (
	BanKey    BanKind = "key"    // Value is a fingerprint, "SHA256:…"
	BanName   BanKind = "name"   // Value is a player's name; the ban follows the player through later names and keys
	BanPrefix BanKind = "prefix" // Value is an address or a prefix such as 192.0.2.0/24
)

// Ban shuts out a key, a player or addresses.
type Ban struct {
	ID     int64
	Kind   BanKind
	Value  string    // in its canonical form
	Player PlayerID  // of a ban by name; otherwise 0
	Reason string    // shown to the banned
	By     string    // the operator
	Since  time.Time // when it was made
	Until  time.Time // zero: never
	Lifted time.Time // when it was lifted; zero: it was not
}

// InForce reports whether the ban holds at that moment.
func (b Ban) InForce(now time.Time) bool {
	return b.Lifted.IsZero() && (b.Until.IsZero() || now.Before(b.Until))
}

// BadBan is why a ban makes no sense. Its text is for the operator.
type BadBan struct{ Message string }

func (e *BadBan) Error() string { return e.Message }

// maxReason is the limit of a reason in bytes: it is shown in one line.
const maxReason = 200

// Canonical returns the ban with its value as it is stored, or a *BadBan. A key becomes its SHA-256
// fingerprint. A prefix loses the bits beyond its length. An IPv6 ban covers at least a /64, since
// one subscriber has that much. IPv4 written as IPv6 becomes IPv4. Canonical does not check whether
// a name exists.
func (b Ban) Canonical(now time.Time) (Ban, error) {
	if !b.Until.IsZero() && !b.Until.After(now) {
		return Ban{}, &BadBan{"it would be over before it begins"}
	}
	if len(b.Reason) > maxReason || !utf8.ValidString(b.Reason) || strings.ContainsFunc(b.Reason, unprintable) {
		return Ban{}, &BadBan{fmt.Sprintf("the reason must be plain text of at most %d bytes in one line", maxReason)}
	}
	value, wanted := b.canonicalValue()
	if wanted != "" {
		return Ban{}, &BadBan{fmt.Sprintf("%q cannot be banned: give %s", b.Value, wanted)}
	}
	b.Value = value
	return b, nil
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// canonicalValue returns the stored form of the value, or an error that says what was expected.
func (b Ban) canonicalValue() (value, wanted string) {
	var ok bool
	switch b.Kind {
	case BanKey:
		value, ok = canonicalKey(b.Value)
		wanted = "a fingerprint, SHA256:…, as ssh-keygen -l prints it"
	case BanName:
		value, ok = strings.ToLower(b.Value), b.Value != ""
		wanted = "a player's name"
	case BanPrefix:
		value, ok = canonicalPrefix(b.Value)
		wanted = "an address or a prefix such as 192.0.2.0/24 that leaves somebody out"
	default:
		wanted = fmt.Sprintf("key, name or prefix before it, not %q", b.Kind)
	}
	if ok {
		return value, ""
	}
	return "", wanted
}

func canonicalKey(fingerprint string) (value string, ok bool) {
	sum, ok := strings.CutPrefix(strings.TrimRight(fingerprint, "="), "SHA256:")
	if !ok || len(sum) != base64.RawStdEncoding.EncodedLen(sha256.Size) {
		return "", false
	}
	_, err := base64.RawStdEncoding.Strict().DecodeString(sum)
	return "SHA256:" + sum, err == nil
}

func canonicalPrefix(text string) (value string, ok bool) {
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		addr, err := netip.ParseAddr(text)
		if err != nil || addr.Zone() != "" {
			return "", false
		}
		prefix = netip.PrefixFrom(addr, addr.BitLen())
	}
	addr, bits := prefix.Addr(), prefix.Bits()
	switch {
	case addr.Is4In6():
		addr, bits = addr.Unmap(), bits-96
	case addr.Is6():
		bits = min(bits, 64)
	}
	if bits <= 0 {
		return "", false
	}
	return netip.PrefixFrom(addr, bits).Masked().String(), true
}
