package datatest

import (
	"context"
	"errors"
	"testing"
	"time"

	"noir/data"
)

// RunOffice runs the suite for stores that are a data.Operator too.
func RunOffice(t *testing.T, open Opener) {
	run(t, open, []one{
		{"bans hold until they are lifted", (*suite).bansHold},
		{"a ban ends by itself", (*suite).banEndsByItself},
		{"a ban that makes no sense is refused", (*suite).badBanIsRefused},
		{"a ban by name is the player's", (*suite).banByNameIsThePlayers},

		{"players are found by a part of their name", (*suite).playersAreFound},
		{"mistyped names are guessed", (*suite).namesAreGuessed},
		{"a name is changed everywhere", (*suite).nameIsChanged},
		{"two players become one", (*suite).twoBecomeOne},
		{"who cannot be merged", (*suite).whoCannotBeMerged},
		{"players who have met in a void match can be merged", (*suite).metInVoidMatch},
		{"a deleted player leaves the seat", (*suite).deletedLeavesSeat},
		{"a deleted player is forgotten", (*suite).deletedIsForgotten},
		{"what is known of two becomes one", (*suite).whatIsKnownIsMerged},
		{"others are left alone", (*suite).othersAreLeftAlone},
		{"games are apart", (*suite).gamesAreApart},

		{"returning is not getting rid of a silence", (*suite).returnIsSilenced},
		{"returning is not getting rid of blocks", (*suite).returnIsBlocked},
		{"returning is not getting rid of reports", (*suite).returnIsReported},
		{"a player with nothing to get rid of is not remembered", (*suite).returnOfTheGood},
		{"returning again and again", (*suite).returnsAreFew},

		{"a void match is taken back", (*suite).voidIsTakenBack},
		{"a void match of three", (*suite).voidOfThree},
		{"which match cannot be void", (*suite).whichCannotBeVoid},
		{"a void match is no game of a pair", (*suite).voidIsNoPairGame},

		{"a month that is over stays", (*suite).monthStays},
		{"this month's table goes on", (*suite).thisMonth},
		{"programs are ranked apart", (*suite).programsApart},
		{"who becomes one with a program", (*suite).mergedWithProgram},

		{"a record by pace, rival and hour", (*suite).recordIsKept},
		{"a key leaves who has never played", (*suite).keyLeavesNewcomer},
		{"a key of a player who has played", (*suite).keyOfWhoHasPlayed},
		{"joined games count for nobody", (*suite).joinedGamesCount},
		{"reports are few", (*suite).reportsAreFew},
		{"reports are seen", (*suite).reportsAreSeen},
		{"a warning is told", (*suite).warningIsTold},
		{"a silence holds", (*suite).silenceHolds},

		{"puzzles of the gone", (*suite).puzzlesOfTheGone},
		{"tournaments are listed", (*suite).tournamentsAreListed},
		{"a tournament is scored", (*suite).tournamentIsScored},
		{"standings are kept", (*suite).tournamentIsKept},
		{"a tournament knows friends", (*suite).tournamentKnowsFriends},
		{"a tournament is played", (*suite).tournamentIsPlayed},
		{"a tournament closes with its last match", (*suite).tournamentCloses},
		{"an operator closes a tournament", (*suite).tournamentIsClosed},
		{"a tournament repeats", (*suite).tournamentRepeats},
		{"a tournament honours its first", (*suite).tournamentIsHonoured},

		{"every match that is over", (*suite).everyMatch},
		{"acts are logged", (*suite).actsAreLogged},
		{"an act that is cancelled is not done", (*suite).cancelledActIsNotDone},
		{"whatever is done, ratings add up", (*suite).ratingsAddUp},
	})
}

// office is the operator's side of the store.
func (s *suite) office() data.Operator { return s.Store.(data.Operator) }

// operator is the actor of all acts.
const operator = "olga"

// refused checks that an act failed as it should.
func (s *suite) refused(what string, err, want error) {
	s.Helper()
	if !errors.Is(err, want) {
		s.Errorf("%s: %v, not %v", what, err, want)
	}
}

// sound checks that the store finds no fault in itself.
func (s *suite) sound() {
	s.Helper()
	s.must(s.office().Check(s.Context()))
}

func (s *suite) playersAreFound() {
	p := s.players("anna", "hanna", "bert", "an_a")
	found := func(text string, limit, offset int) (page []data.Player, total int) {
		s.Helper()
		page, total, err := s.office().Search(s.Context(), text, limit, offset)
		s.must(err)
		return page, total
	}
	for _, c := range []struct {
		text          string
		limit, offset int
		want          []data.Player
		total         int
	}{
		{"", 10, 0, []data.Player{p[3], p[0], p[2], p[1]}, 4},
		{"", 2, 1, []data.Player{p[0], p[2]}, 4},
		{"Ann", 10, 0, []data.Player{p[0], p[1]}, 2},
		{"_", 10, 0, []data.Player{p[3]}, 1},
		{"%", 10, 0, nil, 0},
		{"anna", 0, 0, nil, 2},
		{"anna", -1, -1, nil, 2},
		{"anna", 10, 2, nil, 2},
	} {
		page, total := found(c.text, c.limit, c.offset)
		s.same(c.text, page, c.want)
		s.same("in all", total, c.total)
	}
}

func (s *suite) namesAreGuessed() {
	s.players("spade", "spadework", "marlowe", "an_a", "boy")
	for typed, want := range map[string]string{
		"spade": "spade", "spad": "spade", "psade": "spade", "Spade": "spade", "spadew": "spade", "spadewor": "spadework", "marlöwe": "marlowe",
		"arlow": "marlowe", "an%a": "an_a", "b": "", "bö": "boy", "bo": "boy", "ba": "", "": "", "zebedeus": "", "marlowemarlowe": "",
	} {
		s.same("meant by "+typed, must(s.office().NearestName(s.Context(), typed)), want)
	}
}

// act is one call of the office.
type act struct {
	verb string
	do   func(context.Context) error
}

// acts changes everything that an operator can change.
func (s *suite) acts() []act {
	o := s.office()
	p := s.players("anna", "bert", "cora", "dora")
	s.begin("m1", p[2], p[3])
	s.finish("m1", won(1, 2))
	s.report(p[1], p[0], "m1")
	return []act{
		{"ban", func(ctx context.Context) error {
			_, err := o.Ban(ctx, operator, data.Ban{Kind: data.BanName, Value: "anna"})
			return err
		}},
		{"lift", func(ctx context.Context) error { return o.Lift(ctx, operator, 1) }},
		{"warn", func(ctx context.Context) error { return o.Warn(ctx, operator, p[0].ID, "be kind") }},
		{"mute", func(ctx context.Context) error {
			return o.Hush(ctx, operator, data.Silence{Player: p[0].ID, Until: time.Now().Add(time.Hour)})
		}},
		{"unmute", func(ctx context.Context) error { return o.Unhush(ctx, operator, p[0].ID) }},
		{"bot", func(ctx context.Context) error { return o.MarkBot(ctx, operator, p[0].ID, true) }},
		{"report", func(ctx context.Context) error { return o.Judge(ctx, operator, 1, "warned") }},
		{"rename", func(ctx context.Context) error { _, err := o.Rename(ctx, operator, p[0].ID, "anne"); return err }},
		{"merge", func(ctx context.Context) error { return o.Merge(ctx, operator, p[0].ID, p[1].ID) }},
		{"void", func(ctx context.Context) error { _, err := o.Void(ctx, operator, "m1", "collusion"); return err }},
		{"delete", func(ctx context.Context) error { _, err := o.Delete(ctx, operator, p[2].ID); return err }},
		{"rotate", func(ctx context.Context) error { return o.Note(ctx, operator, "rotate", "host key", nil) }},
	}
}

func (s *suite) actsAreLogged() {
	want := []string{"rotate host key", "delete gone-3", "void m1",
		"merge anne", "rename anna", "report anna", "bot anna", "unmute anna", "mute anna", "warn anna", "lift anna", "ban anna"}
	for _, a := range s.acts() {
		s.must(a.do(s.Context()))
		switch a.verb { // and what cannot be done again is not
		case "lift", "merge", "void", "delete", "unmute", "report":
			if err := a.do(s.Context()); err == nil {
				s.Errorf("%s was done twice", a.verb)
			}
		}
	}
	s.reopen()
	logged := must(s.office().Audit(s.Context(), 100))
	var got []string
	for _, a := range logged {
		if a.By != operator || a.At.IsZero() || a.Detail == "" || a.Detail[0] != '{' {
			s.Errorf("logged %s", show(a))
		}
		got = append(got, a.Verb+" "+a.Subject)
	}
	s.same("acts", got, want)
	newest := must(s.office().Audit(s.Context(), 2))
	s.same("the newest", newest, logged[:2])
}

func (s *suite) cancelledActIsNotDone() {
	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	for _, a := range s.acts() {
		s.refused(a.verb, a.do(ctx), context.Canceled)
	}
	s.same("acts", len(must(s.office().Audit(s.Context(), 100))), 0)
	_, total, err := s.office().Search(s.Context(), "", 0, 0)
	s.must(err)
	s.same("players", total, 4)
	for _, err := range s.office().Matches(ctx) {
		s.refused("Matches", err, context.Canceled)
	}
	s.refused("Check", s.office().Check(ctx), context.Canceled)
}

// everyMatch is more than are read at once.
func (s *suite) everyMatch() {
	p := s.players("anna", "bert")
	const over = 120
	want := map[data.MatchID]bool{}
	for n := range over {
		id := data.MatchID(string(rune('a'+n%26)) + string(rune('a'+n/26)))
		s.begin(id, p...)
		if n%7 == 0 {
			continue // it runs
		}
		s.must(s.Append(s.Context(), id, entry(1), entry(2)))
		s.finish(id, won(1, 2))
		want[id] = true
	}
	_, err := s.office().Void(s.Context(), operator, "zz", "")
	s.refused("an unknown match", err, data.ErrNotFound)
	for m, err := range s.office().Matches(s.Context()) {
		s.must(err)
		s.same("a match", m, must(s.Match(s.Context(), m.ID)))
		if !want[m.ID] {
			s.Errorf("%s came twice or is not over", m.ID)
		}
		delete(want, m.ID)
	}
	s.same("left out", len(want), 0)
	for range s.office().Matches(s.Context()) {
		break // a caller may stop early
	}
	cancelled, cancel := context.WithCancel(s.Context())
	cancel()
	told := error(nil)
	for _, err := range s.office().Matches(cancelled) {
		told = err
	}
	s.refused("a reading that is cancelled", told, context.Canceled)
}
