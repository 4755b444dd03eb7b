package arena_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"noir/engine"
	"noir/engine/arena"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
)

func quiet(arena.Standing) {}

// duel is a contest in District Noir.
func duel(challenger, rival string, deals int) arena.Contest {
	return arena.Contest{
		Game: districtnoir.Game{}, Seats: 2, Deals: deals, Seed: engine.Seed{7},
		Challenger: entrant(districtnoir.Game{}, challenger), Rival: entrant(districtnoir.Game{}, rival),
	}
}

// brawl is one in Noirburg.
func brawl(challenger, rival string, seats, deals int) arena.Contest {
	return arena.Contest{
		Game: noirburg.Game{}, Seats: seats, Deals: deals, Seed: engine.Seed{7},
		Challenger: entrant(noirburg.Game{}, challenger), Rival: entrant(noirburg.Game{}, rival),
	}
}

func entrant(g engine.Game, level string) arena.Entrant {
	if level == arena.Random {
		return arena.Drifter(g)
	}
	return arena.House(g, level)
}

func run(t *testing.T, c arena.Contest, workers int) arena.Standing {
	t.Helper()
	standing, err := c.Run(t.Context(), workers, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if standing.Games != c.Games() {
		t.Fatalf("%d games were played of %d", standing.Games, c.Games())
	}
	return standing
}

// TestTheSeedDecides: the result follows from it, however many games are played at once.
func TestTheSeedDecides(t *testing.T) {
	for _, c := range []arena.Contest{
		duel("normal", "easy", 40), duel("normal", arena.Random, 40), brawl("normal", "easy", 3, 2), brawl(arena.Random, "easy", 4, 1),
	} {
		name := fmt.Sprintf("%s %s v %s", c.Game.Info().Name, c.Challenger.Name, c.Rival.Name)
		one := run(t, c, 1)
		for _, workers := range []int{1, 4} {
			if again := run(t, c, workers); again.Won() != one.Won() {
				t.Errorf("%s: %v won of %d, and %v by %d at once", name, one.Won(), one.Games, again.Won(), workers)
			}
		}
	}
	results := map[float64]bool{}
	for seed := range byte(6) {
		c := duel("normal", "easy", 30)
		c.Seed = engine.Seed{seed}
		results[run(t, c, 2).Won()] = true
	}
	if len(results) == 1 {
		t.Error("every seed gives the same result")
	}
}

// TestMirrored: a player that plays the same as its rivals has its share exactly when chance is
// that of the cards alone, since it has every seat of every deal.
func TestMirrored(t *testing.T) {
	if s := run(t, duel("normal", "normal", 20), 2); s.Share() != 0.5 {
		t.Errorf("normal wins %.3f against itself", s.Share())
	}
	if s := run(t, brawl("normal", "normal", 3, 4), 2); math.Abs(s.Share()-1./3) > 1e-9 {
		t.Errorf("normal wins %.3f against two of its own", s.Share())
	}
}

// TestSkillShows, and the house's order with it.
func TestSkillShows(t *testing.T) {
	for _, c := range []arena.Contest{duel("normal", arena.Random, 100), brawl("normal", arena.Random, 3, 4)} {
		if low, _ := run(t, c, 2).Interval(); low < 0.5 {
			t.Errorf("%s: normal may win only %.2f against random play", c.Game.Info().Name, low)
		}
	}
}

// TestShowsHowItStands after every game, and what was thought.
func TestShowsHowItStands(t *testing.T) {
	shown := 0
	c := duel("normal", "easy", 10)
	end, err := c.Run(t.Context(), 3, func(s arena.Standing) {
		if shown++; s.Games != shown {
			t.Errorf("%d games after %d", s.Games, shown)
		}
	})
	if err != nil || shown != c.Games() {
		t.Fatalf("shown %d times of %d: %v", shown, c.Games(), err)
	}
	if median, late, most := end.Thought(); median <= 0 || late < median || most < late {
		t.Errorf("thought %s half of the time, %s late, %s at most", median, late, most)
	}
	won, ended := 0.0, 0.0
	for _, e := range end.Ends() {
		won += e.Won
		ended += e.Won + e.Lost
	}
	if math.Abs(won-end.Won()) > 1e-9 || math.Abs(ended-float64(end.Games)) > 1e-9 {
		t.Errorf("%v games of %d ended, %v won of %v", ended, end.Games, won, end.Won())
	}
}

// TestStops: what is not over then does not count.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := duel("normal", "easy", 1000)
	standing, err := c.Run(ctx, 2, func(s arena.Standing) {
		if s.Games == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || standing.Games < 5 || standing.Games > 7 {
		t.Errorf("%d games, %v", standing.Games, err)
	}
}

// TestFaults: a player that breaks the rules or fails ends the contest.
func TestFaults(t *testing.T) {
	broken := errors.New("broken")
	for name, choose := range map[string]func() (json.RawMessage, error){
		"illegal": func() (json.RawMessage, error) { return engine.Timeout, nil },
		"fails":   func() (json.RawMessage, error) { return nil, broken },
	} {
		c := duel("easy", "easy", 50)
		c.Rival = arena.Entrant{Name: name, Player: func(uint64) (engine.Player, error) { return faulty(choose), nil }}
		if s, err := c.Run(t.Context(), 2, quiet); err == nil || s.Games > 0 {
			t.Errorf("%s: %d games, %v", name, s.Games, err)
		}
	}
	c := duel("easy", "peerless", 1)
	if _, err := c.Run(t.Context(), 1, quiet); err == nil {
		t.Error("a level that there is not has played")
	}
}

// together is a game whose three seats are asked at once.
type together struct{ engine.Game }

func (together) Start(engine.Setup) (engine.State, error) { return asking{}, nil }

type asking struct{ engine.State }

func (asking) Prompts() []engine.Prompt            { return []engine.Prompt{{Seat: 0}, {Seat: 1}, {Seat: 2}} }
func (asking) View(engine.Seat) any                { return nil }
func (asking) Legal(engine.Seat) []json.RawMessage { return nil }
func (asking) Result() (engine.Result, bool)       { return engine.Result{}, false }

// TestAnyOfThoseAskedTogetherAnswersFirst: chance decides who does.
func TestAnyOfThoseAskedTogetherAnswersFirst(t *testing.T) {
	enough := errors.New("one answer")
	first := map[engine.Seat]int{}
	noting := arena.Entrant{Name: "noting", Player: func(uint64) (engine.Player, error) {
		return chooser(func(s engine.Sight) (json.RawMessage, error) { first[s.Seat]++; return nil, enough }), nil
	}}
	for seed := range byte(30) {
		c := arena.Contest{Game: together{}, Seats: 3, Deals: 1, Seed: engine.Seed{seed}, Challenger: noting, Rival: noting}
		if _, err := c.Run(t.Context(), 1, quiet); !errors.Is(err, enough) {
			t.Fatal(err)
		}
	}
	if len(first) != 3 {
		t.Errorf("of three seats these were asked first: %v", first)
	}
}

// chooser is a player that chooses by what it sees.
type chooser func(engine.Sight) (json.RawMessage, error)

func (c chooser) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) { return c(s) }

type faulty func() (json.RawMessage, error)

func (f faulty) Choose(context.Context, engine.Sight) (json.RawMessage, error) { return f() }
