package plain

import (
	"slices"

	"noir/engine"
	"noir/tui"
	"noir/tui/lesson"
)

// lecture is a lesson in lines of text.
type lecture struct {
	*voice
	game  engine.Info
	table *lesson.Table
	board tui.Board
	told  []string // the position as last told; nil to tell everything again
	scene int      // the scene of told
	lines int      // lines of the log that were told
}

// learn gives the lesson of a game, from where it was left; there is false for a game without one.
func learn(v *voice, game engine.Info) (there bool, err error) {
	s := v.session
	table, err := lesson.Open(s, game.Name, s.Settings.Lessons[game.Name].Scene)
	board := s.NewBoard(game.Name)
	if err != nil || board == nil {
		return false, nil
	}
	l := &lecture{voice: v, game: game, table: table, board: board}
	l.lines = len(table.Frame().Log)
	l.say("A lesson in %s. help says what you can type.", game.Title)
	err = l.listen()
	l.leave()
	return true, err
}

// listen tells, and does what is typed, until the lesson is over or the learner leaves.
func (l *lecture) listen() error {
	for {
		if err := l.tell(); err != nil {
			l.try(err)
			return l.ctx.Err()
		}
		if l.table.Over() {
			return nil
		}
		line, err := l.hear()
		if err != nil || l.obey(line) {
			return err
		}
	}
}

// leave says how to go on.
func (l *lecture) leave() {
	if l.table.Over() {
		l.say("You are at the door. house %s %s: play the house.", l.game.House[0].Level, l.game.Name)
		return
	}
	l.say("You are at the door. learn %s: take the lesson up again.", l.game.Name)
}

// tell lets the house play and says what is new at the table.
func (l *lecture) tell() error {
	for choose := l.table.House(); choose != nil; choose = l.table.House() {
		reply, err := choose(l.ctx)
		if err == nil {
			err = l.table.Answer(reply)
		}
		if err != nil {
			return err
		}
	}
	f := l.table.Frame()
	if err := l.board.Show(f); err != nil {
		return err
	}
	for _, line := range f.Log[min(l.lines, len(f.Log)):] {
		if text := told(l.session.Language, l.board, f, line); text != "" {
			l.say("%s", text)
		}
	}
	l.lines = len(f.Log)
	now, before := l.board.Plain(), l.told
	if !slices.Equal(now, before) {
		for _, text := range now {
			l.say("%s", text)
		}
	}
	at, _ := l.table.At()
	if before == nil || at != l.scene || l.table.Over() {
		l.session.Shelve(l.ctx, tui.Bookmark{Game: l.game.Name, Progress: l.table.Progress()})
		l.point()
	}
	l.told, l.scene = now, at
	return nil
}

// point says what there is to see and to do.
func (l *lecture) point() {
	at, scenes := l.table.At()
	switch {
	case l.table.Over():
		l.say("%s", l.table.Text())
	case l.table.Reads():
		l.say("Scene %d of %d. %s", at+1, scenes, l.table.Text())
		l.say("Type next to go on.")
	default:
		l.say("Scene %d of %d. %s", at+1, scenes, l.table.Text())
		l.say("%s", l.table.Task())
	}
}

// obey does what is typed; done means that the learner leaves.
func (l *lecture) obey(typed line) (done bool) {
	words := l.words(typed)
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "help":
		l.help()
	case "next":
		l.next()
	case "back":
		l.told = nil
		l.try(l.table.Back())
	case "look":
		l.told = nil
	case "leave":
		return true
	default:
		l.move(typed.text)
	}
	return false
}

func (l *lecture) help() {
	l.say("next: go on. back: the previous scene. look: the table again. leave: back to the door; the lesson keeps your place.")
	if !l.table.Reads() {
		l.say("A move is asked for: %s.", l.toType())
	}
}

// toType is what the board suggests to type.
func (l *lecture) toType() string {
	if _, err := l.board.Command(""); err != nil {
		return err.Error()
	}
	return ""
}

// next goes on from a scene to read.
func (l *lecture) next() {
	if !l.table.Reads() {
		l.say("%s", l.table.Task())
		return
	}
	l.told = nil
	l.try(l.table.Next())
}

// move makes the move that a line means.
func (l *lecture) move(text string) {
	if l.table.Reads() {
		l.say("Type next to go on, or back, look or leave.")
		return
	}
	body, err := l.board.Command(text)
	if err != nil {
		l.say("%s", tui.Sentence(l.session.Language, err.Error()))
		return
	}
	instead, err := l.table.Play(body)
	l.try(err)
	if instead != "" {
		l.say("%s %s", instead, l.table.Task())
	}
}

// try says why something failed.
func (l *lecture) try(err error) {
	if err != nil {
		l.sorry(l.board, err)
	}
}
