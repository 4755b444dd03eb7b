package notify

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
)

const feedType = "application/atom+xml"

// The rate limit of a feed.
const (
	readEvery = 10 * time.Second
	readBurst = 20
)

// feedStore is the part of a store that feeds need.
type feedStore interface {
	PlayerByFeed(ctx context.Context, feed string) (data.Player, error)
	Games(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) ([]data.Match, error)
	Settings(ctx context.Context, id data.PlayerID) (data.Settings, error)
	ChangeSettings(ctx context.Context, id data.PlayerID, change func(*data.Settings)) (data.Settings, error)
}

// FeedsConfig configures feeds. Everything but Log is required.
type FeedsConfig struct {
	Style
	Store  feedStore
	Broker matchmaking.Broker
	Log    *slog.Logger // nil logs nothing
	URL    string       // under which all feeds are, as their readers reach it: "https://noir.example.com"
}

// Feeds answers requests for players' Atom feeds, each under a secret name: GET /feed/{file}. It is
// safe for concurrent use.
type Feeds struct {
	feedWriter
	feeds *pace[string] // by the name of the feed
	asked *prometheus.CounterVec
}

// NewFeeds makes feeds. It fails for an invalid URL.
func NewFeeds(c FeedsConfig) (*Feeds, error) {
	base, err := url.Parse(c.URL)
	if err != nil || base.Hostname() == "" {
		return nil, errors.New("feeds need a URL such as https://noir.example.com")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	f := &Feeds{
		feedWriter: feedWriter{config: c, host: base.Hostname(), began: time.Now()},
		feeds:      newPace[string](readEvery, readBurst),
		asked: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "noir_feeds_total", Help: "Requests for feeds, by outcome: served (also as unchanged), unknown, limited, failed.",
		}, []string{"outcome"}),
	}
	for _, outcome := range []string{"served", "unknown", "limited", "failed"} {
		f.asked.WithLabelValues(outcome)
	}
	return f, nil
}

// Collectors are the metrics of feeds.
func (f *Feeds) Collectors() []prometheus.Collector { return []prometheus.Collector{f.asked} }

// ServeHTTP serves one feed.
func (f *Feeds) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, updated, outcome := f.read(r)
	f.asked.WithLabelValues(outcome).Inc()
	switch outcome {
	case "served":
		writeFeed(w, r, body, updated)
	case "unknown":
		http.NotFound(w, r)
	case "limited":
		w.Header().Set("Retry-After", strconv.Itoa(int(readEvery.Seconds())))
		http.Error(w, "too often; wait a few seconds", http.StatusTooManyRequests)
	case "failed":
		http.Error(w, "try again in a minute", http.StatusServiceUnavailable)
	}
}

// read returns the requested feed and when it last changed, or why it is refused.
func (f *Feeds) read(r *http.Request) (body []byte, updated time.Time, outcome string) {
	name, ok := strings.CutSuffix(r.PathValue("file"), ".atom")
	if !ok || name == "" {
		return nil, updated, "unknown"
	}
	player, err := f.config.Store.PlayerByFeed(r.Context(), name)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return nil, updated, "unknown"
	case err != nil:
		return nil, updated, "failed"
	case !f.feeds.allow(name, time.Now()):
		return nil, updated, "limited"
	}
	body, updated, err = f.compose(r.Context(), player)
	if err != nil {
		f.config.Log.Warn("a feed was not written", "err", err)
		return nil, updated, "failed"
	}
	return body, updated, "served"
}

// writeFeed writes a feed, or that it has not changed since it was last read.
func writeFeed(w http.ResponseWriter, r *http.Request, body []byte, updated time.Time) {
	sum := sha256.Sum256(body)
	h := w.Header()
	h.Set("Content-Type", feedType+"; charset=utf-8")
	h.Set("Cache-Control", "private, max-age=60")
	h.Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`)
	h.Set("X-Robots-Tag", "noindex")
	http.ServeContent(w, r, "", updated, bytes.NewReader(body))
}

// Renew gives the player's feed a new name, which replaces the old one, and returns its URL. An
// error is account.Refused in a language.Sentence, or the store's.
func (f *Feeds) Renew(ctx context.Context, player data.PlayerID) (string, error) {
	if player.Guest() {
		return "", language.Sentence(declined, "guests cannot be told anything later: connect with a key")
	}
	raw := make([]byte, 20)
	_, _ = rand.Read(raw) // never fails
	name := strings.ToLower(base32.StdEncoding.EncodeToString(raw))
	return f.URL(name), f.keep(ctx, player, name)
}

// End removes the player's feed, if there is one. Errors are the store's.
func (f *Feeds) End(ctx context.Context, player data.PlayerID) error { return f.keep(ctx, player, "") }

func (f *Feeds) keep(ctx context.Context, player data.PlayerID, name string) error {
	_, err := f.config.Store.ChangeSettings(ctx, player, func(set *data.Settings) { set.Feed = name })
	return err
}
