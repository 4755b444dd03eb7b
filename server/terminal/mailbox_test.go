package terminal

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/internal/workers"
)

// TestAKeyDoesNotWaitForOthers: a screen without a key press is drawn when a processor is idle; a
// key is answered at once, together with what waited.
func TestAKeyDoesNotWaitForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pool workers.Pool
		defer pool.Close()
		m := &model{update: quitOn("q"), view: func(m *model) tea.View {
			return tea.NewView(fmt.Sprint(m.got[len(m.got)-1]))
		}}
		b := startWith(t.Context(), m, nil, Options{Workers: &pool})
		expect := func(when, text string) {
			t.Helper()
			time.Sleep(frameGap)
			synctest.Wait()
			if got := b.emulator.String(); !strings.HasPrefix(got, text) {
				t.Errorf("%s: %q is shown, not %q", when, got, text)
			}
		}
		time.Sleep(2 * attentive)
		b.mailbox.post("news")
		expect("all rest", "news")

		free := occupy(&pool)
		b.mailbox.post("later")
		expect("others are busy", "news")
		_, _ = b.keys.Write([]byte("a"))
		expect("a key", "a")
		if got := m.got[len(m.got)-2]; got != "later" {
			t.Errorf("%v came before the key", got)
		}
		b.mailbox.post("an answer")
		expect("a moment after it", "an answer")
		b.mailbox.slip("the next picture")
		expect("nobody waits for that", "an answer")
		_, _ = b.keys.Write([]byte("b"))
		expect("another key", "b")
		if got := m.got[len(m.got)-2]; got != "the next picture" {
			t.Errorf("%v came before the key", got)
		}
		time.Sleep(2 * attentive)
		b.mailbox.post("more")
		expect("much later", "b")
		free()
		expect("others are done", "more")
		_, _ = b.keys.Write([]byte("q"))
		if err := b.end(t); err != nil {
			t.Error(err)
		}
	})
}

// occupy keeps all processors of a pool busy until free is called.
func occupy(p *workers.Pool) (free func()) {
	others := make(chan struct{})
	for range runtime.GOMAXPROCS(0) {
		p.Later(func() { <-others })
	}
	return func() { close(others) }
}

// TestAKeyDoesNotWaitForAPicture that comes due while the key before it is answered, and itself waits for a processor.
func TestAKeyDoesNotWaitForAPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pool workers.Pool
		defer pool.Close()
		var b *bench
		m := &model{update: func(m *model, msg tea.Msg) tea.Cmd {
			if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "a" {
				b.mailbox.slip("the next picture")
			}
			return quitOn("q")(m, msg)
		}}
		b = startWith(t.Context(), m, nil, Options{Workers: &pool})
		synctest.Wait()
		free := occupy(&pool)
		go func() { _, _ = b.keys.Write([]byte("a")); _, _ = b.keys.Write([]byte("b")) }()
		synctest.Wait()
		if got := fmt.Sprint(m.got[1:]); got != "[a the next picture b]" {
			t.Errorf("taken while others are busy: %v", got)
		}
		free()
		synctest.Wait()
		_, _ = b.keys.Write([]byte("q"))
		if err := b.end(t); err != nil {
			t.Error(err)
		}
	})
}

// TestWhatAKeyBringsAbout while it is taken is answered with it, although others keep the processors busy.
func TestWhatAKeyBringsAbout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pool workers.Pool
		defer pool.Close()
		var b *bench
		m := &model{update: func(m *model, msg tea.Msg) tea.Cmd {
			if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "a" {
				b.mailbox.post("an answer")
			}
			return quitOn("q")(m, msg)
		}}
		b = startWith(t.Context(), m, nil, Options{Workers: &pool})
		time.Sleep(2 * attentive)
		free := occupy(&pool)
		_, _ = b.keys.Write([]byte("a"))
		synctest.Wait()
		if got := fmt.Sprint(m.got[1:]); got != "[a an answer]" {
			t.Errorf("taken while others are busy: %v", got)
		}
		free()
		_, _ = b.keys.Write([]byte("q"))
		if err := b.end(t); err != nil {
			t.Error(err)
		}
	})
}

// TestCommandsThatAreOver start nothing, and cancel whatever comes too late.
func TestCommandsThatAreOver(t *testing.T) {
	t.Parallel()
	var c commands
	early, late := new(expected), new(expected)
	if !c.expect(early) || !c.expect(late) || !c.join() {
		t.Error("refused at first")
	}
	stopped := map[string]int{}
	c.stops(early, func() { stopped["early"]++ })
	c.leave()
	c.wait()
	c.stops(late, func() { stopped["late"]++ })
	if c.join() || c.expect(new(expected)) || c.arrive(late) || stopped["early"] != 1 || stopped["late"] != 1 {
		t.Errorf("stopped %v, and something was accepted", stopped)
	}
}
