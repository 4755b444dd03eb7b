package herald

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
	"noir/data/language"
	"noir/internal/quota"
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
	if err := h.pay(ctx); err != nil {
		return "", err
	}
	secret = newSecret()
	return secret, h.keep(ctx, player, address, secret)
}

// pay charges whoever sets or tries a webhook.
func (h *Herald) pay(ctx context.Context) error {
	if err := h.quota.Take(quota.From(ctx), quota.Webhooks, 1); err != nil {
		return refusedBy{err}
	}
	return nil
}

// refusedBy is what the ledger has refused, as something declined.
type refusedBy struct{ error }

func (e refusedBy) Unwrap() []error { return []error{e.error, declined} }

// Unhook takes the player's webhook away, if he has one. The store's errors.
func (h *Herald) Unhook(ctx context.Context, player data.PlayerID) error {
	return h.keep(ctx, player, "", "")
}

func (h *Herald) keep(ctx context.Context, player data.PlayerID, address, secret string) error {
	h.outbox.forget(player)
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
	ip, err := netip.ParseAddr(u.Hostname())
	switch {
	case h.config.Trial:
	case err == nil && !public(ip):
		return language.Sentence(declined, "that address is none of the public internet")
	case err == nil && h.courier.guard.isOwn(ip), h.courier.guard.named(u.Hostname()):
		return language.Sentence(declined, "that is this server itself; a webhook is elsewhere")
	}
	return nil
}

// turnTime is how long a trial waits for its turn among all that is posted.
const turnTime = 15 * time.Second

// Try posts a message of the type Trial to the player's webhook, before what else waits
// for it, and only once.
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
	if err := h.pay(ctx); err != nil {
		return err
	}
	tried, now := make(chan trial, 1), time.Now()
	p := &parcel{
		player: player, host: hostOf(set.Webhook), tried: tried, since: now, due: now,
		message: h.config.message(set, matchmaking.Event{News: Trial, At: now}),
	}
	h.outbox.put(p)
	came, err := h.await(ctx, p, tried)
	if err != nil {
		return err
	}
	return h.reason(ctx, came)
}

// await waits for what comes of a trial.
func (h *Herald) await(ctx context.Context, p *parcel, tried <-chan trial) (trial, error) {
	turn := time.NewTimer(turnTime)
	defer turn.Stop()
	for {
		select {
		case came := <-tried:
			return came, nil
		case <-turn.C:
			if h.outbox.cancel(p) {
				return trial{}, language.Sentence(declined, "the server has much to post at the moment; try again in a minute")
			}
		case <-ctx.Done():
			h.outbox.cancel(p)
			return trial{}, ctx.Err()
		case <-h.ctx.Done():
			return trial{}, h.ctx.Err()
		}
	}
}

// reason is why something could not be posted, as far as its player may know, nil if it
// could. What is behind an address that gives no answer of HTTP they do not learn, nor
// from the time that it takes: it is the same whatever has failed.
func (h *Herald) reason(ctx context.Context, came trial) error {
	var code status
	switch {
	case came.err == nil:
		return nil
	case errors.Is(came.err, data.ErrUnavailable):
		return came.err
	case errors.Is(came.err, errBusy):
		return language.Sentence(declined, "that address was posted to too often lately; try again in a few seconds")
	case errors.As(came.err, &code) && code/100 == 3:
		return language.Sentence(declined, "the answer was %d; redirects are not followed", int(code))
	case errors.As(came.err, &code):
		return language.Sentence(declined, "the answer was %d, where one from 200 to 299 is wanted", int(code))
	}
	rest := time.NewTimer(time.Until(came.began.Add(postTime)))
	defer rest.Stop()
	select {
	case <-rest.C:
	case <-ctx.Done():
		return ctx.Err()
	case <-h.ctx.Done():
		return h.ctx.Err()
	}
	return language.Sentence(declined, "no answer came from there within %d seconds; is somebody there whose certificate holds?", int(postTime.Seconds()))
}
