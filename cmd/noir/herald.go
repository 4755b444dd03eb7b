package main

import (
	"errors"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strings"

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

// own are the names and addresses at which this server is reached, as far as its settings
// say: nobody has it post to itself.
func (set settings) own() []string {
	var hosts []string
	if words := strings.Fields(set.address); len(words) > 0 {
		hosts = append(hosts, words[len(words)-1])
	}
	for _, address := range []string{set.listen, set.metrics, set.feeds} {
		if host, _, err := net.SplitHostPort(address); err == nil {
			hosts = append(hosts, host)
		}
	}
	if u, err := url.Parse(set.feedsURL); err == nil {
		hosts = append(hosts, u.Hostname())
	}
	for i, host := range hosts {
		hosts[i] = strings.Trim(host[strings.LastIndex(host, "@")+1:], "[]")
	}
	return slices.DeleteFunc(hosts, func(host string) bool { return host == "" })
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
