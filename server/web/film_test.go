package web

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

// TestRuns: a line is split where its look changes, and a reset ends all of it.
func TestRuns(t *testing.T) {
	for line, want := range map[string][]run{
		"":                         nil,
		"plain":                    {{"", "plain"}},
		"a\x1b[38;5;174m▲\x1b[m b": {{"", "a"}, {"f174", "▲"}, {"", " b"}},
		"\x1b[48;5;234m \x1b[1;38;5;153;48;5;17mH\x1b[m": {{"b234", " "}, {"B b17 f153", "H"}},
		"\x1b[7;38;5;215m>\x1b[0m\x1b[4mlast\x1b[m":      {{"R f215", ">"}, {"U", "last"}},
		"\x1b[38;2;1;2;3mrgb\x1b[m, \x1b[38;5mcut\x1b[3": {{"", "rgb"}, {"", ", "}, {"", "cut"}},
	} {
		if diff := cmp.Diff(want, runsOf(line)); diff != "" {
			t.Errorf("%q (- want, + got):\n%s", line, diff)
		}
	}
}

// FuzzRuns: whatever a line is, it ends, and the text of a line of a theme stays the same.
func FuzzRuns(f *testing.F) {
	f.Add("\x1b[38;5;174m▲\x1b[m b")
	f.Add("\x1b[")
	f.Fuzz(func(t *testing.T, line string) {
		var text strings.Builder
		for _, r := range runsOf(line) {
			text.WriteString(r.Text)
		}
		if !strings.Contains(line, "\x1b") && text.String() != line {
			t.Errorf("%q became %q", line, text.String())
		}
	})
}

// TestChanges: a picture has what differs from the one before, also when it is shorter.
func TestChanges(t *testing.T) {
	var r Reel
	for _, picture := range []string{"one\ntwo\nthree", "one\n\x1b[1mTWO\x1b[m\nthree", "one"} {
		r.Add(strings.Split(picture, "\n"))
	}
	got, err := json.Marshal(r.changes())
	want := `[[[0,"","one"],[1,"","two"],[2,"","three"]],[[1,"B","TWO"]],[[1],[2]]]`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
}

// TestPicture paints what is behind a sign, and the sign.
func TestPicture(t *testing.T) {
	file, err := drawPicture([]string{"\x1b[48;5;17m\x1b[38;5;153m█ \x1b[m"})
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	left, top := (pictureW-80*cellW)/2, (pictureH-24*cellH)/2
	for name, want := range map[string]struct {
		x, y, colour int
	}{"sign": {left + cellW/2, top + cellH/2, 153}, "behind": {left + cellW*3/2, top + cellH/2, 17}} {
		r, g, b, _ := drawn.At(want.x, want.y).RGBA()
		wr, wg, wb, _ := ansi.IndexedColor(want.colour).RGBA()
		if r != wr || g != wg || b != wb {
			t.Errorf("%s: %d %d %d, want %d %d %d", name, r>>8, g>>8, b>>8, wr>>8, wg>>8, wb>>8)
		}
	}
	usual, _ := drawPicture([]string{"spade"})
	if bold, err := drawPicture([]string{"\x1b[1mspade\x1b[m"}); err != nil || bytes.Equal(usual, bold) {
		t.Errorf("bold text looks as usual, %v", err)
	}
	for _, corner := range []image.Point{{}, {X: pictureW - 1, Y: pictureH - 1}} {
		if at := color.RGBAModel.Convert(drawn.At(corner.X, corner.Y)); at != color.RGBAModel.Convert(night) {
			t.Errorf("the night is %v at %v", at, corner)
		}
	}
}

// TestCurve: values are laid from left to right, the highest on top.
func TestCurve(t *testing.T) {
	if c := newCurve([]float64{0, 1, .5}, nil); c.Points != "0.0,160.0 300.0,0.0 600.0,80.0" {
		t.Errorf("the points are %q", c.Points)
	}
	if c := newCurve([]float64{7, 7}, nil); c.Points != "0.0,160.0 600.0,160.0" {
		t.Errorf("the same twice is %q", c.Points)
	}
	if c := newCurve([]float64{1}, nil); c.Points != "" {
		t.Errorf("one value is %q", c.Points)
	}
}
