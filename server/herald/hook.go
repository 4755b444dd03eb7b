package herald

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"noir/data"
	"noir/data/account"
	"noir/data/language"
	"noir/matchmaking"
)

// declined is what a player is told why he cannot have something.
const declined = account.Refused("that cannot be told")

// maxAddress is how many bytes the URL of a webhook may have.
const maxAddress = 500

// Hook makes a URL the player's webhook and returns the secret with which its messages
// are signed from then on; it is told nowhere else. An error is account.Refused in a
// language.Sentence, or the store's.
func (h *Herald) Hook(ctx context.Context, player data.PlayerID, address string) (secret string, err error) {
	if player.Guest() {
		return "", language.Sentence(declined, "a guest cannot be told anything later: connect with a key")
	}
	if err := h.check(address); err != nil {
		return "", err
	}
	secret = newSecret()
	return secret, h.keep(ctx, player, address, secret)
}

// Unhook takes the player's webhook away, if he has one. The store's errors.
func (h *Herald) Unhook(ctx context.Context, player data.PlayerID) error {
	return h.keep(ctx, player, "", "")
}

func (h *Herald) keep(ctx context.Context, player data.PlayerID, address, secret string) error {
	h.outbox.forget(player)
	h.streaks.end(player)
	_, err := h.config.Store.ChangeSettings(ctx, player, func(set *data.Settings) { set.Webhook, set.Secret = address, secret })
	return err
}

// check says what is wrong with the URL of a webhook.
func (h *Herald) check(address string) error {
	u, err := url.Parse(address)
	switch {
	case len(address) > maxAddress:
		return language.Sentence(declined, "a URL of more than %d bytes is too long", maxAddress)
	case err != nil || u.Hostname() == "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }):
		return language.Sentence(declined, "that is no URL; it looks like https://example.com/hook")
	case u.Scheme != "https" && !(h.config.Trial && u.Scheme == "http"):
		return language.Sentence(declined, "only https:// will do, so that nobody reads along")
	case u.User != nil || u.Fragment != "":
		return language.Sentence(declined, "a URL without name, password and #fragment, please")
	}
	port, err := strconv.Atoi(u.Port())
	if u.Port() != "" && (err != nil || port > 65535 || port < 1024 && port != 443) {
		return language.Sentence(declined, "the port has to be 443 or one from 1024 on")
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && !h.config.Trial && !public(ip) {
		return private
	}
	return nil
}

// Try posts a message of the type Trial to the player's webhook, at once and only once.
// nil means that it has arrived; an error is account.Refused in a
// language.Sentence, or the store's.
func (h *Herald) Try(ctx context.Context, player data.PlayerID) error {
	set, err := h.config.Store.Settings(ctx, player)
	switch {
	case err != nil:
		return err
	case set.Webhook == "":
		return language.Sentence(declined, "you have no webhook; `webhook set URL` makes one")
	}
	err = h.courier.post(ctx, set.Webhook, set.Secret, h.config.message(set, matchmaking.Event{News: Trial, At: time.Now()}))
	if err != nil {
		h.metrics.failed.Inc()
		return reason(err)
	}
	h.metrics.sent.Inc()
	h.streaks.end(player)
	return nil
}

// private is errPrivate for the player.
var private = language.Sentence(declined, "that address is none of the public internet")

// reason is why something could not be posted, as far as its player may know: of what
// is behind an address he learns no more than that it did not answer.
func reason(err error) error {
	var (
		code        status
		slow        net.Error
		certificate *tls.CertificateVerificationError
	)
	switch {
	case errors.Is(err, errPrivate):
		return private
	case errors.Is(err, errBusy):
		return language.Sentence(declined, "that address was posted to too often lately; try again in a few seconds")
	case errors.As(err, &code) && code/100 == 3:
		return language.Sentence(declined, "the answer was %d; redirects are not followed", int(code))
	case errors.As(err, &code):
		return language.Sentence(declined, "the answer was %d, where one from 200 to 299 is wanted", int(code))
	case errors.As(err, &certificate):
		return language.Sentence(declined, "the certificate there does not hold")
	case errors.As(err, &slow) && slow.Timeout():
		return language.Sentence(declined, "no answer came within %d seconds", int(postTime.Seconds()))
	}
	return language.Sentence(declined, "no connection could be made")
}
