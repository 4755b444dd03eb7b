package server

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"

	"github.com/charmbracelet/colorprofile"

	"noir/data"
)

// Visit is one session of somebody.
type Visit struct {
	Context context.Context // ends with the session; its cause says why

	// Player is who it is: a guest has a negative id that is his connection's.
	// It is the zero value on a key's first visit that is no command: he has to
	// choose a name, and Store.CreatePlayer then binds Fingerprint to it.
	Player      data.Player
	Fingerprint string // of the key that the client has proved; empty for a guest

	User       string // the SSH user name: a wish, not an identity
	RemoteAddr net.Addr
	Env        []string // "KEY=value", as sent; with TERM when there is a terminal
	Term       string   // empty without a terminal
	Width      int      // at the start; 0 without a terminal
	Height     int
	Colours    colorprofile.Profile
	ASCII      bool // the locale has nothing but ASCII
}

// whoever returns the player that a key speaks for; the zero value when it is
// nobody's yet.
func (s *Server) whoever(ctx context.Context, fingerprint string) (data.Player, error) {
	p, err := s.config.Store.PlayerByKey(ctx, fingerprint)
	if errors.Is(err, data.ErrNotFound) {
		return data.Player{}, nil
	}
	return p, err
}

// nameTries is how many names are tried for a key that has none.
const nameTries = 40

// enrol makes a player for a key on its first visit, with a name as near to
// the wish as there is.
func (s *Server) enrol(ctx context.Context, wish, fingerprint string) (data.Player, error) {
	for try := range nameTries {
		n := try
		if try >= 8 { // a popular wish: the low numbers are gone
			n = rand.IntN(1 << min(try, 24))
		}
		p, err := s.config.Store.CreatePlayer(ctx, data.ProposeName(wish, n), fingerprint, "")
		switch {
		case err == nil:
			return p, nil
		case errors.Is(err, data.ErrKeyTaken): // by another connection, this moment
			return s.config.Store.PlayerByKey(ctx, fingerprint)
		case !errors.Is(err, data.ErrNameTaken):
			return data.Player{}, err
		}
	}
	return data.Player{}, fmt.Errorf("no name for %q: %w", wish, data.ErrNameTaken)
}

// guests gives names to those who come without a key. A name is one guest's as
// long as he is connected, unless all ten thousand are in use.
type guests struct {
	mu    sync.Mutex
	last  data.PlayerID
	names map[string]data.PlayerID
}

func (g *guests) enter() data.Player {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.names == nil {
		g.names = map[string]data.PlayerID{}
	}
	g.last--
	name := ""
	for range 100 {
		name = fmt.Sprintf("guest-%04d", rand.IntN(10000))
		if _, taken := g.names[name]; !taken {
			break
		}
	}
	g.names[name] = g.last
	return data.Player{ID: g.last, Name: name}
}

func (g *guests) leave(p data.Player) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.names[p.Name] == p.ID {
		delete(g.names, p.Name)
	}
}
