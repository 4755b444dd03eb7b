package app

import (
	"errors"
	"log/slog"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"noir/engine"
	"noir/server/notify"
	"noir/server/web"
	"noir/server/webterm"
	"noir/tui"
)

// openFeeds makes the feeds and the socket that they share with the pages, if there is an
// address for them.
func (a *App) openFeeds(c Config) (err error) {
	if c.Web == "" {
		if c.WebPlay {
			return errors.New("a page to play at (--web-play) is one of the pages: give them an address with --web")
		}
		return nil
	}
	if a.web, err = listenAt(c.Web, "web"); err != nil {
		return err
	}
	if a.visits.web = strings.TrimSuffix(c.WebURL, "/"); a.visits.web == "" {
		a.visits.web = "http://" + a.Web().String()
	}
	a.feeds, err = notify.NewFeeds(notify.FeedsConfig{Style: a.visits.style(), Store: a.store, Broker: a.broker, Log: c.Log, URL: a.visits.web})
	return err
}

// newSite makes the pages, if there is an address for them.
func (a *App) newSite(c Config) (err error) {
	if a.feeds == nil {
		return nil
	}
	var games []engine.Info
	for _, g := range a.visits.games {
		games = append(games, g.Info())
	}
	services := a.visits.services
	config := web.Config{
		URL: a.visits.web, Address: a.visits.address, Print: a.print, Notice: c.Notice, Games: games, Call: tui.Called,
		Public: services.Public, Matches: services.Matches, Broker: a.broker, Online: a.Online,
		Feed: a.feeds, Film: a.visits.film, Quota: a.quota, Proxies: c.WebProxies.Has, Log: c.Log,
	}
	if c.WebPlay {
		if a.browsers, err = webterm.New(webterm.Config{URL: a.visits.web, Print: a.print, Library: a.visits.library, Log: c.Log}); err != nil {
			return err
		}
		config.Play, config.Door = a.browsers, a.browsers.Built()
		if config.Door {
			a.visits.door = a.visits.web + webterm.Path
		} else {
			c.Log.Warn(webterm.Missing)
		}
	}
	a.site, err = web.New(config)
	return err
}

// serveSite serves the pages and the feeds, if there is an address for them.
func (a *App) serveSite(log *slog.Logger) {
	if a.site == nil {
		return
	}
	a.serving.Go(func() {
		if err := a.site.Serve(a.web); err != nil {
			log.Error("pages", "err", err)
		}
	})
}

// collectors are the metrics besides the server's own.
func (a *App) collectors() []prometheus.Collector {
	all := slices.Concat(a.store.Figures(), a.broker.Figures(), a.notifier.Collectors())
	if a.link != nil {
		all = append(all, a.link.Figures()...)
	}
	if a.site != nil {
		all = slices.Concat(all, a.feeds.Collectors(), a.site.Collectors())
	}
	if a.browsers != nil {
		all = slices.Concat(all, a.browsers.Collectors())
	}
	return all
}
