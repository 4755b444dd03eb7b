package lobby

import (
	"fmt"

	"charm.land/bubbles/v2/key"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/page"
)

// usualSeats is the default number of seats at a private or house table, if the game allows it.
const usualSeats = 4

// wish is the table that a player wants: its game, number of seats and switches.
type wish struct {
	session *tui.Session
	game    int             // index in the session's games
	loose   bool            // any number of seats will do
	seats   int             // 0: any
	turned  map[string]bool // switches that differ from their default, by name
}

// newWish returns a wish for the game of a name with its defaults, or for the first game if the
// name is unknown.
func newWish(s *tui.Session, game string, loose bool) wish {
	w := wish{session: s, loose: loose}
	for i, g := range s.Games {
		if g.Info().Name == game {
			w.game = i
		}
	}
	w.reset()
	return w
}

func (w *wish) info() engine.Info { return w.session.Games[w.game].Info() }

// switches are those of the game.
func (w *wish) switches() []tui.Switch { return w.session.Games[w.game].Switches }

// reset forgets what was chosen for the previous game.
func (w *wish) reset() {
	info := w.info()
	w.seats = 0
	if !w.loose {
		w.seats = min(max(usualSeats, info.MinSeats), info.MaxSeats)
	}
	w.turned = map[string]bool{}
}

// on reports whether a switch is on.
func (w *wish) on(s tui.Switch) bool { return s.Usual != w.turned[s.Name] }

// open reports whether the game has any options.
func (w *wish) open() bool { return roomy(w.info()) || len(w.switches()) > 0 }

// roomy reports whether the number of seats of a game may vary.
func roomy(info engine.Info) bool { return info.MinSeats < info.MaxSeats }

// terms are the wanted table's terms: rated if the player has an account.
func (w *wish) terms() matchmaking.Terms {
	t := matchmaking.Terms{
		Game: w.info().Name, Rated: !w.session.Player.ID.Guest(), Pace: data.Live,
		Options: tui.Options(w.switches(), w.on),
	}
	if roomy(w.info()) {
		t.Seats = w.seats
	}
	return t
}

// nextGame switches to another game.
func (w *wish) nextGame(step int) {
	n := len(w.session.Games)
	w.game = (w.game + step + n) % n
	w.reset()
}

// resize switches to another number of seats.
func (w *wish) resize(step int) {
	info := w.info()
	sizes := make([]int, 0, info.MaxSeats-info.MinSeats+2)
	if w.loose {
		sizes = append(sizes, 0)
	}
	for n := info.MinSeats; n <= info.MaxSeats; n++ {
		sizes = append(sizes, n)
	}
	w.seats = next(sizes, w.seats, step)
}

// next returns the value a number of steps after another in a ring.
func next[T comparable](ring []T, from T, step int) T {
	for i, v := range ring {
		if v == from {
			return ring[(i+step+len(ring))%len(ring)]
		}
	}
	return ring[0]
}

// gameRow is the row that switches the game, if there is another one.
func (w *wish) gameRow() []page.Entry {
	if len(w.session.Games) < 2 {
		return nil
	}
	return []page.Entry{{Label: w.session.Words("Game"), Live: w.info().Title, Turn: w.nextGame}}
}

// keys adds the key that turns the game to those of a menu.
func (w *wish) keys(bindings []key.Binding) []key.Binding {
	last := len(bindings) - 1
	other := tui.When(len(w.session.Games) > 1, page.Keys.OtherGame)
	return append(bindings[:last:last], other, bindings[last])
}

// rows are the options of the game.
func (w *wish) rows() []page.Entry {
	var rows []page.Entry
	if roomy(w.info()) {
		rows = append(rows, page.Entry{Label: w.session.Words("Seats"), Live: sizeInWords(w.session, w.info(), w.seats), Turn: w.resize})
	}
	for _, s := range w.switches() {
		state := s.Off
		if w.on(s) {
			state = s.On
		}
		rows = append(rows, page.Entry{Label: w.session.Words(s.Title), Live: w.session.Words(state), Turn: func(int) { w.turned[s.Name] = !w.turned[s.Name] }})
	}
	return rows
}

// sizeInWords words the number of seats.
func sizeInWords(s *tui.Session, info engine.Info, seats int) string {
	if seats == 0 {
		return s.Words("any, %d to %d", info.MinSeats, info.MaxSeats)
	}
	return fmt.Sprint(seats)
}
