package seating_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking/seating"
)

// TestWhoPreventsATable: each is told of their own fault, and the others are not to blame. An error that nobody has
// caused blames nobody, and excuses nobody.
func TestWhoPreventsATable(t *testing.T) {
	t.Parallel()
	cause := errors.New("why not")
	met := seating.Met([][2]data.PlayerID{{1, 2}, {2, 5}})
	for _, c := range []struct {
		name               string
		err                error
		player             data.PlayerID
		blamed, blameless  bool
		meetings           [][2]data.PlayerID
		isCause, isMeeting bool
	}{
		{"one of two", seating.Blame(cause, 3, 4), 4, true, false, nil, true, false},
		{"another", seating.Blame(cause, 3, 4), 5, false, true, nil, true, false},
		{"wrapped", fmt.Errorf("dealing: %w", seating.Blame(cause, 3)), 3, true, false, nil, true, false},
		{"met", met, 5, true, false, [][2]data.PlayerID{{1, 2}, {2, 5}}, false, true},
		{"met, another", met, 3, false, true, [][2]data.PlayerID{{1, 2}, {2, 5}}, false, true},
		{"nobody's", cause, 3, false, false, nil, true, false},
		{"none", nil, 3, false, false, nil, false, false},
	} {
		if got := seating.Blamed(c.player, c.err); got != c.blamed {
			t.Errorf("%s: blamed: %t", c.name, got)
		}
		if got := seating.Blameless(c.player, c.err); got != c.blameless {
			t.Errorf("%s: blameless: %t", c.name, got)
		}
		if got := seating.Meetings(c.err); !slices.Equal(got, c.meetings) {
			t.Errorf("%s: meetings %v", c.name, got)
		}
		if errors.Is(c.err, cause) != c.isCause || errors.Is(c.err, seating.ErrMeeting) != c.isMeeting {
			t.Errorf("%s: its cause is lost: %v", c.name, c.err)
		}
	}
}

// TestWhoIsNearby: those of one address, which is not this machine's own.
func TestWhoIsNearby(t *testing.T) {
	t.Parallel()
	at := func(texts ...string) (all []netip.Addr) {
		for _, text := range texts {
			a, _ := netip.ParseAddr(text)
			all = append(all, a)
		}
		return all
	}
	for _, c := range []struct {
		at   []netip.Addr
		want bool
	}{
		{at("192.0.2.1", "192.0.2.1"), true}, {at("192.0.2.1", "192.0.2.2"), false}, {at("127.0.0.1", "127.0.0.1"), false},
		{at("::1", "::1"), false}, {at("", ""), false}, {at("", "192.0.2.1"), false}, {at("192.0.2.1"), false}, {nil, false},
		{at("192.0.2.1", "192.0.2.2", "192.0.2.1"), true}, {at("192.0.2.1", "192.0.2.2", "192.0.2.2"), true}, {at("2001:db8::1", "2001:db8::1"), true},
	} {
		if got := seating.AnyNearby(c.at); got != c.want {
			t.Errorf("%v: %t", c.at, got)
		}
	}
}

// TestPeopleAtATable: who they are, whether it is practice, and which of them know each other.
func TestPeopleAtATable(t *testing.T) {
	t.Parallel()
	seats := []seating.Occupant{{Kind: data.Bot}, {Player: data.Player{ID: 7}}, {Player: data.Player{ID: -3}}}
	players := seating.PlayersAt(seats)
	if want := []data.PlayerID{0, 7, -3}; !slices.Equal(players, want) {
		t.Errorf("players %v", players)
	}
	if got := seating.Persons(players); !slices.Equal(got, []data.PlayerID{7, -3}) || !slices.Equal(players, []data.PlayerID{0, 7, -3}) {
		t.Errorf("persons %v of %v", got, players)
	}
	for want, of := range map[bool][][]data.PlayerID{true: {{0, 7}, {7}, {0, 0, -3}}, false: {{7, -3}, {0, 7, 8}}} {
		for _, players := range of {
			if got := seating.Practice(players); got != want {
				t.Errorf("%v: practice %t", players, got)
			}
		}
	}
	known := func(one, other data.PlayerID) bool { return one+other != 5 }
	if got, want := seating.Pairs([]data.PlayerID{4, 1, 9}, known), [][2]data.PlayerID{{4, 9}, {1, 9}}; !reflect.DeepEqual(got, want) {
		t.Errorf("pairs %v", got)
	}
}

// TestWhoPays: the payer that the context names, otherwise the account, a guest's or a player's.
func TestWhoPays(t *testing.T) {
	t.Parallel()
	by := quota.Payer{ID: quota.Player(9), Address: netip.MustParseAddr("192.0.2.1")}
	for _, c := range []struct {
		ctx    context.Context
		player data.PlayerID
		want   quota.Payer
	}{
		{quota.With(t.Context(), by), 3, by},
		{t.Context(), 3, quota.Payer{ID: quota.Player(3)}},
		{t.Context(), -3, quota.Payer{ID: quota.Guest(-3), Guest: true}},
		{t.Context(), 0, quota.Payer{}},
	} {
		if got := seating.PayerOf(c.ctx, c.player); got != c.want {
			t.Errorf("%d: %+v", c.player, got)
		}
	}
}

// TestWordsAreUnguessable: each letter may be any of 32, none of which looks like another one.
func TestWordsAreUnguessable(t *testing.T) {
	t.Parallel()
	word := seating.RandomWord(4000)
	if len(word) != 4000 || !regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]+$`).MatchString(word) {
		t.Errorf("%d: %q", len(word), word)
	}
	met := map[rune]bool{}
	for _, r := range word {
		met[r] = true
	}
	if len(met) != 32 {
		t.Errorf("%d letters", len(met))
	}
}

// TestAWrongSizeSaysTheRightOne.
func TestAWrongSizeSaysTheRightOne(t *testing.T) {
	t.Parallel()
	for want, info := range map[string]engine.Info{
		"Duel is for 2 players": {Title: "Duel", MinSeats: 2, MaxSeats: 2}, "Town is for 2 to 6 players": {Title: "Town", MinSeats: 2, MaxSeats: 6},
	} {
		if got := seating.WrongSize(info).Error(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
