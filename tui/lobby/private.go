package lobby

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// privately is the screen for opening or joining a private table.
type privately struct {
	session *tui.Session
	wish    wish
	menu    page.Menu
	rated   bool   // whether a new table is rated
	public  bool   // whether anybody may watch there
	fill    string // level of the house players for free seats; "" leaves them free
	tempo   tempo
	typing  typing
	code    kit.Field
	name    kit.Field
	asking  bool
	refusal string
	offered int         // challenges to the visitor
	to      data.Player // who is invited; zero for anyone with the code
}

// typing is what is being typed on the screen of private tables.
type typing int8

const (
	nothing typing = iota
	aCode
	aName // of a player to challenge
)

// codeLimit is the length of a code as it is shown, with spaces between its characters, and room
// for typing errors.
const codeLimit = 32

// Private returns the screen for opening or joining a private table.
func Private(s *tui.Session) tui.Screen {
	p := &privately{session: s, tempo: tempi[0], wish: newWish(s, "", false), code: kit.NewField("", codeLimit), name: kit.NewField("", data.MaxName)}
	p.arrange()
	return p
}

// offered brings how many challenges there are to the visitor.
type offered int

// Invite returns the screen for challenging a player, now or at a day a move.
func Invite(s *tui.Session, to data.Player) tui.Screen {
	p := Private(s).(*privately)
	p.to = to
	p.arrange()
	return p
}

func (p *privately) Init() tea.Cmd {
	if p.to.ID != 0 {
		return nil
	}
	ctx, broker, player := p.session.Context, p.session.Broker, p.session.Player.ID
	return func() tea.Msg {
		list, _ := broker.Challenges(ctx, player) // an error shows none
		return offered(len(toMe(list, player)))
	}
}

// arrange makes the rows.
func (p *privately) arrange() {
	rows := p.doors()
	rows = append(rows, p.wish.gameRow()...)
	rows = append(rows, p.wish.rows()...)
	if roomy(p.wish.info()) {
		rows = append(rows, p.freeSeats())
	}
	rows = append(rows, page.Entry{Label: p.session.Words("Pace"), Live: p.tempo.words(p.session.Language), Turn: p.turnTempo})
	if !p.session.Player.ID.Guest() {
		rows = append(rows, page.Entry{Label: p.session.Words("Stake"), Live: page.Stake(p.session.Language, p.rated), Turn: p.turnStake})
	}
	p.menu.Set(append(rows, p.watchers()))
}

// doors are the ways to a table.
func (p *privately) doors() []page.Entry {
	if p.to.ID != 0 {
		return []page.Entry{{Label: p.session.Words("Challenge %s", p.to.Name), Hint: p.session.Words("the table waits for them"), Verb: language.Mark("challenge"),
			Choose: func() tea.Cmd {
				if p.asking {
					return nil
				}
				p.asking, p.refusal = true, ""
				return p.challenge(found{player: p.to})
			}}}
	}
	rows := []page.Entry{
		{Label: p.session.Words("Open a table"), Hint: p.wish.info().Title, Verb: language.Mark("open it"),
			Choose: push(func() tui.Screen { return p.session.Routes.Queue(p.session, p.host()) })},
		{Label: p.session.Words("Join by code"), Hint: p.session.Words("a friend's"), Verb: language.Mark("type the code"),
			Choose: func() tea.Cmd { p.code.Set(""); p.typing, p.refusal = aCode, ""; return nil }},
	}
	if !p.session.Player.ID.Guest() {
		rows = append(rows, page.Entry{Label: p.session.Words("Challenge by name"), Hint: p.session.Words("the table waits for them"), Verb: language.Mark("type the name"),
			Choose: func() tea.Cmd { p.name.Set(""); p.typing, p.refusal = aName, ""; return nil }},
			page.Entry{Label: p.session.Words("Friends"), Hint: p.session.Words("who is here, and who plays"),
				Choose: push(func() tui.Screen { return p.session.Routes.Friends(p.session) })},
		)
		if p.offered > 0 { // somebody waits for an answer
			return append([]page.Entry{p.challenges()}, rows...)
		}
		rows = append(rows, p.challenges())
	}
	return rows
}

// challenges leads to games at a day a move.
func (p *privately) challenges() page.Entry {
	e := page.Entry{
		Label: p.session.Words("Challenges"), Hint: p.session.Words("games at a day a move"),
		Choose: push(func() tui.Screen { return Challenges(p.session) }),
	}
	if p.offered > 0 {
		e.Live = p.session.Words("%d to you", p.offered)
	}
	return e
}

// turnTempo chooses another pace. A rated game has a clock.
func (p *privately) turnTempo(step int) {
	ring := tempi
	if p.session.Player.ID.Guest() {
		ring = tempi[:len(tempi)-1]
	}
	if p.tempo = next(ring, p.tempo, step); p.tempo.clock == data.NoClock {
		p.rated = false
	}
}

// turnStake switches between rated and casual.
func (p *privately) turnStake(int) {
	if p.rated, p.fill = !p.rated, ""; p.rated && p.tempo.clock == data.NoClock {
		p.tempo = tempi[0]
	}
}

// freeSeats says who takes the seats that nobody takes. With house players a table is casual.
func (p *privately) freeSeats() page.Entry {
	e := page.Entry{Label: p.session.Words("Free seats"), Live: p.session.Words("stay free")}
	if p.fill != "" {
		e.Live = p.session.Words("go to the house: %s", page.Level(p.session.Language, p.fill))
	}
	ring := append([]string{""}, p.wish.info().Levels()...)
	e.Turn = func(step int) {
		if p.fill = next(ring, p.fill, step); p.fill != "" {
			p.rated = false
		}
	}
	return e
}

// watchers says who may watch. A game at a day a move that somebody is challenged to has no table of its own,
// and is shown like any other.
func (p *privately) watchers() page.Entry {
	e := page.Entry{Label: p.session.Words("Watchers"), Live: p.session.Words("nobody"), Turn: func(int) { p.public = !p.public }}
	if p.public {
		e.Live = p.session.Words("anybody, and a page of it")
	}
	return e
}

func (p *privately) host() matchmaking.Ticket {
	t := matchmaking.Ticket{Player: p.session.Player, Terms: p.wish.terms(), Host: true, Fill: p.fill}
	t.Rated, t.Public = p.rated, p.public
	t.Pace, t.Clock = p.tempo.pace, p.tempo.clock
	return t
}

func (p *privately) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Sought:
		return p, p.answered(msg.Err)
	case offered:
		called := p.offered == 0 && msg > 0
		p.offered = int(msg)
		if p.arrange(); called {
			p.menu.List.At = 0
		}
		return p, nil
	case tui.Shown:
		return p, p.Init()
	case found:
		return p, p.challenge(msg)
	}
	if p.typing != nothing {
		return p, p.write(msg)
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case key.Matches(press, page.Keys.Back):
			return p, tui.Ask(tui.Pop{})
		case key.Matches(press, page.Keys.OtherGame):
			p.wish.nextGame(1)
		}
	}
	cmd := p.menu.Update(msg)
	if !slices.Contains(p.wish.info().Levels(), p.fill) || !roomy(p.wish.info()) { // another game was chosen
		p.fill = ""
	}
	p.arrange()
	return p, cmd
}

// found brings the player whose name was typed, or why there is no such player.
type found struct {
	player data.Player
	err    error
}

// find looks up the player whose name was typed.
func (p *privately) find() tea.Cmd {
	name := strings.ToLower(strings.TrimSpace(p.name.Text()))
	if p.asking || name == "" {
		return nil
	}
	p.asking = true
	ctx, names := p.session.Context, p.session.Services.Names
	return func() tea.Msg {
		player, err := names.Find(ctx, name)
		return found{player, err}
	}
}

// challenge opens a table and invites a player to it.
func (p *privately) challenge(who found) tea.Cmd {
	if who.err != nil {
		p.asking, p.refusal = false, p.session.Why(who.err)
		return nil
	}
	t := p.host()
	t.To = who.player
	return tui.Ask(tui.Seek{Ticket: t})
}

// write handles the typing of the code or name.
func (p *privately) write(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case key.Matches(press, page.Keys.Escape):
			p.typing = nothing
			return nil
		case key.Matches(press, page.Keys.Enter):
			if p.typing == aName {
				return p.find()
			}
			return p.join()
		}
	}
	if !p.asking && p.field().Update(msg) {
		p.refusal = ""
	}
	return nil
}

// field is the text field in use.
func (p *privately) field() *kit.Field {
	if p.typing == aName {
		return &p.name
	}
	return &p.code
}

// join asks for a seat at the table with the code, whatever is played there.
func (p *privately) join() tea.Cmd {
	code := strings.TrimSpace(p.code.Text())
	if p.asking || code == "" {
		return nil
	}
	p.asking = true
	return tui.Ask(tui.Seek{Ticket: joining(p.session, code)})
}

// joining is the ticket for the private table that a code names.
func joining(s *tui.Session, code string) matchmaking.Ticket {
	return matchmaking.Ticket{Player: s.Player, Terms: matchmaking.Terms{Pace: data.Live}, Join: code}
}

// answered shows why there is no such table, or the table while it fills up.
func (p *privately) answered(err error) tea.Cmd {
	search := p.session.Search
	if err == nil && search != nil && search.Waiting.Revision > 0 {
		return tui.Ask(tui.Replace{Screen: Queue(p.session, search.Ticket)})
	}
	p.asking = false
	if err != nil {
		p.refusal = p.session.Why(err)
	}
	return nil
}

func (p *privately) View(w, h int, th *tui.Theme) []string {
	pg := page.Page{Title: th.Upper(th.Words("with a friend"))}
	if p.to.ID != 0 {
		pg.Title = p.to.Name
	}
	a := pg.Body(w, h)
	body := []string{""}
	if p.typing != nothing {
		question := th.Words("The code, as your friend reads it out:")
		if p.typing == aName {
			question = th.Words("Who do you want to play with? The table waits as long as you do.")
		}
		body = append(body, page.Prose(th.Text, a.W, question)...)
		body = append(body, "", page.Gutter+th.Lamp.Render(th.Glyphs.Cursor)+" "+p.field().Draw(th), "")
		body = append(body, page.Prose(th.Danger, a.W, p.refusal)...)
		return pg.Draw(th, w, h, body)
	}
	rest := 6 // lines other than the menu's
	if p.session.Door != "" {
		rest++
	}
	body = append(body, p.menu.Draw(th, page.Area{X: a.X, Y: a.Y + 1, W: a.W, H: a.H - rest})...)
	body = append(body, "")
	if p.to.ID != 0 {
		return pg.Draw(th, w, h, append(body, page.Prose(th.Danger, a.W, p.refusal)...))
	}
	body = append(body, page.Prose(th.Smoke, a.W, th.Words("Open a table and read its code to a friend, who joins with it after"))...)
	body = append(body, "", page.Gutter+th.Text.Render(kit.Cut(p.session.Address, a.W-len(page.Gutter))))
	if p.session.Door != "" {
		body = append(body, page.Gutter+th.Text.Render(kit.Cut(p.session.Door, a.W-len(page.Gutter))))
	}
	return pg.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (p *privately) Typing() bool { return p.typing != nothing }

func (p *privately) ShortHelp() []key.Binding {
	switch p.typing {
	case aCode:
		return []key.Binding{tui.Says(page.Keys.Enter, "join"), page.Keys.Escape}
	case aName:
		return []key.Binding{tui.Says(page.Keys.Enter, "challenge"), page.Keys.Escape}
	}
	return p.wish.keys(p.menu.Keys("back"))
}

func (p *privately) FullHelp() [][]key.Binding {
	return [][]key.Binding{p.ShortHelp(), p.menu.List.Keys()[1:]}
}
