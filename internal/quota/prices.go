package quota

import (
	"fmt"
	"slices"
	"time"

	"noir/internal/language"
)

// Good is something that costs the server something. Its name is that of its flag and, with _ for
// -, of its metric.
type Good string

// The goods.
const (
	Tables       Good = "tables"        // running tables against house players, without day games
	DayGames     Good = "day-games"     // running day games
	Openings     Good = "openings"      // tables opened
	Replays      Good = "replays"       // replays being made
	Reviews      Good = "reviews"       // reviews that wait or are being made
	Challenges   Good = "challenges"    // challenges made
	ChallengesTo Good = "challenges-to" // challenges made to one person
	Reports      Good = "reports"       // attempts to report somebody
	Webhooks     Good = "webhooks"      // webhooks set or tested
	Calls        Good = "calls"         // webhook messages about challenges that one player makes to one person
	Posts        Good = "posts"         // connections to webhooks at one address, of all players
	NewPosts     Good = "new-posts"     // webhooks at new addresses
	Pages        Good = "pages"         // pages and feeds that are asked for over HTTP
	Recovery     Good = "recovery"      // wrong codes
	Processor    Good = "processor"     // seconds of processor used by commands, hints and key exchanges
)

// Price is what a good costs. A limit of 0 means none.
type Price struct {
	Good    Good
	About   string // what is counted, for the help of its flags
	Refusal string // for a player with nothing left; may contain one %d for the limit
	Held    bool   // places that are given back; otherwise a rate
	Dear    bool   // players also pay by address
	Player  Limit  // per player; 0: players pay by address
	Address Limit  // per address or IPv6 /64; 0: as Player
	All     Limit  // of everybody together
}

// Prices is a price list.
type Prices []Price

// Usual returns the default prices. The caller owns them.
func Usual() Prices {
	return Prices{{
		Good: Tables, About: "running tables with the house, day games aside", Held: true, Dear: true,
		Refusal: language.Mark("you have the most tables allowed (%d); end a game first"),
		Player:  atOnce(8), Address: atOnce(24), All: atOnce(512),
	}, {
		Good: DayGames, About: "running day games", Held: true,
		Refusal: language.Mark("you have the most day games allowed (%d); end one first"),
		Player:  atOnce(50),
	}, {
		Good: Openings, About: "tables opened", Dear: true,
		Refusal: language.Mark("tables are being opened too fast; wait a few seconds"),
		Player:  each(20, time.Second), Address: each(60, time.Second),
	}, {
		Good: Replays, About: "replays being made", Held: true, Dear: true,
		Refusal: language.Mark("too many of your replays wait already; try again when one is done"),
		Player:  atOnce(2), Address: atOnce(3), All: atOnce(4),
	}, {
		Good: Reviews, About: "reviews that wait or are being made", Held: true, Dear: true,
		Refusal: language.Mark("%d of your games wait for a review already; try again when one is done"),
		Player:  atOnce(2), Address: atOnce(6), All: atOnce(32),
	}, {
		Good: Challenges, About: "challenges made", Dear: true,
		Refusal: language.Mark("you have made many challenges lately; wait a minute"),
		Player:  each(10, time.Minute), Address: each(30, time.Minute),
	}, {
		Good: ChallengesTo, About: "challenges made to one person",
		Refusal: language.Mark("you have challenged them often enough for now; try again in an hour"),
		Player:  each(3, 20*time.Minute),
	}, {
		Good: Reports, About: "attempts to report somebody", Dear: true,
		Refusal: language.Mark("you have reported often enough for now; wait a minute"),
		Player:  each(20, time.Minute), Address: each(60, time.Minute),
	}, {
		Good: Webhooks, About: "webhooks set or tested", Dear: true,
		Refusal: language.Mark("you have tried webhooks often enough for now; wait a minute"),
		Player:  each(5, time.Minute), Address: each(10, time.Minute), All: each(60, time.Second),
	}, {
		Good: Calls, About: "messages to the webhook of one person about challenges",
		Player: each(1, time.Hour),
	}, {
		Good: Posts, About: "connections to webhooks at one address",
		Address: each(10, time.Second/2),
	}, {
		Good: NewPosts, About: "connections to webhooks at addresses that are new",
		All: each(60, time.Second/4),
	}, {
		Good: Pages, About: "pages and feeds asked for over HTTP",
		Refusal: language.Mark("your address asks for pages too often; wait a few seconds"),
		Address: each(60, time.Second),
	}, {
		Good: Recovery, About: "wrong codes", Dear: true,
		Refusal: language.Mark("too many wrong codes; try again in an hour"),
		Player:  each(5, 12*time.Minute), Address: each(20, 3*time.Minute),
	}, {
		Good: Processor, About: "seconds of processor for commands, hints and key exchanges",
		Refusal: language.Mark("your address has used a great deal of this server's time; wait a few seconds"),
		Address: each(20, 4*time.Second),
	}}
}

// Of returns the price of a good. It panics if there is none: that is a mistake in the program.
func (ps Prices) Of(g Good) *Price {
	i := slices.IndexFunc(ps, func(p Price) bool { return p.Good == g })
	if i < 0 {
		panic(fmt.Sprintf("the good %q has no price", g))
	}
	return &ps[i]
}

// Check refuses invalid prices. The error names the first.
func (ps Prices) Check() error {
	for i := range ps {
		p := &ps[i]
		for _, l := range p.Limits() {
			if err := l.Limit.check(p.Held); err != nil {
				return fmt.Errorf("the limit %s: %w", l.Name, err)
			}
		}
	}
	return nil
}

// Named is one limit of a price with the name of its flag.
type Named struct {
	Name, About string
	*Limit
}

// Limits returns the configurable limits of a price.
func (p *Price) Limits() []Named {
	var all []Named
	for _, l := range []Named{
		{string(p.Good), p.About + ", of one player", &p.Player},
		{string(p.Good) + "-per-address", p.About + ", of one address or IPv6 /64", &p.Address},
		{string(p.Good) + "-in-all", p.About + ", of everybody together", &p.All},
	} {
		if l.Limit.N > 0 {
			all = append(all, l)
		}
	}
	return all
}
