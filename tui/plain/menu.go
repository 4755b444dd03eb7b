package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"noir/data"
	"noir/data/language"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui/page"
	"noir/tui/play"
)

// greet says who is here and what can be typed.
func (c *conversation) greet() {
	s := c.session
	c.say("NOIR. You are %s.", s.Player.Name)
	c.letters()
	if rows, err := s.Broker.Mine(c.ctx, s.Player.ID); err == nil && len(rows) > 0 {
		c.say("You have a game running: sit takes it up again.")
		c.waiting(rows)
	}
	if list, err := s.Broker.Challenges(c.ctx, s.Player.ID); err == nil {
		c.called(list)
	}
	for _, g := range s.Games {
		if at, scenes := s.Taught(g.Info().Name); at.Scene > 0 {
			c.say("You are at scene %d of %d of a lesson. learn %s: go on with it.", at.Scene+1, scenes, g.Info().Name)
		}
	}
	c.door()
}

// door says what can be typed.
func (c *conversation) door() {
	c.say("Type play, house, host, join, challenge, watch, games, rankings, learn, rules, keys, settings or quit.")
	c.say("help says more.")
}

// menu does what a line at the door asks for.
func (c *conversation) menu(l line) error {
	words := c.words(l)
	if len(words) == 0 {
		return nil
	}
	args := words[1:]
	switch words[0] {
	case "help":
		c.menuHelp()
	case "play":
		return c.play(args)
	case "house":
		return c.house(args)
	case "host":
		return c.host(args)
	case "join":
		return c.join(args)
	case "sit":
		return c.sitAt(args)
	case "challenge":
		return c.challenge(args)
	case "challenges":
		c.challenges()
	case "accept":
		return c.accept(args)
	case "decline", "withdraw":
		c.withdraw(args)
	case "event":
		return c.event(args)
	case "watch":
		return c.watch(args)
	case "games":
		c.games()
	case "rankings":
		return c.rankings(args)
	case "profile":
		return c.profile(args)
	case "replay":
		return c.replay(args)
	case "learn":
		return c.withGame(args, c.learn)
	case "rules":
		return c.withGame(args, c.rules)
	case "rematch":
		c.say("It is too late for a rematch. Type play, or challenge and a name.")
	case "more", "all", "stop":
		c.readOn(words[0])
	default:
		return c.own(words, l.text)
	}
	return nil
}

// own does what a line about what the player keeps asks for. What means nothing at
// all is answered with what can be typed.
func (c *conversation) own(words []string, line string) error {
	switch words[0] {
	case "review":
		return c.review(words[1:])
	case "puzzle":
		c.puzzle(after(line, 1))
	case "keys":
		c.keys(words[1:], line)
	case "recover":
		c.recover(words[1:])
	case "settings":
		c.settings(line)
	case "webhook":
		c.webhook(line)
	case "feed":
		c.feed(words[1:])
	case "account":
		return c.account(words[1:])
	default:
		if !c.acquainted(words, line) {
			c.door()
		}
	}
	return nil
}

func (c *conversation) menuHelp() {
	text := []string{
		c.session.Words("play: find a stranger, or go on with a running game."),
		c.session.Words("house LEVEL: play against the house."),
		c.session.Words("host: open a private table and read its code to a friend. host rated: a rated one. host day: at a day a move. host x2, x4 or no-clock: with more time. join CODE: sit down at one."),
		c.session.Words("sit 1: take up the first of your running games, as games lists them."),
		c.session.Words("challenge NAME, or challenge anybody: offer a game at a day a move. It waits until it is taken, whether you are here or not."),
		c.session.Words("challenges: those you may take, and your own. accept, decline or withdraw, and the ID of one."),
		c.session.Words("event: the events, in which one plays game after game for some minutes. event join: play in the one that runs."),
		c.session.Words("watch: the running tables. watch 1: look on at the first of them."),
		c.session.Words("games: your latest games. replay and the ID of one: see it again."),
		c.session.Words("review and the ID of a game: what decided it. puzzle: the position of the day."),
		c.session.Words("learn: be shown how it is played, at a table of your own. rules: read it."),
		c.session.Words("rankings: the best players. rankings 2026-11: those of a month. rankings like mar: those of a name. rankings programs: the best programs."),
		c.session.Words("profile: how you have fared. profile NAME: how somebody else has."),
		c.session.Words("keys: the keys with which you come in, and codes for other machines. recover: come in as somebody whose keys are lost."),
		c.session.Words("settings: how you want things. account rename: another name. account delete: be forgotten."),
		c.session.Words("webhook, feed: be told elsewhere what happens here."),
		c.session.Words("friend, mute or block, and a name. friends, mutes or blocks: who they are. report, a name and why: tell the operators."),
		c.session.Words("quit: leave. Your seats are kept."),
	}
	if len(c.session.Games) > 1 {
		text = append(text, c.session.Words("play, house, host, rankings, learn and rules take the name of a game as well."))
	}
	for _, g := range c.session.Games {
		text = append(append(text, ""), c.menuGame(g.Info())...)
	}
	c.recite(text)
}

// menuGame says what can be wished of a game.
func (c *conversation) menuGame(info engine.Info) []string {
	s := c.session
	text := []string{s.Words("%s, %s. Levels: %s.", info.Title, info.Name, strings.Join(info.Levels(), ", "))}
	if at, _ := s.Taught(info.Name); at.Done {
		text = append(text, s.Words("You have played its lesson to the end."))
	}
	if info.MinSeats < info.MaxSeats {
		text = append(text,
			s.Words("For %d to %d. A number after play, house or host is for how many, such as: play %s %d.",
				info.MinSeats, info.MaxSeats, info.Name, info.MaxSeats),
			s.Words("A level after host has the house take the seats that stay free, such as: host %s %s.",
				info.Name, info.House[0].Level))
	}
	for _, w := range s.Switches[info.Name] {
		said := s.Words("%s: off unless you say otherwise.", s.Words(w.Title))
		if w.Usual {
			said = s.Words("%s: on unless you say otherwise.", s.Words(w.Title))
		}
		text = append(text, said+" "+s.Words("%s: it %s. %s: it %s.", word(w, true), s.Words(w.On), word(w, false), s.Words(w.Off)))
	}
	return text
}

// withGame finds the game that is named last, the first of the house if none is.
func (c *conversation) withGame(args []string, do func(engine.Info) error) error {
	info := c.session.Games[0].Info()
	if len(args) > 0 {
		var ok bool
		if info, ok = c.session.Info(args[len(args)-1]); !ok {
			c.say("%s", c.noSuchGame())
			return nil
		}
	}
	return do(info)
}

// play takes a running game up again or looks for another one.
func (c *conversation) play(args []string) error {
	o, ok := c.order(args)
	switch {
	case !ok:
		return nil
	case o.level != "":
		c.say("Strangers have no level. Type house %s to play the house.", o.level)
		return nil
	case o.rated:
		c.say("Leave out rated: a game with strangers is rated anyway, but for a guest. It is a word for host.")
		return nil
	}
	rows, err := c.session.Broker.Mine(c.ctx, c.session.Player.ID)
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	}
	for _, row := range rows {
		if row.Game == o.info.Name && (row.Pace == data.Day) == o.day {
			return c.sit(row.ID)
		}
	}
	if o.day {
		t := o.ticket()
		return c.challenged(c.session.Broker.Challenge(c.ctx, data.Challenge{
			From: t.Player, Game: t.Game, Rated: t.Rated, Seats: t.Seats, Options: t.Options,
		}))
	}
	return c.wait(o.ticket())
}

// opponents are the levels of the house, and who plays there.
func opponents(info engine.Info) string {
	list := make([]string, len(info.House))
	for i, o := range info.House {
		list[i] = fmt.Sprintf("%s (%s)", o.Level, o.Name)
		if o.Rating > 0 {
			list[i] = fmt.Sprintf("%s (%s, %.0f)", o.Level, o.Name, o.Rating)
		}
	}
	return strings.Join(list, ", ")
}

// house sits down with the house at a level.
func (c *conversation) house(args []string) error {
	o, ok := c.order(args)
	switch {
	case !ok:
	case o.level == "":
		c.say("Type house and a level: %s.", opponents(o.info))
	case o.rated:
		c.say("Leave out rated: a game against the house is always casual. It is a word for host.")
	default:
		ticket := o.ticket()
		ticket.Rated, ticket.Bot = false, o.level
		return c.wait(ticket)
	}
	return nil
}

// host opens a private table, casual unless it is asked for.
func (c *conversation) host(args []string) error {
	o, ok := c.order(args)
	if !ok {
		return nil
	}
	ticket := o.ticket()
	ticket.Host, ticket.Rated, ticket.Fill = true, o.rated, o.level
	return c.wait(ticket)
}

func (c *conversation) join(args []string) error {
	if len(args) == 0 {
		c.say("Type join and the code of the table.")
		return nil
	}
	return c.wait(matchmaking.Ticket{
		Player: c.session.Player, Terms: matchmaking.Terms{Pace: data.Live}, Join: strings.Join(args, ""),
	})
}

// watch lists the running tables or looks on at one of them.
func (c *conversation) watch(args []string) error {
	rows, err := c.session.Broker.Live(c.ctx, c.session.Player.ID)
	switch {
	case err != nil:
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	case len(rows) == 0:
		c.say("Nobody plays at the moment.")
		return nil
	case len(args) == 0:
		for i, row := range rows {
			c.say("%d: %s, %s. Moves made: %d.", i+1, c.session.Title(row.Game), people(c.session.Language, row.Seats), row.Ply)
		}
		c.say("Type watch and the number of a table.")
		return nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || n > len(rows) {
		c.say("Type watch and a number from 1 to %d.", len(rows))
		return nil
	}
	chair, err := c.session.Broker.Watch(c.ctx, rows[n-1].ID)
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	}
	return c.table(chair)
}

// sit takes one's own seat.
func (c *conversation) sit(id data.MatchID) error {
	chair, err := c.session.Broker.Sit(c.ctx, id, c.session.Player.ID)
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	}
	return c.table(chair)
}

// games lists the latest games.
func (c *conversation) games() {
	s := c.session
	if s.Player.ID.Guest() {
		c.say("A guest owns nothing. Come with a key, and your games are kept.")
		return
	}
	running := c.running()
	matches, err := s.Store.Games(c.ctx, s.Player.ID, "", 10)
	switch {
	case err != nil:
		c.say("%s", play.Sorry(c.session.Language, nil, err))
	case len(matches) == 0 && len(running) == 0:
		c.say("You have not finished a game yet.")
	}
	for _, m := range matches {
		c.say("%s, %s: %s. %s", s.Language.Date(m.Ended.In(s.Local())), s.Title(m.Game), c.against(m), m.ID)
	}
}

// against says how a game ended for the player, and with whom.
func (c *conversation) against(m data.Match) string {
	s := c.session
	own := slices.IndexFunc(m.Seats, func(seat data.Seat) bool { return seat.Player == s.Player.ID })
	var others []string
	for i, seat := range m.Seats {
		if i != own {
			others = append(others, seat.Name)
		}
	}
	rivals := s.Language.List(others)
	switch page.OutcomeOf(m, engine.Seat(own)) {
	case page.Void:
		return s.Words("called off against %s", rivals)
	case page.Won:
		return s.Words("won against %s", rivals)
	case page.Shared:
		return s.Words("victory shared with %s", rivals)
	case page.Placed:
		return s.Words("place %d of %d against %s", m.Result.Places[own], len(m.Seats), rivals)
	}
	return s.Words("lost against %s", rivals)
}

// markup is taken out of a page that is read aloud.
var markup = strings.NewReplacer("**", "", "## ", "", "# ", "")

// rules prints the page on which a game is explained.
func (c *conversation) rules(g engine.Info) error {
	read, ok := c.session.Rules[g.Name]
	if !ok {
		c.say("There is no page about %s here.", g.Title)
		return nil
	}
	page := strings.TrimSpace(read(c.session.Language.Tag()))
	c.recite(strings.Split(markup.Replace(page), "\n"))
	return nil
}

// people names who sits at a table.
func people(r *language.Reader, seats []matchmaking.Seated) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = s.Name
		if s.Rating != nil {
			names[i] += fmt.Sprintf(" %.0f", *s.Rating)
		}
	}
	return r.List(names)
}
