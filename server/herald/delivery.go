package herald

import (
	"encoding/json"
	"errors"
	"net/url"
	"time"

	"noir/data"
)

// mostFailures is how many tries in a row may fail, or be slow, until a player's webhook
// is off.
const mostFailures = 20

// deliver tries to post a parcel, to where its player's webhook is now, and sees to
// what becomes of it.
func (h *Herald) deliver(p *parcel) {
	set, err := h.config.Store.Settings(h.ctx, p.player)
	switch {
	case err != nil && p.tried != nil:
		p.tried <- trial{time.Now(), err}
		return
	case err != nil:
		h.retry(p, err)
		return
	case set.Webhook == "" || hostOf(set.Webhook) != p.host: // it is another one by now
		if p.tried != nil {
			p.tried <- trial{time.Now(), errGone}
		}
		return
	}
	began := time.Now()
	at, err := h.courier.post(h.ctx, set.Webhook, set.Secret, p.message)
	if h.ctx.Err() != nil {
		return
	}
	if errors.Is(err, errBusy) { // no try: nothing was connected to
		h.postpone(p)
		return
	}
	failures := h.outbox.fared(p, at, time.Since(began), err != nil)
	if err == nil {
		h.metrics.sent.Inc()
	} else {
		h.metrics.failed.Inc()
	}
	switch {
	case p.tried != nil:
		p.tried <- trial{began, err}
	case failures >= mostFailures:
		if err != nil {
			h.metrics.dropped.Inc()
		}
		h.unhook(p.player, set.Webhook)
	case err != nil:
		h.retry(p, err)
	}
}

// postpone has a parcel wait until its address may be connected to again, if that is not
// too late.
func (h *Herald) postpone(p *parcel) {
	now := time.Now()
	switch {
	case p.tried != nil:
		p.tried <- trial{now, errBusy}
	case now.Sub(p.since) >= mostAge:
		h.metrics.dropped.Inc()
	default:
		p.due = now.Add(busyPause)
		h.outbox.back(p)
	}
}

// retry has a parcel tried again later, or gives it up.
func (h *Herald) retry(p *parcel, cause error) {
	h.log.Debug("a webhook was not reached", "message", p.message.ID, "tries", p.tries+1, "err", cause)
	if p.tries == len(pauses) {
		h.metrics.dropped.Inc()
		return
	}
	p.due = time.Now().Add(pauses[p.tries])
	p.tries++
	h.outbox.back(p)
}

// unhook takes a player's webhook away, unless he has another one by now, and leaves
// him a letter.
func (h *Herald) unhook(player data.PlayerID, address string) {
	h.metrics.dropped.Add(float64(h.outbox.forget(player)))
	off := false
	_, err := h.config.Store.ChangeSettings(h.ctx, player, func(set *data.Settings) {
		if off = set.Webhook == address; off {
			set.Webhook, set.Secret = "", ""
		}
	})
	if err == nil && off {
		err = h.config.Store.Write(h.ctx, data.Letter{Player: player, Kind: data.HookOff, Detail: hookOff(address)})
	}
	if err != nil {
		h.log.Warn("a webhook that fails was not taken away", "err", err)
	}
}

// hookOff is the detail of a data.HookOff.
func hookOff(address string) json.RawMessage {
	detail := map[string]string{"host": ""}
	if u, err := url.Parse(address); err == nil {
		detail["host"] = u.Host
	}
	raw, err := json.Marshal(detail)
	if err != nil {
		panic(err) // a map of texts has its JSON
	}
	return raw
}
