package web

import (
	"bytes"
	"compress/gzip"
	"image"
	"image/color"
	"io"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"

	"noir/data"
	"noir/data/review"
	"noir/engine"
)

// TestAReviewedGame: moves that are not good are marked in their places and on the curve of the winner's chances, the turning
// point too, and what a review says of moves that there are not marks none.
func TestAReviewedGame(t *testing.T) {
	m := data.Match{Moves: make([]data.Entry, 5), Result: &engine.Result{Winners: []engine.Seat{1}}}
	decided := func(ply int, seat engine.Seat, mark review.Mark, chance float64) review.Decision {
		return review.Decision{Ply: ply, Seat: seat, Mark: mark, Known: review.Estimate{Chance: chance}}
	}
	kept := review.Review{Decisions: []review.Decision{
		decided(0, 0, review.Blunder, 0.5), decided(1, 1, review.Good, 0.5), decided(2, 0, review.Dubious, 0.5), decided(4, 1, review.Blunder, 0.75),
		decided(5, 0, review.Blunder, 0.5), decided(6, 0, review.Blunder, 0.5),
	}}
	for turning, turned := range map[int]int{0: 0, 1: 1, 5: 5, 6: 0} {
		kept.Turning = &turning
		plies := make([]ply, 5)
		side, c := marked(m, kept, plies)
		want := []ply{{}, {Bad: "dubious"}, {}, {Bad: "blunder"}, {Bad: "blunder"}}
		if turned > 0 {
			want[turned-1].Turned = true
		}
		if side != 1 || !reflect.DeepEqual(plies, want) {
			t.Errorf("turning at %d: seat %d, %+v, want %+v", turning, side, plies, want)
		}
		if want := "0.0,80.0 120.0,80.0 240.0,80.0 360.0,40.0 480.0,40.0 600.0,0.0"; c.Points != want || c.First != 0.5 || c.Last != 1 {
			t.Errorf("the curve is %q from %v to %v, want %q", c.Points, c.First, c.Last, want)
		}
		if want := []mark{{240, 80, 2, "dubious"}, {480, 40, 4, "blunder"}, {600, 0, 5, "blunder"}}; !reflect.DeepEqual(c.Marks, want) {
			t.Errorf("marks at %+v, want %+v", c.Marks, want)
		}
	}
	m.Result.Winners = nil // aborted: the first seat's
	if side, c := marked(m, review.Review{}, nil); side != 0 || c.Points != "" {
		t.Errorf("nobody has won: seat %d, %q", side, c.Points)
	}
}

// TestACurveFillsItsFrame: between the least and the greatest value, unless it has bounds, and a level one stays within.
func TestACurveFillsItsFrame(t *testing.T) {
	for _, c := range []struct {
		values []float64
		points string
	}{
		{[]float64{1500, 1530, 1515}, "0.0,160.0 300.0,0.0 600.0,80.0"}, {[]float64{7, 7}, "0.0,160.0 600.0,160.0"}, {[]float64{7}, ""},
	} {
		if got := newCurve(c.values, nil); got.Points != c.points {
			t.Errorf("%v: %q, want %q", c.values, got.Points, c.points)
		}
	}
}

func TestHowAGameEnded(t *testing.T) {
	seats := []data.Seat{{Name: "marlowe"}, {Name: "spade"}, {Name: "vera"}}
	for _, c := range []struct {
		winners  []engine.Seat
		places   []int
		says     string
		outcomes []string
	}{
		{nil, []int{1, 1}, "Aborted: it counts for nothing.", []string{"aborted", "aborted"}},
		{[]engine.Seat{1}, []int{2, 1}, "spade won.", []string{"lost", "won"}},
		{[]engine.Seat{0, 1}, []int{1, 1}, "marlowe and spade shared the win.", []string{"shared", "shared"}},
		{[]engine.Seat{0}, []int{1, 3, 2}, "marlowe won.", []string{"won", "place 3 of 3", "place 2 of 3"}},
		{[]engine.Seat{0, 1, 2}, []int{1, 1, 1}, "marlowe, spade and vera shared the win.", []string{"shared", "shared", "shared"}},
	} {
		m := data.Match{Seats: seats[:len(c.places)], Result: &engine.Result{Reason: "points", Winners: c.winners, Places: c.places}}
		if c.winners == nil {
			m.Result.Reason = engine.Aborted
		}
		if got := won(m); got != c.says {
			t.Errorf("%v: %q, want %q", c.winners, got, c.says)
		}
		for seat, want := range c.outcomes {
			if got := outcome(m, engine.Seat(seat)); got != want {
				t.Errorf("%v, seat %d: %q, want %q", c.winners, seat, got, want)
			}
		}
	}
}

// TestWords of templates.
func TestWords(t *testing.T) {
	count := words["count"].(func(int, string, string) string)
	for n, want := range map[int]string{0: "0 games", 1: "1 game", 2: "2 games"} {
		if got := count(n, "game", "games"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	rating := words["rating"].(func(data.Rating) string)
	if few, many := rating(data.Rating{Value: 1500.6, Games: data.ProvisionalGames - 1}), rating(data.Rating{Value: 1500.4, Games: data.ProvisionalGames}); few != "1501?" || many != "1500" {
		t.Errorf("ratings are %q and %q", few, many)
	}
	if up, down := gain(1500, 1530.2), gain(1500, 1488); up != "+30" || down != "−12" {
		t.Errorf("gains are %q and %q", up, down)
	}
	at := time.Date(2026, 5, 3, 1, 30, 0, 0, time.FixedZone("", 2*60*60))
	for name, want := range map[string]string{"date": "2 May 2026, 23:30", "day": "2 May 2026", "clock": "23:30", "stamp": "2026-05-02T23:30:00Z"} {
		if got := words[name].(func(time.Time) string)(at); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestAPageIsPackedForWhomItMayBe, with an ETag of its own, and sent again only when it has changed.
func TestAPageIsPackedForWhomItMayBe(t *testing.T) {
	text := strings.Repeat("a card house ", 100)
	p, short, picture := newPage("text/html", time.Minute, []byte(text)), newPage("text/html", time.Minute, []byte("x")), newPage("image/png", time.Minute, []byte(text))
	ask := func(p *page, header ...string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		p.deliver(w, r)
		return w
	}
	plain, packed := ask(p), ask(p, "Accept-Encoding", "br, gzip")
	if plain.Header().Get("Content-Encoding") != "" || plain.Body.String() != text || plain.Header().Get("Cache-Control") != "public, max-age=60" {
		t.Errorf("plain: %v, %d bytes", plain.Header(), plain.Body.Len())
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(unpacked); err != nil || string(body) != text || packed.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("packed: %v, %q, %v", packed.Header(), body, err)
	}
	if plain.Header().Get("ETag") == packed.Header().Get("ETag") {
		t.Errorf("both are %s", plain.Header().Get("ETag"))
	}
	for _, answer := range []*httptest.ResponseRecorder{plain, packed} {
		again := ask(p, "Accept-Encoding", answer.Header().Get("Content-Encoding"), "If-None-Match", answer.Header().Get("ETag"))
		if again.Code != 304 || again.Body.Len() > 0 {
			t.Errorf("again: %d, %d bytes", again.Code, again.Body.Len())
		}
	}
	for _, p := range []*page{short, picture} {
		if got := ask(p, "Accept-Encoding", "gzip"); got.Header().Get("Content-Encoding") != "" || got.Body.Len() != len(p.body) {
			t.Errorf("%s of %d bytes: %v", p.kind, len(p.body), got.Header())
		}
	}
}

// TestColoursOfAPicture: a run's background fills its cells in one of 256 colours, the ground is left alone, and reversed signs
// have the colours the other way round.
func TestColoursOfAPicture(t *testing.T) {
	faces := [2]font.Face{basicfont.Face7x13, basicfont.Face7x13}
	corner := func(class string) color.Color {
		out := image.NewRGBA(image.Rect(0, 0, 4*cellW, cellH))
		if end := drawRun(out, faces, run{Class: class, Text: "  "}, cellW, 0); end != 3*cellW {
			t.Errorf("%q ends at %d", class, end)
		}
		if at := out.At(0, 0); at != (color.RGBA{}) {
			t.Errorf("%q colours what is beside it: %v", class, at)
		}
		return out.At(cellW, 0)
	}
	solid := func(c color.Color) color.Color { return color.RGBAModel.Convert(c) }
	for class, want := range map[string]color.Color{
		"": color.RGBA{}, "f3 B": color.RGBA{}, "b0": solid(shade(0)), "b255 f1": solid(shade(255)), "b256": color.RGBA{},
		"f255 R": solid(shade(255)), "R": solid(ink), "f3 b4 R": solid(shade(3)),
	} {
		if got := corner(class); got != want {
			t.Errorf("%q: %v, want %v", class, got, want)
		}
	}
}
