package notify

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"time"

	"noir/data"
)

// mostFailures is how many tries in a row may fail, or be slow, before a player's webhook is
// switched off.
const mostFailures = 20

// posting is what it takes to post messages.
type posting struct {
	ctx     context.Context // of the notifier's work
	config  Config
	courier *courier
	outbox  *outbox
}

// dispatcher posts what the outbox releases, and decides what follows.
type dispatcher struct {
	posting
	metrics *metrics
}

// deliver tries to post a message to where its player's webhook is now, and handles the result.
func (d *dispatcher) deliver(p *delivery) {
	set, err := d.config.Store.Settings(d.ctx, p.player)
	switch {
	case err != nil: // the store's failure is not the webhook's
		d.postpone(p, err)
		return
	case set.Webhook == "" || hostOf(set.Webhook) != p.host: // the webhook is another one by now
		if p.tried != nil {
			p.tried <- attempt{time.Now(), errGone}
		}
		return
	}
	began := time.Now()
	at, err := d.courier.post(d.ctx, set.Webhook, set.Secret, p.message)
	if d.ctx.Err() != nil {
		return
	}
	if errors.Is(err, errBusy) { // not a try: it connected to nothing
		d.postpone(p, err)
		return
	}
	failures := d.outbox.fared(p, at, time.Since(began), err != nil)
	if err == nil {
		d.metrics.sent.Inc()
	} else {
		d.metrics.failed.Inc()
	}
	switch {
	case p.tried != nil:
		p.tried <- attempt{began, err}
	case failures >= mostFailures:
		if err != nil {
			d.metrics.dropped.Inc()
		}
		d.unhook(p.player, set.Webhook)
	case err != nil:
		d.retry(p, err)
	}
}

// postpone delays a delivery for which nothing was connected to, unless it is too old by now.
func (d *dispatcher) postpone(p *delivery, cause error) {
	d.config.Log.Debug("a message to a webhook has to wait", "message", p.message.ID, "err", cause)
	now := time.Now()
	switch {
	case p.tried != nil:
		p.tried <- attempt{now, cause}
	case now.Sub(p.since) >= mostAge:
		d.metrics.dropped.Inc()
	default:
		p.due = now.Add(busyPause)
		d.outbox.back(p)
	}
}

// retry schedules another try, or gives up.
func (d *dispatcher) retry(p *delivery, cause error) {
	d.config.Log.Debug("a webhook was not reached", "message", p.message.ID, "tries", p.tries+1, "err", cause)
	if p.tries == len(pauses) {
		d.metrics.dropped.Inc()
		return
	}
	p.due = time.Now().Add(pauses[p.tries])
	p.tries++
	d.outbox.back(p)
}

// unhook removes a player's webhook, unless they have another one by now, and leaves them a letter.
func (d *dispatcher) unhook(player data.PlayerID, address string) {
	d.metrics.dropped.Add(float64(d.outbox.forget(player)))
	off := false
	_, err := d.config.Store.ChangeSettings(d.ctx, player, func(set *data.Settings) {
		if off = set.Webhook == address; off {
			set.Webhook, set.Secret = "", ""
		}
	})
	if err == nil && off {
		err = d.config.Store.Write(d.ctx, data.Letter{Player: player, Kind: data.HookOff, Detail: hookOff(address)})
	}
	if err != nil {
		d.config.Log.Warn("a webhook that fails was not taken away", "err", err)
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
		panic(err) // a map of strings always has JSON
	}
	return raw
}
