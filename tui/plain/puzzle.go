package plain

import (
	"errors"
	"strings"

	"noir/data"
	"noir/data/review"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/play"
)

// puzzle tells the day's, or judges a move that answers it.
func (c *conversation) puzzle(move string) {
	s := c.session
	daily, err := matchmaking.FindDaily(c.ctx, s.Store, s.Games, s.Player, s.Now())
	if err == nil && s.Boards[daily.Game] == nil {
		err = data.ErrNotFound
	}
	switch {
	case errors.Is(err, data.ErrNotFound):
		c.say("There is no puzzle today. One comes of a game that is reviewed.")
		return
	case err != nil:
		c.say("%s", play.Sorry(s.Language, nil, err))
		return
	}
	board := s.NewBoard(daily.Game)
	if err := board.Show(daily.Frame); err != nil {
		c.say("%s", play.Sorry(s.Language, board, err))
		return
	}
	given, answered := daily.Answered()
	switch {
	case strings.TrimSpace(move) != "":
		c.solve(daily, board, move)
	case answered:
		c.judge(daily, board, given)
	default:
		for _, line := range board.Plain() {
			c.say("%s", line)
		}
		c.say("One move is far best. Type puzzle and a move as at a table to say which. Your first answer counts.")
	}
}

// solve judges a move that is typed as at a table.
func (c *conversation) solve(daily *matchmaking.Daily, board tui.Board, move string) {
	body, err := board.Command(move)
	if err != nil {
		c.say("%s", tui.Sentence(c.session.Language, err.Error()))
		return
	}
	given, err := daily.Answer(c.ctx, body)
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, board, err))
		return
	}
	c.judge(daily, board, given)
}

// judge says what an answer was worth, and how the visitor has fared.
func (c *conversation) judge(daily *matchmaking.Daily, board tui.Board, given data.Weighed) {
	c.say("%s", review.Answer(c.session.Language, daily.Puzzle, given, board.Advise))
	if fared := review.Fared(c.session.Language, daily.Fared); fared != "" {
		c.say("%s", fared)
	}
}
