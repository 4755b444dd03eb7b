package server

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/colorprofile"

	"noir/data"
	"noir/internal/language"
)

// Visit is one session of a visitor.
type Visit struct {
	Context context.Context // ends with the session; its cause says why

	// Player is who the visitor is: a guest has a negative id, the connection's. It is the zero
	// value on a new key's first visit, until Enrol, unless the visit is a command or needs no
	// name.
	Player      data.Player
	Fingerprint string // of the proved key; empty for a guest

	// Enrol makes the owner of the key a player of that name. A player who got another name on
	// another connection meanwhile keeps that. The errors are those of Store.CreatePlayer except
	// data.ErrKeyTaken, and data.ErrCrowded.
	Enrol func(ctx context.Context, name string) (data.Player, error)

	// Keys is the store's keyring, whose changes take effect at once: sessions of a revoked key are
	// ended, including this one unless it is a command, and a session whose key is bound to another
	// player goes on as that player.
	Keys data.Keyring

	// Met counts for /metrics that the visitor has hit the limit of that name.
	Met func(limit string)

	User       string // the SSH user name: a wish, not an identity
	RemoteAddr net.Addr
	Env        []string // "KEY=value", as sent; with TERM when there is a terminal
	Colours    colorprofile.Profile
	ASCII      bool // the locale has only ASCII

	reads func(*language.Reader)
}

// Reads sets the visitor's language, from their settings. From then on they are told in it why
// their session ends.
func (v Visit) Reads(r *language.Reader) {
	if v.reads != nil {
		v.reads(r)
	}
}

// Variable returns the last value that the client set for an environment variable, "" for none.
func (v Visit) Variable(name string) string {
	for _, kv := range slices.Backward(v.Env) {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value
		}
	}
	return ""
}

// nameTries is how many names are tried for a new key.
const nameTries = 40

// enrolAs makes a player for a new key, with a name as close to the wish as possible.
func (v Visit) enrolAs(wish string) (data.Player, error) {
	for try := range nameTries {
		n := try
		if try >= 8 { // a popular wish: the low numbers are gone
			n = rand.IntN(1 << min(try, 24))
		}
		p, err := v.Enrol(v.Context, data.ProposeName(wish, n))
		if !errors.Is(err, data.ErrNameTaken) {
			return p, err
		}
	}
	return data.Player{}, fmt.Errorf("no name for %q: %w", printable(wish, maxUser), data.ErrNameTaken)
}

// Share is the part of the guests' names and ids that one of several servers assigns.
type Share struct {
	Before data.PlayerID // the ids go down from here
	Slot   int           // of the names: those whose number has this remainder
	Slots  int           // after division by this; 0: all numbers
}

// guestNames is how many numbers names of guests have.
const guestNames = 10000

// number returns a random number of the share.
func (s Share) number() int {
	if s.Slots < 2 {
		return rand.IntN(guestNames)
	}
	return rand.IntN(guestNames/s.Slots)*s.Slots + s.Slot%s.Slots
}

// guests names visitors without a key. A guest keeps the name while connected; no other guest has
// it unless all of the share are in use.
type guests struct {
	now func() Share // may be nil

	mu    sync.Mutex
	share Share // of the last one who came
	last  data.PlayerID
	names map[string]data.PlayerID
}

func (g *guests) enter() data.Player {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.names == nil {
		g.names = map[string]data.PlayerID{}
	}
	if g.now != nil {
		if s := g.now(); s.Before != 0 && s.Before != g.share.Before {
			g.share, g.last = s, s.Before
		}
	}
	g.last--
	name := ""
	for range 100 {
		name = fmt.Sprintf("guest-%04d", g.share.number())
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
