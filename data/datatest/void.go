package datatest

import (
	"time"

	"noir/data"
)

// takeBack voids a match and returns what was taken back.
func (s *suite) takeBack(id data.MatchID) []data.Change {
	s.Helper()
	return must(s.office().Void(s.Context(), operator, id, "collusion"))
}

func (s *suite) voidIsTakenBack() {
	p := s.players("anna", "bert", "cora")
	s.begin("m1", p[0], p[1])
	s.begin("m2", p[0], p[2])
	first := s.finish("m1", won(1, 2))
	s.finish("m2", won(2, 1))
	history := must(s.History(s.Context(), p[0].ID, game, 10))
	asked := time.Now().Truncate(time.Millisecond)
	s.sameChanges(s.takeBack("m1"), first)
	s.reopen()

	s.same("anna", s.rating(p[0]), data.Rating{Value: 1470, Games: 1, Losses: 1})
	s.same("bert", s.rating(p[1]), data.Rating{})
	_, err := s.Rank(s.Context(), game, p[1].ID)
	s.refused("the rank", err, data.ErrNotFound)
	m := must(s.Match(s.Context(), "m1"))
	if m.Voided.Before(asked) || m.Voided.Before(m.Ended) || *m.Seats[0].After != first[0].After {
		s.Errorf("marked %s", show(m))
	}
	games := must(s.Games(s.Context(), p[0].ID, "", 10))
	s.same("listed", []time.Time{games[0].Voided, games[1].Voided}, []time.Time{{}, m.Voided})
	after := must(s.History(s.Context(), p[0].ID, game, 10))
	s.same("her history", after, append(history, data.Event{Match: "m1", At: m.Voided, Rating: 1470}))
	s.same("her games from then on", s.begin("m3", p[0], p[1]).Seats[0].Games, 1)
	s.sound()
}

func (s *suite) voidOfThree() {
	p := s.players("anna", "bert", "cora")
	s.begin("m1", p...)
	s.begin("m2", p...)
	s.finish("m1", won(1, 1, 3))
	s.finish("m2", won(3, 1, 2))
	s.takeBack("m2")
	s.same("a draw", s.rating(p[0]), data.Rating{Value: 1515, Games: 1, Draws: 1})
	s.same("a draw", s.rating(p[1]), data.Rating{Value: 1515, Games: 1, Draws: 1})
	s.same("a loss", s.rating(p[2]), data.Rating{Value: 1470, Games: 1, Losses: 1})
	s.sound()
}

func (s *suite) whichCannotBeVoid() {
	p := s.players("anna", "bert")
	voided := func(id data.MatchID) error {
		_, err := s.office().Void(s.Context(), operator, id, "")
		return err
	}
	s.refused("unknown", voided("m1"), data.ErrNotFound)
	s.begin("m1", p...)
	s.refused("running", voided("m1"), data.ErrRunning)
	s.finish("m1", void(2))
	s.refused("aborted", voided("m1"), data.ErrNotRated)
	must(s.Open(s.Context(), s.match("m2", false, p...)))
	s.finish("m2", won(1, 2))
	s.refused("casual", voided("m2"), data.ErrNotRated)
	s.begin("m3", p...)
	s.finish("m3", won(1, 2))
	s.must(voided("m3"))
	s.refused("void", voided("m3"), data.ErrVoided)
	s.same("rated", s.rating(p[0]), data.Rating{})
}

func (s *suite) voidIsNoPairGame() {
	p := s.players("anna", "bert")
	for _, id := range []data.MatchID{"m1", "m2"} {
		s.begin(id, p...)
		s.finish(id, won(1, 2))
	}
	s.same("before", s.begin("m3", p...).Seats[0].PairGames, 2)
	s.takeBack("m1")
	s.same("after", s.begin("m4", p...).Seats[0].PairGames, 1)
	s.same("finished again", len(s.finish("m1", won(2, 1))), 2)
	s.same("and void it stays", s.rating(p[0]).Games, 1)
}
