package rules

import (
	"encoding/json"
	"fmt"
	"strconv"

	"noir/engine"
)

// Read checks the shape of a move (protocol, section 8). It drops fields that the type does not
// have. Names must match exactly, and nothing may be named twice. The error names the field
// that is wrong.
func (Game) Read(body json.RawMessage) (json.RawMessage, error) {
	m, isForm, fault := read(body)
	switch {
	case fault != "":
	case m.Type == TypeResign || m.Type == TypeTimeout || m.Type == TypeAbort:
		fault = fmt.Sprintf(noSuchType, m.Type)
	case isForm && shapes[m.Type] == nil:
		fault = fmt.Sprintf(`%s stands for one move: send no "form"`, m.Type)
	case isForm:
		fault = fmt.Sprintf(`a form stands for many moves: send your own %q, and no "form"`, shapes[m.Type][0].name)
	default:
		return m.Body(), nil
	}
	return nil, &engine.Illegal{Reason: UnknownAction, Message: fault}
}

// ReadMove decodes a move, whether the game's own or one common to all games, and reports
// whether it is valid.
func ReadMove(body json.RawMessage) (Move, bool) {
	m, _, fault := read(body)
	return m, fault == ""
}

const noSuchType = "there is no move of the type %.32q"

// read decodes a move and reports whether it is marked as a form, or what is wrong with it.
func read(body json.RawMessage) (m Move, isForm bool, fault string) {
	given, ok := engine.Fields(body)
	if !ok {
		return Move{}, false, "a move is an object that names no field twice"
	}
	if json.Unmarshal(given["type"], &m.Type) != nil {
		return Move{}, false, `a move has a "type", which is a text`
	}
	known, ok := shapes[m.Type]
	if !ok {
		return Move{}, false, fmt.Sprintf(noSuchType, m.Type)
	}
	for _, f := range known {
		switch {
		case !f.applies(m) || f.read(&m, given[f.name]):
		case given[f.name] == nil:
			return Move{}, false, fmt.Sprintf("%s has no %q", m.Type, f.name)
		default:
			return Move{}, false, fmt.Sprintf("the %q of %s cannot be %.64s", f.name, m.Type, given[f.name])
		}
	}
	return m, string(given["form"]) == "true", ""
}

// Body returns the move in canonical form.
func (m Move) Body() json.RawMessage {
	body := make([]byte, 0, 96)
	body = append(body, `{"type":"`...)
	body = append(body, m.Type...)
	body = append(body, '"')
	for _, f := range shapes[m.Type] {
		if f.applies(m) {
			body = append(body, ',', '"')
			body = append(body, f.name...)
			body = append(body, '"', ':')
			body = f.write(m, body)
		}
	}
	return append(body, '}')
}

// field is one field of a type of moves. A nil "when" means always.
type field struct {
	name  string
	when  func(Move) bool
	read  func(*Move, json.RawMessage) bool
	write func(Move, []byte) []byte
}

func (f field) applies(m Move) bool { return f.when == nil || f.when(m) }

// shapes holds the fields of each type of moves, in their canonical order. What a
// field depends on comes before it.
var shapes = map[string][]field{
	TypeMulligan:    {listField("cards", listed)},
	TypeArrange:     {placesField},
	TypeAttack:      {listField("gangsters", sent), seatField, placeField},
	TypeOpen:        {cardField("card", played), onHideoutField.only(opensBusiness), placeField.only(opensGangster)},
	TypeMoveHideout: {underField},
	TypeDiscard:     {listField("cards", listed)},
	TypeDraw:        {countField},
	TypeEndTurn:     nil,
	TypePass:        nil,
	TypePoker:       {cardField("card", played)},
	TypePolice:      {cardField("card", played), useField, seatField.only(raids), placeField.only(raids)},
	TypeBribe:       {cardField("card", played)},
	TypeDriveby:     {listField("cards", listed), seatField, placeField},
	TypeTurncoat:    {cardField("card", played), seatField, placeField, cardField("gangster", lured)},
	TypeResign:      nil,
	TypeTimeout:     nil,
	TypeAbort:       nil,
}

func opensBusiness(m Move) bool { return m.Card.Kind() == Business }
func opensGangster(m Move) bool { return m.Card.Kind() == Gangster }
func raids(m Move) bool         { return m.Use == UseRaid }

func played(m *Move) *Card   { return &m.Card }
func lured(m *Move) *Card    { return &m.Gangster }
func listed(m *Move) *[]Card { return &m.Cards }
func sent(m *Move) *[]Card   { return &m.Gangsters }

func (f field) only(when func(Move) bool) field {
	f.when = when
	return f
}

func cardField(name string, of func(*Move) *Card) field {
	return field{
		name:  name,
		read:  func(m *Move, text json.RawMessage) bool { return readCard(text, of(m)) },
		write: func(m Move, body []byte) []byte { return append(body, quoted(of(&m).String())...) },
	}
}

func listField(name string, of func(*Move) *[]Card) field {
	return field{
		name: name,
		read: func(m *Move, text json.RawMessage) bool {
			var ids []json.RawMessage
			if json.Unmarshal(text, &ids) != nil || ids == nil {
				return false
			}
			var cards Set
			for _, id := range ids {
				var c Card
				if !readCard(id, &c) || cards.Has(c) {
					return false
				}
				cards.Add(c)
			}
			*of(m) = cards.Cards()
			return true
		},
		write: func(m Move, body []byte) []byte {
			body = append(body, '[')
			for c := range SetOf(*of(&m)...).All() {
				body = append(append(body, quoted(c.String())...), ',')
			}
			if body[len(body)-1] == ',' {
				body = body[:len(body)-1]
			}
			return append(body, ']')
		},
	}
}

// readCard reads a card; "no card" is an error.
func readCard(text json.RawMessage, c *Card) bool {
	return json.Unmarshal(text, c) == nil && *c != 0
}

// readPlaces reads where each gangster goes, none of them twice.
func readPlaces(text json.RawMessage, places *map[Card]Place) bool {
	given, ok := engine.Fields(text)
	if !ok {
		return false
	}
	*places = make(map[Card]Place, len(given))
	for id, at := range given {
		g, known := ByID[id]
		var place Place
		if !known || json.Unmarshal(at, &place) != nil {
			return false
		}
		(*places)[g] = place
	}
	return true
}

var seatField = field{
	name: "seat",
	read: func(m *Move, text json.RawMessage) bool {
		return json.Unmarshal(text, &m.Seat) == nil && string(text) != "null"
	},
	write: func(m Move, body []byte) []byte { return strconv.AppendInt(body, int64(m.Seat), 10) },
}

var placeField = field{
	name:  "place",
	read:  func(m *Move, text json.RawMessage) bool { return json.Unmarshal(text, &m.Place) == nil && m.Place != 0 },
	write: func(m Move, body []byte) []byte { return append(body, quoted(m.Place.String())...) },
}

var placesField = field{
	name: "places",
	read: func(m *Move, text json.RawMessage) bool { return readPlaces(text, &m.Places) },
	write: func(m Move, body []byte) []byte {
		text, _ := json.Marshal(m.Places) // cannot fail: cards and places always have a text
		return append(body, text...)
	},
}

var underField = field{
	name:  "under",
	read:  func(m *Move, text json.RawMessage) bool { return text != nil && json.Unmarshal(text, &m.Under) == nil },
	write: func(m Move, body []byte) []byte { return append(body, quoted(m.Under.String())...) },
}

var onHideoutField = field{
	name: "on_hideout",
	read: func(m *Move, text json.RawMessage) bool {
		return json.Unmarshal(text, &m.OnHideout) == nil && string(text) != "null"
	},
	write: func(m Move, body []byte) []byte { return strconv.AppendBool(body, m.OnHideout) },
}

var useField = field{
	name: "use",
	read: func(m *Move, text json.RawMessage) bool {
		return json.Unmarshal(text, &m.Use) == nil && (m.Use == UseRaid || m.Use == UseStop)
	},
	write: func(m Move, body []byte) []byte { return append(body, quoted(m.Use)...) },
}

var countField = field{
	name: "count",
	read: func(m *Move, text json.RawMessage) bool {
		return json.Unmarshal(text, &m.Count) == nil && string(text) != "null"
	},
	write: func(m Move, body []byte) []byte { return strconv.AppendInt(body, int64(m.Count), 10) },
}
