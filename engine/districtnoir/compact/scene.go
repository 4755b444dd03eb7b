package compact

// Scene is what the seat on move knows.
type Scene struct {
	// Table is the running game without what is hidden: the rival's hand and all
	// hands to come are empty.
	Table Position

	// Answers are the rival's moves, oldest first, as far as they are known. Those of this round
	// say something about its hand, earlier ones about its way to play.
	Answers []Answer
}

// Answer is a move and the position before it; no hand in it is looked at.
type Answer struct {
	Before Position
	Move   Move
}

// Unseen returns the cards that the seat on move cannot place: of the rival's hand, of the
// deck and those aside.
func (s *Scene) Unseen() Cards { return Unseen(&s.Table) - s.Table.Hands[s.Table.Turn] }

// Unseen returns the cards that are not on the table: of both hands, of the deck and those aside.
func Unseen(p *Position) Cards {
	return Deck - p.Tableau[0] - p.Tableau[1] - p.Newest(int(p.Length))
}

// Held returns how many cards the rival holds.
func (s *Scene) Held() int {
	_, cards := s.Table.Left()
	if !s.Table.Took[1-s.Table.Turn] {
		cards--
	}
	return cards
}
