package notify

import (
	"context"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// feedGames is how many finished games a feed lists.
const feedGames = 20

// atom is a feed (RFC 4287).
type atom struct {
	XMLName  xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	Language string   `xml:"xml:lang,attr"`
	ID       string   `xml:"id"`
	Title    string   `xml:"title"`
	Updated  string   `xml:"updated"`
	Author   string   `xml:"author>name"`
	Self     self     `xml:"link"`
	Entries  []entry  `xml:"entry"`
}

type self struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

type entry struct {
	ID      string `xml:"id"`
	Title   string `xml:"title"`
	Updated string `xml:"updated"`
	Content string `xml:"content"` // of type text, the default
}

// feedWriter writes feeds.
type feedWriter struct {
	config FeedsConfig
	host   string // of the URL
	began  time.Time
}

// URL is the URL of the feed with that secret name; "" for none.
func (f *feedWriter) URL(name string) string {
	if name == "" {
		return ""
	}
	return strings.TrimSuffix(f.config.URL, "/") + "/feed/" + name + ".atom"
}

// compose writes a player's feed and returns when anything in it last changed.
func (f *feedWriter) compose(ctx context.Context, p data.Player) ([]byte, time.Time, error) {
	set, err := f.config.Store.Settings(ctx, p.ID)
	if err != nil {
		return nil, time.Time{}, err
	}
	events, err := f.events(ctx, p, set)
	if err != nil {
		return nil, time.Time{}, err
	}
	reader, updated := f.config.reader(set), p.Created
	doc := atom{
		Language: reader.Tag(), ID: f.tag("feed", p), Title: reader.Words("Noir: what waits for %s", p.Name), Author: "Noir",
		Self: self{"self", feedType, f.URL(set.Feed)},
	}
	for _, e := range events {
		m := f.config.message(set, e)
		doc.Entries = append(doc.Entries, entry{f.tag(m.ID, p), m.Text, stamp(e.At), m.Command})
		if e.At.After(updated) {
			updated = e.At
		}
	}
	doc.Updated = stamp(updated)
	body, err := xml.MarshalIndent(doc, "", " ")
	return append([]byte(xml.Header), body...), updated, err
}

// tag is a unique name (RFC 4151) of something that a player is told.
func (f *feedWriter) tag(what string, p data.Player) string {
	return fmt.Sprintf("tag:%s,2026:%d/%s", f.host, p.ID, what)
}

func stamp(at time.Time) string { return second(at).Format(time.RFC3339) }

// events returns what a feed lists, newest first: day games that wait for the player, challenges to
// them, open challenges if they want to hear about them, and finished games.
func (f *feedWriter) events(ctx context.Context, p data.Player, set data.Settings) ([]matchmaking.Event, error) {
	rows, err := f.config.Broker.Mine(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	challenges, err := f.config.Broker.Challenges(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	games, err := f.config.Store.Games(ctx, p.ID, "", feedGames)
	if err != nil {
		return nil, err
	}
	var events []matchmaking.Event
	for _, row := range rows {
		if row.Pace == data.Day && row.YourMove() {
			e := yourMove(row)
			e.At = f.askedAt(row)
			events = append(events, e)
		}
	}
	for _, c := range challenges {
		if c.To.ID == p.ID || c.From.ID != p.ID && set.Lookout {
			events = append(events, challenged(c))
		}
	}
	for _, m := range games {
		events = append(events, over(m, p.ID))
	}
	slices.SortStableFunc(events, func(a, b matchmaking.Event) int { return b.At.Compare(a.At) })
	return events, nil
}

// askedAt returns since when the player has had to move. While clocks stand, as after a start,
// that is the start.
func (f *feedWriter) askedAt(row matchmaking.Listing) time.Time {
	if row.Until.IsZero() {
		return f.began
	}
	return row.Until.Add(-matchmaking.DayMove)
}

// challenged is the event of a challenge.
func challenged(c data.Challenge) matchmaking.Event {
	e := matchmaking.Event{
		News: matchmaking.Challenged, At: c.At, Game: c.Game, Others: []string{c.From.Name}, By: c.From,
		Challenge: c.ID, Pace: c.Pace, Rated: c.Rated,
	}
	if c.To.ID == 0 {
		e.News = matchmaking.Seeking
	}
	return e
}

// over is the event of a finished match for one of its players.
func over(m data.Match, p data.PlayerID) matchmaking.Event {
	e := matchmaking.Event{
		News: matchmaking.Over, At: m.Ended, Game: m.Game, Match: m.ID, Pace: m.Pace, Rated: m.Rated,
		Aborted: m.Result == nil,
	}
	for i, s := range m.Seats {
		if s.Player != p {
			e.Others = append(e.Others, s.Name)
		} else if m.Result != nil {
			e.End(*m.Result, engine.Seat(i))
		}
	}
	return e
}
