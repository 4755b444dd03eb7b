package app

import (
	"context"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/internal/language"
	"noir/server"
	"noir/server/command"
	"noir/tui"
	"noir/tui/desk"
	"noir/tui/event"
	"noir/tui/history"
	"noir/tui/lesson"
	"noir/tui/lobby"
	"noir/tui/plain"
	"noir/tui/play"
	"noir/tui/puzzle"
)

// session is what the screens of a visit share. It asks the store for the visitor's
// settings; those that cannot be had are the usual ones.
func (a *App) session(v server.Visit) *tui.Session {
	settings := a.services.Settings.Usual(v.Context, v.Player.ID)
	reads := func(setting string) *language.Reader {
		r := a.reader(v, setting)
		v.Reads(r)
		return r
	}
	s := &tui.Session{
		Context: v.Context, Player: v.Player, User: v.User, Services: a.services, Keys: keys(v),
		Settings: settings, Themes: &a.themes, Zone: account.Zone(v.Variable("TZ")),
		Language: reads(settings.Language), Reads: reads,
		Look:   tui.Look{Colours: v.Colours, ASCII: v.ASCII, Palette: settings.Palette},
		Broker: a.broker, Games: a.games, Boards: a.boards, Rules: a.rules, Switches: a.switches, Lessons: a.lessons,
		Online: a.server.Online, Address: a.address, Now: time.Now,
		Routes: tui.Routes{
			Name: lobby.Name, Home: lobby.Home, Queue: lobby.Queue, Rules: lobby.Rules, Lesson: lesson.Screen, Puzzle: puzzle.Screen,
			Play: play.Seat, Watch: play.Watch, Replay: play.Replay,
			Keys: desk.Keys, Settings: desk.Settings, Code: desk.Code, Tie: desk.Acquaintance,
			Tables: history.Tables, Event: event.Screen, Games: history.Games, Rankings: history.Rankings, Profile: history.Profile,
		},
	}
	s.Here = func(p data.PlayerID) bool { return a.here(s.Player.ID, p) }
	return s
}

// keys are what a visitor does about their keys.
func keys(v server.Visit) *service.Keys { return service.NewKeys(v.Keys, v.Fingerprint, v.Enrol) }

// newServices makes the use cases. There are no feeds unless they are served.
func (a *App) newServices() *service.Services {
	c := service.Config{
		Store: a.store, Broker: a.broker, Games: a.games, Stats: a.stats, Reviewer: a.reviewer, Quota: a.quota, Hooks: a.notifier,
	}
	if a.feeds != nil {
		c.Feeds = a.feeds
	}
	return service.New(c)
}

// here reports whether a player is connected, unless they and the viewer are kept apart.
func (a *App) here(viewer, p data.PlayerID) bool {
	return a.server.Here()[p] && !a.broker.Apart(viewer, p)
}

func (a *App) screens(v server.Visit) tea.Model {
	s := a.session(v)
	first := s.Routes.Home
	if v.Player.ID == 0 {
		first = s.Routes.Name
	}
	return tui.NewRoot(s, a.themes.Of(s.Look, s.Language), first(s))
}

func (a *App) plain(ctx context.Context, v server.Visit, in io.Reader, out io.Writer) error {
	return plain.Run(ctx, a.session(v), a.desk, in, out)
}

// reader is that of a visitor's setting or their terminal, in ASCII where it has no more.
func (a *App) reader(v server.Visit, setting string) *language.Reader {
	r := a.library.Reader(setting, v.Variable)
	if v.ASCII {
		return r.ASCII()
	}
	return r
}

func (a *App) command(ctx context.Context, v server.Visit, args []string, in io.Reader, out, errOut io.Writer) int {
	settings := a.services.Settings.Usual(ctx, v.Player.ID)
	reader := a.reader(v, settings.Language)
	v.Reads(reader)
	return a.desk.Run(ctx, command.Call{
		Reader: reader,
		Player: v.Player, Keys: keys(v), Args: args, In: in, Out: out, Err: errOut, Met: v.Met,
	})
}

// talk is plain text mode in a command.
func (a *App) talk(ctx context.Context, c command.Call, line string) error {
	s := a.session(server.Visit{Context: ctx, Player: c.Player, User: c.Player.Name})
	s.Language, s.Keys = c.Reader, c.Keys
	return plain.Run(ctx, s, a.desk, io.MultiReader(strings.NewReader(line+"\n"), c.In), c.Out)
}

func (a *App) newDesk() *command.Desk {
	tellers := map[string]func(*language.Reader) command.Teller{}
	for name, board := range a.boards {
		tellers[name] = func(r *language.Reader) command.Teller { return board(r) }
	}
	return &command.Desk{
		Version: a.version, Services: a.services, Broker: a.broker, Games: a.games, Here: a.here,
		Tellers: tellers, Rules: a.rules, Switches: a.switchFlags(), Seal: a.seal, Cast: a.cast, Talk: a.talk,
		Address: a.address,
	}
}
