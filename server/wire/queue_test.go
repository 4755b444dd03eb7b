package wire_test

import (
	"context"
	"errors"
	"io"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine/noirburg"
	"noir/matchmaking"
	"noir/server/wire"
	"noir/server/wiretest"
	"noir/tui/tuitest"
)

func TestLeavingTheQueue(t *testing.T) {
	h := open(t)
	leaves := h.connect(request(h.Player("marlowe")))
	leaves.Until("queued")
	for line, code := range map[string]string{
		`{"type":"move","ply":1,"move":{"type":"take"}}`: "not_your_turn",
		`{"type":"move","ply":1,"move":{"type":"fold"}}`: "bad_move",
		`{"type":"resign"}`:               "not_your_turn",
		`{"type":"rematch"}`:              "not_your_turn",
		`{"type":"say","phrase":"hello"}`: "not_your_turn",
	} {
		leaves.Say("%s", line)
		if m := leaves.Line("error"); m.Code != code {
			t.Errorf("%s: %s", line, m.Raw)
		}
	}
	leaves.Say(`{"type":"leave"}`)
	if err := leaves.Ended(); err != nil {
		t.Error(err)
	}
	closes := h.connect(request(h.Player("spade")))
	closes.Until("queued")
	if err := closes.exit(); err != nil {
		t.Errorf("the end of input in the queue: %v", err)
	}
	silent := h.connect(request(h.Player("gutman")))
	if err := silent.exit(); err != nil {
		t.Errorf("the end of input at once: %v", err)
	}
}

// TestAChallengeThatCannotBeWithdrawn stays, and the program that leaves is told so.
func TestAChallengeThatCannotBeWithdrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tuitest.Open(t)
		req := request(h.Player("marlowe"))
		req.Ticket.Pace = data.Day
		p := wiretest.Connect(t, func(ctx context.Context, in io.Reader, out io.Writer) error {
			return wire.Play(ctx, h.Broker, req, in, out)
		})
		p.Until("queued")
		h.CloseStore()
		p.Say(`{"type":"leave"}`)
		if err := p.Ended(); err == nil {
			t.Error("it leaves as if nothing stayed behind")
		}
	})
}

func TestWaitGivesTheQueueUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		from := time.Now()
		req := request(h.Player("marlowe"))
		req.Wait = 7 * time.Second
		p := h.connect(req)
		if err := p.Ended(); err == nil || !strings.Contains(err.Error(), "nobody came") {
			t.Errorf("%v", err)
		}
		if waited := time.Since(from); waited != 7*time.Second {
			t.Errorf("it waited %v", waited)
		}
		late := h.connect(request(h.Player("spade")))
		if m := late.Until("queued"); m.Waiting != 1 {
			t.Errorf("the ticket stayed: %s", m.Raw)
		}
	})
}

func TestWaitingEndsWithTheSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		a, b := request(h.Player("marlowe")), request(h.Player("spade"))
		a.Wait = 7 * time.Second
		asked, _, turn := h.between(a, b)
		time.Sleep(10 * time.Second)
		asked.Move(turn)
		asked.Line("event")
	})
}

func TestPrivateTables(t *testing.T) {
	h := open(t)
	for _, rated := range []bool{false, true} {
		name := map[bool]string{false: "casual", true: "rated"}[rated]
		hosting := request(h.Player("host-" + name))
		hosting.Ticket.Host, hosting.Ticket.Rated = true, rated
		host := h.connect(hosting)
		queued := host.Until("queued")
		if queued.Code == "" || queued.Rated != rated || queued.Seated != 1 || string(queued.Seats) != "2" {
			t.Fatalf("%s", queued.Raw)
		}
		if want := `{code:string game:string rated:bool seated:number seats:number type:string waiting:number}`; wiretest.Shape(queued.Raw) != want {
			t.Errorf("%s", queued.Raw)
		}
		joining := request(h.Player("friend-" + name))
		joining.Ticket.Join, joining.Ticket.Rated = strings.ToUpper(queued.Code), !rated // the host's terms hold
		_, _, _ = h.seated(host, h.connect(joining))
		mine, err := h.Broker.Mine(t.Context(), hosting.Ticket.Player.ID)
		if err != nil || len(mine) != 1 || mine[0].Rated != rated {
			t.Errorf("%+v, %v", mine, err)
		}
	}
	nowhere := request(h.Player("gutman"))
	nowhere.Ticket.Join = "nocode"
	if err := h.connect(nowhere).Ended(); !errors.Is(err, matchmaking.ErrNoCode) {
		t.Errorf("an unknown code: %v", err)
	}
}

// TestPublicTables: tables with a code whose host lets anybody watch are listed for watchers, and players who sit down
// are told.
func TestPublicTables(t *testing.T) {
	h := open(t)
	tables := map[data.MatchID]bool{}
	for name, public := range map[string]bool{"shown": true, "hidden": false} {
		hosting := request(h.Player("host-" + name))
		hosting.Ticket.Host, hosting.Ticket.Rated, hosting.Ticket.Public = true, false, public
		host := h.connect(hosting)
		queued := host.Until("queued")
		joining := request(h.Player("friend-" + name))
		joining.Ticket.Join = queued.Code
		friend := h.connect(joining)
		host.Until("start")
		said := []string{queued.Raw}
		for next := (wiretest.Message{}); next.Type != "start"; { // the table may have opened before the friend is told of it
			var err error
			if next, err = friend.Next(); err != nil {
				t.Fatal(err)
			}
			if next.Type == "queued" {
				said = append(said, next.Raw)
			}
		}
		for _, told := range said {
			if strings.Contains(told, `"public":true`) != public {
				t.Errorf("people are told %s", told)
			}
		}
		mine, err := h.Broker.Mine(t.Context(), hosting.Ticket.Player.ID)
		if err != nil || len(mine) != 1 {
			t.Fatalf("%+v, %v", mine, err)
		}
		tables[mine[0].ID] = public
	}
	listed, err := h.Broker.Live(t.Context(), 0) // for the first time: a list is kept for a while
	if err != nil || len(tables) != 2 {
		t.Fatal(err, tables)
	}
	for id, public := range tables {
		if shown := slices.ContainsFunc(listed, func(l matchmaking.Listing) bool { return l.ID == id }); shown != public {
			t.Errorf("listed for watchers: %v, not %v", shown, public)
		}
	}
	joining := request(h.Player("gutman"))
	joining.Ticket.Join, joining.Ticket.Public = "nocode", true
	var bad *matchmaking.BadTerms
	if err := h.connect(joining).Ended(); !errors.As(err, &bad) {
		t.Errorf("somebody else's table: %v", err)
	}
}

func TestAutoQueuesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		a, b := request(h.Player("marlowe")), request(h.Player("spade"))
		a.Auto, b.Auto = true, true
		asked, waits, _ := h.between(a, b)
		for range 2 {
			waits.Say(`{"type":"resign"}`)
			for _, p := range []*program{asked, waits} {
				p.Until("end")
				p.Line("queued")
			}
			asked, waits, _ = h.seated(asked, waits)
		}
		waits.Say(`{"type":"resign"}`)
		waits.Until("queued")
		waits.Say(`{"type":"leave"}`)
		if err := waits.Ended(); err != nil {
			t.Error(err)
		}
	})
}

// queuesAgain returns two programs at a table whose game is over, of which the first waits for its next one.
func (h *house) queuesAgain() (auto, plain *program) {
	a, b := request(h.Player("marlowe")), request(h.Player("spade"))
	a.Auto = true
	auto, plain, _ = h.between(a, b)
	if auto.player.Name != "marlowe" {
		auto, plain = plain, auto
	}
	plain.Say(`{"type":"resign"}`)
	plain.Until("end")
	auto.Until("queued")
	return auto, plain
}

func TestARematchIsAnsweredFromTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		auto, plain := h.queuesAgain()
		plain.Say(`{"type":"rematch"}`)
		if m := auto.Until("notice"); m.Code != "rematch_offered" {
			t.Fatalf("%s", m.Raw)
		}
		auto.Say(`{"type":"rematch"}`)
		_, _, _ = h.seated(auto, plain)

		plain.Say(`{"type":"resign"}`)
		plain.Until("end")
		plain.Say(`{"type":"rematch"}`)
		auto.Until("queued")
		third := h.connect(request(h.Player("gutman")))
		_, _, _ = h.seated(auto, third) // the offer lapses
		plain.Until("notice")           // its own
		if m := plain.Until("notice"); m.Code != "rematch_declined" {
			t.Errorf("%s", m.Raw)
		}
	})
}

// TestAProgramIsToldForHowLongItIsHeld after it let a game lapse before its first move.
func TestAProgramIsToldForHowLongItIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		asked, _, _ := h.table()
		asked.Until("end")
		asked.EndInput()
		held := h.connect(request(asked.player))
		if m := held.Until("queued"); !strings.Contains(string(m.Raw), `"held_ms":60000`) {
			t.Errorf("told %s", m.Raw)
		}
		time.Sleep(time.Minute)
		if m := held.Until("queued"); strings.Contains(string(m.Raw), "held_ms") {
			t.Errorf("a minute later told %s", m.Raw)
		}
	})
}

// TestAPrivateTableOfOneAddress is casual, and programs are told why. A third seat is free while the second joins: whoever fills
// a table need not be told that they wait.
func TestAPrivateTableOfOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		hosts, joins := request(h.Player("marlowe")), request(h.Player("spade"))
		hosts.Rules, joins.Rules = noirburg.Game{}, noirburg.Game{}
		hosts.Ticket.Host, hosts.Ticket.Game, hosts.Ticket.Seats = true, "noirburg", 3
		hosts.Ticket.Address = netip.MustParseAddr("192.0.2.7")
		a := h.connect(hosts)
		alone := a.Until("queued")
		if !alone.Rated || strings.Contains(alone.Raw, "unrated") {
			t.Errorf("alone: %s", alone.Raw)
		}
		joins.Ticket = matchmaking.Ticket{Player: joins.Ticket.Player, Join: alone.Code, Address: hosts.Ticket.Address}
		b := h.connect(joins)
		if m := b.Until("queued"); m.Rated || !strings.Contains(m.Raw, `"unrated":"one_address"`) {
			t.Errorf("who joins: %s", m.Raw)
		}
		joins.Ticket.Player, joins.Ticket.Address = h.Player("gutman"), netip.MustParseAddr("192.0.2.8")
		c := h.connect(joins)
		for _, p := range []*program{a, b, c} {
			if m := p.Until("start"); m.Rated || !strings.Contains(m.Raw, `"unrated":"one_address"`) {
				t.Errorf("at the table: %s", m.Raw)
			}
		}
	})
}

// late is a broker whose places notice nothing until the connection ends, as one may that is cut when the queue closes.
type late struct{ matchmaking.Broker }

func (b late) Queue(ctx context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	place, err := b.Broker.Queue(ctx, t)
	return latePlace{place}, err
}

type latePlace struct{ matchmaking.Place }

func (p latePlace) Next(ctx context.Context, after int) (matchmaking.Waiting, error) {
	if after > 0 {
		<-ctx.Done()
		return matchmaking.Waiting{}, ctx.Err()
	}
	return p.Place.Next(ctx, after)
}

// TestWhyTheQueueHasEnded is told even if the connection is cut before anybody has looked.
func TestWhyTheQueueHasEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		p := wiretest.Connect(t, func(ctx context.Context, in io.Reader, out io.Writer) error {
			return wire.Play(ctx, late{h.Broker}, request(h.Player("marlowe")), in, out)
		})
		p.Until("queued")
		h.Broker.Drain(t.Context())
		synctest.Wait()
		p.HangUp()
		if m := p.Line("notice"); m.Code != "draining" {
			t.Errorf("told %s", m.Raw)
		}
		if err := p.Ended(); !errors.Is(err, matchmaking.ErrDraining) {
			t.Errorf("ended by %v", err)
		}
	})
}

// TestTheQueueOutlivesTheTable: a program that waits for another game goes on waiting when the table of the last one is
// cleared.
func TestTheQueueOutlivesTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		auto, plain := h.queuesAgain()
		if err := plain.Ended(); err != nil { // with the table
			t.Error(err)
		}
		time.Sleep(time.Minute)
		_, _, _ = h.seated(auto, h.connect(request(h.Player("gutman"))))
	})
}

// TestTheHostBegins with house players on the free seats, once it says so, and not before.
func TestTheHostBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		hosting := request(h.Player("marlowe"))
		hosting.Ticket.Host, hosting.Ticket.Rated, hosting.Ticket.Fill = true, false, "easy"
		host := h.connect(hosting)
		host.Until("queued")
		time.Sleep(time.Minute)
		if mine, err := h.Broker.Mine(t.Context(), host.player.ID); err != nil || len(mine) != 0 {
			t.Errorf("%v, %v", mine, err)
		}
		host.Say(`{"type":"begin"}`)
		if m := host.Until("start"); !strings.Contains(m.Raw, `"kind":"bot"`) {
			t.Errorf("started with %s", m.Raw)
		}
	})
}
