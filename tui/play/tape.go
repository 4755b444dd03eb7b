package play

import (
	"strconv"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
)

// speeds are how long a moment stays while the tape plays.
var speeds = [...]time.Duration{4 * time.Second, 2 * time.Second, time.Second, 500 * time.Millisecond, 200 * time.Millisecond}

// tape moves a replay.
type tape struct {
	*sight
	appraisal appraisal

	speed   int // index in speeds
	playing bool
	run     int  // counts the starts, so that steps of an old run are recognised
	reviews bool // the review opens at once, at the turning point
}

// step is one step of a run.
type step int

// seek shows another moment.
func (t *tape) seek(moment int) {
	if r, ok := t.hold.chair().(*reel); ok {
		r.Seek(moment)
	}
}

// at returns the moment shown and the number of the last one.
func (t *tape) at() (moment, last int) {
	if r, ok := t.hold.chair().(*reel); ok {
		return r.At(), r.Len() - 1
	}
	return 0, 0
}

// turnTo goes to the next part, or to the one before.
func (t *tape) turnTo(next bool) {
	r, ok := t.hold.chair().(*reel)
	switch {
	case !ok:
	case next:
		t.jump(r.after(r.At()))
	default:
		t.jump(r.before(r.At()))
	}
}

func (t *tape) press(msg tea.KeyPressMsg) tea.Cmd {
	at, last := t.at()
	switch {
	case key.Matches(msg, keys.back):
		return tui.Ask(tui.Pop{})
	case key.Matches(msg, keys.play):
		return t.toggle(at, last)
	case key.Matches(msg, keys.fast):
		t.speed = min(t.speed+1, len(speeds)-1)
		return nil
	case key.Matches(msg, keys.slow):
		t.speed = max(t.speed-1, 0)
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
		return t.appraisal.flip()
	case key.Matches(msg, keys.fault, keys.faultBack):
		if fault, ok := t.appraisal.fault(at, key.Matches(msg, keys.fault)); ok {
			t.jump(fault)
		}
	case key.Matches(msg, keys.better):
		if ply, ok := t.appraisal.mistake(at); ok {
			t.playing = false
			return t.appraisal.retry(ply)
		}
	case key.Matches(msg, keys.first):
		t.jump(0)
	case key.Matches(msg, keys.last):
		t.jump(last)
	}
	return nil
}

// jump stops the tape at a moment.
func (t *tape) jump(moment int) {
	t.playing = false
	t.seek(moment)
}

// turnBack shows the turning point, for which the review was opened, unless the viewer has left the
// beginning by themselves.
func (t *tape) turnBack() {
	if !t.reviews || t.appraisal.made == nil {
		return
	}
	if at, last := t.at(); last > 0 {
		t.reviews = false
		if at == 0 && !t.playing {
			t.jump(t.appraisal.turning())
		}
	}
}

// help lists the keys that do something now; flip turns to the score sheet and back.
func (t *tape) help(flip key.Binding) []key.Binding {
	toggle := keys.play
	if t.playing {
		toggle = keys.pause
	}
	short, judged := []key.Binding{keys.step, toggle}, t.appraisal.on && t.appraisal.made != nil
	if judged {
		short[1] = keys.faults
	}
	at, _ := t.at()
	_, own := t.appraisal.mistake(at)
	switch {
	case own:
		short = append(short, keys.better)
	case t.gameOver():
		short = append(short, flip)
	default:
		short = append(short, keys.onward)
	}
	short = append(short, keys.appraise)
	if judged {
		short = append(short, toggle)
	}
	return append(short, keys.moment, keys.speed, keys.moves, keys.back)
}

// toggle starts or stops the tape; at the end it starts over.
func (t *tape) toggle(at, last int) tea.Cmd {
	t.playing = !t.playing
	if !t.playing {
		return nil
	}
	if at == last {
		t.seek(0)
	} else {
		t.seek(at + 1)
	}
	t.run++
	return t.wait()
}

// wait waits for the next moment.
func (t *tape) wait() tea.Cmd { return tui.After(speeds[t.speed], step(t.run)) }

// advance plays the next moment.
func (t *tape) advance(s step) tea.Cmd {
	at, last := t.at()
	if !t.playing || int(s) != t.run {
		return nil
	}
	if at >= last {
		t.playing = false
		return nil
	}
	t.seek(at + 1)
	return t.wait()
}

// line shows how far the replay is.
func (t *tape) line(th *tui.Theme, w int) string {
	at, last := t.at()
	state := th.Words("stopped")
	if t.playing {
		state = th.Words("playing, %v a move", speeds[t.speed])
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

// leastBar is the shortest useful bar for a replay's progress.
const leastBar = 8

// moment is the field for typing the number of a move.
type moment struct {
	*tape
	digits string
}

func (m *moment) press(msg tea.KeyPressMsg) (overlay, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.enter):
		if n, err := strconv.Atoi(m.digits); err == nil {
			m.jump(n)
		}
		return nil, nil
	case key.Matches(msg, keys.close):
		return nil, nil
	case key.Matches(msg, keys.erase) && m.digits != "":
		m.digits = m.digits[:len(m.digits)-1]
	case key.Matches(msg, keys.digit) && len(m.digits) < 4:
		m.digits += msg.String()
	}
	return m, nil
}

func (m *moment) box(w, _ int, th *tui.Theme) kit.Block {
	_, last := m.at()
	return kit.Panel(th, min(w, 34), th.Words("go to"),
		th.Text.Render(th.Words("move 0 to %d:", last)+" ")+th.Lamp.Render(m.digits+"_"))
}

func (*moment) help() []key.Binding {
	return []key.Binding{keys.digit, tui.Says(keys.enter, "go"), keys.close}
}
