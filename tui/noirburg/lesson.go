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
	speakeasy, raider, guard, clerk, poker  = card("B3.3"), card("G3.0"), card("G3.4"), card("G1.4"), card("POKER.2")
	bootlegger, doorman, bouncer, constable = card("B2.6"), card("G1.13"), card("G3.6"), card("POLICE.1")
)

// Lesson teaches the game in a little over two rounds, and leaves the rest to the learner.
func Lesson() tui.Lesson {
	return tui.Lesson{
		Setup:  engine.Setup{Seed: lessonSeed, Seats: 3},
		Level:  "easy",
		Scenes: slices.Concat(firstTurn(), tribute(), ownAttack(), theirAttack(), ownTown()),
		End: language.Mark("Points are 10 for each Hideout destroyed, the numbers of the open cards, 3 for the own Hideout, and the money. " +
			"You know the trade. The house is waiting."),
		Would: would,
	}
}

// firstTurn teaches what can be done without money.
func firstTurn() []tui.Scene {
	return []tui.Scene{
		{Text: language.Mark("Three bosses, one town. Each has a Hideout, 3 in money and six cards; the bank has the rest. A boss who loses " +
			"his Hideout may be out of the game.")},
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

// tribute teaches tribute, windows and how the game is won.
func tribute() []tui.Scene {
	return []tui.Scene{
		{
			Moves: slices.Concat(by(easy1, rules.Pass()), by(easy2, rules.Pass())),
			Text: language.Mark("Every turn but the first begins with the tribute: 3 for the Hideout and the number of each business. " +
				"easy-1 has just got 6."),
		},
		{
			Moves: by(easy1, gangster(raider, rules.At(speakeasy)), gangster(guard, rules.OnHideout),
				reaction(rules.TypePoker, poker), rules.Draw(1), rules.EndTurn()),
			Text: language.Mark("easy-1 held a Poker Night: everybody with 2 stakes 2, and the highest die takes all. At the end of a turn everybody is " +
				"asked whether they throw in a card."),
			Task: language.Mark("Pass."),
			Want: rules.Pass(),
			Why:  language.Mark("Keep your cards for later: pass."),
		},
		{
			Moves: by(easy2, rules.Pass()),
			Text: language.Mark("You win with two Hideouts destroyed, with more than half of all the money at the end of your turn, or with " +
				"the most points when the countdown is over."),
		},
	}
}

// ownAttack teaches to attack.
func ownAttack() []tui.Scene {
	return []tui.Scene{
		{
			Moves: slices.Concat(by(easy2, gangster(bouncer, rules.OnHideout), rules.Draw(1), rules.EndTurn()),
				by(you, rules.Pass()), by(easy1, rules.Pass())),
			Text: language.Mark("easy-2's Bootlegger defends with its 2 and the gangster 1 in it. Your 3 is as strong, and that is enough."),
			Task: language.Mark("Attack the Bootlegger with your 3."),
			Want: rules.Attack([]rules.Card{ownGangster}, easy2, rules.At(bootlegger)),
			Why:  language.Mark("First attack easy-2's Bootlegger: a turn has its order, and there is no way back."),
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
			Text:  language.Mark("easy-1 comes for your Bootlegger, with 3 against 2. It would fall."),
			Task:  language.Mark("Stop the attack with your Police."),
			Want:  police(ownPolice),
			Why:   language.Mark("That does not save the Bootlegger. The Police do."),
		},
		{
			Moves: slices.Concat(by(easy1, rules.Pass()), by(easy2, rules.Pass()),
				by(easy1, gangster(clerk, rules.At(speakeasy)), rules.Draw(1), rules.EndTurn())),
			Text: language.Mark("Stopped. His 3 hides now, and in easy-1's Speakeasy stands only a 1. A Drive-by rolls a die: so much damage, the " +
				"weakest first."),
			Task: language.Mark("Throw in the Drive-by on the Speakeasy."),
			Want: driveby(ownDriveby, easy1, rules.At(speakeasy)),
			Why:  language.Mark("An eye for an eye: the Drive-by, on the Speakeasy."),
		},
		{
			Moves: slices.Concat(by(you, rules.Pass()), by(easy1, rules.Pass()), by(easy2, rules.Pass()),
				by(you, rules.Pass()), by(easy1, rules.Pass()), by(easy2, rules.Pass())),
			Text: language.Mark("A 1: the gangster dies, the Speakeasy stands. The countdown begins when a Hideout falls, the bank cannot pay, or " +
				"somebody has a third of the money. Four turns of his later points are counted."),
		},
	}
}

// ownTown teaches to arrange and leaves the game to the learner.
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
			Text: language.Mark("An attack on a Hideout meets everything on it and in it. If it succeeds a die is rolled, and a boss who cannot pay is out. " +
				"The rest is up to you."),
			Task: language.Mark("Play on as long as you like."),
			Free: true,
		},
	}
}

// card finds a card of the lesson.
func card(id string) (c rules.Card) {
	if err := c.UnmarshalText([]byte(id)); err != nil {
		panic(err) // the lesson is as fixed as the deck
	}
	return c
}

// by are moves of one seat.
func by(s engine.Seat, bodies ...json.RawMessage) []engine.Move {
	moves := make([]engine.Move, len(bodies))
	for i, body := range bodies {
		moves[i] = engine.Move{Seat: s, By: engine.ByPlayer, Body: body}
	}
	return moves
}

func business(c rules.Card) json.RawMessage {
	return rules.Move{Type: rules.TypeOpen, Card: c, OnHideout: true}.Body()
}

func gangster(c rules.Card, at rules.Place) json.RawMessage {
	return rules.Move{Type: rules.TypeOpen, Card: c, Place: at}.Body()
}

func reaction(kind string, c rules.Card) json.RawMessage {
	return rules.Move{Type: kind, Card: c}.Body()
}

func police(c rules.Card) json.RawMessage {
	return rules.Move{Type: rules.TypePolice, Card: c, Use: rules.UseStop}.Body()
}

func driveby(c rules.Card, s engine.Seat, at rules.Place) json.RawMessage {
	return rules.Move{Type: rules.TypeDriveby, Cards: []rules.Card{c}, Seat: s, Place: at}.Body()
}

// would says what a move of the learner would do.
func would(r *language.Reader, _, body json.RawMessage) string {
	b := words{r}
	move, _ := rules.ReadMove(body)
	switch move.Type {
	case rules.TypeMulligan:
		return b.Words("You would swap %s for the next cards of the deck.", b.cards(len(move.Cards)))
	case rules.TypeOpen:
		return b.Words("That would open %s for %s.", b.title(move.Card), money(move.Card.Cost()))
	case rules.TypeDraw:
		return b.Words("You would draw %s for %s.", b.cards(move.Count), money(move.Count-1))
	case rules.TypeAttack:
		return b.Words("You would attack with %s.", b.powers(move.Gangsters))
	case rules.TypeArrange:
		return b.Words("That is where they would stand for this turn.")
	case rules.TypeMoveHideout:
		return b.Words("The Hideout would stand elsewhere.")
	case rules.TypeDiscard:
		return b.Words("You would be rid of %s.", b.cards(len(move.Cards)))
	case rules.TypeEndTurn:
		return b.Words("Your turn would be over.")
	case rules.TypePass:
		return b.Words("You would let it happen.")
	case rules.TypeDriveby:
		return b.Words("That would spend the Drive-by.")
	}
	return b.Words("That would spend the %s.", b.title(move.Card))
}
