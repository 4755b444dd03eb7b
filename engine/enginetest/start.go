package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"noir/engine"
)

var name = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

func (s suite) checkInfo() error {
	info := s.game.Info()
	switch {
	case !name.MatchString(info.Name):
		return fmt.Errorf("name %q is not lower-case words joined by hyphens", info.Name)
	case info.Title == "":
		return errors.New("no title")
	case info.MinSeats < 1 || info.MaxSeats < info.MinSeats:
		return fmt.Errorf("%d to %d seats", info.MinSeats, info.MaxSeats)
	case info.Clock.Move <= 0 || info.Clock.Bank < 0:
		return fmt.Errorf("clock %+v", info.Clock)
	case len(info.House) == 0:
		return errors.New("no house players")
	}
	return checkOpponents(info.House)
}

// opponentName is the form of a house player's name, short enough to stand beside its level.
var opponentName = regexp.MustCompile(`^[a-z]{2,6}$`)

// The bounds of the time that a house player takes: people must be able to follow several moves in
// a row, and do not like to wait.
const (
	apart    = 500 * time.Millisecond
	patience = 3 * time.Second
)

func checkOpponents(house []engine.Opponent) error {
	met := map[string]bool{}
	for _, o := range house {
		switch {
		case !opponentName.MatchString(o.Name) || !opponentName.MatchString(o.Level):
			return fmt.Errorf("a house player of level %q is called %q", o.Level, o.Name)
		case met[o.Name] || met[o.Level]:
			return fmt.Errorf("there are two house players %q of level %q", o.Name, o.Level)
		case o.Temper.Least < apart || o.Temper.Most < o.Temper.Least || o.Temper.Most > patience:
			return fmt.Errorf("%s answers within %+v", o.Name, o.Temper)
		}
		met[o.Name], met[o.Level] = true, true
	}
	return nil
}

// checkStart checks that the same setup gives the same deal, however its options are written,
// another seed another deal, and that wrong setups are refused.
func (s suite) checkStart() error {
	deals := map[string]bool{}
	err := s.each(func(p *path, _ *rand.Rand) error {
		again, err := s.again(p)
		if err != nil {
			return fmt.Errorf("the same setup twice: %w", err)
		}
		dealt, err := json.Marshal(again.Dealt())
		deals[string(dealt)] = true
		return err
	})
	if err != nil {
		return err
	}
	if len(deals) < 2 && s.Games > 1 {
		return errors.New("every seed gives the same deal")
	}
	good := s.setup(0)
	for _, seats := range []int{-1, 0, s.game.Info().MinSeats - 1, s.game.Info().MaxSeats + 1} {
		setup := good
		setup.Seats = seats
		if _, err := s.game.Start(setup); err == nil {
			return fmt.Errorf("starts with %d seats", seats)
		}
	}
	for _, options := range []string{`{"no such option":true}`, `[]`, `"`} {
		setup := good
		setup.Options = json.RawMessage(options)
		if _, err := s.game.Start(setup); err == nil {
			return fmt.Errorf("starts with options %s", options)
		}
	}
	return nil
}

// again starts a path's game once more, and then from its complete options, which must be an
// object in canonical form.
func (s suite) again(p *path) (engine.State, error) {
	setup := p.setup
	for range 2 {
		again, err := s.game.Start(setup)
		if err != nil {
			return nil, err
		}
		if err := same(p.last(), again, setup.Seats); err != nil {
			return nil, err
		}
		setup.Options = engine.Options(again)
	}
	var object map[string]json.RawMessage
	known := engine.Options(p.last())
	if err := json.Unmarshal(known, &object); err != nil || object == nil || !bytes.Equal(known, setup.Options) {
		return nil, fmt.Errorf("the options are %s and then %s", known, setup.Options)
	}
	return p.last(), nil
}

// same checks that no viewer can tell two positions apart.
func same(a, b engine.State, seats int) error {
	return alike(a, b, func(st engine.State) (string, error) { return snapshot(st, seats) })
}

// junk is not a move of any game.
var junk = []string{
	``, ` `, `null`, `true`, `7`, `"`, `"take"`, `[]`, `[{}]`, `{`, `{}`, `{"type":null}`, `{"type":7}`, `{"type":""}`,
	`{"type":"no such move"}`, `{"type":{"type":"resign"}}`, `{"type":["pass"]}`, "{\"type\":\"\xff\"}",
}

// checkRead checks that junk and the moves common to all games are refused, and that every
// legal move is returned in one form, whatever is added to it.
func (s suite) checkRead() error {
	foreign := append([]json.RawMessage{engine.Resign, engine.Timeout, engine.Abort}, raw(junk)...)
	for _, body := range foreign {
		_, err := s.game.Read(body)
		if err := illegal(err); err != nil {
			return fmt.Errorf("read %q: %w", body, err)
		}
	}
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.finish(p, r); err != nil {
			return err
		}
		for _, m := range p.moves {
			if err := s.canonical(m.Body); err != nil {
				return err
			}
		}
		return nil
	})
}

func raw(texts []string) []json.RawMessage {
	bodies := make([]json.RawMessage, len(texts))
	for i, text := range texts {
		bodies[i] = json.RawMessage(text)
	}
	return bodies
}

// canonical checks that a move is in the form of Game.Read, that white space and unknown fields
// do not change it, even fields that differ from its own in case alone, and that naming a field
// twice is refused.
func (s suite) canonical(body json.RawMessage) error {
	if len(body) == 0 || body[0] != '{' {
		return fmt.Errorf("move %s is no object", body)
	}
	fields, _ := engine.Fields(body)
	unknown := []byte("{ \n\t\"no such field\" : [1, {}] , ")
	for name, value := range fields {
		twice := slices.Concat([]byte(`{"`+name+`":`), value, []byte(","), body[1:])
		if _, err := s.game.Read(twice); err == nil {
			return fmt.Errorf("read %s", twice)
		}
		unknown = append(unknown, `"`+strings.ToUpper(name)+`":"no such value",`...)
	}
	padded := slices.Concat(unknown, body[1:])
	for _, form := range []json.RawMessage{body, padded} {
		read, err := s.game.Read(form)
		if err != nil {
			return fmt.Errorf("read %s: %w", form, err)
		}
		if !bytes.Equal(read, body) {
			return fmt.Errorf("%s reads as %s, not as %s", form, read, body)
		}
	}
	return nil
}

// illegal checks that an error is a refusal with a code and a sentence.
func illegal(err error) error {
	var refused *engine.Illegal
	switch {
	case err == nil:
		return errors.New("accepted")
	case !errors.As(err, &refused):
		return fmt.Errorf("the error is no *engine.Illegal: %w", err)
	case refused == nil || refused.Reason == "" || refused.Message == "":
		return fmt.Errorf("refused without a code or a sentence: %#v", refused)
	}
	return nil
}
