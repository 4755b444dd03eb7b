package plain_test

import (
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"noir/tui/tuitest"
)

// TestADayGameByWords: offered, accepted after the other has left, and played over several
// visits.
func TestADayGameByWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		first := begin(t, session(house, marlowe))
		first.types("challenge --open --rated")
		first.hears("You need not wait")
		first.types("challenges")
		first.hears("yours, to anybody  district-noir  rated")
		first.types("quit")
		first.ends()

		second := begin(t, session(house, spade))
		second.types("play --pace day")
		second.hears("District Noir, rated: marlowe 1500 and spade 1500.", "District Noir, rated: spade 1500 and marlowe 1500.")
		second.types("leave", "games")
		second.hears("against marlowe")
		time.Sleep(20 * time.Hour)
		first = begin(t, session(house, marlowe))
		first.hears("You have a game running")
		first.types("games")
		first.hears("4:00 left", "4 h")
		for _, wrong := range []string{"sit 0", "sit 7"} {
			first.types(wrong)
			first.hears("from 1 to 1")
		}
		first.types("sit 1")
		first.hears("District Noir, rated:")
	})
}

// TestAChallengeByWords is declined, made again and accepted.
func TestAChallengeByWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		first := begin(t, session(house, marlowe))
		first.types("challenge nemo")
		first.hears("There is no player \"nemo\": check the name.")
		first.types("challenge spade")
		first.hears("You need not wait")
		second := begin(t, session(house, spade))
		second.hears("marlowe challenges you")
		id := func() string {
			second.types("challenges")
			return regexp.MustCompile(`([0-9A-Z]{4})  marlowe to you`).FindStringSubmatch(second.hears("marlowe to you  district-noir  casual"))[1]
		}
		second.types("decline " + id())
		second.hears("Declined.")
		first.types("challenges")
		first.hears("There are no open challenges.")
		first.types("challenge spade")
		first.hears("You need not wait")
		second.types("accept " + id())
		second.hears("District Noir, casual:")
	})
}

// TestAGameIsSlowedByWords, and closed to watchers.
func TestAGameIsSlowedByWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		house.Seated(marlowe, spade)
		one, other := begin(t, session(house, marlowe)), begin(t, session(house, spade))
		for _, k := range []*talk{one, other} {
			k.types("play")
			k.hears("District Noir, rated")
		}
		one.types("slow")
		other.hears("marlowe offers to go on at a day a move.")
		other.types("slow")
		one.hears("From now on this is a day game")
		looksOn := begin(t, session(house, house.Player("vera")))
		looksOn.types("watch 1")
		looksOn.hears("District Noir, rated")
		one.types("watchers")
		looksOn.hears("That table is closed to watchers: watch another.")
		other.hears("The table is closed to watchers.")
		other.types("watchers")
		other.hears("thers at this table want no spectators")
		one.types("watchers")
		other.hears("The table is open to watchers.")
	})
}
