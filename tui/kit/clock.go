package kit

import (
	"fmt"
	"time"

	"noir/tui"
)

// lowTime is what is left of a clock that is shown as a danger.
const lowTime = 10 * time.Second

// Clock shows the time for the move and, after a plus, the bank. Running says
// that it is this seat's time that passes; with little left it is marked.
func Clock(th *tui.Theme, move, bank time.Duration, running bool) string {
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

// Duration shows a time that is left: 0:07, 1:30, 2 h 05. Part of a second
// counts as a whole one, so that 0:00 means that nothing is left.
func Duration(d time.Duration) string {
	seconds := int((max(0, d) + time.Second - 1) / time.Second)
	if seconds >= 3600 {
		return fmt.Sprintf("%d h %02d", seconds/3600, seconds/60%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
