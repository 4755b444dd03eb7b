package notify

import (
	"encoding/json"
	"errors"
	"net/url"
	"time"

	"noir/data"
)

// mostFailures is how many tries in a row may fail, or be slow, before a player's webhook is
// switched off.
const mostFailures = 20

// deliver tries to post a message to where its player's webhook is now, and handles the result.
func (n *Notifier) deliver(p *delivery) {
	set, err := n.config.Store.Settings(n.ctx, p.player)
	switch {
	case err != nil: // the store's failure is not the webhook's
		n.postpone(p, err)
		return
	case set.Webhook == "" || hostOf(set.Webhook) != p.host: // the webhook is another one by now
		if p.tried != nil {
			p.tried <- attempt{time.Now(), errGone}
		}
		return
	}
	began := time.Now()
	at, err := n.courier.post(n.ctx, set.Webhook, set.Secret, p.message)
	if n.ctx.Err() != nil {
		return
	}
	if errors.Is(err, errBusy) { // not a try: it connected to nothing
		n.postpone(p, err)
		return
	}
	failures := n.outbox.fared(p, at, time.Since(began), err != nil)
	if err == nil {
		n.metrics.sent.Inc()
	} else {
		n.metrics.failed.Inc()
	}
	switch {
	case p.tried != nil:
		p.tried <- attempt{began, err}
	case failures >= mostFailures:
		if err != nil {
			n.metrics.dropped.Inc()
		}
		n.unhook(p.player, set.Webhook)
	case err != nil:
		n.retry(p, err)
	}
}

// postpone delays a delivery for which nothing was connected to, unless it is too old by now.
func (n *Notifier) postpone(p *delivery, cause error) {
	n.log.Debug("a message to a webhook has to wait", "message", p.message.ID, "err", cause)
	now := time.Now()
	switch {
	case p.tried != nil:
		p.tried <- attempt{now, cause}
	case now.Sub(p.since) >= mostAge:
		n.metrics.dropped.Inc()
	default:
		p.due = now.Add(busyPause)
		n.outbox.back(p)
	}
}

// retry schedules another try, or gives up.
func (n *Notifier) retry(p *delivery, cause error) {
	n.log.Debug("a webhook was not reached", "message", p.message.ID, "tries", p.tries+1, "err", cause)
	if p.tries == len(pauses) {
		n.metrics.dropped.Inc()
		return
	}
	p.due = time.Now().Add(pauses[p.tries])
	p.tries++
	n.outbox.back(p)
}

// unhook removes a player's webhook, unless they have another one by now, and leaves them a letter.
func (n *Notifier) unhook(player data.PlayerID, address string) {
	n.metrics.dropped.Add(float64(n.outbox.forget(player)))
	off := false
	_, err := n.config.Store.ChangeSettings(n.ctx, player, func(set *data.Settings) {
		if off = set.Webhook == address; off {
			set.Webhook, set.Secret = "", ""
		}
	})
	if err == nil && off {
		err = n.config.Store.Write(n.ctx, data.Letter{Player: player, Kind: data.HookOff, Detail: hookOff(address)})
	}
	if err != nil {
		n.log.Warn("a webhook that fails was not taken away", "err", err)
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
