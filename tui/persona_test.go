package tui

import (
	"fmt"
	"testing"

	"noir/data"
	"noir/matchmaking"
)

// TestSixAtOneTable: no two house players of a table are the same person, whatever their level.
func TestSixAtOneTable(t *testing.T) {
	for _, first := range []string{"benny/easy", "lola/normal", "vito/hard", "ada/boss"} {
		met := map[string]bool{}
		for n := range 6 {
			who, ok := Meet(fmt.Sprintf("%s-%d", first, n+1))
			if !ok || met[who.Name] || len(who.Face) != 5 || who.Trait == "" {
				t.Errorf("the %d. %s is %+v", n+1, first, who)
			}
			met[who.Name] = true
		}
	}
	for name, want := range map[string]string{
		"benny/easy": "Benny", "ada/boss": "Saint Paul", "pip/easy": "Pip", "odette/hard": "Odette", "dot/easy": "Dot",
		"marlowe": "marlowe", "guest-1234": "guest-1234",
	} {
		if got := Called(name); got != want {
			t.Errorf("%s is called %s, want %s", name, got, want)
		}
	}
}

// TestNobodyIsCalledLikeThem: their names are kept from players.
func TestNobodyIsCalledLikeThem(t *testing.T) {
	names := []string{"saintpaul", "saint-paul", "Saint_Paul"}
	for _, who := range townspeople[:5] {
		names = append(names, who.Name)
	}
	for _, who := range regulars {
		names = append(names, who.Name)
	}
	for _, name := range names {
		if _, err := data.CheckName(name); err == nil {
			t.Errorf("a player may be called %s", name)
		}
	}
}

// TestIntroducingLeavesTheFrame as others share it.
func TestIntroducingLeavesTheFrame(t *testing.T) {
	f := matchmaking.Frame{Seats: []matchmaking.Seated{{Name: "marlowe", Kind: data.Human}, {Name: "lola/normal-2", Kind: data.Bot}}}
	shown := Introduce(f)
	if shown.Seats[0].Name != "marlowe" || shown.Seats[1].Name != "Vito" || f.Seats[1].Name != "lola/normal-2" {
		t.Errorf("%+v is shown as %+v", f.Seats, shown.Seats)
	}
}
