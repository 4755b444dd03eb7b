package play

import (
	"context"
	"runtime"
	"slices"
	"strconv"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// reel is the chair of a replay that knows its parts.
type reel struct {
	*matchmaking.Replay
	parts []int // the moments at which the board's heading is another one: a round or a turn begins
}

// thread finds the parts of a replay. The board is used for that alone. It blocks while
// every moment is shown to it.
func thread(ctx context.Context, r *matchmaking.Replay, board tui.Board) (*reel, error) {
	parts, heading := []int{0}, ""
	for moment := range r.Len() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		runtime.Gosched() // somebody may wait for a processor who has pressed a key
		f, err := r.Public(moment)
		if err == nil {
			err = board.Show(f)
		}
		if err != nil {
			return nil, err
		}
		now := board.Heading()
		if moment > 0 && now != heading {
			parts = append(parts, moment)
		}
		heading = now
	}
	return &reel{r, parts}, nil
}

// after returns the next part that begins after a moment, the last moment if none does.
func (r *reel) after(moment int) int {
	for _, part := range r.parts {
		if part > moment {
			return part
		}
	}
	return r.Len() - 1
}

// before returns the last part that begins before a moment.
func (r *reel) before(moment int) int {
	for _, part := range slices.Backward(r.parts) {
		if part < moment {
			return part
		}
	}
	return 0
}

// speeds are how long a moment stays while the tape plays.
var speeds = [...]time.Duration{4 * time.Second, 2 * time.Second, time.Second, 500 * time.Millisecond, 200 * time.Millisecond}

// tape is how a replay moves on.
type tape struct {
	speed   int // place in speeds
	playing bool
	run     int // counts the starts, so that the steps of an old one are known
}

// step is one step of a run.
type step int

// seek shows another moment.
func (t *table) seek(moment int) {
	if r, ok := t.hold.chair().(*reel); ok {
		r.Seek(moment)
	}
}

// at returns the moment shown and the number of the last one.
func (t *table) at() (moment, last int) {
	if r, ok := t.hold.chair().(*reel); ok {
		return r.At(), r.Len() - 1
	}
	return 0, 0
}

// turnTo goes to the next part, or to the one before.
func (t *table) turnTo(next bool) {
	r, ok := t.hold.chair().(*reel)
	switch {
	case !ok:
	case next:
		t.jump(r.after(r.At()))
	default:
		t.jump(r.before(r.At()))
	}
}

func (t *table) pressTape(msg tea.KeyPressMsg) tea.Cmd {
	at, last := t.at()
	switch {
	case key.Matches(msg, keys.back):
		return tui.Ask(tui.Pop{})
	case key.Matches(msg, keys.play):
		return t.toggle(at, last)
	case key.Matches(msg, keys.fast):
		t.tape.speed = min(t.tape.speed+1, len(speeds)-1)
		return nil
	case key.Matches(msg, keys.slow):
		t.tape.speed = max(t.tape.speed-1, 0)
		return nil
	case key.Matches(msg, keys.moment):
		t.tape.playing, t.over = false, &moment{}
		return nil
	case key.Matches(msg, keys.before):
		t.jump(at - 1)
	case key.Matches(msg, keys.after):
		t.jump(at + 1)
	case key.Matches(msg, keys.less):
		t.jump(at - 10)
	case key.Matches(msg, keys.more):
		t.jump(at + 10)
	case key.Matches(msg, keys.part, keys.partBack):
		t.turnTo(key.Matches(msg, keys.part))
	case key.Matches(msg, keys.appraise):
		return t.appraise()
	case key.Matches(msg, keys.fault, keys.faultBack):
		t.toFault(key.Matches(msg, keys.fault))
	case key.Matches(msg, keys.first):
		t.jump(0)
	case key.Matches(msg, keys.last):
		t.jump(last)
	}
	return nil
}

// jump stops the tape at a moment.
func (t *table) jump(moment int) {
	t.tape.playing = false
	t.seek(moment)
}

// toggle starts or stops the tape; at its end it starts from the beginning.
func (t *table) toggle(at, last int) tea.Cmd {
	t.tape.playing = !t.tape.playing
	if !t.tape.playing {
		return nil
	}
	if at == last {
		t.seek(0)
	} else {
		t.seek(at + 1)
	}
	t.tape.run++
	return t.wait()
}

// wait lets the moment stay.
func (t *table) wait() tea.Cmd { return t.session.After(speeds[t.tape.speed], step(t.tape.run)) }

// advance plays the next moment.
func (t *table) advance(s step) tea.Cmd {
	at, last := t.at()
	if !t.tape.playing || int(s) != t.tape.run {
		return nil
	}
	if at >= last {
		t.tape.playing = false
		return nil
	}
	t.seek(at + 1)
	return t.wait()
}

// tapeLine shows how far the replay is.
func (t *table) tapeLine(th *tui.Theme, w int) string {
	at, last := t.at()
	state := th.Words("stopped")
	if t.tape.playing {
		state = th.Words("playing, %v a move", speeds[t.tape.speed])
	}
	counter := " " + th.Words("move %d of %d", at, last) + "  "
	fraction := 1.0
	if last > 0 {
		fraction = float64(at) / float64(last)
	}
	room := w - kit.Width(counter) - kit.Width(state) - 3
	link := th.Smoke.Render(t.link()) + "  "
	if kit.Width(link)+leastBar > room {
		link = ""
	}
	bar := ""
	if room -= kit.Width(link); room >= leastBar {
		bar = kit.Bar(&th.Glyphs, th.Smoke, min(room, 40), fraction) + "  "
	}
	return th.Text.Render(counter) + bar + link + th.Smoke.Render(state)
}

// leastBar is as short as the bar that shows how far a replay is makes sense.
const leastBar = 8

// link is what to type to be told this game again.
func (t *table) link() string { return t.session.Address + " replay " + string(t.frame.Match) }

// moment is the field in which the number of a move is written.
type moment struct{ digits string }

func (m *moment) press(t *table, msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.enter):
		t.over = nil
		if n, err := strconv.Atoi(m.digits); err == nil {
			t.jump(n)
		}
	case key.Matches(msg, keys.close):
		t.over = nil
	case key.Matches(msg, keys.erase) && m.digits != "":
		m.digits = m.digits[:len(m.digits)-1]
	case key.Matches(msg, keys.digit) && len(m.digits) < 4:
		m.digits += msg.String()
	}
	return nil
}

func (m *moment) box(t *table, w, _ int, th *tui.Theme) kit.Block {
	_, last := t.at()
	return kit.Panel(th, min(w, 34), th.Words("go to"),
		th.Text.Render(th.Words("move 0 to %d:", last)+" ")+th.Lamp.Render(m.digits+"_"))
}

func (*moment) help() []key.Binding {
	return []key.Binding{keys.digit, tui.Says(keys.enter, "go"), keys.close}
}
