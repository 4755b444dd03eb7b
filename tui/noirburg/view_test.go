package noirburg_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

// presses are keys that a player may press at any time.
var presses = []string{
	"1", "2", "3", "4", "5", "6", "7", "a", "r", "u", "x", "d", "e", "p", "up", "down", "left", "right",
	"h", "j", "k", "l", "tab", "space", "enter", "enter", "enter", "esc",
}

// drawGame is a random game after some moves, and its viewer.
func drawGame(t *testing.T, rt *rapid.T) (*game, engine.Seat) {
	seats := rapid.IntRange(3, 6).Draw(rt, "seats")
	all := history(t, byte(rapid.IntRange(0, 3).Draw(rt, "seed")), seats)
	g := moment(t, all, rapid.IntRange(0, len(all)-1).Draw(rt, "moves"))
	return g, engine.Seat(rapid.IntRange(-1, seats-1).Draw(rt, "viewer"))
}

// prompts are what every prompt says one of, as long as nothing is picked.
var prompts = regexp.MustCompile(`Your turn|passes|to pass|assed|may answer|It is |Set-up|Mark up to|table is waiting|are out|win|victory|game was`)

// signs are the cards of a hand as they are written where there is little room, and
// the numbers and names where there is more.
var signs = regexp.MustCompile(`Gangster|Still|Bootlegger|Speakeasy|Casino|Poker|Police|Bribe|Drive-by|Turncoat|G[1-4]|Sti|Boo|Spe|Cas|Pok|Pol|Bri|Dri|Tur`)

// houses are the lower right corners of buildings, with their numbers or their last rooms, and
// buildings in short words and in symbols.
var houses = regexp.MustCompile(`[ <!▸](Hide|Still|Boot|Speak|Casino)( [A-J])? ([1-4]+|–)|(Hideout|Bootlegger|Speakeasy)( [A-J])? [1-4] [–-]|[1-4][─═━][┘╝┛]|[·▰1-4] *[┘╝┛]|[ <!▸](Hid|Sti|Boo|Spe|Cas)[A-J]?[1-4]*\b`)

// handed are the buildings of a hand that look like those.
var handed = regexp.MustCompile(`(?m)(^ |  )[1-9] ((Sti|Boo|Spe|Cas)\b|(Still|Casino) [14])`)

// kinds is what a word of signs may stand for.
func sameCard(word string, c rules.Card) bool {
	switch c.Kind() {
	case rules.Gangster:
		return word == "Gangster" || word == c.String()[:2]
	case rules.Business:
		return strings.HasPrefix(word, [...]string{"", "Sti", "Boo", "Spe", "Cas"}[c.Number()])
	}
	return strings.EqualFold(word[:min(3, len(word))], c.String()[:3])
}

// fits checks a drawn table against its window and for what must never be missing:
// the prompt and, of the viewer's own, money, time, mafia and hand.
func fits(t *rapid.T, lines []string, w, h int, f matchmaking.Frame, v rules.View, picked bool) {
	all := tuitest.Fits(t, lines, w, h)
	if !picked && !prompts.MatchString(all) {
		t.Fatalf("there is no prompt at %d×%d:\n%s", w, h, all)
	}
	if f.Seat == engine.Spectator {
		return
	}
	own := v.Seats[f.Seat]
	if own.Alive && f.End == nil && !strings.Contains(all, ":") {
		t.Fatalf("there is no clock at %d×%d:\n%s", w, h, all)
	}
	below := all[strings.LastIndex(all, names[f.Seat]):]
	if crews := strings.Count(below, "[") + len(houses.FindAllString(below, -1)) - len(handed.FindAllString(below, -1)); own.Alive && crews < len(own.Places()) {
		t.Fatalf("%d of %d places of the own mafia are to be seen at %d×%d:\n%s", crews, len(own.Places()), w, h, all)
	}
	words := signs.FindAllString(below, -1)
	for i := len(own.Businesses); i > 0 && len(words) > 0; i-- {
		words = words[1:] // the own mafia comes before the hand
	}
	for _, c := range v.Hand {
		for len(words) > 0 && !sameCard(words[0], c) {
			words = words[1:]
		}
		if len(words) == 0 {
			t.Fatalf("%v of the hand %v is missing at %d×%d:\n%s", c, v.Hand, w, h, all)
		}
		words = words[1:]
	}
}

func TestTableFitsEverywhere(t *testing.T) {
	t.Parallel()
	th := tuitest.Theme()
	rapid.Check(t, func(rt *rapid.T) {
		g, seat := drawGame(t, rt)
		f := g.frame(seat)
		b := board(t, f)
		keys := rapid.SliceOfN(rapid.SampledFrom(presses), 0, 6).Draw(rt, "keys")
		tuitest.Press(t, b, keys...)
		w := rapid.IntRange(32, 150).Draw(rt, "width")
		h := rapid.IntRange(9, 47).Draw(rt, "height") // a window of 12 to 50 lines
		fits(rt, b.View(w, h, tuitest.Noon, th), w, h, f, g.view(seat), len(keys) > 0)
	})
}

// TestNoSentenceIsCutShort: if there is not enough room, the panel shows whole sentences, or that
// there would be more.
func TestNoSentenceIsCutShort(t *testing.T) {
	t.Parallel()
	th, cut := tuitest.Theme(), 0
	for _, s := range []situation{
		find(t, 6, attacked), find(t, 4, bribed), find(t, 4, inWindow(rules.WindowPolice, rules.TypeBribe)),
		find(t, 3, inPhase(rules.PhaseOpen, 3, rules.TypeDiscard)),
	} {
		b := board(t, s.frame())
		tuitest.Press(t, b, "x", "1") // which is of no use in a window
		panel := func(h int) string {
			text := ansi.Strip(strings.Join(b.View(32, h, tuitest.Noon, th), " "))
			_, text, _ = strings.Cut(text, "▸")
			_, text, _ = strings.Cut(text, "──")
			text, _, _ = strings.Cut(text, names[s.seat]+" $")
			text = strings.TrimRight(text, " ▸")
			return strings.Join(strings.Fields(strings.TrimLeft(text, " ─")), " ")
		}
		// what has led up to a window stands before its exclamation mark
		parts := func(h int) (background, text string) {
			background, text, opened := strings.Cut(panel(h), "! ")
			if !opened {
				return "", background
			}
			return background, text
		}
		before, whole := parts(47)
		for h := 9; h < 47; h++ {
			background, rest := parts(h)
			if !strings.HasSuffix(before, background) {
				t.Errorf("on %d lines %q has led up to it, not %q", h, background, before)
			}
			for sentence := range strings.SplitAfterSeq(whole, ".") {
				rest = strings.TrimSpace(strings.Replace(rest, strings.TrimSpace(sentence), "", 1))
			}
			if strings.HasSuffix(rest, "…") {
				cut++
			} else if rest != "" {
				t.Errorf("on %d lines %q is cut to %q", h, whole, panel(h))
			}
		}
	}
	if cut == 0 {
		t.Error("there is room for whole sentences everywhere")
	}
}

// TestWhatIsConfirmedIsLegal: whatever keys are pressed, the rules accept the resulting move.
func TestWhatIsConfirmedIsLegal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, seat := drawGame(t, rt)
		if seat == engine.Spectator {
			return
		}
		for range 12 {
			for !g.over() && !g.isAsked(seat) && g.view(seat).Seats[seat].Alive {
				g.chance()
			}
			if g.over() || !g.view(seat).Seats[seat].Alive {
				return
			}
			b := board(t, g.frame(seat))
			for range 8 {
				body, ok := tuitest.Press(t, b, rapid.SampledFrom(presses).Draw(rt, "key"))
				if !ok {
					continue
				}
				if err := g.refusal(seat, body); err != nil {
					rt.Fatalf("the rules refuse %s: %v", body, err)
				}
				g.play(seat, []byte(body))
				break
			}
		}
	})
}

// TestPicksKeepTheirMeaning: whatever happens at the table, what enter would do is
// what it would have done before, or nothing.
func TestPicksKeepTheirMeaning(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, seat := drawGame(t, rt)
		if seat == engine.Spectator || g.over() {
			return
		}
		keys := rapid.SliceOfN(rapid.SampledFrom(presses), 1, 6).Draw(rt, "keys")
		before, after := board(t, g.frame(seat)), board(t, g.frame(seat))
		tuitest.Press(t, before, keys...)
		tuitest.Press(t, after, keys...)
		for range rapid.IntRange(1, 4).Draw(rt, "moves") {
			if !g.over() {
				g.chance()
			}
			if err := after.Show(g.frame(seat)); err != nil {
				rt.Fatal(err)
			}
		}
		want, picked := tuitest.Press(t, before, "enter")
		got, still := tuitest.Press(t, after, "enter")
		if still && (!picked || got != want) {
			rt.Errorf("enter made %q and now makes %q", want, got)
		}
		if !still || g.over() {
			return
		}
		if err := g.refusal(seat, got); err != nil {
			rt.Errorf("what is still picked is refused: %s: %v", got, err)
		}
	})
}

func TestPartsAreDrawnInTime(t *testing.T) {
	t.Parallel()
	th := tuitest.Theme()
	rapid.Check(t, func(rt *rapid.T) {
		g, seat := drawGame(t, rt)
		b := board(t, g.frame(seat))
		tuitest.DrawnInTime(rt, b, th, presses, func() {
			if !g.over() {
				g.chance()
				tuitest.Shown(rt, b, g.frame(seat))
			}
		})
	})
}

// fullTable is a large table in the middle of a game, seen by the seat whose turn it is.
func fullTable(t testing.TB) matchmaking.Frame {
	return find(t, 6, inPhase(rules.PhaseAttack, 4, rules.TypeAttack)).frame()
}

// BenchmarkKey picks an attack and drops it.
func BenchmarkKey(b *testing.B) {
	tuitest.MeasureKeys(b, board(b, fullTable(b)), "a", "esc")
}

// BenchmarkMove is what a move costs each session at its table: a new frame comes,
// the whole window is drawn.
func BenchmarkMove(b *testing.B) {
	frame, th := fullTable(b), tuitest.Theme()
	table := board(b, frame)
	b.ReportAllocs()
	for b.Loop() {
		if err := table.Show(frame); err != nil {
			b.Fatal(err)
		}
		table.View(80, 21, tuitest.Noon, th)
	}
}

// BenchmarkView measures drawing a table that has not changed.
func BenchmarkView(b *testing.B) {
	table, th := board(b, fullTable(b)), tuitest.Theme()
	b.ReportAllocs()
	for b.Loop() {
		table.View(80, 21, tuitest.Noon, th)
	}
}
