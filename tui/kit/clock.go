package kit

import (
	"strconv"
	"time"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

const (
	lowTime = 10 * time.Second // below this a clock is marked
	hurry   = 20 * time.Second // below this it counts by seconds
)

// Clock appends the time for the move and, after a plus, the bank to a line being built. running says that the
// seat's time passes: with little left it is marked and counts by seconds, before that in larger steps.
func Clock(line []byte, th *tui.Theme, move, bank time.Duration, running bool) []byte {
	if running && move > 0 {
		move = stepped(move, bank)
	} else if running {
		bank = stepped(bank, 0)
	}
	style := th.Bright
	switch {
	case !running:
		style = th.Smoke
	case move < lowTime:
		style = th.Danger
	}
	line = style.Begin(line)
	if running && move+bank < lowTime {
		line = append(line, "! "...)
	}
	line = appendDuration(line, move)
	if bank > 0 {
		line = appendDuration(append(line, " +"...), bank)
	}
	return style.End(line)
}

// SeatClock appends a seat's time at a moment; a seat that is not asked has all of its time. It appends
// nothing at the end and in a replay.
func SeatClock(line []byte, th *tui.Theme, f *matchmaking.Frame, s engine.Seat, now time.Time) []byte {
	if int(s) >= len(f.Clocks) || f.End != nil || f.Clocks[s].Since.IsZero() {
		return line
	}
	c := f.Clocks[s]
	move, bank := c.Left(now)
	if !c.Asked {
		move = f.Clock.Move
	}
	return Clock(line, th, move, bank, c.Asked)
}

// Lasts returns how long Clock's picture of a running clock stays valid; 0 when no time is left.
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

// lastOfMinute returns when Duration next shows another minute; above an hour it shows minutes
// only, rounded up.
func lastOfMinute(left time.Duration) time.Duration {
	minute := (left + time.Second - 1).Truncate(time.Minute)
	if minute == time.Hour {
		return time.Hour - step(time.Hour, 0)
	}
	return minute - time.Second
}

// stepped is how a running time is shown while a reserve follows it.
func stepped(left, reserve time.Duration) time.Duration {
	if left > time.Hour {
		return left
	}
	s := step(left, reserve)
	return (left + s - 1) / s * s
}

// step is the step of a running clock. Without hurry it saves every screen at the table four of five frames.
func step(left, reserve time.Duration) time.Duration {
	if left > hurry || reserve > hurry {
		return 5 * time.Second
	}
	return time.Second
}

// Duration formats remaining time: 0:07, 1:30, 2 h 05. It rounds up to whole seconds, so that 0:00
// means that nothing is left.
func Duration(d time.Duration) string { return string(appendDuration(nil, d)) }

func appendDuration(line []byte, d time.Duration) []byte {
	whole, part, between := int((max(0, d)+time.Second-1)/time.Second), 0, ":"
	if whole >= 3600 {
		whole, between = whole/60, " h "
	}
	whole, part = whole/60, whole%60
	line = append(strconv.AppendInt(line, int64(whole), 10), between...)
	return append(line, byte('0'+part/10), byte('0'+part%10))
}
