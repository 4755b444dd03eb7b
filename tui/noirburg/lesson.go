package noirburg

import (
	"encoding/json"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/internal/language"
	"noir/tui"
)

// The seats of the lesson.
const (
	you engine.Seat = iota
	easy1
	easy2
)

// lessonSeed deals the cards and dice that the lesson needs; it was found by search.
var lessonSeed = engine.Seed{'l', 'e', 's', 's', 'o', 'n', 28: 0x01, 29: 0x32, 30: 0x48, 31: 0x62}

// The cards played in the lesson.
var (
	ownBootlegger, ownGangster              = card("B2.4"), card("G3.3")
	ownBribe, ownDriveby, ownPolice         = card("BRIBE.3"), card("DRIVEBY.2"), card("POLICE.3")
	ownCasino, ownSpare, ownRunner          = card("B4.3"), card("B2.2"), card("G1.11")
	ownConstable, ownTurncoat               = card("POLICE.0"), card("TURNCOAT.2")
	lolasDriveby, bennysScrap               = card("DRIVEBY.3"), card("B1.8")
	lolasHand                               = []rules.Card{card("G1.0"), card("G1.6"), card("G2.7"), card("POKER.0")}
	speakeasy, raider, guard, clerk, poker  = card("B3.3"), card("G3.0"), card("G3.4"), card("G1.4"), card("POKER.2")
	bootlegger, doorman, bouncer, constable = card("B2.6"), card("G1.13"), card("G3.6"), card("POLICE.1")
)

// lesson teaches the game in a little over three rounds, and leaves the rest to the learner.
func lesson() tui.Lesson {
	return tui.Lesson{
		Setup:  engine.Setup{Seed: lessonSeed, Seats: 3},
		Level:  "easy",
		Scenes: slices.Concat(firstTurn(), tribute(), ownAttack(), theirAttack(), ownTown(), hideouts()),
		End: language.Mark("Points are 10 for each Hideout destroyed, the numbers of the open cards, 3 for the own Hideout, and the money. " +
			"You know the trade. The house is waiting."),
		Would: would,
	}
}

// firstTurn teaches what can be done without money.
func firstTurn() []tui.Scene {
	return []tui.Scene{
		{Text: language.Mark("Three bosses, one town. You win with two Hideouts destroyed, with more than half of all the money at the end of " +
			"your turn, or with the most points when the countdown is over. Each has a Hideout, 3 in money and six cards; the bank has the rest.")},
		{
			Moves: slices.Concat(by(easy1, rules.Mulligan()), by(easy2, rules.Mulligan())),
			Text:  language.Mark("Before the first turn you may swap two cards. Yours will do: a business, a gangster, and cards to react with."),
			Task:  language.Mark("Keep your hand."),
			Want:  rules.Mulligan(),
			Why:   language.Mark("But you will need these."),
		},
		{
			Moves: slices.Concat(
				by(easy1, business(speakeasy), rules.Draw(1), rules.EndTurn()), by(you, rules.Pass()), by(easy2, rules.Pass()),
				by(easy2, business(bootlegger), gangster(doorman, rules.At(bootlegger)), rules.Draw(1), rules.EndTurn()),
				by(you, rules.Pass()), by(easy1, rules.Pass()),
			),
			Text: language.Mark("Your turn. A card costs its number less 1. The first business goes on top of the Hideout and covers it."),
			Task: language.Mark("Open the Bootlegger."),
			Want: business(ownBootlegger),
			Why:  language.Mark("First something that earns: the Bootlegger."),
		},
		{
			Text: language.Mark("It earns 2 a turn and has room for a power of 2. The Hideout has room for 3."),
			Task: language.Mark("Open the gangster 3 in the Hideout."),
			Want: gangster(ownGangster, rules.OnHideout),
			Why:  language.Mark("First somebody at the door: the gangster 3."),
		},
		{
			Text: language.Mark("He defends at once, and may attack from your next turn on. Once a turn you draw: the first card is free."),
			Task: language.Mark("Draw one card."),
			Want: rules.Draw(1),
			Why:  language.Mark("First draw: it costs nothing."),
		},
		{
			Text: language.Mark("Your money is spent, and so is the turn."),
			Task: language.Mark("End it."),
			Want: rules.EndTurn(),
			Why:  language.Mark("End the turn."),
		},
	}
}

// tribute teaches tribute and windows.
func tribute() []tui.Scene {
	return []tui.Scene{
		{
			Moves: slices.Concat(by(easy1, rules.Pass()), by(easy2, rules.Pass())),
			Text: language.Mark("Every turn but the first begins with the tribute: 3 for the Hideout and the number of each business. " +
				"Benny has just got 6."),
		},
		{
			Moves: by(easy1, gangster(raider, rules.At(speakeasy)), gangster(guard, rules.OnHideout),
				reaction(rules.TypePoker, poker), rules.Draw(1), rules.EndTurn()),
			Text: language.Mark("Benny held a Poker Night: everybody with 2 stakes 2, and the highest die takes all. At the end of a turn everybody is " +
				"asked whether they throw in a card."),
			Task: language.Mark("Pass."),
			Want: rules.Pass(),
			Why:  language.Mark("Keep your cards for later: pass."),
		},
	}
}

// ownAttack teaches to attack.
func ownAttack() []tui.Scene {
	return []tui.Scene{
		{
			Moves: slices.Concat(by(easy2, rules.Pass()), by(easy2, gangster(bouncer, rules.OnHideout), rules.Draw(1), rules.EndTurn()),
				by(you, rules.Pass()), by(easy1, rules.Pass())),
			Text: language.Mark("Lola's Bootlegger defends with its 2 and the gangster 1 in it. Your 3 is as strong, and that is enough."),
			Task: language.Mark("Attack the Bootlegger with your 3."),
			Want: rules.Attack([]rules.Card{ownGangster}, easy2, rules.At(bootlegger)),
			Why:  language.Mark("First attack Lola's Bootlegger: a turn has its order, and there is no way back."),
		},
		{
			Moves: by(easy2, police(constable)),
			Text:  language.Mark("The Police! It stops an attack, and nobody is hurt. But every policeman has his price."),
			Task:  language.Mark("Bribe him."),
			Want:  reaction(rules.TypeBribe, ownBribe),
			Why:   language.Mark("Then the attack is off. You hold a Bribe."),
		},
		{
			Moves: slices.Concat(by(easy1, rules.Pass()), by(easy2, rules.Pass()),
				by(you, rules.Pass()), by(easy1, rules.Pass()), by(easy2, rules.Pass())),
			Text: language.Mark("Gangster and Bootlegger are gone, and its number in money is yours: 2. They shot back with 1; your 3 lives and " +
				"hides until your next turn. A second card to draw costs 1."),
			Task: language.Mark("Draw two cards."),
			Want: rules.Draw(2),
			Why:  language.Mark("First draw two."),
		},
		{
			Text: language.Mark("Your 3 is not at home, and your Bootlegger stands alone. Somebody will notice."),
			Task: language.Mark("End your turn."),
			Want: rules.EndTurn(),
			Why:  language.Mark("End the turn."),
		},
	}
}

// theirAttack teaches how to react.
func theirAttack() []tui.Scene {
	return []tui.Scene{
		{
			Moves: slices.Concat(by(easy1, rules.Pass()), by(easy2, rules.Pass())),
			Text: language.Mark("Reactions cost nothing and go in anybody's turn. The Police can also raid a business: its gangsters hide. " +
				"A Turncoat brings somebody else's gangster into your hand."),
		},
		{
			Moves: by(easy1, rules.Attack([]rules.Card{raider}, you, rules.At(ownBootlegger))),
			Text:  language.Mark("Benny comes for your Bootlegger, with 3 against 2. It would fall."),
			Task:  language.Mark("Stop the attack with your Police."),
			Want:  police(ownPolice),
			Why:   language.Mark("That does not save the Bootlegger. The Police do."),
		},
		{
			Moves: slices.Concat(by(easy1, rules.Pass()), by(easy2, rules.Pass()),
				by(easy1, gangster(clerk, rules.At(speakeasy)), rules.Draw(1), rules.EndTurn()),
				by(easy2, driveby(lolasDriveby, easy1, rules.At(speakeasy)))),
			Text: language.Mark("Stopped. His 3 hides now, and in Benny's Speakeasy stands only a 1. Lola throws a Drive-by at it: a die of damage, " +
				"the weakest first. Until it rolls others may join, each with a die more."),
			Task: language.Mark("Join with your Drive-by."),
			Want: driveby(ownDriveby, easy1, rules.At(speakeasy)),
			Why:  language.Mark("An eye for an eye: join with the Drive-by."),
		},
		{
			Moves: slices.Concat(by3(rules.Pass()), by3(rules.Pass())),
			Text: language.Mark("A 1 and a 2: the gangster dies, and the 2 left over are too few for a Speakeasy. The countdown begins when a Hideout " +
				"falls, the bank cannot pay, or somebody has a third of the money. Four of his turns later, points are counted."),
		},
	}
}

// ownTown teaches to arrange and build, to move the Hideout and to change cards.
func ownTown() []tui.Scene {
	return []tui.Scene{
		{
			Moves: slices.Concat(by(easy2, rules.Draw(1), rules.EndTurn()), by(you, rules.Pass()), by(easy1, rules.Pass())),
			Text: language.Mark("A turn begins with arranging: share your gangsters out as there is room. Those who are hidden must come out now, " +
				"or leave you."),
			Task: language.Mark("Put your 3 back into the Hideout."),
			Want: rules.Arrange(map[rules.Card]rules.Place{ownGangster: rules.OnHideout}),
			Why:  language.Mark("First get your 3 home: arrange."),
		},
		{
			Text: language.Mark("You have 11. A Casino brings 4 a turn, and only there a gangster 4 can work. Further businesses stand beside the first."),
			Task: language.Mark("Open the Casino."),
			Want: rules.Move{Type: rules.TypeOpen, Card: ownCasino}.Body(),
			Why:  language.Mark("First the Casino: it earns most."),
		},
		{
			Text: language.Mark("A gangster 1 costs nothing."),
			Task: language.Mark("Open the gangster 1 in the Bootlegger."),
			Want: gangster(ownRunner, rules.At(ownBootlegger)),
			Why:  language.Mark("First a guard for the Bootlegger: the gangster 1."),
		},
		{
			Text: language.Mark("Once a turn the Hideout may move below another business, which covers it, or into the open. A strong business covers it best."),
			Task: language.Mark("Move the Hideout below the Casino."),
			Want: rules.Move{Type: rules.TypeMoveHideout, Under: ownCasino}.Body(),
			Why:  language.Mark("First the Hideout: below the Casino it is safest."),
		},
		{
			Text: language.Mark("Six cards are the most that a hand holds. Before you draw you may discard up to four."),
			Task: language.Mark("Discard the second Bootlegger."),
			Want: rules.Discard(ownSpare),
			Why:  language.Mark("Discard the second Bootlegger: it makes room."),
		},
		{
			Text: language.Mark("The first card is free, each further one costs 1."),
			Task: language.Mark("Draw four cards."),
			Want: rules.Draw(4),
			Why:  language.Mark("You can pay for it: draw four."),
		},
		{
			Text: language.Mark("Police again: hold them for whatever comes."),
			Task: language.Mark("End your turn."),
			Want: rules.EndTurn(),
			Why:  language.Mark("End the turn."),
		},
	}
}

// hideouts teaches what a Hideout that is breached costs, and Turncoats, and leaves the game to the
// learner.
func hideouts() []tui.Scene {
	return []tui.Scene{
		{
			Moves: slices.Concat(by(easy1, rules.Pass()), by(easy2, rules.Pass()),
				by(easy1, rules.Arrange(map[rules.Card]rules.Place{guard: rules.OnHideout, raider: rules.At(speakeasy)}),
					rules.Discard(bennysScrap), rules.Draw(3), rules.EndTurn()),
				by(you, rules.Pass()), by(easy2, rules.Pass()),
				by(easy2, rules.Attack([]rules.Card{bouncer}, you, rules.At(ownBootlegger)))),
			Text: language.Mark("Benny has a third of the money: the countdown has begun. And Lola sends her only gangster at your Bootlegger, " +
				"3 against 2 and 1."),
			Task: language.Mark("Stop her with the Police."),
			Want: police(ownConstable),
			Why:  language.Mark("The Police save the Bootlegger, and her gangster must hide."),
		},
		{
			Moves: slices.Concat(by(easy1, rules.Pass()), by(easy2, rules.Pass()),
				by(easy2, rules.Discard(lolasHand...), rules.Draw(6), rules.EndTurn()), by(you, rules.Pass()), by(easy1, rules.Pass())),
			Text: language.Mark("She has spent her money on cards, and nobody is at home. A Hideout defends with 3, and you have 3 and 1. Attackers " +
				"from several places strike together."),
			Task: language.Mark("Attack Lola's Hideout with both."),
			Want: rules.Attack([]rules.Card{ownRunner, ownGangster}, easy2, rules.OnHideout),
			Why:  language.Mark("First attack, with both: Lola's Hideout is empty."),
		},
		{
			Moves: by3(rules.Pass()),
			Text: language.Mark("Breached! A die says what she owes you: 1, and she has it. A boss who cannot pay is out: all her money is yours, and her " +
				"Hideout is 10 points."),
			Task: language.Mark("Draw one card."),
			Want: rules.Draw(1),
			Why:  language.Mark("First draw: it costs nothing."),
		},
		{
			Text: language.Mark("A Turncoat. At any time, and free, it brings a gangster from a business, or a hidden one, into your hand; never one from a Hideout."),
			Task: language.Mark("Turn the gangster 3 in Benny's Speakeasy."),
			Want: rules.Move{Type: rules.TypeTurncoat, Card: ownTurncoat, Seat: easy1, Place: rules.At(speakeasy), Gangster: raider}.Body(),
			Why:  language.Mark("Benny's gangster 3 would do well with you: play the Turncoat."),
		},
		{
			Text: language.Mark("He is yours from your next turn on. You have used every kind of move; the rest is up to you."),
			Task: language.Mark("Play on as long as you like."),
			Free: true,
		},
	}
}

// by3 is a move of all, one after the other.
func by3(body json.RawMessage) []engine.Move {
	return slices.Concat(by(you, body), by(easy1, body), by(easy2, body))
}
