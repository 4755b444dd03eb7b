package noirburg

import (
	"encoding/json"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/tui/kit"
)

// gaze is a pick without a move: a close look at a rival, whose places are then all written in words.
type gaze struct{ seat engine.Seat }

// turn turns to the next rival who is in the game.
func (g *gaze) turn(t *town) {
	n := len(t.Frame.Seats)
	for i := 1; i <= n; i++ {
		if s := engine.Seat((int(g.seat) + i) % n); s != t.Frame.Seat && t.view.Seats[s].Alive {
			g.seat = s
			return
		}
	}
}

func (g *gaze) press(b *draft, msg tea.KeyPressMsg) bool {
	if key.Matches(msg, keys.other) {
		g.turn(b.town)
		return true
	}
	return false
}

func (*gaze) touch(*draft, int) bool { return false }

func (*gaze) move(b speech) (json.RawMessage, string) {
	return nil, b.Words("tab shows the next mafia, esc goes back")
}

func (*gaze) does(speech) (long, short string) { return "", "" }

func (*gaze) consequences(speech) []string { return nil }

func (g *gaze) renew(b speech) bool { return b.view.Seats[g.seat].Alive }

func (g *gaze) panel(p brush) []panelLine {
	mafia := mafiaView{seatView{p}}
	words := append([]string{p.th.Bright.Render(p.Frame.Seats[g.seat].Name + ":")}, mafia.holdings(g.seat, full)...)
	return []panelLine{{Block: kit.Lines(kit.Flow(words, p.measure())...).Indent(margin), rank: 1}}
}

func (*gaze) help(speech) []key.Binding { return []key.Binding{keys.other, keys.drop} }
