package kit

import (
	"fmt"
	"time"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

const (
	lowTime = 10 * time.Second // is shown as a danger
	hurry   = 20 * time.Second // is counted by seconds
)

// Clock shows the time for the move and, after a plus, the bank. Running says
// that it is this seat's time that passes: with little left it is marked and
// counted by seconds, before that in larger steps.
func Clock(th *tui.Theme, move, bank time.Duration, running bool) string {
	if running && move > 0 {
		move = stepped(move, bank)
	} else if running {
		bank = stepped(bank, 0)
	}
	text := Duration(move)
	if bank > 0 {
		text += " +" + Duration(bank)
	}
	switch {
	case !running:
		return th.Smoke.Render(text)
	case move+bank < lowTime:
		return th.Danger.Render("! " + text)
	case move < lowTime:
		return th.Danger.Render(text)
	}
	return th.Bright.Render(text)
}

// SeatClock shows a seat's time at a moment: that of a move it has not been asked for
// yet is the whole one. It shows nothing at the end and in a replay.
func SeatClock(th *tui.Theme, f *matchmaking.Frame, s engine.Seat, now time.Time) string {
	if int(s) >= len(f.Clocks) || f.End != nil || f.Clocks[s].Since.IsZero() {
		return ""
	}
	c := f.Clocks[s]
	move, bank := c.Left(now)
	if !c.Asked {
		move = f.Clock.Move
	}
	return Clock(th, move, bank, c.Asked)
}

// Lasts returns how long Clock shows a running clock as it is; 0 when no time is
// left.
func Lasts(move, bank time.Duration) time.Duration {
	left, reserve := move, bank
	if left == 0 {
		left, reserve = bank, 0
	}
	switch {
	case left == 0:
		return 0
	case left > time.Hour:
		return left - lastOfMinute(left)
	}
	return left - stepped(left, reserve) + step(left, reserve)
}

// lastOfMinute returns when Duration, which leaves the seconds out above an hour
// and counts a part of one as a whole, shows another minute.
func lastOfMinute(left time.Duration) time.Duration {
	minute := (left + time.Second - 1).Truncate(time.Minute)
	if minute == time.Hour {
		return time.Hour - step(time.Hour, 0)
	}
	return minute - time.Second
}

// stepped is what is shown of a time that runs before a reserve does.
func stepped(left, reserve time.Duration) time.Duration {
	if left > time.Hour {
		return left
	}
	s := step(left, reserve)
	return (left + s - 1) / s * s
}

// step is how far a running clock moves at once. As long as there is no hurry it
// spares every screen at the table four frames out of five.
func step(left, reserve time.Duration) time.Duration {
	if left > hurry || reserve > hurry {
		return 5 * time.Second
	}
	return time.Second
}

// Duration shows a time that is left: 0:07, 1:30, 2 h 05. Part of a second
// counts as a whole one, so that 0:00 means that nothing is left.
func Duration(d time.Duration) string {
	seconds := int((max(0, d) + time.Second - 1) / time.Second)
	if seconds >= 3600 {
		return fmt.Sprintf("%d h %02d", seconds/3600, seconds/60%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
