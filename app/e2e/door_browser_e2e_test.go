//go:build e2e

package e2e

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"noir/internal/await"
	"noir/server/wiretest"
)

// buildWithPage makes the page to play at, as releases do, and a noir that has it.
func buildWithPage(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Fatal(err)
	}
	built := filepath.Join(t.TempDir(), "noir")
	for _, args := range [][]string{{"generate", "./server/webterm"}, {"build", "-o", built, "./cmd/noir"}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = filepath.Join("..", "..")
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, said)
		}
	}
	return built
}

// TestEndToEndDoorInABrowser plays a game of each kind to its end in Chromium, at the page to play at: by keys
// on a desk, with a friend who comes by ssh, and by touch on a telephone, at the table to which a friend's link leads.
func TestEndToEndDoorInABrowser(t *testing.T) {
	t.Parallel()
	noir, dir, listen, web := buildWithPage(t), t.TempDir(), freePort(t), freePort(t)
	start := func() *process {
		return launchCommand(t, exec.Command(noir, "serve", "--listen", listen, "--data", dir, "--web", web, "--web-play", "--log-level", "warn"))
	}
	server := start()
	page := "http://" + web + "/play"
	t.Run("desk", func(t *testing.T) {
		b := openBrowser(t, 1280, 800, false, "dark")
		b.do(chromedp.Navigate(page), chromedp.WaitVisible("#go"))
		b.press("Enter")
		b.reads("What is your name")
		for _, letter := range "marlowe" {
			b.press(string(letter))
		}
		b.reads("▸ marlowe")
		b.press("Enter")
		b.reads(atTheDoor)
		b.isWide(100)
		link := b.playsWithAFriend(listen)
		b.goesHome()
		b.reads("last: ")
		b.fits("the desk")

		// The link opens on a telephone.
		b.do(emulation.SetDeviceMetricsOverride(390, 844, 1, true), chromedp.Navigate(link), chromedp.WaitVisible(".narrow"))
		if told := b.text("document.querySelector('main').innerText"); !strings.Contains(told, "marlowe v bob") && !strings.Contains(told, "bob v marlowe") || !strings.Contains(told, " won.") {
			t.Errorf("the page of the game is\n%s", told)
		}
		b.fits("the page of the game")

		// The same key is the same player, and the page shows it.
		b.do(emulation.SetDeviceMetricsOverride(1280, 800, 1, false), chromedp.Navigate(page))
		b.reads(atTheDoor)
		b.do(chromedp.Click("#papers-open"), chromedp.WaitVisible("#papers"))
		if own := b.text("document.querySelector('#public').value"); !strings.HasPrefix(own, "ssh-ed25519 ") {
			t.Errorf("the key is shown as %q", own)
		}
		if known := b.text("document.querySelector('#known').textContent"); !strings.HasPrefix(known, "SHA256:") {
			t.Errorf("the house's is shown as %q", known)
		}
		b.do(chromedp.Click("#papers-close"), chromedp.WaitNotVisible("#papers"))

		// The line drops, and one key connects again.
		server.kill()
		b.is("document.querySelector('#word').hidden", "false")
		if said := b.text("document.querySelector('#said').textContent"); !strings.Contains(said, "Your seat is kept") {
			t.Errorf("a dropped line is told as %q", said)
		}
		server = start()
		b.troubles = nil
		b.press("Enter")
		b.reads("marlowe")

		// Another host key than before.
		b.do(chromedp.Evaluate(`localStorage.setItem('noir.known', JSON.stringify([noir.describe(noir.newKey()).public]))`, nil), chromedp.Reload())
		b.is("document.querySelector('#said').textContent.startsWith('This house has another host key than before.')", "true")
		if shown := strings.TrimSpace(b.screen()); shown != "" {
			t.Errorf("all the same it shows\n%s", shown)
		}
		b.do(chromedp.Click("#papers-open"), chromedp.WaitVisible("#papers"), chromedp.Click("#forget"), chromedp.Click("#papers-close"), chromedp.Click("#go"))
		b.reads("marlowe")
		b.fits("the desk, again")
	})
	t.Run("telephone", func(t *testing.T) {
		b := openBrowser(t, 360, 740, true, "light")
		code, over := befriended(t, listen)
		b.do(chromedp.Navigate(page+"#join="+code), chromedp.WaitVisible("#go"))
		b.touches("#go")
		b.reads("What is your name")
		b.touches("#enter")
		b.reads("PRIVATE TABLE", "NOIRBURG")
		b.isWide(40)
		b.playsNoirburg()
		if err := await.One(t, over, "the friend's end"); err != nil {
			t.Errorf("the friend: %v", err)
		}
		b.goesHome()
		b.taps("Learn")
		b.reads("HOW TO PLAY")
		if left := b.text("location.hash"); left != "" {
			t.Errorf("whoever loads the page again joins by %s again", left)
		}
		b.fits("the telephone")
	})
	server.stop()
}

// screen is what the terminal of the page shows, line by line.
func (b *browser) screen() string {
	b.t.Helper()
	return strings.ReplaceAll(b.text("[...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent).join('\\n')"), "\u00a0", " ")
}

// isWide waits until the terminal shows a line of so many columns. While a screen is drawn it may not have one yet.
func (b *browser) isWide(columns int) {
	b.t.Helper()
	b.is(fmt.Sprintf("[...document.querySelectorAll('.xterm-rows > div')].some((row) => row.textContent.length >= %d)", columns), "true")
}

// press presses a key as a keyboard does: what the page has taken is typed nowhere else.
func (b *browser) press(key string) {
	b.t.Helper()
	text, code := key, 0
	switch key {
	case "Enter":
		text, code = "\r", 13
	case "ArrowUp":
		text, code = "", 38
	case "ArrowDown":
		text, code = "", 40
	default:
		code = int(strings.ToUpper(key)[0])
	}
	b.do(input.DispatchKeyEvent(input.KeyDown).WithKey(key).WithText(text).WithWindowsVirtualKeyCode(int64(code)),
		input.DispatchKeyEvent(input.KeyUp).WithKey(key).WithWindowsVirtualKeyCode(int64(code)))
}

// playsWithAFriend opens a table that anybody may watch, and plays there with somebody who types its code after
// the ssh of this machine: the example bot. It returns the link to the game from the score sheet.
func (b *browser) playsWithAFriend(addr string) (link string) {
	b.t.Helper()
	b.choose("With a friend")
	b.choose("Watchers")
	b.reads("anybody, and a page of it")
	b.choose("Open a table")
	b.reads("#join=")
	code := regexp.MustCompile(`#join=(\w+)`).FindStringSubmatch(b.screen())[1]
	bob := &visitor{person: newPerson(b.t, "bob"), t: b.t}
	bot := exec.CommandContext(b.t.Context(), "python3", filepath.Join("..", "..", "docs", "examples", "bot.py"), bob.line(addr), "district-noir", "--join", code)
	var said strings.Builder
	bot.Stdout, bot.Stderr = &said, &said
	if err := bot.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.playsDistrictNoir() // the host sits at the code: nobody asks whether they are there
	if err := bot.Wait(); err != nil {
		b.t.Errorf("the friend: %v\n%s", err, said.String())
	}
	b.reads("/game/")
	return strings.Join(regexp.MustCompile(`http://\S+/game/\w+`).FindAllString(b.screen(), 1), "")
}

// befriended opens a table of Noirburg by ssh for whoever comes by the link with its code, and the house, and plays
// there. It returns the code, and why the friend's game did not end, or nil.
func befriended(t *testing.T, addr string) (code string, over <-chan error) {
	t.Helper()
	l, err := newPerson(t, "vera").connect(addr, "play noirburg --json --host --seats 3 --fill easy --pace fast")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.close)
	m, err := l.Await("queued")
	if err != nil {
		t.Fatal(err)
	}
	played := make(chan error, 1)
	go func() {
		var err error
		for seated := m.Seated; err == nil && seated < 2; {
			var now wiretest.Message
			now, err = l.Await("queued")
			seated = now.Seated
		}
		if err == nil {
			err = l.Send(`{"type":"begin"}`)
		}
		if err == nil {
			_, err = l.Random(rand.New(rand.NewPCG(3, 0)), func(wiretest.Message) {})
		}
		played <- err
	}()
	return m.Code, played
}

// touches touches a part of the page.
func (b *browser) touches(part string) {
	b.t.Helper()
	var box struct{ X, Y float64 }
	b.do(chromedp.Evaluate(fmt.Sprintf("(() => { const b = document.querySelector(%q).getBoundingClientRect(); return { X: b.x + b.width / 2, Y: b.y + b.height / 2 } })()", part), &box))
	b.finger(box.X, box.Y)
}

// stands waits until the screen has stood still for a second, and returns it: home moves its rows when it learns
// what there is to play.
func (b *browser) stands() (shown string) {
	b.t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); {
		if shown = b.screen(); !b.changes(shown, time.Second) {
			return shown
		}
	}
	b.t.Fatalf("the screen never stands still:\n%s", shown)
	return ""
}

// taps touches a text in the terminal.
func (b *browser) taps(text string) {
	b.t.Helper()
	lines := strings.Split(b.stands(), "\n")
	widest := 0
	for _, line := range lines {
		widest = max(widest, len([]rune(line)))
	}
	for y, line := range lines {
		before, _, found := strings.Cut(line, text)
		if !found {
			continue
		}
		var box struct{ X, Y, W, H float64 }
		b.do(chromedp.Evaluate("(() => { const b = document.querySelector('.xterm-screen').getBoundingClientRect(); return { X: b.x, Y: b.y, W: b.width, H: b.height } })()", &box))
		x := (float64(len([]rune(before))) + 0.5) / float64(widest)
		b.finger(box.X+x*box.W, box.Y+(float64(y)+0.5)/float64(len(lines))*box.H)
		return
	}
	b.t.Fatalf("there is no %s to tap on:\n%s", text, strings.Join(lines, "\n"))
}

func (b *browser) finger(x, y float64) {
	b.t.Helper()
	b.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

// changes waits a while for another screen than before.
func (b *browser) changes(before string, atMost time.Duration) bool {
	b.t.Helper()
	for until := time.Now().Add(atMost); time.Now().Before(until); time.Sleep(look) {
		if b.screen() != before {
			return true
		}
	}
	return false
}

// reads waits until the terminal shows one of some texts, and returns it.
func (b *browser) reads(texts ...string) string {
	b.t.Helper()
	var shown string
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(look) {
		shown = b.screen()
		words := strings.Join(strings.Fields(shown), " ")
		for _, text := range texts {
			if strings.Contains(words, text) {
				return text
			}
		}
	}
	b.t.Fatalf("none of %q is shown:\n%s", texts, shown)
	return ""
}

// choose goes to the row that has a text, and presses enter.
func (b *browser) choose(row string) {
	b.t.Helper()
	b.reads(row)
	for range 20 {
		shown := b.screen()
		lines := strings.Split(shown, "\n")
		at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "▸") })
		to := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, row) })
		switch {
		case at == to:
			b.press("Enter")
			return
		case at < to:
			b.press("ArrowDown")
		default:
			b.press("ArrowUp")
		}
		b.changes(shown, time.Second)
	}
	b.t.Fatalf("the row %s cannot be reached:\n%s", row, b.screen())
}

// gameTime is how long a game against the house may take.
const gameTime = 2 * time.Minute

// playsDistrictNoir plays against the house to the end. It presses enter for a card that is picked, and never
// else: on the sheet of the end that would go home.
func (b *browser) playsDistrictNoir() {
	b.t.Helper()
	picked := []string{"enter plays", "enter takes"}
	picks := []string{"1", "1", "1", "t"}
	began := time.Now()
	for tries := 0; ; tries++ {
		if time.Since(began) > gameTime {
			b.t.Fatalf("the game does not end:\n%s", b.screen())
		}
		at := b.reads(append([]string{over}, append(picked, "our move", "pick 1", "play a card")...)...)
		if at == over {
			return
		}
		before := b.screen()
		if slices.Contains(picked, at) {
			b.press("Enter")
			b.loses(at, time.Second)
		} else {
			b.press(picks[tries%len(picks)])
			b.changes(before, time.Second)
		}
	}
}

// loses waits a while until the terminal does not show a text any more.
func (b *browser) loses(text string, atMost time.Duration) {
	b.t.Helper()
	for until := time.Now().Add(atMost); time.Now().Before(until) && strings.Contains(b.screen(), text); time.Sleep(look) {
	}
}

// playsNoirburg plays against the house to the end, and does nothing that need not be done.
func (b *browser) playsNoirburg() {
	b.t.Helper()
	key := func(name string) { b.touches("[data-type=" + fmt.Sprintf("%q", name) + "]") }
	began := time.Now()
	for tries := 0; ; tries++ {
		if time.Since(began) > gameTime {
			b.t.Fatalf("the game does not end:\n%s", b.screen())
		}
		shown := b.screen()
		switch prompt := strings.Contains(shown, "\n enter "); {
		case strings.Contains(shown, over):
			return
		case strings.Contains(shown, "p to pass"), strings.Contains(shown, "p passes"):
			key("p")
		case prompt, strings.Contains(shown, "set-up"):
			b.touches("#enter")
		case strings.Contains(shown, "e end turn"):
			key("e")
		}
		b.changes(shown, time.Second)
	}
}

// goesHome leaves a table at which the game is over. A key that comes too soon after the end counts for
// nothing, and one too many would be for home.
func (b *browser) goesHome() {
	b.t.Helper()
	for b.reads(over, atTheDoor) != atTheDoor {
		b.press("Enter")
		for until := time.Now().Add(5 * time.Second); time.Now().Before(until) && strings.Contains(b.screen(), over); {
			b.changes(b.screen(), time.Second)
		}
	}
}
