// Package lesson teaches a game at a table of its own: with the ordinary rules, board and house
// players, and a tui.Lesson that explains them. Nothing of it is stored, rated or seen by others.
// It knows no game.
package lesson

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
)

// learner is the learner's seat.
const learner engine.Seat = 0

// houseSeed makes house players play the same in every lesson.
const houseSeed = 1

// Table is a lesson at one of its scenes. It is for one goroutine.
type Table struct {
	game   engine.Game
	lesson tui.Lesson
	names  []matchmaking.Seated
	reader *language.Reader

	at    int // the scene
	state engine.State
	plies []engine.Ply
	made  int // moves so far, including those of scenes that were left by Back
	shown int // revision of the newest frame
}

// Reply is a move that a house player has chosen.
type Reply struct {
	move engine.Move
	made int // Table.made when it was requested
}

// Open sets up a session's lesson at a scene, counted from 0, or at the last one if the number is
// too high. It fails for a game without a lesson, or a lesson that breaks the rules.
func Open(s *tui.Session, game string, scene int) (*Table, error) {
	g, _ := s.Game(game)
	if !g.Teaches() {
		return nil, fmt.Errorf("there is no lesson of %q", game)
	}
	l := g.Lesson
	t := &Table{game: g.Rules, lesson: l, names: company(g.Info(), l, s.Player.Name), reader: s.Language}
	return t, t.begin(min(max(0, scene), len(l.Scenes)-1))
}

// company is who sits at the table.
func company(info engine.Info, l tui.Lesson, name string) []matchmaking.Seated {
	rival, _ := info.Opponent(l.Level)
	seats := []matchmaking.Seated{{Name: name, Kind: data.Human}}
	for n := 1; n < l.Setup.Seats; n++ {
		called := rival.Name + "/" + rival.Level
		if l.Setup.Seats > 2 {
			called = fmt.Sprintf("%s-%d", called, n)
		}
		seats = append(seats, matchmaking.Seated{Name: tui.Called(called), Kind: data.Bot, Level: rival.Level})
	}
	return seats
}

// begin deals and plays up to a scene.
func (t *Table) begin(scene int) error {
	state, err := t.game.Start(t.lesson.Setup)
	if err != nil {
		return err
	}
	t.at, t.state, t.plies = 0, state, nil
	for err = t.enter(); err == nil && t.at < scene; {
		err = t.goOn()
	}
	return err
}

// enter makes the moves that come before a scene.
func (t *Table) enter() error {
	for _, m := range t.scene().Moves {
		if err := t.make(m); err != nil {
			return fmt.Errorf("scene %d: %w", t.at+1, err)
		}
	}
	return nil
}

// goOn makes the requested move and goes to the next scene.
func (t *Table) goOn() error {
	if want := t.scene().Want; want != nil {
		if err := t.make(engine.Move{Seat: learner, By: engine.ByPlayer, Body: want}); err != nil {
			return fmt.Errorf("scene %d: %w", t.at+1, err)
		}
	}
	t.at++
	return t.enter()
}

func (t *Table) make(m engine.Move) error {
	state, plies, err := engine.Make(t.state, m)
	if err != nil {
		return err
	}
	t.state, t.plies = state, append(t.plies, plies...)
	t.made++
	return nil
}

// log is what a seat has seen.
func (t *Table) log(s engine.Seat) []engine.Line {
	lines := make([]engine.Line, len(t.plies))
	for i, p := range t.plies {
		lines[i] = p.Line(i+1, s, 0)
	}
	return lines
}

func (t *Table) scene() *tui.Scene { return &t.lesson.Scenes[t.at] }

// At returns the number of the scene, from 0, and how many there are.
func (t *Table) At() (scene, scenes int) { return t.at, len(t.lesson.Scenes) }

// Progress is how far the learner has come. A finished lesson starts over.
func (t *Table) Progress() data.Progress {
	if t.Over() {
		return data.Progress{Done: true}
	}
	return data.Progress{Scene: t.at}
}

// Over reports whether the game of the lesson is over.
func (t *Table) Over() bool {
	_, over := t.state.Result()
	return over
}

// Reads reports whether there is only something to read: Next goes on.
func (t *Table) Reads() bool { return t.scene().Want == nil && !t.scene().Free }

// Text explains the scene, in the learner's language.
func (t *Table) Text() string {
	if t.Over() {
		return t.reader.Words(t.lesson.End)
	}
	return t.reader.Words(t.scene().Text)
}

// Task says what the learner is to do; "" when there is nothing.
func (t *Table) Task() string {
	if t.Over() {
		return ""
	}
	return t.reader.Words(t.scene().Task)
}

// Next goes on from a scene that was read.
func (t *Table) Next() error {
	if !t.Reads() {
		return nil
	}
	return t.goOn()
}

// Back goes to the previous scene; the first one stays.
func (t *Table) Back() error { return t.begin(max(0, t.at-1)) }

// Again starts the lesson over.
func (t *Table) Again() error { return t.begin(0) }

// Play makes a move of the learner if it is the requested one, or if they play freely. For another
// legal move nothing changes, and instead says what it would have done. The error is a
// *matchmaking.BadMove or an *engine.Illegal, or matchmaking.ErrNotYourTurn when no move is
// requested.
func (t *Table) Play(move json.RawMessage) (instead string, err error) {
	if t.Reads() {
		return "", matchmaking.ErrNotYourTurn
	}
	body, err := t.game.Read(move)
	if err != nil {
		return "", &matchmaking.BadMove{Cause: err}
	}
	m := engine.Move{Seat: learner, By: engine.ByPlayer, Body: body}
	scene := t.scene()
	switch {
	case scene.Free:
		return "", t.make(m)
	case bytes.Equal(body, scene.Want):
		return "", t.goOn()
	}
	if _, _, err := engine.Make(t.state, m); err != nil {
		return "", err
	}
	return t.lesson.Would(t.reader, t.view(learner), body) + " " + t.reader.Words(scene.Why), nil
}

// House returns a function that chooses the move that a house player owes while the learner plays
// freely; nil when none owes one. It may run on another goroutine. Answer makes the move.
func (t *Table) House() func(context.Context) (Reply, error) {
	if !t.scene().Free {
		return nil
	}
	for _, p := range t.state.Prompts() {
		if p.Seat != learner {
			return t.choice(p.Seat)
		}
	}
	return nil
}

// choice returns a function that chooses for a seat.
func (t *Table) choice(seat engine.Seat) func(context.Context) (Reply, error) {
	sight := engine.Sight{
		Seat: seat, Seats: t.lesson.Setup.Seats, View: t.view(seat), Legal: t.state.Legal(seat), Log: t.log(seat),
	}
	game, level, made := t.game, t.lesson.Level, t.made
	return func(ctx context.Context) (Reply, error) {
		player, err := game.House(level, houseSeed)
		if err != nil {
			return Reply{}, err
		}
		body, err := player.Choose(ctx, sight)
		return Reply{engine.Move{Seat: seat, By: engine.ByPlayer, Body: body}, made}, err
	}
}

// Answer makes the move of a house player. It ignores one for another position.
func (t *Table) Answer(r Reply) error {
	if r.made != t.made {
		return nil
	}
	return t.make(r.move)
}

func (t *Table) view(s engine.Seat) json.RawMessage {
	raw, err := json.Marshal(t.state.View(s))
	if err != nil {
		panic(err) // every view marshals: the game's test suite checks it
	}
	return raw
}

// Frame is what the learner sees of the table. It has no clock.
func (t *Table) Frame() matchmaking.Frame {
	t.shown++
	info := t.game.Info()
	f := matchmaking.Frame{
		Revision: t.shown, Match: "lesson", Game: info.Name, Pace: data.Live, Private: true, Seat: learner,
		Options: engine.Options(t.state), Seats: t.names, Commit: t.lesson.Setup.Seed.Commit(),
		Log: t.log(learner), View: t.view(learner), Clocks: t.clocks(),
	}
	if legal := t.state.Legal(learner); len(legal) > 0 && !t.Reads() {
		f.Turn = &matchmaking.Turn{Ply: len(t.plies) + 1, Legal: legal}
	}
	if result, over := t.state.Result(); over {
		for i := range t.names {
			f.Open = append(f.Open, t.view(engine.Seat(i)))
		}
		f.End = &matchmaking.End{Result: result, Seed: t.lesson.Setup.Seed}
	}
	return f
}

// clocks say who is asked, at a table without a time limit.
func (t *Table) clocks() []matchmaking.SeatClock {
	clocks := make([]matchmaking.SeatClock, len(t.names))
	for _, p := range t.state.Prompts() {
		clocks[p.Seat].Asked = true
	}
	return clocks
}
