package terminal

import (
	"fmt"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"
)

// shown is what a person sees of a cell: the colour of a space's letters is not
// among it.
func shown(c *uv.Cell) uv.Cell {
	seen := *c
	if seen.Content == " " && seen.Style.Underline == 0 && seen.Style.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) == 0 {
		seen.Style = uv.Style{Bg: seen.Style.Bg}
	}
	return seen
}

// compare fails when two terminals do not look the same.
func compare(t interface{ Fatalf(string, ...any) }, got, want *vt.Emulator) {
	for y := range want.Height() {
		for x := range want.Width() {
			if g, w := shown(got.CellAt(x, y)), shown(want.CellAt(x, y)); !g.Equal(&w) {
				t.Fatalf("cell %d,%d is %q %+v, want %q %+v\ngot:\n%s\nwant:\n%s", x, y,
					g.Content, g.Style, w.Content, w.Style, got.String(), want.String())
			}
		}
	}
}

// full is a terminal on which content was written line by line.
func full(content string, size Size) *vt.Emulator {
	e := vt.NewEmulator(size.Width, size.Height)
	for y, line := range strings.Split(content, "\n") {
		if y < size.Height {
			_, _ = e.WriteString(ansi.CursorPosition(1, y+1) + ansi.Truncate(line, size.Width, ""))
		}
	}
	return e
}

// draw draws content on a screen that has room for all of it.
func draw(s *screen, b []byte, content string, size Size) []byte {
	b, _ = s.draw(b, strings.Split(content, "\n"), size)
	return b
}

var (
	someStyles = []string{
		"\x1b[m", "\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[3m", "\x1b[4m", "\x1b[4:3m", "\x1b[7m", "\x1b[9m",
		"\x1b[22m", "\x1b[24m", "\x1b[27m", "\x1b[31m", "\x1b[39m", "\x1b[49m", "\x1b[38;5;215m", "\x1b[48;5;22m",
		"\x1b[1;38;5;167m", "\x1b[38;2;10;20;30m", "\x1b[44m", "\x1b[95m",
	}
	someTexts = []string{
		"a", "b", "card", "  ", "          ", "─", "┌───┐", "│ 8 │", "━┃", "▪▪", "世", "界隈", "é", "ｗ", "x世x", "👩‍🚀",
	}
)

func genLine() *rapid.Generator[string] {
	piece := rapid.OneOf(rapid.SampledFrom(someTexts), rapid.SampledFrom(someTexts), rapid.SampledFrom(someStyles), rapid.Just("\x1b[m"))
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), "")
	})
}

// edited is a line that begins and ends as another one does, or nearly so.
func edited(line string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		parts := strings.SplitAfter(line, "\x1b[m")
		from := rapid.IntRange(0, len(parts)).Draw(t, "from")
		to := rapid.IntRange(from, len(parts)).Draw(t, "to")
		return strings.Join(parts[:from], "") + genLine().Draw(t, "middle") + strings.Join(parts[to:], "")
	})
}

// TestScreenMatchesFullDraw: whatever was shown before, the terminal looks as if the last frame had
// been drawn on an empty one.
func TestScreenMatchesFullDraw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		genSize := rapid.Custom(func(t *rapid.T) Size {
			return Size{rapid.IntRange(1, 24).Draw(t, "width"), rapid.IntRange(1, 6).Draw(t, "height")}
		})
		size := genSize.Draw(t, "size")
		got := vt.NewEmulator(size.Width, size.Height)
		s := screen{profile: colorprofile.TrueColor}
		var lines []string
		for range rapid.IntRange(1, 6).Draw(t, "frames") {
			switch rapid.IntRange(0, 9).Draw(t, "change") {
			case 0:
				size = genSize.Draw(t, "size")
				got.Resize(size.Width, size.Height)
			case 1, 2:
				lines = rapid.SliceOfN(genLine(), 0, 8).Draw(t, "lines")
			case 3:
				lines = lines[:rapid.IntRange(0, len(lines)).Draw(t, "height")]
			default:
				if len(lines) > 0 {
					lines = append([]string{}, lines...)
					y := rapid.IntRange(0, len(lines)-1).Draw(t, "at")
					lines[y] = edited(lines[y]).Draw(t, "line")
				}
			}
			content := strings.Join(lines, "\n")
			_, _ = got.Write(draw(&s, nil, content, size))
			compare(t, got, full(content, size))
		}
	})
}

// TestWhatStaysKeepsItsColour between two cells that change, however short the way from one to the other is.
func TestWhatStaysKeepsItsColour(t *testing.T) {
	size := Size{8, 1}
	got := vt.NewEmulator(size.Width, size.Height)
	s := screen{profile: colorprofile.TrueColor}
	for _, content := range []string{"a\x1b[1mb\x1b[mc", "x\x1b[1mb\x1b[mz", "x\x1b[1mb\x1b[mc", "\x1b[31mab\x1b[mc", "\x1b[31mxb\x1b[mz"} {
		_, _ = got.Write(draw(&s, nil, content, size))
		compare(t, got, full(content, size))
	}
}

func TestScreenDrawsNothingTwice(t *testing.T) {
	size := Size{80, 24}
	s := screen{profile: colorprofile.ANSI256}
	draw(&s, nil, table(0), size)
	if again := draw(&s, nil, table(0), size); len(again) != 0 {
		t.Errorf("the same frame again took %q", again)
	}
}

func TestScreenKeepsToItself(t *testing.T) {
	size := Size{12, 2}
	e := vt.NewEmulator(size.Width, size.Height)
	s := screen{profile: colorprofile.ANSI256}
	hostile := "a\x1b[2J\x1b]0;owned\ab\a\rc\t\x1b[9;9Hd\x9b5Ce\x1b7\n\x1b[?1049lf\x00"
	out := draw(&s, nil, hostile, size)
	_, _ = e.Write(out)
	if got, want := e.String(), "abcde\nf"; strings.TrimSpace(got) != want {
		t.Errorf("shown %q, want %q, by %q", got, want, out)
	}
	if strings.Contains(string(out), "owned") || strings.ContainsAny(string(out), "\a\r\t\x00") {
		t.Errorf("a view got through to the terminal: %q", out)
	}
}

// TestScreenTrustsNoWidth: after a cluster of several runes, whose width terminals disagree on, the cursor is
// positioned again.
func TestScreenTrustsNoWidth(t *testing.T) {
	s := screen{profile: colorprofile.ANSI256}
	if out := string(draw(&s, nil, "世x👩‍🚀y", Size{8, 1})); out != "\x1b[2J\x1b[1H世x👩‍🚀\x1b[1;6Hy" {
		t.Errorf("%q", out)
	}
}

func TestScreenProfiles(t *testing.T) {
	content := "\x1b[1;38;2;255;0;0;48;5;22mx\x1b[m"
	for profile, want := range map[colorprofile.Profile]string{
		colorprofile.TrueColor: "\x1b[1;38;2;255;0;0;48;5;22mx",
		colorprofile.ANSI256:   "\x1b[1;38;5;196;48;5;22mx",
		colorprofile.ANSI:      "\x1b[1;91;42mx",
		colorprofile.ASCII:     "\x1b[1mx",
		colorprofile.NoTTY:     "x",
	} {
		s := screen{profile: profile}
		out := string(draw(&s, nil, content, Size{4, 1}))
		got := strings.TrimSuffix(strings.TrimPrefix(out, "\x1b[2J\x1b[1H"), "\x1b[m")
		e, f := vt.NewEmulator(4, 1), vt.NewEmulator(4, 1)
		_, _ = e.WriteString(got)
		_, _ = f.WriteString(want)
		if g, w := e.CellAt(0, 0), f.CellAt(0, 0); !g.Equal(w) {
			t.Errorf("%v: %q shows %+v, want %+v", profile, got, g.Style, w.Style)
		}
	}
}

// TestKeyCosts holds the bytes that a step of the cursor costs on a full card
// table under the design's figure.
func TestKeyCosts(t *testing.T) {
	size := Size{80, 24}
	s := screen{profile: colorprofile.ANSI256}
	first := len(draw(&s, nil, table(0), size))
	sum, steps := 0, 4*hand
	for i := 1; i <= steps; i++ {
		sum += len(draw(&s, nil, table(i%hand), size))
	}
	t.Logf("first frame %d bytes, a key %d", first, sum/steps)
	if sum/steps > 750 {
		t.Errorf("a key costs %d bytes", sum/steps)
	}
}

const hand = 7

// table is a full card table with one of the cards raised.
func table(picked int) string {
	var (
		lamp  = lipgloss.NewStyle().Foreground(lipgloss.Color("215")).Bold(true)
		smoke = lipgloss.NewStyle().Foreground(lipgloss.Color("243"))
		bar   = lipgloss.NewStyle().Foreground(lipgloss.Color("16")).Background(lipgloss.Color("151")).Width(80)
		box   = lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(lipgloss.Color("240"))
		card  = box.Width(10).Height(5).Align(lipgloss.Center)
		up    = card.BorderForeground(lipgloss.Color("215")).Foreground(lipgloss.Color("215")).Bold(true)
	)
	rivals := make([]string, 4)
	for i, name := range []string{"spade", "vera", "sam", "effie"} {
		rivals[i] = box.Width(20).Height(5).Render(lamp.Render(name) + "\n" + smoke.Render(fmt.Sprintf("$%d ▯▯▯▯", i*7)) + "\n" + smoke.Render("Hideout 3 [2]"))
	}
	cards := make([]string, hand)
	for i := range cards {
		face := fmt.Sprint(i + 1)
		if i == picked {
			cards[i] = up.Render(lamp.Render(face)+"\n"+lamp.Render("♠")+"\n"+lamp.Render(face)) + "\n\n"
		} else {
			cards[i] = "\n\n" + card.Render(face+"\n♠\n"+face)
		}
	}
	row := make([]string, 5)
	for i := range row {
		row[i] = card.Render(fmt.Sprintf("%d\n\n%d", i+5, i+5))
	}
	return strings.Join([]string{
		bar.Render(" NOIRBURG  turn 14 · spade's turn   bank 21 · deck 31 · clock ●●○○ vera"),
		lipgloss.JoinHorizontal(lipgloss.Top, rivals...),
		lipgloss.JoinHorizontal(lipgloss.Top, row...),
		smoke.Render(strings.Repeat("─", 80)),
		lipgloss.JoinHorizontal(lipgloss.Top, cards...),
		smoke.Render("vera played −3 · spade took 5 6 8 +2 −1"), "",
		smoke.Render("  1–5 pick   enter play   t take   c say   m moves   ? help   q menu"),
		bar.Render(fmt.Sprintf(" card %d/%d · your stack 1320 · 0:27", picked+1, hand)),
	}, "\n")
}

func BenchmarkFirstFrame(b *testing.B) {
	frame := table(0)
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		s := screen{profile: colorprofile.ANSI256}
		buf = draw(&s, buf[:0], frame, Size{80, 24})
	}
	b.ReportMetric(float64(len(buf)), "bytes")
}

func BenchmarkKey(b *testing.B) {
	var frames [hand]string
	for i := range frames {
		frames[i] = table(i)
	}
	s := screen{profile: colorprofile.ANSI256}
	var buf []byte
	sum, n := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		buf = draw(&s, buf[:0], frames[n%hand], Size{80, 24})
		sum += len(buf)
		n++
	}
	b.ReportMetric(float64(sum)/float64(n), "bytes/key")
}
