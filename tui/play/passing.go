package play

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
)

// passing is what the table answers for the viewer in windows.
type passing struct{ *sight }

// possible reports whether the game has windows in which a player may always pass.
func (p passing) possible() bool {
	info, _ := p.session.Info(p.frame.Game)
	return info.Windows
}

// follow has the table pass for a viewer who sits down, as they want it at every table.
func (p passing) follow(before matchmaking.Frame) tea.Cmd {
	sits := before.Revision == 0 && p.mode == seated && !p.gameOver()
	if !sits || p.frame.Passing != matchmaking.PassNothing || !p.possible() {
		return nil
	}
	return p.on(matchmaking.UsualPassing(p.session.Settings.Pass))
}

// on has the table pass for the viewer from now on.
func (p passing) on(which matchmaking.Passing) tea.Cmd {
	return p.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Pass(ctx, which) })
}

// toggle begins that, or ends it.
func (p passing) toggle() tea.Cmd { return p.on(p.frame.Passing.Other(p.session.Settings.Pass)) }

// offers says which key changes it, the longest form first.
func (p passing) offers(th *tui.Theme) []string {
	switch {
	case p.frame.Passing == matchmaking.PassTurn:
		return []string{th.Words("You pass until your turn, except when something of yours is at stake. A ends it."), th.Words("Auto-pass is on: A ends it.")}
	case p.frame.Passing == matchmaking.PassAlways:
		return []string{th.Words("You always pass, except when something of yours is at stake. A ends it."), th.Words("Auto-pass is on: A ends it.")}
	case p.frame.OffersAutoPass():
		return []string{th.Words("Pass again? A passes for you until your turn."), th.Words("A passes until your turn.")}
	}
	return []string{""}
}
