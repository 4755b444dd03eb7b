package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"

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
	case len(info.Levels) == 0:
		return errors.New("no house players")
	}
	return nil
}

// checkStart wants the same deal from the same setup, another from another seed,
// and wrong setups refused.
func (s suite) checkStart() error {
	deals := map[string]bool{}
	err := s.each(func(p *path, _ *rand.Rand) error {
		again, err := s.game.Start(p.setup)
		if err != nil {
			return err
		}
		if err := same(p.last(), again, p.setup.Seats); err != nil {
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

// same checks that two positions cannot be told apart by anybody.
func same(a, b engine.State, seats int) error {
	return alike(a, b, func(st engine.State) (string, error) { return snapshot(st, seats) })
}

// junk is what no game has for a move.
var junk = []string{
	``, ` `, `null`, `true`, `7`, `"`, `"take"`, `[]`, `[{}]`, `{`, `{}`, `{"type":null}`, `{"type":7}`, `{"type":""}`,
	`{"type":"no such move"}`, `{"type":{"type":"resign"}}`, `{"type":["pass"]}`, "{\"type\":\"\xff\"}",
}

// checkRead wants junk and the moves common to all games refused, and everything
// legal returned in one form, whatever is added to it.
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

// canonical checks that a move is in the form of Game.Read and found again under
// white space and an unknown field.
func (s suite) canonical(body json.RawMessage) error {
	if len(body) == 0 || body[0] != '{' {
		return fmt.Errorf("move %s is no object", body)
	}
	padded := slices.Concat([]byte("{ \n\t\"no such field\" : [1, {}] , "), body[1:])
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
