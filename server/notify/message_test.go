package notify

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

// TestMessagesLook has every message in every language, with all that it may have.
func TestMessagesLook(t *testing.T) {
	at := time.Date(2026, 11, 26, 12, 0, 0, 999, time.FixedZone("", 3600))
	var all strings.Builder
	for _, offer := range language.Offers() {
		s := Style{
			Address: "ssh noir.example.com", Title: strings.ToUpper,
			Reads: func(setting string) *language.Reader { return tuitest.Reader(t, setting) },
		}
		for _, e := range []matchmaking.Event{
			{News: matchmaking.YourMove, Match: "m1", Ply: 7, Deadline: at.Add(24 * time.Hour), Pace: data.Day, Rated: true}, {News: matchmaking.YourMove, Match: "m1", Ply: 8, Pace: data.Day},
			{News: matchmaking.Begun, Match: "m2", Pace: data.Day}, {News: matchmaking.Challenged, Challenge: "K7QX", Pace: data.Day, Rated: true},
			{News: matchmaking.Seeking, Pace: data.Live, Rated: true}, {News: matchmaking.Seeking, Challenge: "K7QX", Pace: data.Day}, {News: TestMessage},
			{News: matchmaking.Over, Match: "m3", Won: true}, {News: matchmaking.Over, Match: "m3", Shared: true}, {News: matchmaking.Over, Match: "m3", Aborted: true}, {News: matchmaking.Over, Match: "m3"},
		} {
			e.At, e.Game, e.Others = at, "noirburg", []string{"spade", "vera"}
			text, err := json.Marshal(s.message(data.Settings{Language: offer.Tag}, e))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&all, "%s\n", text)
		}
	}
	w := httptest.NewRecorder()
	writeFeed(w, httptest.NewRequest("GET", "/feed/x.atom", nil), []byte("<feed/>"), at)
	fmt.Fprintf(&all, "\n%d %v %s\n", w.Code, w.Header(), w.Body)
	tuitest.Golden(t, "messages", all.String())
}

// TestWhoseMoveIsTold: the others are all at the table but the player.
func TestWhoseMoveIsTold(t *testing.T) {
	until := time.Now().Add(time.Hour)
	e := yourMove(matchmaking.Listing{
		ID: "m1", Game: "noirburg", Rated: true, Pace: data.Day, Ply: 7, Until: until, Seat: 1,
		Seats: []matchmaking.Seated{{Name: "marlowe"}, {Name: "spade"}, {Name: "vera"}},
	})
	e.At = time.Time{}
	want := matchmaking.Event{News: matchmaking.YourMove, Game: "noirburg", Match: "m1", Ply: 7, Deadline: until, Pace: data.Day, Rated: true, Others: []string{"marlowe", "vera"}}
	if !reflect.DeepEqual(e, want) {
		t.Errorf("%+v, want %+v", e, want)
	}
}

// TestWhatAChallengeIs: one to anybody is a search.
func TestWhatAChallengeIs(t *testing.T) {
	c := data.Challenge{ID: "K7QX", From: data.Player{ID: 1, Name: "spade"}, To: data.Player{ID: 2, Name: "vera"}, Game: "noirburg", Rated: true, Pace: data.Day, At: time.Now()}
	want := matchmaking.Event{News: matchmaking.Challenged, At: c.At, Game: c.Game, Others: []string{"spade"}, By: c.From, Challenge: c.ID, Pace: data.Day, Rated: true}
	if e := challenged(c); !reflect.DeepEqual(e, want) {
		t.Errorf("%+v, want %+v", e, want)
	}
	c.To, want.News = data.Player{}, matchmaking.Seeking
	if e := challenged(c); !reflect.DeepEqual(e, want) {
		t.Errorf("to anybody: %+v, want %+v", e, want)
	}
}

// TestFeedsNeedAURL that readers can reach.
func TestFeedsNeedAURL(t *testing.T) {
	for _, url := range []string{"", "noir.example.com", "https://", "https://[::1"} {
		if _, err := NewFeeds(FeedsConfig{URL: url}); err == nil {
			t.Errorf("%q is one", url)
		}
	}
}
