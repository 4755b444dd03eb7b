package app

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/server"
	"noir/server/command"
	"noir/server/notify"
	"noir/server/webterm"
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

// visits makes what visitors see: screens, plain text or the answer to a command.
type visits struct {
	offers
	themes    tui.Themes
	address   string // the command that opens a session
	web       string // where the pages are; "" for none
	door      string // the page to play at; "" for none
	notice    string // shown to visitors on their first visit
	services  *service.Services
	broker    matchmaking.Broker
	online    func() int                      // how many connections there are
	busy      func() bool                     // whether screens wait for processors
	everybody func() map[data.PlayerID]string // who is connected
	desk      *command.Desk
}

// style is how messages to absent players are worded.
func (h *visits) style() notify.Style {
	nowhere := func(string) string { return "" } // there is no terminal that names a language
	return notify.Style{
		Address: h.address, Title: h.title,
		Reads: func(setting string) *language.Reader { return h.library.Reader(setting, nowhere) },
	}
}

// session is what the screens of a visit share. It reads the visitor's settings from the store,
// or uses the defaults if that fails.
func (h *visits) session(v server.Visit) *tui.Session {
	settings := h.services.Settings.Usual(v.Context, v.Player.ID)
	reads := func(setting string) *language.Reader {
		r := h.reader(v, setting)
		v.Reads(r)
		return r
	}
	s := &tui.Session{
		Context: v.Context, Player: v.Player, User: v.User, Services: h.services, Keys: keys(v),
		Settings: settings, Themes: &h.themes, Zone: account.Zone(v.Variable("TZ")),
		Language: reads(settings.Language), Reads: reads,
		Look:   tui.Look{Colours: v.Colours, ASCII: v.ASCII, Palette: settings.Palette},
		Broker: h.broker, Games: h.list,
		Online: h.online, Busy: h.busy, Address: h.address, Web: h.web, Door: h.door, Code: v.Variable(webterm.Joining), Notice: h.notice, Now: time.Now,
		Routes: tui.Routes{
			Name: lobby.Name, Home: lobby.Home, Queue: lobby.Queue, Rules: lobby.Rules, Lesson: lesson.Screen, Puzzle: puzzle.Screen, Retry: puzzle.Retry,
			Play: play.Seat, Watch: play.Watch, Replay: play.Replay, Review: play.Review,
			Keys: desk.Keys, Settings: desk.Settings, Code: desk.Code, Tie: desk.Acquaintance, Friends: desk.Friends, Invite: lobby.Invite,
			Tables: history.Tables, Event: event.Screen, Games: history.Games, Rankings: history.Rankings, Profile: history.Profile,
		},
	}
	s.Here = func(p data.PlayerID) bool { return h.here(s.Player.ID, p) }
	s.Around = func() []data.Player { return h.around(s.Player.ID) }
	return s
}

// keys returns the visitor's use cases about keys.
func keys(v server.Visit) *service.Keys { return service.NewKeys(v.Keys, v.Fingerprint, v.Enrol) }

// here reports whether a player is connected, as far as the viewer may know: nobody sees those who
// have blocked them.
func (h *visits) here(viewer, p data.PlayerID) bool {
	_, in := h.everybody()[p]
	return in && !h.broker.Apart(viewer)(p)
}

// around lists the connected players, as far as the viewer may know, by id.
func (h *visits) around(viewer data.PlayerID) []data.Player {
	var list []data.Player
	apart := h.broker.Apart(viewer)
	for id, name := range h.everybody() {
		if !apart(id) {
			list = append(list, data.Player{ID: id, Name: name})
		}
	}
	slices.SortFunc(list, func(a, b data.Player) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Screens implements server.Visits.
func (h *visits) Screens(v server.Visit) tea.Model {
	s := h.session(v)
	first := s.Routes.Home
	if v.Player.ID == 0 {
		first = s.Routes.Name
	}
	return tui.NewRoot(s, h.themes.Of(s.Look, s.Language), first(s))
}

// Plain implements server.Visits.
func (h *visits) Plain(ctx context.Context, v server.Visit, in io.Reader, out io.Writer) error {
	return plain.Run(ctx, h.session(v), h.desk, in, out)
}

// Unnamed implements server.Visits.
func (h *visits) Unnamed(args []string) bool { return command.Unnamed(args) }

// Notice implements server.Visits.
func (h *visits) Notice(why error) tea.Msg { return tui.Toast{Text: tui.Cause(why)} }

// Reader implements server.Visits.
func (h *visits) Reader(v server.Visit) *language.Reader { return h.reader(v, "") }

// reader returns the reader for a visitor's setting or their terminal, in ASCII if needed.
func (h *visits) reader(v server.Visit, setting string) *language.Reader {
	r := h.library.Reader(setting, v.Variable)
	if v.ASCII {
		return r.ASCII()
	}
	return r
}

// Command implements server.Visits.
func (h *visits) Command(ctx context.Context, v server.Visit, args []string, in io.Reader, out, errOut io.Writer) int {
	settings := h.services.Settings.Usual(ctx, v.Player.ID)
	reader := h.reader(v, settings.Language)
	v.Reads(reader)
	return h.desk.Run(ctx, command.Call{
		Reader: reader,
		Player: v.Player, Keys: keys(v), Args: args, In: in, Out: out, Err: errOut, Met: v.Met,
	})
}

// talk runs plain text mode in a command.
func (h *visits) talk(ctx context.Context, c command.Call, line string) error {
	s := h.session(server.Visit{Context: ctx, Player: c.Player, User: c.Player.Name})
	s.Language, s.Keys = c.Reader, c.Keys
	return plain.Run(ctx, s, h.desk, io.MultiReader(strings.NewReader(line+"\n"), c.In), c.Out)
}
