package herald

import (
	"encoding/json"
	"errors"
	"net/url"
	"sync"
	"time"

	"noir/data"
)

// mostFailures is how many tries in a row may fail until a player's webhook is off.
const mostFailures = 20

// streaks counts tries that have failed since the last that did not, by player.
type streaks struct {
	mu sync.Mutex
	of map[data.PlayerID]int
}

func (s *streaks) fail(p data.PlayerID) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of[p]++
	return s.of[p]
}

func (s *streaks) end(p data.PlayerID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.of, p)
}

// deliver tries to post a parcel, to where its player's webhook is now, and sees to
// what becomes of it.
func (h *Herald) deliver(p *parcel) {
	set, err := h.config.Store.Settings(h.ctx, p.player)
	switch {
	case err != nil:
		h.retry(p, err)
		return
	case set.Webhook == "":
		return
	}
	err = h.courier.post(h.ctx, set.Webhook, set.Secret, p.message)
	switch {
	case h.ctx.Err() != nil:
	case err == nil:
		h.streaks.end(p.player)
		h.metrics.sent.Inc()
	case errors.Is(err, errBusy):
		p.due = time.Now().Add(knockBurst * knockEvery)
		h.outbox.back(p)
	case h.streaks.fail(p.player) >= mostFailures:
		h.metrics.failed.Inc()
		h.metrics.dropped.Inc()
		h.unhook(p.player, set.Webhook)
	default:
		h.metrics.failed.Inc()
		h.retry(p, err)
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
	h.streaks.end(player)
	h.metrics.dropped.Add(float64(h.outbox.forget(player)))
	off := false
	_, err := h.config.Store.ChangeSettings(h.ctx, player, func(set *data.Settings) {
		if off = set.Webhook == address; off {
			set.Webhook, set.Secret = "", ""
		}
	})
	if err == nil && off {
		err = h.config.Store.Write(h.ctx, data.Letter{Player: player, Kind: data.HookOff, Detail: hostOf(address)})
	}
	if err != nil {
		h.log.Warn("a webhook that fails was not taken away", "err", err)
	}
}

// hostOf is the detail of a data.HookOff.
func hostOf(address string) json.RawMessage {
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
