// Package datatest is the suite that every data.Store must pass.
package datatest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
)

// Store is a store that can be closed and opened again.
type Store interface {
	data.Store
	Close() error
}

// Opener opens the store in a directory: an empty one the first time, and later the same data as
// before. The store of an earlier call has been closed by then. Where nodes share a store, it owns the
// running matches that are there.
type Opener func(t *testing.T, dir string) Store

// one is one test of the suite.
type one struct {
	name string
	test func(*suite)
}

// Run runs the suite.
func Run(t *testing.T, open Opener) {
	run(t, open, []one{
		{"a player is found by name and key", (*suite).playerIsFound},
		{"people are known at once", (*suite).peopleAreKnown},
		{"look-alikes of a taken name are taken", (*suite).lookAlikesAreTaken},
		{"a bad name is refused", (*suite).badNameIsRefused},
		{"a key speaks for one player", (*suite).keySpeaksForOne},
		{"one of many gets a name", (*suite).oneOfManyGetsAName},
		{"a key notes when it was seen", (*suite).keyIsSeen},

		{"a log reads as it was written", (*suite).logReadsAsWritten},
		{"a log takes only the next entry", (*suite).logTakesTheNext},
		{"many logs grow at once", (*suite).manyLogsGrow},
		{"one of many adds a ply", (*suite).oneOfManyAdds},
		{"running matches survive", (*suite).runningMatchesSurvive},
		{"clocks stand where they stood", (*suite).clocksStand},
		{"a player has one live seat", (*suite).oneLiveSeat},
		{"a cancelled context changes nothing", (*suite).cancelledChangesNothing},
		{"a match has its own id", (*suite).matchHasItsID},
		{"a running match is discarded", (*suite).matchIsDiscarded},
		{"games with the house pass away", (*suite).gamesPass},
		{"games are marked", (*suite).gamesAreMarked},

		{"a rated match moves ratings once", (*suite).finishIsOnce},
		{"a match starts when it is stored", (*suite).startIsWhenItIsStored},
		{"a match never ends before it began", (*suite).finishIsNotBeforeTheStart},
		{"games of a pair count for a day", (*suite).pairGamesOfADay},
		{"a match that cannot be finished goes on", (*suite).badFinishChangesNothing},
		{"overlapping matches add up", (*suite).overlappingAddUp},
		{"games of a pair within a day count", (*suite).pairGamesCount},
		{"the most frequent pair counts for the table", (*suite).frequentPairCounts},
		{"three seats", (*suite).threeSeats},
		{"six seats of another game", (*suite).sixSeats},
		{"an aborted match counts for nothing", (*suite).abortedIsNothing},
		{"a casual match moves no rating", (*suite).casualMovesNothing},
		{"a match that goes on from another one counts for nothing", (*suite).goingOnIsNothing},
		{"a rated match needs its players", (*suite).ratedNeedsPlayers},

		{"rankings order, tie and page", (*suite).rankings},
		{"rankings are searched", (*suite).rankingsAreSearched},
		{"a game that ends late is in its month", (*suite).lateGame},
		{"history and games", (*suite).historyAndGames},
		{"curves", (*suite).curves},
		{"the most frequent rivals", (*suite).rivalsAreFew},
		{"when people are here", (*suite).hoursAreBusy},
		{"an analysis is kept", (*suite).analysisIsKept},
		{"each day has its puzzle", (*suite).puzzleOfTheDay},
		{"puzzles are solved", (*suite).puzzlesAreSolved},

		{"a name is taken", (*suite).nameIsTaken},
		{"one of many takes a name", (*suite).oneOfManyTakesAName},

		{"a key is added", (*suite).keyIsAdded},
		{"wrong codes void nothing", (*suite).wrongCodesVoidNothing},
		{"one of many claims a code", (*suite).oneOfManyClaims},
		{"keys are few", (*suite).keysAreFew},
		{"a key is named", (*suite).keyIsNamed},
		{"a key is revoked", (*suite).keyIsRevoked},
		{"one key stays", (*suite).oneKeyStays},
		{"a key is recovered", (*suite).keyIsRecovered},
		{"wrong recovery codes are told", (*suite).wrongRecoveriesAreTold},
		{"one of many recovers", (*suite).oneOfManyRecovers},
		{"a player has themselves forgotten", (*suite).playerForgets},
		{"settings are kept", (*suite).settingsAreKept},
		{"settings are not lost", (*suite).settingsAreNotLost},
		{"lookouts are asked", (*suite).lookoutsAreAsked},

		{"a claim joins games and no ratings", (*suite).claimJoinsGames},
		{"who competes is not joined", (*suite).whoCompetesIsNotJoined},

		{"ties hold", (*suite).tiesHold},
		{"ties are few", (*suite).tiesAreFew},
		{"letters wait", (*suite).lettersWait},
		{"challenges stay", (*suite).challengesStay},
		{"a match takes its challenges", (*suite).matchTakesItsChallenges},
		{"a challenge expires", (*suite).challengeExpires},
		{"challenges are few", (*suite).challengesAreFew},
		{"one of many takes a challenge", (*suite).oneOfManyTakes},
		{"the blocked do not challenge", (*suite).blockedDoNotChallenge},
		{"a running match is changed", (*suite).runningMatchIsChanged},
	})
}

// RunSome runs a few tests of the suite, for a store that passes all of it elsewhere and is now reached in another way.
func RunSome(t *testing.T, open Opener) {
	run(t, open, []one{
		{"one of many adds a ply", (*suite).oneOfManyAdds},
		{"a cancelled context changes nothing", (*suite).cancelledChangesNothing},
		{"a rated match moves ratings once", (*suite).finishIsOnce},
		{"history and games", (*suite).historyAndGames},
		{"settings are not lost", (*suite).settingsAreNotLost},
		{"one of many takes a challenge", (*suite).oneOfManyTakes},
		{"two players become one", (*suite).twoBecomeOne},
		{"a tournament is played", (*suite).tournamentIsPlayed},
	})
}

// RunForRows runs a few tests of a store that is a data.Operator too, which together leave rows in every table, except
// the tables of an operator's process.
func RunForRows(t *testing.T, open Opener) {
	run(t, open, []one{
		{"others are left alone", (*suite).othersAreLeftAlone},
		{"a tournament is scored", (*suite).tournamentIsScored},
		{"bans hold until they are lifted", (*suite).bansHold},
		{"clocks stand where they stood", (*suite).clocksStand},
		{"a player has one live seat", (*suite).oneLiveSeat},
		{"games with the house pass away", (*suite).gamesPass},
		{"games are marked", (*suite).gamesAreMarked},
	})
}

func run(t *testing.T, open Opener, tests []one) {
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			s := &suite{limited: limit(t), open: open, dir: t.TempDir(), now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
			s.Store = open(t, s.dir)
			t.Cleanup(func() { s.Close() })
			defer s.failed()
			c.test(s)
		})
	}
}

// failure is a call that failed in must.
type failure string

// must returns the result of a call that must not fail. It is for the test's own goroutine.
func must[T any](result T, err error) T {
	if err != nil {
		_, file, line, _ := runtime.Caller(1)
		panic(failure(fmt.Sprintf("%s:%d: %v", filepath.Base(file), line, err)))
	}
	return result
}

// failed ends the test after a failure in must.
func (s *suite) failed() {
	switch why := recover().(type) {
	case nil:
	case failure:
		s.Fatal(why)
	default:
		panic(why)
	}
}

// limited is a test that waits for a store no longer than patience.
type limited struct {
	*testing.T
	ctx context.Context
}

const patience = 2 * time.Minute

func limit(t *testing.T) limited {
	ctx, cancel := context.WithTimeoutCause(t.Context(), patience, errors.New("the store has not answered"))
	t.Cleanup(cancel)
	return limited{t, ctx}
}

// Context ends with the test, or before when a store does not answer.
func (l limited) Context() context.Context { return l.ctx }

// suite is one test's store, with shortcuts to call it.
type suite struct {
	limited
	Store
	open Opener
	dir  string
	now  time.Time
}

// reopen closes the store and opens the same data again.
func (s *suite) reopen() {
	s.Helper()
	s.must(s.Close())
	s.Store = s.open(s.T, s.dir)
}

func (s *suite) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *suite) same(what string, got, want any) {
	s.Helper()
	if !reflect.DeepEqual(got, want) {
		s.Fatalf("%s:\n got %s\nwant %s", what, show(got), show(want))
	}
}

func show(v any) string {
	if text, err := json.Marshal(v); err == nil {
		return string(text)
	}
	return fmt.Sprintf("%+v", v)
}

// players creates players, each with a key of the same name.
func (s *suite) players(names ...string) []data.Player {
	s.Helper()
	players := make([]data.Player, len(names))
	for i, name := range names {
		players[i] = must(s.CreatePlayer(s.Context(), name, "SHA256:"+name, "first key"))
	}
	return players
}

const game = "district-noir"

// soon is a time close by, yet after what even a busy machine has stored by then.
func soon() time.Time { return time.Now().Add(time.Second / 2) }

// passed waits until the clock has passed a moment.
func passed(moment time.Time) {
	for !time.Now().After(moment) {
		time.Sleep(time.Until(moment))
	}
}

// match describes a match of these players.
func (s *suite) match(id data.MatchID, rated bool, players ...data.Player) data.Match {
	m := data.Match{ID: id, Game: game, Rated: rated, Pace: data.Live, Seed: engine.Seed{1, 2, 3}, Started: s.now}
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	return m
}

// begin opens a rated match.
func (s *suite) begin(id data.MatchID, players ...data.Player) data.Match {
	s.Helper()
	return must(s.Open(s.Context(), s.match(id, true, players...)))
}

// entry is the n-th ply of a log.
func entry(n int) data.Entry {
	return data.NewEntry(n, engine.Ply{Move: engine.Move{
		Seat: engine.Seat(n % 2), By: engine.ByPlayer, Body: json.RawMessage(`{"type":"take"}`),
	}}, int64(n)*1000)
}

// won is a result by its places.
func won(places ...int) engine.Result {
	r := engine.Result{Reason: "points", Winners: []engine.Seat{}, Places: places, Scores: json.RawMessage(`[]`)}
	for i, place := range places {
		if place == 1 {
			r.Winners = append(r.Winners, engine.Seat(i))
		}
	}
	return r
}

// void is the result of an aborted match.
func void(seats int) engine.Result {
	r := won(make([]int, seats)...)
	r.Reason = engine.Aborted
	return r
}

// finish ends a match now.
func (s *suite) finish(id data.MatchID, r engine.Result) []data.Change {
	s.Helper()
	return must(s.Finish(s.Context(), id, s.now, r))
}

// rating is a player's rating in the suite's game.
func (s *suite) rating(p data.Player) data.Rating {
	s.Helper()
	return must(s.Ratings(s.Context(), p.ID))[game]
}

// log reads a match's log.
func (s *suite) log(id data.MatchID) []data.Entry {
	s.Helper()
	return must(s.Match(s.Context(), id)).Moves
}
