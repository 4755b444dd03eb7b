package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
	"noir/internal/language"
)

// tolerance is how far a rating in a record may be from the recomputed one, both with one decimal
// (protocol, section 6).
const tolerance = 0.1

// Summary describes a record that was verified.
type Summary struct {
	ID     data.MatchID
	Game   string
	Plies  int
	Reason string
	Sealer string // fingerprint of the sealing key, to compare with the server's
}

// String returns the summary as one line.
func (s Summary) String() string {
	return fmt.Sprintf("ok %s: %s, %s, %s; sealed by %s", s.ID, s.Game, language.Counted(s.Plies, "%d move", "%d moves"), s.Reason, s.Sealer)
}

// Verify plays a record again from its seed and checks all that it says. The error names the first
// thing that is wrong. Verify accepts a seal by any key: the reader must compare Summary.Sealer
// with the server's fingerprint.
func Verify(games []engine.Game, raw []byte) (Summary, error) {
	s, err := verify(games, raw)
	if err != nil {
		return Summary{}, legible{err}
	}
	return s, nil
}

// legible is an error that may quote a file, without control characters for the terminal.
type legible struct{ error }

func (l legible) Error() string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, l.error.Error())
}

func verify(games []engine.Game, raw []byte) (Summary, error) {
	decoded, err := decode(raw)
	if err != nil {
		return Summary{}, err
	}
	doc, ok := decoded.(map[string]any)
	if !ok {
		return Summary{}, errors.New("the file is no record")
	}
	if !readable(doc["record"]) {
		if doc["record"] == nil {
			return Summary{}, errors.New("the file is no record")
		}
		return Summary{}, fmt.Errorf("the record has version %v, this noir reads versions 1 to %d", doc["record"], data.NewestRule)
	}
	var r Record
	if err := json.Unmarshal(raw, &r); err != nil {
		return Summary{}, fmt.Errorf("the file is no record: %w", err)
	}
	game, ok := engine.Named(games, r.Game)
	if !ok {
		return Summary{}, fmt.Errorf("the game %q is not known", r.Game)
	}
	c := check{record: r, game: game, doc: doc}
	for _, step := range []func() error{c.fields, c.head, c.seats, c.deal, c.moves, c.result, c.ratings, c.seal} {
		if err := step(); err != nil {
			return Summary{}, err
		}
	}
	return Summary{ID: r.ID, Game: r.Game, Plies: len(r.Moves), Reason: r.Result.Reason, Sealer: c.sealer}, nil
}

// readable reports whether this package knows the record's version.
func readable(version any) bool {
	number, _ := version.(json.Number)
	n, err := strconv.Atoi(number.String())
	return err == nil && data.Rule(n).Known()
}

// check is a record that is being verified.
type check struct {
	record Record
	game   engine.Game
	doc    map[string]any // the record as it is in the file

	state  engine.State // of the replayed game
	sealer string
}

// fields checks that the record has exactly the fields that New writes, so that every reader reads
// it in the same way.
func (c *check) fields() error {
	written, err := generic(c.record)
	if err != nil {
		return err
	}
	own := written.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if _, there := c.doc[name]; !there {
			return fmt.Errorf("the field %q is missing", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.doc)) {
		if value, known := own[name]; !known || !c.says(name, value) {
			return fmt.Errorf("the field %q is not as records have it", name)
		}
	}
	return nil
}

// head checks what needs no game.
func (c *check) head() error {
	r := c.record
	switch {
	case r.ID == "":
		return errors.New("the record has no id")
	case r.Started.IsZero() || r.Ended.IsZero():
		return errors.New("the record does not say when the game started and ended")
	case !utc(r.Started) || !utc(r.Ended):
		return errors.New("the times are not UTC")
	case r.Ended.Before(r.Started):
		return errors.New("the game ended before it started")
	case r.From != nil && r.Rated:
		return errors.New("a game that goes on from another one is not rated")
	case r.From != nil && (r.From.Match == "" || r.From.Plies < 0 || r.From.Plies >= len(r.Moves)):
		return errors.New("the record does not say from where the game goes on")
	}
	seed, err := engine.ParseSeed(r.Seed)
	if err != nil {
		return err
	}
	if r.Seed != seed.String() || r.Commit != seed.Commit() {
		return errors.New("the seed is not the one that was committed to")
	}
	return nil
}

func utc(t time.Time) bool {
	_, offset := t.Zone()
	return offset == 0
}

// seats checks who sat at the table.
func (c *check) seats() error {
	people := map[string]bool{}
	for i, s := range c.record.Seats {
		switch {
		case s.Seat != engine.Seat(i):
			return fmt.Errorf("seat %d stands where seat %d belongs", s.Seat, i)
		case s.Name == "":
			return fmt.Errorf("seat %d has no name", i)
		case s.Kind != data.Human && s.Kind != data.Guest && s.Kind != data.Bot:
			return fmt.Errorf("seat %d is a %q, which is no kind of player", i, s.Kind)
		case s.Kind == data.Human && people[s.Name]:
			return fmt.Errorf("%s sits at the table twice", s.Name)
		case c.record.Rated && s.Kind != data.Human:
			return fmt.Errorf("seat %d is a %s, which no rated game has", i, s.Kind)
		}
		people[s.Name] = people[s.Name] || s.Kind == data.Human
	}
	return nil
}

// deal starts the game and compares what was dealt.
func (c *check) deal() error {
	seed, err := engine.ParseSeed(c.record.Seed)
	if err != nil {
		return err
	}
	c.state, err = c.game.Start(engine.Setup{Seed: seed, Seats: len(c.record.Seats), Options: c.record.Options})
	if err != nil {
		return fmt.Errorf("the game cannot be started: %w", err)
	}
	switch {
	case !c.says("options", engine.Options(c.state)):
		return errors.New("the options are not those of the game in full")
	case !c.says("setup", c.state.Dealt()):
		return errors.New("the setup is not what the seed deals")
	}
	return nil
}

// says reports whether the record's field of that name has this value.
func (c *check) says(field string, value any) bool {
	got, err := canonical(c.doc[field])
	if err != nil {
		return false
	}
	want, err := canonicalOf(value)
	return err == nil && got == want
}

func (c *check) result() error {
	r, over := c.state.Result()
	if !over {
		return errors.New("the game is not over after its last move")
	}
	if !c.says("result", r) {
		return errors.New("the result is not the one that the moves lead to")
	}
	return nil
}

// ratings recomputes the ratings after the game.
func (c *check) ratings() error {
	seats := make([]data.Seat, len(c.record.Seats))
	for i, s := range c.record.Seats {
		if err := c.standing(s); err != nil {
			return fmt.Errorf("seat %d: %w", i, err)
		}
		if c.record.Rated {
			seats[i] = data.Seat{Before: (*float64)(s.Before), Games: *s.Games, PairGames: *s.PairGames}
		}
	}
	if !c.record.Rated {
		return nil
	}
	for i, after := range ledger.Elo(c.record.Version, seats, c.record.Result) {
		got := float64(*c.record.Seats[i].After)
		if math.Abs(got-math.Round(after*10)/10) > tolerance+1e-6 {
			return fmt.Errorf("seat %d: its rating after the game is %.1f, not %.1f", i, after, got)
		}
	}
	return nil
}

// standing checks that a seat has rating fields exactly if its game is rated.
func (c *check) standing(s Seat) error {
	rated := c.record.Rated
	for _, has := range []bool{s.Before != nil, s.Games != nil, s.PairGames != nil} {
		switch {
		case rated && !has:
			return errors.New("a rated game has before, games and pair_games")
		case !rated && has:
			return errors.New("a casual game has no ratings")
		}
	}
	if changed := rated && c.record.Result.Reason != engine.Aborted; changed != (s.After != nil) {
		return errors.New("there is a rating after a rated game that was not aborted, and after no other")
	}
	if rated && (*s.Games < 0 || *s.PairGames < 0 || *s.PairGames != *c.record.Seats[0].PairGames) {
		return errors.New("its counts of games cannot be")
	}
	return nil
}

func (c *check) seal() (err error) {
	if c.record.Seal == nil {
		return errors.New("the record has no seal")
	}
	c.sealer, err = c.record.Seal.check(c.doc)
	return err
}
