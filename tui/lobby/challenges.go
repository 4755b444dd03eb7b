package lobby

import (
	"context"
	"errors"
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

// challenges is the screen of day games: open challenges, and what the visitor can offer.
type challenges struct {
	page.Polling
	session *tui.Session
	wish    wish
	rated   bool // whether an offered game is rated
	menu    page.Menu
	list    []data.Challenge
	known   bool // the list has come
	naming  bool // a player's name is being typed
	name    kit.Field
	asking  bool
	refusal string
	told    string // the result of the last action
}

// Challenges returns the screen of day games.
func Challenges(s *tui.Session) tui.Screen {
	c := &challenges{session: s, wish: newWish(s, "", false), rated: true, name: kit.NewField("", data.MaxName)}
	c.arrange()
	return c
}

// challenged brings the result of offering or accepting a challenge.
type challenged struct {
	matchmaking.Acceptance
	told string
	err  error
}

func (c *challenges) Init() tea.Cmd {
	return page.Poll(c.Anew(c.session.Context), nil, c.look())
}

// look returns a function that lists the challenges; none on an error.
func (c *challenges) look() func(context.Context) []data.Challenge {
	broker, player := c.session.Broker, c.session.Player.ID
	return func(ctx context.Context) []data.Challenge {
		list, _ := broker.Challenges(ctx, player)
		return list
	}
}

// arrange makes the rows: what others offer, what can be offered, and its terms.
func (c *challenges) arrange() {
	var rows []page.Entry
	for _, o := range c.list {
		rows = append(rows, c.row(o))
	}
	rows = append(rows,
		page.Entry{Label: c.session.Words("To anybody"), Hint: c.session.Words("anybody can take it"), Verb: language.Mark("offer it"),
			Choose: func() tea.Cmd { return c.offer(c.terms()) }},
		page.Entry{Label: c.session.Words("To a player"), Hint: c.session.Words("by name"), Verb: language.Mark("type the name"),
			Choose: func() tea.Cmd { c.name.Set(""); c.naming, c.refusal, c.told = true, "", ""; return nil }},
	)
	rows = append(rows, c.wish.gameRow()...)
	rows = append(rows, c.wish.rows()...)
	c.menu.Set(append(rows, page.Entry{Label: c.session.Words("Stake"), Live: page.Stake(c.session.Language, c.rated), Turn: func(int) { c.rated = !c.rated }}))
}

// row is a challenge that can be accepted or withdrawn.
func (c *challenges) row(o data.Challenge) page.Entry {
	e := page.Entry{Label: o.ID + " " + o.From.Name, Hint: c.session.Title(o.Game) + ", " + page.Stake(c.session.Language, o.Rated)}
	if o.Pace != data.Day {
		e.Hint += ", " + c.session.Words("live")
	}
	if o.Seats > 2 {
		e.Hint += ", " + c.session.Words("for %d", o.Seats)
	}
	if o.From.ID == c.session.Player.ID {
		e.Live, e.Verb = c.session.Words("yours"), language.Mark("withdraw it")
		if o.To.ID != 0 {
			e.Live = c.session.Words("yours, to %s", o.To.Name)
		}
		e.Choose = func() tea.Cmd { return c.withdraw(o) }
		return e
	}
	if e.Verb, e.Live = language.Mark("accept"), c.session.Words("to anybody"); o.To.ID != 0 {
		e.Live = c.session.Words("to you")
	}
	e.Choose = func() tea.Cmd { return c.accept(o) }
	return e
}

// terms are what is offered.
func (c *challenges) terms() data.Challenge {
	t := c.wish.terms()
	return data.Challenge{From: c.session.Player, Game: t.Game, Rated: c.rated, Seats: t.Seats, Options: t.Options}
}

// ask acts on a challenge.
func (c *challenges) ask(do func(context.Context, matchmaking.Broker) challenged) tea.Cmd {
	if c.asking {
		return nil
	}
	c.asking, c.refusal, c.told = true, "", ""
	ctx, broker := c.session.Context, c.session.Broker
	return func() tea.Msg { return do(ctx, broker) }
}

func (c *challenges) offer(offered data.Challenge) tea.Cmd {
	told := c.session.Words("It stands for a week. You need not be here when somebody accepts it.")
	return c.ask(func(ctx context.Context, b matchmaking.Broker) challenged {
		a, err := b.Challenge(ctx, offered)
		return challenged{a, told, err}
	})
}

func (c *challenges) accept(o data.Challenge) tea.Cmd {
	player := c.session.Player
	told := c.session.Words("You are waiting for that table. It begins when there are enough players.")
	return c.ask(func(ctx context.Context, b matchmaking.Broker) challenged {
		a, err := b.Accept(ctx, player, o.ID)
		return challenged{a, told, err}
	})
}

func (c *challenges) withdraw(o data.Challenge) tea.Cmd {
	player, told := c.session.Player.ID, c.session.Words("Withdrawn.")
	return c.ask(func(ctx context.Context, b matchmaking.Broker) challenged {
		_, err := b.Withdraw(ctx, player, o.ID)
		return challenged{told: told, err: err}
	})
}

// invite challenges the player whose name was typed.
func (c *challenges) invite() tea.Cmd {
	name := strings.ToLower(strings.TrimSpace(c.name.Text()))
	if name == "" {
		return nil
	}
	offered, names := c.terms(), c.session.Services.Names
	told := c.session.Words("%s is told. The challenge stands for a week.", name)
	return c.ask(func(ctx context.Context, b matchmaking.Broker) challenged {
		to, err := names.Find(ctx, name)
		if err != nil {
			return challenged{err: err}
		}
		offered.To = to
		a, err := b.Challenge(ctx, offered)
		return challenged{a, told, err}
	})
}

func (c *challenges) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case page.Polled[[]data.Challenge]:
		return c, msg.Take(func(list []data.Challenge) func(context.Context) []data.Challenge {
			known := c.known
			c.list, c.known = list, true
			c.arrange()
			if at := slices.IndexFunc(c.list, func(o data.Challenge) bool { return o.To.ID == c.session.Player.ID }); at >= 0 && !known {
				c.menu.List.At = at // somebody waits for an answer
			}
			return c.look()
		})
	case tui.Shown:
		return c, c.Init()
	case tui.Hidden:
		c.Leave()
		return c, nil
	case challenged:
		return c, c.answered(msg)
	}
	if c.naming {
		return c, c.write(msg)
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case key.Matches(press, page.Keys.Back):
			return c, tui.Ask(tui.Pop{})
		case key.Matches(press, page.Keys.OtherGame):
			c.wish.nextGame(1)
		}
	}
	cmd := c.menu.Update(msg)
	c.arrange()
	return c, cmd
}

// answered shows the result: a table, or a sentence.
func (c *challenges) answered(msg challenged) tea.Cmd {
	c.asking = false
	if msg.err != nil {
		c.refusal = c.session.Why(msg.err)
		if errors.Is(msg.err, data.ErrUnavailable) {
			c.refusal = c.session.Words("That could not be saved just now. Try again in a minute.")
		}
		return nil
	}
	c.naming = false
	s := c.session
	switch {
	case msg.Match != "":
		return tui.Ask(tui.Push{Screen: s.Routes.Play(s, msg.Match)})
	case msg.Code != "":
		t := matchmaking.Ticket{Player: s.Player, Terms: matchmaking.Terms{Pace: data.Live}, Join: msg.Code}
		return tui.Ask(tui.Push{Screen: s.Routes.Queue(s, t)})
	}
	c.told = msg.told
	return c.Init()
}

// write handles the typing of the name.
func (c *challenges) write(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case key.Matches(press, page.Keys.Escape):
			c.naming = false
			return nil
		case key.Matches(press, page.Keys.Enter):
			return c.invite()
		}
	}
	if !c.asking && c.name.Update(msg) {
		c.refusal = ""
	}
	return nil
}

func (c *challenges) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("challenges")), Fact: th.Words("24 h a move") + " " + th.Sign("·") + " " + th.Words("nobody needs to be there")}
	a := p.Body(w, h)
	body := []string{""}
	if c.naming {
		body = append(body, page.Prose(th.Text, a.W, th.Words("Who do you want to play %s with, at a day a move?", c.wish.info().Title))...)
		body = append(body, "", page.Gutter+th.Lamp.Render(th.Glyphs.Cursor)+" "+c.name.Draw(th), "")
		body = append(body, page.Prose(th.Danger, a.W, c.refusal)...)
		return p.Draw(th, w, h, body)
	}
	body = append(body, c.menu.Draw(th, page.Area{X: a.X, Y: a.Y + 1, W: a.W, H: a.H - 4})...)
	body = append(body, "")
	switch {
	case c.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, c.refusal)...)
	case c.told != "":
		body = append(body, page.Prose(th.Bright, a.W, c.told)...)
	default:
		body = append(body, page.Prose(th.Smoke, a.W, th.Words("A day game waits for both of you. Have as many as you like."))...)
	}
	return p.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (c *challenges) Typing() bool { return c.naming }

func (c *challenges) ShortHelp() []key.Binding {
	if c.naming {
		return []key.Binding{tui.Says(page.Keys.Enter, "challenge"), page.Keys.Escape}
	}
	return c.wish.keys(c.menu.Keys("back"))
}

func (c *challenges) FullHelp() [][]key.Binding {
	return [][]key.Binding{c.ShortHelp(), c.menu.List.Keys()[1:]}
}
