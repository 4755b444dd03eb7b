package districtnoir

import (
	"encoding/json"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/internal/language"
	"noir/tui"
)

// you and pip are the seats of the lesson, in which pip is the house.
const (
	you engine.Seat = iota
	pip
)

// lessonSeed deals the cards that the lesson needs; it was found by search.
var lessonSeed = engine.Seed{'l', 'e', 's', 's', 'o', 'n', 30: 0x1a, 31: 0xf7}

// lesson teaches the game in its first three rounds and leaves the fourth to the
// learner.
func lesson() tui.Lesson {
	return tui.Lesson{
		Setup:  engine.Setup{Seed: lessonSeed, Seats: seats},
		Level:  "easy",
		Scenes: append(append(firstRound(), secondRound()...), lastRounds()...),
		End: language.Mark("Majorities, sets, alliances, betrayals: the higher total wins. What is still in the row counts for nobody. " +
			"You know all there is to know; the rest is nerve."),
		Would: would,
	}
}

// firstRound teaches playing, taking, and what a majority is.
func firstRound() []tui.Scene {
	return []tui.Scene{
		{Text: language.Mark("After four rounds the higher score wins; a player with all three cities wins at once. Three cards were " +
			"put away unseen. In the middle lies the row, its newest card on the right; below are your five cards. Pip, whose five you cannot see, begins.")},
		{
			Moves: plays("+3"),
			Text: language.Mark("In your turn you lay a card at the newest end of the row, or you take from there: once a round, and three cards " +
				"are few for that."),
			Task: language.Mark("Lay the 8."),
			Want: rules.Play(rules.Eight),
			Why:  language.Mark("For now lay the 8: it will come back to you."),
		},
		{Text: language.Mark("The row belongs to nobody. Once a round, and no more, each of you takes its newest five cards.")},
		{
			Moves: plays("7"),
			Text:  language.Mark("There are as many cards of a gang as its number says: five 5s, eight 8s. The low ones are rare."),
			Task:  language.Mark("Lay the 5."),
			Want:  rules.Play(rules.Five),
			Why:   language.Mark("Wait for one card more and lay the 5."),
		},
		{
			Moves: plays("7"),
			Text:  language.Mark("The newest five are +3, 8, 7, 5 and 7: a good catch. With every card that is laid the oldest of them is out of reach."),
			Task:  language.Mark("Take the five."),
			Want:  rules.Take(),
			Why:   language.Mark("But Pip may take too, and he would be a fool not to."),
		},
		{Text: language.Mark("They are yours for good. The player with more cards of a gang gets its number, once: more 5s, 7s and 8s are " +
			"20 points. The +3 is an alliance and counts as it says.")},
		{
			Moves: plays("police"),
			Text: language.Mark("Your take is spent, and Pip's is not: he may get what you lay now. A −2 is a betrayal. It takes 2 points from " +
				"the player who has to take it."),
			Task: language.Mark("Lay a −2."),
			Want: rules.Play(rules.Minus2),
			Why:  language.Mark("Leave him a betrayal: lay a −2."),
		},
		{
			Moves: plays("8"),
			Text:  language.Mark("An 8, for himself. Two cards are left to you."),
			Task:  language.Mark("Lay the 6."),
			Want:  rules.Play(rules.Six),
			Why:   language.Mark("Keep the −2 for the next round's row: lay the 6."),
		},
		{
			Moves: plays("take"),
			Text:  language.Mark("He takes, your −2 with the rest. The round is over when both have laid five cards and taken."),
			Task:  language.Mark("Lay your last card."),
			Want:  rules.Play(rules.Minus2),
			Why:   language.Mark("There is only the −2."),
		},
	}
}

// secondRound teaches sets and betrayals.
func secondRound() []tui.Scene {
	return []tui.Scene{
		{
			Text: language.Mark("New cards, and what was left of the row stays. Pip has more 8s than you by now: those points are his. " +
				"This round is yours to begin. A city scores nothing: let it lie."),
			Task: language.Mark("Lay city hall."),
			Want: rules.Play(rules.CityHall),
			Why:  language.Mark("Nobody fights for one city: lay city hall."),
		},
		{
			Moves: plays("7"),
			Text:  language.Mark("When he lays what you want, wait. The row is longer than a take."),
			Task:  language.Mark("Lay the −1."),
			Want:  rules.Play(rules.Minus1),
			Why:   language.Mark("Be rid of the −1 while it is cheap."),
		},
		{
			Moves: plays("5"),
			Text:  language.Mark("A 5: there are only five of them, and you have one."),
			Task:  language.Mark("Lay the 8."),
			Want:  rules.Play(rules.Eight),
			Why:   language.Mark("One of each gang will be worth something: lay the 8."),
		},
		{
			Moves: plays("7"),
			Text:  language.Mark("An alliance is yours only when you take it: lay it when your take is near."),
			Task:  language.Mark("Lay the +2."),
			Want:  rules.Play(rules.Plus2),
			Why:   language.Mark("You will take soon: lay the +2."),
		},
		{
			Moves: plays("6"),
			Text: language.Mark("You have two turns left, a card and the take. A 6 within reach! One 5, 6, 7 and 8 each are a set: " +
				"5 points beside the majorities."),
			Task: language.Mark("Take."),
			Want: rules.Take(),
			Why:  language.Mark("If Pip then lays his last card, your own take brings it home to you."),
		},
		{Text: language.Mark("A set, and an alliance with it. Cards below zero are betrayals: they count against the player who has to take them. " +
			"Pip has one card left, and his take.")},
		{
			Moves: plays("-1"),
			Text:  language.Mark("Pip's hand is empty. A player without cards must take."),
			Task:  language.Mark("Lay the −3: he will take it."),
			Want:  rules.Play(rules.Minus3),
		},
	}
}

// lastRounds teaches cities and lets the learner play.
func lastRounds() []tui.Scene {
	return []tui.Scene{
		{
			Moves: plays("take"),
			Text: language.Mark("He took it, and city hall besides. Cities score nothing, but a player with all three after a take wins " +
				"at once. Pip has two now."),
		},
		{
			Moves: plays("+2"),
			Text:  language.Mark("Third round. He leads again, with an alliance for himself."),
			Task:  language.Mark("Lay the −1 on top of it."),
			Want:  rules.Play(rules.Minus1),
			Why:   language.Mark("Spoil his five: lay the −1."),
		},
		{
			Moves: plays("5"),
			Text:  language.Mark("Whatever he takes now has a −1 in it. Make it worse."),
			Task:  language.Mark("Lay the −3."),
			Want:  rules.Play(rules.Minus3),
			Why:   language.Mark("The −3 weighs more."),
		},
		{
			Moves: plays("harbor"),
			Text:  language.Mark("The harbor, the third city. Pip may still take in this round, and it lies within his reach."),
			Task:  language.Mark("Take it away from him."),
			Want:  rules.Take(),
			Why:   language.Mark("Then Pip takes the harbor and has won."),
		},
		{Text: language.Mark("Four points of betrayals, and cheap at that: he cannot win by cities any more. What you leave to the other " +
			"is worth as much thought as what you take.")},
		{
			Moves: plays("6"),
			Text: language.Mark("Your take is spent, and Pip's is not. Pick a card, and the line below the row says what it would make of his take. " +
				"An 8 would serve him best: each of you has two."),
			Task: language.Mark("Lay the 5."),
			Want: rules.Play(rules.Five),
			Why:  language.Mark("You have three 5s, and he cannot get more: lay the 5."),
		},
		{
			Moves: plays("+3"),
			Text:  language.Mark("Pip's hand is empty, so he takes after this card."),
			Task:  language.Mark("Lay the +4."),
			Want:  rules.Play(rules.Plus4),
			Why:   language.Mark("Keep the 8 until he has taken: lay the +4."),
		},
		{
			Moves: plays("take"),
			Text:  language.Mark("What is laid after both takes stays in the row. You begin the next round, and may take it at once."),
			Task:  language.Mark("Lay the 8."),
			Want:  rules.Play(rules.Eight),
			Why:   language.Mark("There is only the 8."),
		},
		{
			Text: language.Mark("The fourth round is the last, and it is yours: five cards and a take. Mind what a take would make of the score, " +
				"and what you leave to Pip."),
			Task: language.Mark("Play it as you like."),
			Free: true,
		},
	}
}

// plays is a move of pip's: the code of the card played, or take.
func plays(code string) []engine.Move {
	body := rules.Take()
	var card rules.Card
	if card.UnmarshalText([]byte(code)) == nil {
		body = rules.Play(card)
	}
	return []engine.Move{{Seat: pip, By: engine.ByPlayer, Body: body}}
}

// would says what a move of the learner would do.
func would(r *language.Reader, raw, body json.RawMessage) string {
	var view rules.View
	var move rules.Move
	b := words{r, true}
	if json.Unmarshal(raw, &view) != nil || json.Unmarshal(body, &move) != nil {
		return ""
	}
	if move.Type == rules.TypeTake {
		return b.Words("A take would get you %s, and it is your only one this round.", b.sayAll(view.Offer()))
	}
	return b.Words("That would put %s at the newest end of the row.", b.say(move.Card))
}
