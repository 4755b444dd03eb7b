package plain_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/tui/tuitest"
)

// TestAnEventByWords: two play game after game, until it is over.
func TestAnEventByWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		first, second := begin(t, session(house, marlowe)), begin(t, session(house, spade))
		first.types("event")
		first.hears("There is no event at the moment.")
		c := house.Tournament("Night shift", -time.Minute)
		first.types("event", "event 7", fmt.Sprint("event ", c.ID))
		first.hears("1  Night shift  district-noir  runs until ")
		first.hears("There is no such event")
		first.hears("No games finished yet.")
		first.types("event join")
		second.types(fmt.Sprint("event join ", c.ID))
		for range 2 {
			for _, k := range []*talk{first, second} {
				k.hears("A table of 2 is ready.")
				time.Sleep(3 * time.Second)
				k.types("enter")
			}
			for _, k := range []*talk{first, second} {
				k.hears("District Noir, rated:")
			}
			house.Turns(data.ScoredTurns, marlowe, spade)
			second.types("resign now")
			for _, k := range []*talk{first, second} {
				k.hears("The game is decided", "resigned", "won")
				k.types("leave")
				k.hears("On to the next game of the event.")
			}
		}
		second.types("leave")
		second.hears("You are not waiting any more.")
		time.Sleep(time.Until(c.Ends) + 5*time.Second)
		first.hears("The event is over.")
		first.types("event 1")
		first.hears("1       4      2  marlowe")
		first.hears("2       0      2  spade")
	})
}
