package main

import (
	"context"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/account"
	"noir/data/language"
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
func (h *house) session(v server.Visit) *tui.Session {
	settings, _ := h.store.Settings(v.Context, v.Player.ID)
	reads := func(setting string) *language.Reader {
		r := h.reader(v, setting)
		v.Reads(r)
		return r
	}
	s := &tui.Session{
		Context: v.Context, Player: v.Player, User: v.User, Enrol: v.Enrol, Fingerprint: v.Fingerprint, Keys: v.Keys,
		Settings: settings, Themes: &h.themes, Zone: account.Zone(v.Variable("TZ")),
		Language: reads(settings.Language), Reads: reads,
		Look:   tui.Look{Colours: v.Colours, ASCII: v.ASCII, Palette: settings.Palette},
		Broker: h.broker, Store: h.store, Quota: h.quota, Games: h.games, Boards: h.boards, Rules: h.rules, Switches: h.switches, Lessons: h.lessons,
		Online: h.server.Online, Almanac: h.almanac, Reviewer: h.reviewer, Hooks: h.herald, Address: h.address, Now: time.Now,
		Routes: tui.Routes{
			Name: lobby.Name, Home: lobby.Home, Queue: lobby.Queue, Rules: lobby.Rules, Lesson: lesson.Screen, Puzzle: puzzle.Screen,
			Play: play.Seat, Watch: play.Watch, Replay: play.Replay,
			Keys: desk.Keys, Settings: desk.Settings, Code: desk.Code, Tie: desk.Acquaintance,
			Tables: history.Tables, Event: event.Screen, Games: history.Games, Rankings: history.Rankings, Profile: history.Profile,
		},
	}
	if h.feeds != nil {
		s.Feeds = h.feeds
	}
	s.Here = func(p data.PlayerID) bool { return h.here(s.Player.ID, p) }
	return s
}

// here reports whether a player is connected, unless he and the viewer are kept apart.
func (h *house) here(viewer, p data.PlayerID) bool {
	return h.server.Here()[p] && !h.broker.Apart(viewer, p)
}

func (h *house) screens(v server.Visit) tea.Model {
	s := h.session(v)
	first := s.Routes.Home
	if v.Player.ID == 0 {
		first = s.Routes.Name
	}
	return tui.NewRoot(s, h.themes.Of(s.Look, s.Language), first(s))
}

func (h *house) plain(ctx context.Context, v server.Visit, in io.Reader, out io.Writer) error {
	return plain.Run(ctx, h.session(v), in, out)
}

// reader is that of a visitor's setting or his terminal, in ASCII where it has no more.
func (h *house) reader(v server.Visit, setting string) *language.Reader {
	r := h.library.Reader(setting, v.Variable)
	if v.ASCII {
		return r.ASCII()
	}
	return r
}

func (h *house) command(ctx context.Context, v server.Visit, args []string, in io.Reader, out, errOut io.Writer) int {
	settings, _ := h.store.Settings(ctx, v.Player.ID)
	reader := h.reader(v, settings.Language)
	v.Reads(reader)
	return h.desk.Run(ctx, command.Call{
		Reader: reader,
		Player: v.Player, Fingerprint: v.Fingerprint, Keys: v.Keys, Args: args, In: in, Out: out, Err: errOut, Met: v.Met,
	})
}

// talk is plain text mode in a command.
func (h *house) talk(ctx context.Context, c command.Call, line string) error {
	v := server.Visit{Context: ctx, Player: c.Player, User: c.Player.Name, Fingerprint: c.Fingerprint, Keys: c.Keys}
	s := h.session(v)
	s.Language = c.Reader
	return plain.Run(ctx, s, io.MultiReader(strings.NewReader(line+"\n"), c.In), c.Out)
}

func (h *house) newDesk() *command.Desk {
	tellers := map[string]func(*language.Reader) command.Teller{}
	for name, board := range h.boards {
		tellers[name] = func(r *language.Reader) command.Teller { return board(r) }
	}
	return &command.Desk{
		Version: version, Store: h.store, Broker: h.broker, Quota: h.quota, Games: h.games, Almanac: h.almanac, Reviewer: h.reviewer, Herald: h.herald, Feeds: h.feeds, Here: h.here,
		Tellers: tellers, Rules: h.rules, Switches: switchFlags(), Seal: h.seal, Cast: h.cast, Talk: h.talk,
		Address: h.address,
	}
}
