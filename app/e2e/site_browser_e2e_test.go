//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser is a running Chromium.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	troubles []string // its complaints so far
}

// browserTime is how long a browser is used at most.
const browserTime = 5 * time.Minute

// openBrowser starts a Chromium with a window, as a telephone or not, on a dark or a light ground.
func openBrowser(t *testing.T, w, h int64, phone bool, scheme string) *browser {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox)
	allocated, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, closeIt := chromedp.NewContext(allocated)
	t.Cleanup(closeIt)
	ctx, cancel := context.WithTimeout(ctx, browserTime)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, b.hear)
	b.do(log.Enable(),
		emulation.SetDeviceMetricsOverride(w, h, 1, phone), emulation.SetTouchEmulationEnabled(phone),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
	return b
}

// hear records the browser's complaints.
func (b *browser) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if !strings.HasSuffix(e.Entry.URL, "/favicon.ico") {
			b.troubles = append(b.troubles, e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		b.troubles = append(b.troubles, e.ExceptionDetails.Error())
	}
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// text returns the value of an expression in the page.
func (b *browser) text(expression string) (value string) {
	b.t.Helper()
	b.do(chromedp.Evaluate("String("+expression+")", &value))
	return value
}

// is waits until an expression in the page is true.
func (b *browser) is(expression, want string) {
	b.t.Helper()
	b.do(chromedp.Poll(fmt.Sprintf("String(%s) === %q", expression, want), nil, chromedp.WithPollingTimeout(10*time.Second)))
}

// fits checks that nothing is wider than the window, and that the browser has no complaints.
func (b *browser) fits(what string) {
	b.t.Helper()
	if wide := b.text("document.documentElement.scrollWidth - innerWidth"); strings.TrimPrefix(wide, "-") == wide && wide != "0" {
		b.t.Errorf("%s is %s pixels wider than the window", what, wide)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, trouble := range b.troubles {
		b.t.Errorf("%s: %s", what, trouble)
	}
	b.troubles = nil
}

// TestEndToEndSiteInABrowser opens the pages in Chromium: on a telephone and on a desk, dark and light,
// with a script and without.
func TestEndToEndSiteInABrowser(t *testing.T) {
	s := openSite(t)
	games := []string{
		s.plays(2, "play district-noir --json", "play district-noir --json"),
		s.plays(3, "play noirburg --json --seats 3", "play noirburg --json --seats 3"),
	}
	grounds := map[string]string{}
	for _, window := range []struct {
		name   string
		w, h   int64
		phone  bool
		screen string // what shows the pictures
	}{{"telephone", 390, 844, true, ".narrow"}, {"desk", 1280, 800, false, ".wide"}} {
		for _, scheme := range []string{"dark", "light"} {
			t.Run(window.name+"/"+scheme, func(t *testing.T) {
				b := openBrowser(t, window.w, window.h, window.phone, scheme)
				for _, path := range []string{"/", "/rankings/noirburg", "/player/marlowe", "/nowhere"} {
					b.do(chromedp.Navigate(s.url(path)), chromedp.WaitVisible("main"))
					if path == "/nowhere" {
						b.troubles = nil // the browser says that it is not there
					}
					b.fits(path)
				}
				for _, id := range games {
					b.playsFilm(s.url("/game/"+id), window.screen)
				}
				grounds[scheme] = b.text("getComputedStyle(document.body).backgroundColor")
			})
		}
	}
	if grounds["dark"] == grounds["light"] {
		t.Errorf("the ground is %v", grounds)
	}
	t.Run("without script", func(t *testing.T) {
		b := openBrowser(t, 390, 844, true, "dark")
		b.do(emulation.SetScriptExecutionDisabled(true))
		for _, id := range games {
			b.do(chromedp.Navigate(s.url("/game/"+id)), chromedp.WaitVisible(".narrow"), chromedp.WaitVisible(".moves li"),
				chromedp.WaitNotVisible("#film figcaption"))
		}
	})
}

// playsFilm plays the pictures of a game by its buttons, keys and moves.
func (b *browser) playsFilm(url, screen string) {
	b.t.Helper()
	b.do(chromedp.Navigate(url), chromedp.WaitVisible("#film figcaption"), chromedp.WaitVisible(screen))
	shown, output := fmt.Sprintf("document.querySelector('%s').textContent", screen), "document.querySelector('output').value"
	b.is(output, "all hands")
	end := b.text(shown)
	b.do(chromedp.Click("[data-do=first]"))
	b.is(output+".split(' ')[0]", "0")
	if b.text(shown) == end {
		b.t.Errorf("%s: the beginning looks like the end", url)
	}
	b.do(chromedp.Click("[data-do=next]"), chromedp.KeyEvent(kb.ArrowRight))
	b.is(output+".split(' ')[0]", "2")
	b.do(chromedp.Click(".moves li:nth-child(3) button"))
	b.is("document.querySelector('.moves .now').value", b.text("document.querySelector('.moves li:nth-child(3)').value"))
	b.do(chromedp.Click("[data-do=play]"))
	b.is("document.querySelector('[data-do=play]').textContent", "Stop")
	b.do(chromedp.Click("[data-do=last]"))
	b.is("document.querySelector('[data-do=play]').textContent", "Play")
	if again := b.text(shown); again != end {
		b.t.Errorf("%s: the end looks different:\n%s\n%s", url, end, again)
	}
	b.fits(url)
}
