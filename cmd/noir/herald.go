package main

import (
	"errors"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data/language"
	"noir/engine"
	"noir/server/herald"
)

// style is how players are told things while they are elsewhere.
func (h *house) style() herald.Style {
	nowhere := func(string) string { return "" } // no terminal says which language
	return herald.Style{
		Address: h.address, Title: h.title,
		Reads: func(setting string) *language.Reader { return h.library.Reader(setting, nowhere) },
	}
}

// title is what people call a game.
func (h *house) title(name string) string {
	if g, ok := engine.Named(h.games, name); ok {
		return g.Info().Title
	}
	return name
}

// openFeeds serves the feeds, if they are wanted.
func (h *house) openFeeds(set settings, log *slog.Logger) error {
	if set.feeds == "" {
		return nil
	}
	l, err := listenAt(set.feeds, "feeds")
	if err != nil {
		return err
	}
	url := set.feedsURL
	if url == "" {
		url = "http://" + l.Addr().String()
	}
	feeds, err := herald.NewFeeds(herald.FeedsConfig{Style: h.style(), Store: h.store, Broker: h.broker, Log: log, URL: url})
	if err != nil {
		return errors.Join(err, l.Close())
	}
	h.feeds = feeds
	h.serving.Go(func() {
		if err := feeds.Serve(l); err != nil {
			log.Error("feeds", "err", err)
		}
	})
	return nil
}

// collectors are what /metrics tells beside what the server counts itself.
func (h *house) collectors() []prometheus.Collector {
	all := append(h.store.Figures(), h.herald.Collectors()...)
	if h.feeds != nil {
		all = append(all, h.feeds.Collectors()...)
	}
	return all
}
