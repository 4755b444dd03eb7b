package command_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/tui/tuitest"
)

// begun stores a game of District Noir with its first move.
func begun(t testing.TB, store data.Store, m data.Match, players ...data.Player) {
	t.Helper()
	m.Game, m.Started, m.Seed = "district-noir", time.Now(), engine.Seed{2}
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	m, err := store.Open(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	state, err := districtnoir.Game{}.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	seat := state.Prompts()[0].Seat
	_, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: state.Legal(seat)[0]})
	if err := errors.Join(err, store.Append(t.Context(), m.ID, data.NewEntry(1, plies[0], 1000))); err != nil {
		t.Fatal(err)
	}
}

// fought stores a game that was played for half an hour, by the places of its players.
func fought(t testing.TB, store data.Store, m data.Match, places []int, players ...data.Player) {
	t.Helper()
	begun(t, store, m, players...)
	time.Sleep(30 * time.Minute)
	r := engine.Result{Reason: "points", Winners: []engine.Seat{}, Places: places, Scores: json.RawMessage(`[]`)}
	for i, place := range places {
		if place == 1 {
			r.Winners = append(r.Winners, engine.Seat(i))
		}
	}
	if len(r.Winners) == 0 {
		r.Reason = engine.Aborted
	}
	if _, err := store.Finish(t.Context(), m.ID, time.Now(), r); err != nil {
		t.Fatal(err)
	}
}

// TestDocumentsOfABusyHouse: what programs are told when there is something to tell, field by field, and people.
func TestDocumentsOfABusyHouse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		people := map[string]data.Player{}
		h := open(t, func(store data.Store) {
			for _, name := range []string{"marlowe", "spade", "vera", "sam"} {
				people[name] = sqlitetest.Player(t, store, name)
				time.Sleep(time.Minute)
			}
			marlowe, spade, vera := people["marlowe"], people["spade"], people["vera"]
			event, err := store.OpenTournament(t.Context(), "vivian", data.Tournament{
				Title: "Night shift", Game: "district-noir", Seats: 2, Starts: time.Now().Add(time.Hour), Ends: time.Now().Add(3 * time.Hour), Every: 24 * time.Hour,
			})
			if err != nil {
				t.Fatal(err)
			}
			won, lost, drawn := []int{1, 2}, []int{2, 1}, []int{1, 1}
			fought(t, store, data.Match{ID: "g1", Rated: true, Pace: data.Live}, won, marlowe, spade)
			fought(t, store, data.Match{ID: "g2", Rated: true, Pace: data.Live}, won, marlowe, vera)
			fought(t, store, data.Match{ID: "g3", Rated: true, Pace: data.Fast}, won, marlowe, spade)
			fought(t, store, data.Match{ID: "g4", Rated: true, Pace: data.Live, Tournament: event.ID}, drawn, spade, marlowe)
			fought(t, store, data.Match{ID: "g5", Rated: true, Pace: data.Day}, lost, marlowe, spade)
			fought(t, store, data.Match{ID: "g6", Rated: true, Pace: data.Live}, drawn, vera, spade)
			fought(t, store, data.Match{ID: "g7", Rated: true, Pace: data.Live}, won, vera, marlowe)
			fought(t, store, data.Match{ID: "g8", Pace: data.Live, Private: true}, won, spade, marlowe)
			fought(t, store, data.Match{ID: "g9", Pace: data.Live}, []int{0, 0}, spade, marlowe)
			begun(t, store, data.Match{ID: "day", Pace: data.Day}, marlowe, spade)
			begun(t, store, data.Match{ID: "live", Rated: true, Pace: data.Live}, vera, people["sam"])
			if _, err := store.PlayerByKey(t.Context(), "SHA256:marlowe"); err != nil { // now they are seen
				t.Error(err)
			}
		})
		h.Desk.Here = func(_, p data.PlayerID) bool { return p == people["spade"].ID }
		h.posed()
		h.House.Broker.Tournaments() // they are read while anybody asks for them
		var all strings.Builder
		names := map[string]string{}
		for _, said := range []string{
			"spade: challenge marlowe --casual --json", "vera: challenge marlowe --json", "vera: challenge --open --casual --json", "sam: challenge spade --rated --json",
			"marlowe: challenges", "marlowe: challenges --json", "spade: challenges", "marlowe: games --running", "marlowe: games --running --json", "spade: games --running", "vera: tables --json", "vera: tables",
			"marlowe: friends add spade", "marlowe: mutes add vera", "sam: blocks add vera", "sam: blocks --json", "marlowe: friends", "marlowe: friends --json", "marlowe: mutes --json",
			"marlowe: whoami", "marlowe: whoami --json", "vera: rankings", "vera: rankings --json", "vera: rankings --json --limit 1 --offset 1", "spade: rankings --month 2000-01", "spade: rankings --month 2000-01 --json",
			"vera: profile marlowe", "vera: profile marlowe --json", "spade: profile", "vera: profile spade --json", "spade: games", "spade: games --json --limit 4", "spade: games marlowe", "vera: games spade --json",
			"marlowe: event", "marlowe: event --json", "marlowe: event 1", "marlowe: event 1 --json", "marlowe: version --json", "marlowe: report spade rude --json",
			"marlowe: puzzle answer take", "marlowe: puzzle --json", "spade: puzzle answer --json take", "spade: puzzle", "spade: replay g5", "spade: replay g9", "vera: puzzle answer play -1", "vera: puzzle answer --json", "vera: puzzle answer --dance",
			"sam: challenge", "sam: challenge --open spade district-noir", "sam: challenge spade --rated --casual", "sam: challenge spade district-noir --pace live", "sam: challenge --open district-noir --casual --json", "sam: challenge --open chess",
			"spade: move day take", "spade: move day", "vera: move day", "marlowe: move day", "marlowe: move day dance", "marlowe: move day take 1", "marlowe: move day take", "marlowe: move g1", "spade: move day resign", "spade: games --running",
			"spade: replay day", "spade: review day", "spade: event join x", "spade: rules district-noir --lang xx", "spade: games keep g8", "spade: games --before g4", "spade: games --before g4 --limit 1", "spade: games --limit 0",
			"sam: settings program", "sam: settings program on", "sam: settings program maybe", "sam: settings program --json", "sam: settings palette contrast --json", "sam: settings", "sam: settings --json", "sam: settings sound on", "vera: rankings --bots",
			"spade: account delete", "spade: account delete sam", "spade: report vera", "spade: keys remove 9", "spade: keys label 2 the old laptop", "spade: keys --json", "spade: withdraw 0000", "spade: decline 0000", "spade: accept 0000",
		} {
			time.Sleep(time.Second)
			synctest.Wait() // what the last one has had read in the background is known then
			name, line, _ := strings.Cut(said, ": ")
			text := h.told(people[name], line)
			if found := regexp.MustCompile(`"challenge":{"id":"([0-9A-Z]{4})"`).FindStringSubmatch(text); found != nil {
				names[found[1]] = fmt.Sprint("offer-", len(names)+1)
			}
			for id, called := range names {
				text = strings.ReplaceAll(text, id, called)
			}
			all.WriteString(fleeting.ReplaceAllString(text, "…"))
		}
		tuitest.Golden(t, "busy", all.String())
	})
}
