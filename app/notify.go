package app

import (
	"errors"
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"noir/internal/language"
	"noir/server/notify"
)

// style is how messages to absent players are worded.
func (h *visits) style() notify.Style {
	nowhere := func(string) string { return "" } // no terminal says which language
	return notify.Style{
		Address: h.address, Title: h.title,
		Reads: func(setting string) *language.Reader { return h.library.Reader(setting, nowhere) },
	}
}

// openFeeds serves the feeds, if they are wanted.
func (a *App) openFeeds(c Config) error {
	if c.Feeds == "" {
		return nil
	}
	l, err := listenAt(c.Feeds, "feeds")
	if err != nil {
		return err
	}
	url := c.FeedsURL
	if url == "" {
		url = "http://" + l.Addr().String()
	}
	feeds, err := notify.NewFeeds(notify.FeedsConfig{Style: a.visits.style(), Store: a.store, Broker: a.broker, Log: c.Log, URL: url})
	if err != nil {
		return errors.Join(err, l.Close())
	}
	a.feeds, a.feedsAt = feeds, l.Addr()
	a.serving.Go(func() {
		if err := feeds.Serve(l); err != nil {
			c.Log.Error("feeds", "err", err)
		}
	})
	return nil
}

// collectors are the metrics besides the server's own.
func (a *App) collectors() []prometheus.Collector {
	all := slices.Concat(a.store.Figures(), a.broker.Figures(), a.notifier.Collectors())
	if a.feeds != nil {
		all = append(all, a.feeds.Collectors()...)
	}
	return all
}
