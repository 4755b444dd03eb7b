package notify

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"noir/data"
	"noir/data/account"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/matchmaking"
)

// declined tells a player why they cannot have something.
const declined = account.Refused("that cannot be told")

// maxAddress is the limit of a webhook's URL in bytes.
const maxAddress = 500

// Hooks are the players' webhooks.
type Hooks struct{ posting }

// Hook sets the player's webhook and returns the secret that signs its messages from then on; it is
// shown nowhere else. An error is account.Refused in a language.Sentence, or the store's.
func (h *Hooks) Hook(ctx context.Context, player data.PlayerID, address string) (secret string, err error) {
	if player.Guest() {
		return "", language.Sentence(declined, "guests cannot be told anything later: connect with a key")
	}
	if err := h.check(address); err != nil {
		return "", err
	}
	if err := h.pay(ctx); err != nil {
		return "", err
	}
	secret = newSecret()
	return secret, h.keep(ctx, player, address, secret)
}

// pay charges the person who sets or tries a webhook.
func (h *Hooks) pay(ctx context.Context) error {
	if err := h.config.Quota.Take(quota.From(ctx), quota.Webhooks, 1); err != nil {
		return refusedBy{err}
	}
	return nil
}

// refusedBy is a refusal by the ledger as an error of the webhook.
type refusedBy struct{ error }

func (e refusedBy) Unwrap() []error { return []error{e.error, declined} }

// Unhook removes the player's webhook, if there is one. Errors are the store's.
func (h *Hooks) Unhook(ctx context.Context, player data.PlayerID) error {
	return h.keep(ctx, player, "", "")
}

func (h *Hooks) keep(ctx context.Context, player data.PlayerID, address, secret string) error {
	h.outbox.forget(player)
	_, err := h.config.Store.ChangeSettings(ctx, player, func(set *data.Settings) { set.Webhook, set.Secret = address, secret })
	return err
}

// check returns why a URL cannot be a webhook's.
func (h *Hooks) check(address string) error {
	u, err := url.Parse(address)
	switch {
	case len(address) > maxAddress:
		return language.Sentence(declined, "a URL of more than %d bytes is too long", maxAddress)
	case err != nil || u.Hostname() == "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }):
		return language.Sentence(declined, "that is not a URL; one looks like https://example.com/hook")
	case u.Scheme != "https" && !(h.config.AllowPrivate && u.Scheme == "http"):
		return language.Sentence(declined, "the URL must begin with https://, so that nobody else can read the messages")
	case u.User != nil || u.Fragment != "":
		return language.Sentence(declined, "a URL without name, password and #fragment, please")
	}
	port, err := strconv.Atoi(u.Port())
	if u.Port() != "" && (err != nil || port > 65535 || port < 1024 && port != 443) {
		return language.Sentence(declined, "the port must be 443, or 1024 and above")
	}
	ip, err := netip.ParseAddr(u.Hostname())
	switch {
	case h.config.AllowPrivate:
	case err == nil && !public(ip):
		return language.Sentence(declined, "that address is not on the public internet: take one that is")
	case err == nil && h.courier.guard.isOwn(ip), h.courier.guard.named(u.Hostname()):
		return language.Sentence(declined, "that is this server itself: take a URL of another")
	}
	return nil
}

// turnTime is how long a test message waits for its turn among all posts.
const turnTime = 15 * time.Second

// Try posts a message of type TestMessage to the player's webhook once, before anything else that waits
// for it. nil means that it has arrived; an error is account.Refused in a language.Sentence, or the
// store's.
func (h *Hooks) Try(ctx context.Context, player data.PlayerID) error {
	set, err := h.config.Store.Settings(ctx, player)
	switch {
	case err != nil:
		return err
	case set.Webhook == "":
		return language.Sentence(declined, "you have no webhook; `webhook set URL` makes one")
	}
	if err := h.pay(ctx); err != nil {
		return err
	}
	tried, now := make(chan attempt, 1), time.Now()
	p := &delivery{
		player: player, host: hostOf(set.Webhook), tried: tried, since: now, due: now,
		message: h.config.message(set, matchmaking.Event{News: TestMessage, At: now}),
	}
	h.outbox.put(p)
	came, err := h.await(ctx, p, tried)
	if err != nil {
		return err
	}
	return h.reason(ctx, came)
}

// await waits for the result of a test message.
func (h *Hooks) await(ctx context.Context, p *delivery, tried <-chan attempt) (attempt, error) {
	turn := time.After(turnTime)
	for {
		select {
		case came := <-tried:
			return came, nil
		case <-turn:
			if h.outbox.cancel(p) {
				return attempt{}, language.Sentence(declined, "the server has many messages to send at the moment; try again in a minute")
			}
		case <-ctx.Done():
			h.outbox.cancel(p)
			return attempt{}, ctx.Err()
		case <-h.ctx.Done():
			return attempt{}, h.ctx.Err()
		}
	}
}

// reason returns the reason why a post failed, as far as its player may know; nil if it succeeded.
// They must not learn what is behind an address that gives no HTTP answer, nor infer it from the
// time taken: text and time are the same for every failure.
func (h *Hooks) reason(ctx context.Context, came attempt) error {
	var code status
	switch {
	case came.err == nil:
		return nil
	case errors.Is(came.err, data.ErrUnavailable):
		return came.err
	case errors.Is(came.err, errBusy):
		return language.Sentence(declined, "that address got too many messages lately; try again in a few seconds")
	case errors.As(came.err, &code) && code/100 == 3:
		return language.Sentence(declined, "the answer was %d; redirects are not followed: set the URL that it leads to", int(code))
	case errors.As(came.err, &code):
		return language.Sentence(declined, "the answer was %d; it must be 200 to 299", int(code))
	}
	select {
	case <-time.After(time.Until(came.began.Add(postTime))):
	case <-ctx.Done():
		return ctx.Err()
	case <-h.ctx.Done():
		return h.ctx.Err()
	}
	return language.Sentence(declined, "no answer came from there within %d seconds; check the address and its certificate", int(postTime.Seconds()))
}
