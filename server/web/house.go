package web

import (
	"context"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// How long readers may keep pages without asking again.
const (
	freshNow   = 10 * time.Second // what is on
	freshSoon  = time.Minute      // tables and lists
	freshLong  = time.Hour        // what comes with the program
	mostRows   = 50               // of the rankings
	mostPast   = 50               // games of a player that are looked through
	curveWidth = 200              // points of a rating's curve
)

// head is what every page begins with.
type head struct {
	Title, About string
	Path         string // of the page
	Picture      string // path of its picture; "" for none
	Feed         string // path of its Atom feed; "" for none
	Site         *Config
}

// table is a running table in a list.
type table struct {
	matchmaking.Listing
	Names string
}

// housePages are about all that is in the house.
type housePages struct{ *press }

// front says how to come in, and what is on.
func (s housePages) front(r *http.Request) (*page, error) {
	return s.cached(r, "/", func(ctx context.Context) (*page, error) {
		live, err := s.config.Broker.Live(ctx, 0)
		if err != nil {
			return nil, err
		}
		here, counts := s.config.Online(), s.config.Broker.Counts()
		with := struct {
			head
			Here, Playing int
			Waiting       map[string]int
			Live          []table
			Events        []data.Tournament
		}{
			head: head{"Noir", "A card house that you visit over SSH. Two games, strangers, no account.", "/", "", "", &s.config},
			Here: here, Playing: min(here, counts.Playing), Waiting: counts.Waiting,
		}
		for _, l := range live[:min(len(live), mostRows)] {
			var names []string
			for _, p := range l.Seats {
				names = append(names, s.config.Call(p.Name))
			}
			with.Live = append(with.Live, table{l, data.Versus(names)})
		}
		for _, e := range s.config.Broker.Tournaments() {
			if e.Stage(time.Now()) != data.Closed {
				with.Events = append(with.Events, e)
			}
		}
		return s.render("front.html", html, freshNow, with)
	})
}

// rankings is the table of a game.
func (s housePages) rankings(r *http.Request) (*page, error) {
	game := r.PathValue("game")
	var info *engine.Info
	for i := range s.config.Games {
		if s.config.Games[i].Name == game {
			info = &s.config.Games[i]
		}
	}
	if info == nil {
		return nil, data.ErrNotFound
	}
	return s.cached(r, "/rankings/"+game, func(ctx context.Context) (*page, error) {
		rows, total, err := s.config.Public.Table(ctx, game, mostRows)
		if err != nil {
			return nil, err
		}
		return s.render("rankings.html", html, freshSoon, struct {
			head
			Game  engine.Info
			Rows  []data.Standing
			Total int
		}{
			head{info.Title + " rankings", fmt.Sprintf("The best players of %s: %d in all.", info.Title, total), "/rankings/" + game, "", "", &s.config},
			*info, rows, total,
		})
	})
}

// result is a player's results in a game.
type result struct {
	Title  string
	Rating data.Rating
	Rank   int
	Total  int
	Curve  curve
}

// player shows a player.
func (s housePages) player(r *http.Request) (*page, error) {
	name := r.PathValue("name")
	return s.cached(r, "/player/"+name, func(ctx context.Context) (*page, error) {
		p, err := s.config.Public.Player(ctx, name)
		if err != nil {
			return nil, err
		}
		var results []result
		for _, g := range s.config.Games {
			profile, err := s.config.Public.Profile(ctx, g.Name, p.ID, curveWidth)
			if err != nil {
				return nil, err
			}
			if profile.Standing == nil {
				continue
			}
			var points []float64
			for _, e := range profile.History {
				points = append(points, e.Rating)
			}
			results = append(results, result{g.Title, profile.Standing.Rating, profile.Standing.Rank, profile.Total, newCurve(points, nil)})
		}
		games, err := s.config.Public.Past(ctx, p.ID, mostPast)
		if err != nil {
			return nil, err
		}
		return s.render("player.html", html, freshSoon, struct {
			head
			Player  data.Player
			Results []result
			Games   []row
		}{
			head{p.Name + " at Noir", "Ratings and games of " + p.Name + ".", "/player/" + p.Name, "", "/player/" + p.Name + "/games.atom", &s.config},
			p, results, s.rows(games, p.ID),
		})
	})
}

// row is a finished game in a player's list.
type row struct {
	data.Match
	Title, Against, Outcome, Change string
}

func (s housePages) rows(games []data.Match, of data.PlayerID) []row {
	list := make([]row, len(games))
	for i, m := range games {
		m = s.config.called(m)
		list[i] = row{Match: m, Title: s.config.Title(m.Game)}
		var others []string
		for seat, p := range m.Seats {
			if p.Player != of {
				others = append(others, p.Name)
				continue
			}
			list[i].Outcome = outcome(m, engine.Seat(seat))
			if p.Before != nil && p.After != nil {
				list[i].Change = gain(*p.Before, *p.After)
			}
		}
		list[i].Against = strings.Join(others, ", ")
	}
	return list
}

// games is the Atom feed of a player's games.
func (s housePages) games(r *http.Request) (*page, error) {
	name := r.PathValue("name")
	return s.cached(r, "/player/"+name+"/games.atom", func(ctx context.Context) (*page, error) {
		p, err := s.config.Public.Player(ctx, name)
		if err != nil {
			return nil, err
		}
		games, err := s.config.Public.Past(ctx, p.ID, mostPast)
		if err != nil {
			return nil, err
		}
		updated := p.Created
		if len(games) > 0 {
			updated = games[0].Ended
		}
		return s.render("games.atom", atom, freshSoon, struct {
			head
			Player  data.Player
			Games   []row
			Updated time.Time
		}{
			head{"Games of " + p.Name, "", "/player/" + p.Name, "", "/player/" + p.Name + "/games.atom", &s.config},
			p, s.rows(games, p.ID), updated,
		})
	})
}

// asset is a file that comes with the program.
func (s housePages) asset(r *http.Request) (*page, error) {
	name := r.PathValue("file")
	kind := mime.TypeByExtension(path.Ext(name))
	if ext := path.Ext(name); kind == "" || ext == ".html" || ext == ".atom" { // templates
		return nil, data.ErrNotFound
	}
	return s.cached(r, "/assets/"+name, func(context.Context) (*page, error) {
		body, err := fs.ReadFile(assets, "assets/"+name)
		if err != nil {
			return nil, data.ErrNotFound
		}
		return newPage(kind, freshLong, body), nil
	})
}

// robots lets search engines index games and rankings, but not feeds, whose names are secret.
func robots(*http.Request) (*page, error) {
	return newPage("text/plain; charset=utf-8", freshLong, []byte("User-agent: *\nDisallow: /feed/\n")), nil
}
