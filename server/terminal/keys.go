package terminal

import (
	"bytes"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/time/rate"
)

const (
	escapeDelay = 50 * time.Millisecond // after which an unfinished sequence is decoded as it is
	maxSequence = 256                   // bytes of an unfinished sequence; longer ones are dropped
	maxPaste    = 4096                  // bytes of a paste that are kept
	burst       = 4                     // seconds of input that may come at once
	floodTime   = 10 * time.Second      // of input above the rate, after which the session ends
)

// intake limits the rate of a session's input.
type intake struct {
	session *Session
	limit   *rate.Limiter
	flooded time.Time      // since when
	slowed  func() tea.Msg // not told yet; nil: told
}

//go:noinline
func newIntake(s *Session, atOnce int) *intake {
	return &intake{session: s, limit: rate.NewLimiter(rate.Limit(s.rate), max(s.rate*burst, atOnce)), slowed: s.slowed}
}

// takes waits until n further bytes have a place. It reports false when the session has ended, as it does after a
// flood.
func (i *intake) takes(n int) bool {
	now, s := time.Now(), i.session
	if i.limit.AllowN(now, n) {
		i.flooded = time.Time{}
		return true
	}
	wait := i.limit.ReserveN(now, n).Delay()
	i.tellSlowed()
	if i.flooded.IsZero() {
		i.flooded = now
	} else if now.Sub(i.flooded) > floodTime {
		s.end(ErrFlooded)
		return false
	}
	select {
	case <-s.ctx.Done():
		return false
	case <-time.After(wait):
		return true
	}
}

// tellSlowed tells the program once that input has to wait.
func (i *intake) tellSlowed() {
	if i.slowed == nil {
		return
	}
	if msg := i.slowed(); msg != nil {
		i.session.mailbox.post(msg)
	}
	i.slowed = nil
}

// keyboard turns bytes into messages. It keeps an unfinished sequence until the rest comes or
// escapeDelay has passed.
type keyboard struct {
	tell   func(...tea.Msg)   // what came at once; must not block
	failed func(panicked any) // called in place of tell when the decoder has panicked
	in     [256]byte          // what is read at once

	mu      sync.Mutex
	typed   []tea.Msg // what comes at once
	decoder uv.EventDecoder
	pending []byte
	pasting bool
	paste   []byte
	expiry  time.Time
	timer   *time.Timer
	stopped bool
}

//go:noinline
func newKeyboard(tell func(...tea.Msg), failed func(any)) *keyboard {
	return &keyboard{tell: tell, failed: failed}
}

// press takes bytes as they come from the wire.
func (k *keyboard) press(b []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	defer k.rescue()
	k.pending = append(k.pending, b...)
	k.hand(false)
	if len(k.pending) > maxSequence {
		k.pending = k.pending[:0]
	}
	if len(k.pending) == 0 || k.pasting {
		return
	}
	k.expiry = time.Now().Add(escapeDelay)
	if k.timer == nil {
		k.timer = time.AfterFunc(escapeDelay, k.expire)
	} else {
		k.timer.Reset(escapeDelay)
	}
}

// expire decodes what is pending as what it looks like, such as a lone ESC.
func (k *keyboard) expire() {
	k.mu.Lock()
	defer k.mu.Unlock()
	defer k.rescue()
	if k.stopped || k.pasting || time.Now().Before(k.expiry) {
		return
	}
	k.hand(true)
}

// stop waits for a decoding under way and allows no other.
func (k *keyboard) stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stopped = true
	if k.timer != nil {
		k.timer.Stop()
	}
}

// rescue ends the session when the decoder panics, as it has on hostile input.
func (k *keyboard) rescue() {
	if v := recover(); v != nil {
		k.pending = k.pending[:0]
		k.failed(v)
	}
}

// hand calls tell with the decoded messages, if there are any.
func (k *keyboard) hand(expired bool) {
	clear(k.typed)
	k.typed = k.typed[:0]
	k.decode(expired)
	if len(k.typed) > 0 {
		k.tell(k.typed...)
	}
}

func (k *keyboard) decode(expired bool) {
	b := k.pending
	for len(b) > 0 {
		if k.pasting {
			n := k.pasted(b)
			if b = b[n:]; k.pasting {
				break
			}
			continue
		}
		if plain(b) {
			k.typed = append(k.typed, plainKeys[b[0]])
			b = b[1:]
			continue
		}
		if again(b) && (expired || len(b) > 2) { // now: while the key is held, more bytes always come
			k.typed = append(k.typed, tea.KeyPressMsg{Code: tea.KeyEscape})
			b = b[1:]
			continue
		}
		if !expired && unfinished(b) {
			break
		}
		n, event := k.decoder.Decode(b)
		if _, unknown := event.(uv.UnknownEvent); unknown && n >= len(b) && !expired {
			break
		}
		b = b[min(max(n, 1), len(b)):]
		k.mean(event)
	}
	k.pending = append(k.pending[:0], b...)
}

// unfinished tells whether more bytes could make another key of these.
func unfinished(b []byte) bool {
	if b[0] != ansi.ESC {
		return b[0] >= utf8.RuneSelf && !utf8.FullRune(b)
	}
	switch {
	case len(b) == 1:
		return true
	case bytes.IndexByte([]byte("[]OPX^_"), b[1]) >= 0:
		return len(b) == 2
	}
	return unfinished(b[1:])
}

// again tells whether input begins with an ESC that was pressed before another one. When the key is held they
// come within escapeDelay of each other; they are no chord then.
func again(b []byte) bool {
	return bytes.HasPrefix(b, []byte{ansi.ESC, ansi.ESC}) && (len(b) == 2 || b[2] != '[' && b[2] != 'O')
}

// plain tells whether input begins with an ASCII character that no later byte can extend.
func plain(b []byte) bool {
	return b[0] < utf8.RuneSelf && b[0] != ansi.ESC && (len(b) == 1 || b[1] < utf8.RuneSelf)
}

// plainKeys are the messages of the ASCII characters, shared by everybody: the most common keys
// make no garbage.
var plainKeys = func() (all [utf8.RuneSelf]tea.Msg) {
	var decoder uv.EventDecoder
	for c := range all {
		_, event := decoder.Decode([]byte{byte(c)})
		if press, ok := event.(uv.KeyPressEvent); ok {
			all[c] = tea.KeyPressMsg(press)
		}
	}
	return all
}()

// mean translates what a person can do at a terminal. It drops answers to questions that were never asked.
func (k *keyboard) mean(event uv.Event) {
	switch e := event.(type) {
	case uv.MultiEvent:
		for _, one := range e {
			k.mean(one)
		}
	case uv.MouseEvent:
		if m := e.Mouse(); m.X >= 0 && m.Y >= 0 && m.X < MaxWidth && m.Y < MaxHeight {
			k.point(e)
		}
	case uv.KeyPressEvent:
		k.typed = append(k.typed, tea.KeyPressMsg(e))
	case uv.FocusEvent:
		k.typed = append(k.typed, tea.FocusMsg{})
	case uv.BlurEvent:
		k.typed = append(k.typed, tea.BlurMsg{})
	case uv.BackgroundColorEvent:
		k.typed = append(k.typed, tea.BackgroundColorMsg(e))
	case uv.PasteStartEvent:
		k.pasting = true
	}
}

// point translates what the mouse does.
func (k *keyboard) point(event uv.MouseEvent) {
	switch e := event.(type) {
	case uv.MouseClickEvent:
		k.typed = append(k.typed, tea.MouseClickMsg(e))
	case uv.MouseReleaseEvent:
		k.typed = append(k.typed, tea.MouseReleaseMsg(e))
	case uv.MouseWheelEvent:
		k.typed = append(k.typed, tea.MouseWheelMsg(e))
	case uv.MouseMotionEvent:
		k.typed = append(k.typed, tea.MouseMotionMsg(e))
	}
}

// pasted takes pasted bytes up to the end of the paste and returns how many it took: all but an
// incomplete end marker.
func (k *keyboard) pasted(b []byte) int {
	end := bytes.Index(b, []byte(ansi.BracketedPasteEnd))
	n := end
	if end < 0 {
		n = max(0, len(b)-len(ansi.BracketedPasteEnd)+1)
	}
	k.paste = append(k.paste, b[:min(n, maxPaste-len(k.paste))]...)
	if end < 0 {
		return n
	}
	k.typed = append(k.typed, tea.PasteMsg{Content: strings.ToValidUTF8(string(k.paste), "")})
	k.paste, k.pasting = nil, false
	return end + len(ansi.BracketedPasteEnd)
}
