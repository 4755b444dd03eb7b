package plain

import (
	"fmt"
	"slices"
	"strings"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/wording"
)

// teller says what there is to know about a table.
type teller struct {
	*sight
	described []string // the position as last told
	noted     int      // the newest note that was told
}

// introduce describes the table.
func (t *teller) introduce() {
	f := t.frame
	stake := t.session.Words("casual")
	if f.Rated {
		stake = t.session.Words("rated")
	}
	t.say("%s, %s: %s. help says what you can type.", t.session.Title(f.Game), stake, people(t.session.Language, f.Seats))
	if f.OneAddress {
		t.say(matchmaking.OneAddress)
	}
}

// look describes the whole position and the viewer's time.
func (t *teller) look() {
	t.described = nil
	t.describe()
}

// describe tells what has changed in the position since it was last told, and always its last line,
// which says what is asked.
func (t *teller) describe() {
	lines := t.board.Plain()
	for i, text := range lines {
		if i == len(lines)-1 || !slices.Contains(t.described, text) {
			t.say("%s", text)
		}
	}
	t.described = lines
	if t.frame.Turn != nil && t.running() {
		t.say("You have %s.", kit.Duration(t.left()))
	}
}

// notes tells the new notes of the table; those from before the viewer came are skipped.
func (t *teller) notes(first bool) {
	for _, n := range t.frame.Notes {
		if n.Seq <= t.noted {
			continue
		}
		t.noted = n.Seq
		if text := wording.Notice(t.session.Language, t.frame, n); text != "" && !first {
			t.say("%s", text)
		}
	}
}

// passing says when the table passes for the viewer.
func (t *teller) passing() {
	switch t.frame.Passing {
	case matchmaking.PassTurn:
		t.say("You pass until your turn, except when something of yours is at stake. Type auto to be asked again.")
	case matchmaking.PassAlways:
		t.say("You always pass, except when something of yours is at stake. Type auto to be asked again.")
	default:
		t.say("You are asked again.")
	}
}

// relieved says who plays the viewer's seat.
func (t *teller) relieved() {
	switch {
	case t.frame.PlayedByHouse():
		t.say("You missed two prompts; the house is playing your hand. Enter takes it back.")
	case t.playing():
		t.say("You play again.")
	}
}

// clocks tells the time of all seats.
func (t *teller) clocks() {
	if t.frame.Clock.Move == 0 {
		t.say("There is no clock here: think for as long as you like.")
		return
	}
	for i, c := range t.frame.Clocks {
		move, bank := c.Left(t.session.Now())
		who := t.frame.Seats[i].Name
		if c.Asked {
			t.say("%s is to move and has %s, and %s more.", who, kit.Duration(move), kit.Duration(bank))
		} else {
			t.say("%s has %s in addition to the time for each move.", who, kit.Duration(bank))
		}
	}
}

// ending tells the result and what can be done now.
func (t *teller) ending() {
	for _, text := range wording.Ratings(t.session.Language, t.frame, "to", "-") {
		t.say("%s", text)
	}
	if link := wording.Link(t.session, t.frame); link != "" {
		t.say("%s", link)
	}
	if t.seated() {
		t.say("Type rematch, or leave.")
	} else {
		t.say("Type leave.")
	}
}

// people names who sits at a table.
func people(r *language.Reader, seats []matchmaking.Seated) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = s.Name
		if s.Rating != nil {
			names[i] += fmt.Sprintf(" %.0f", *s.Rating)
		}
	}
	return r.List(names)
}

// told words a line of the log, or "". A name keeps its first letter as its owner writes it.
func told(r *language.Reader, b tui.Board, f matchmaking.Frame, l engine.Line) string {
	text := b.Tell(l)
	for _, seat := range f.Seats {
		if strings.HasPrefix(text, seat.Name) {
			return text + "."
		}
	}
	return tui.Sentence(r, text)
}

func (t *teller) help() {
	leave := t.session.Words("leave: back to the door.")
	switch {
	case t.playing():
		_, err := t.board.Command("")
		t.say("Your moves: %s.", strings.TrimSuffix(err.Error(), "."))
		if t.hasWindows() {
			t.say("auto: pass until your turn, except when something of yours is at stake. Type it again to be asked.")
		}
		if !t.frame.Rated {
			t.say("hint: what the house would do.")
		}
		t.say("resign: give up the game.")
		if t.frame.Pace != data.Day {
			t.say("slow: offer to go on at a day a move, or agree to it.")
		}
		if !t.frame.Private {
			t.say("watchers: let nobody watch, or let others watch again.")
		}
		leave = t.session.Words("leave: back to the door; your seat is kept and your clock keeps running.")
	case t.seated() && t.frame.End == nil:
		t.say("You are out of this game and can watch until it is over. You may also play elsewhere.")
	case t.seated():
		t.say("rematch: offer another game, or accept one.")
	}
	t.talkHelp()
	t.say("look: the table again. moves: all moves so far. clock: the time.")
	t.say("%s", leave)
	t.say("quit: hang up.")
}

// talkHelp says what can be typed about the other people at the table.
func (t *teller) talkHelp() {
	people := func(seat matchmaking.Seated) bool { return seat.Kind != data.Bot }
	others := slices.Clone(t.frame.Seats)
	if t.seated() {
		others = slices.Delete(others, int(t.frame.Seat), int(t.frame.Seat)+1)
		t.say("say: lists the phrases. say 1: says the first. say and your own words, where everybody allows it.")
	}
	if slices.ContainsFunc(others, people) {
		t.say("friend, mute or block, and a name. report, a name and why: tell the operators.")
	}
}
