package challenge_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/challenge"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/seating"
)

// TestTwoTakersOfOneChallenge: only one gets it.
func TestTwoTakersOfOneChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		offered := h.offer(data.Challenge{From: a, Game: game})
		var all sync.WaitGroup
		var mu sync.Mutex
		dealt := 0
		for _, name := range []string{"spade", "vera", "archer", "gutman"} {
			p := h.player(name)
			all.Go(func() {
				got, err := h.Accept(t.Context(), p, strings.ToLower(offered.Left.ID))
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil && got.Match != "":
					dealt++
				case !errors.Is(err, matchmaking.ErrNoChallenge):
					t.Errorf("%s: %+v, %v", name, got, err)
				}
			})
		}
		all.Wait()
		if dealt != 1 || h.plays(a) != 1 {
			t.Errorf("dealt %d times, %d games run", dealt, h.plays(a))
		}
	})
}

// TestATableOfSeveral: it is dealt when enough players want it.
func TestATableOfSeveral(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		var last matchmaking.Acceptance
		for i, name := range []string{"marlowe", "spade", "vera"} {
			last = h.offer(data.Challenge{From: h.player(name), Game: large})
			if i == 0 && last.Left.Seats != 3 {
				t.Errorf("it stands for %d", last.Left.Seats)
			}
		}
		if d := h.tables[last.Match]; len(d.players) != 3 || d.private {
			t.Errorf("the third one finds %+v: %+v", last, d)
		}
	})
}

// TestTheChosenPlay: a challenge for several that is accepted by its id leads to a table with
// its maker, whatever the ratings; the remaining seats go to the oldest challenges.
func TestTheChosenPlay(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		strong := h.player("vera")
		h.ratings[strong.ID] = 2000
		var chosen string
		for _, p := range []data.Player{h.player("marlowe"), strong, h.player("spade")} {
			left := h.offer(data.Challenge{From: p, Game: large, Rated: true}).Left
			if p == strong {
				chosen = left.ID
			}
		}
		got, err := h.Accept(t.Context(), h.player("archer"), chosen)
		if err != nil || got.Match == "" {
			t.Fatalf("%+v, %v", got, err)
		}
		for name, plays := range map[string]int{"vera": 1, "marlowe": 1, "spade": 0} {
			if n := h.plays(h.player(name)); n != plays {
				t.Errorf("%s has %d games", name, n)
			}
		}
	})
}

// TestAChallengeOutlivesAFailedDeal: it stands as it was, is announced once, and its waiting
// player is led to the table that is dealt later.
func TestAChallengeOutlivesAFailedDeal(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		place := h.seek(data.Challenge{From: h.player("marlowe"), Game: game, Rated: true})
		id := place.Until(queuetest.Waits).Challenge
		h.told, h.full = nil, true
		b := h.player("spade")
		if _, err := h.Accept(t.Context(), b, id); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("taken while nothing can be stored: %v", err)
		}
		if h.full = false; len(h.told) != 0 {
			t.Errorf("told %+v", h.told)
		}
		got, err := h.Accept(t.Context(), b, id)
		if err != nil || got.Match == "" {
			t.Fatalf("taken again: %+v, %v", got, err)
		}
		if w := place.Until(queuetest.Seated); w.Match != got.Match {
			t.Errorf("the one who waits is led to %q, not to %q", w.Match, got.Match)
		}
	})
}

// TestChallengesByName: only the two players see it, and only its recipient can accept it.
func TestChallengesByName(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("vera")
		offer := func() string { return h.offer(data.Challenge{From: a, To: b, Game: game}).Left.ID }
		first := offer()
		if _, err := h.Accept(t.Context(), c, first); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("a third one takes it: %v", err)
		}
		if list := h.list(c); len(list) != 0 {
			t.Errorf("a third one sees %+v", list)
		}
		if got, err := h.store.Letters(t.Context(), b.ID); err != nil || len(got) != 1 || got[0].Kind != data.Challenged {
			t.Errorf("spade has letters %+v, %v", got, err)
		}
		if _, err := h.Withdraw(t.Context(), b.ID, first); err != nil {
			t.Fatal(err)
		}
		if got := h.letters[a.ID]; !slices.Equal(got, []string{data.Declined}) {
			t.Errorf("marlowe has letters %q", got)
		}
		second := offer()
		if _, err := h.Withdraw(t.Context(), a.ID, second); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Accept(t.Context(), b, second); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("taken after it was taken back: %v", err)
		}
		offer()
		// A challenge to a player who has challenged you accepts theirs.
		got := h.offer(data.Challenge{From: b, To: a, Game: game})
		if d := h.tables[got.Match]; len(d.players) != 2 || !d.private {
			t.Errorf("%+v is dealt as %+v", got, d)
		}
	})
}

// TestAChallengerWithTooManyGamesIsPassedOver: the next player gets the maker of the second
// oldest challenge.
func TestAChallengerWithTooManyGamesIsPassedOver(t *testing.T) {
	inHouse(t, map[quota.Good]string{quota.DayGames: "1"}, func(t *testing.T, h *house) {
		full, second := h.player("marlowe"), h.player("spade")
		h.offer(data.Challenge{From: full, Game: game})
		friend := h.offer(data.Challenge{From: h.player("archer"), To: full, Game: game})
		if _, err := h.Accept(t.Context(), full, friend.Left.ID); err != nil {
			t.Fatal(err)
		}
		if beside := h.offer(data.Challenge{From: second, Game: game}); beside.Left.ID == "" {
			t.Fatalf("beside somebody at the limit: %+v", beside)
		}
		newcomer := h.player("vera")
		if got := h.offer(data.Challenge{From: newcomer, Game: game}); got.Match == "" || h.plays(second) != 1 || h.plays(newcomer) != 1 {
			t.Errorf("the newcomer is told %+v", got)
		}
		if list := h.list(full); len(list) != 1 || list[0].From.ID != full.ID {
			t.Errorf("on the board: %+v", list)
		}
	})
}

// TestChallengesHaveARate: ten at once, then one a minute, and to the same person three an
// hour. The recipient is notified once an hour, however often a challenge is withdrawn.
func TestChallengesHaveARate(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		challenge := func(to data.Player) error {
			made, err := h.Offer(h.as(a), data.Challenge{From: a, To: to, Game: game})
			if err == nil {
				_, err = h.Withdraw(t.Context(), a.ID, made.Left.ID)
			}
			return err
		}
		spam := func(to data.Player) (made int, refused *quota.Refused) {
			for range 500 {
				switch err := challenge(to); {
				case err == nil:
					made++
				case !errors.As(err, &refused):
					t.Fatal(err)
				}
			}
			return made, refused
		}
		if made, refused := spam(b); made != 3 || refused.Good != quota.ChallengesTo || refused.Retry != 20*time.Minute {
			t.Errorf("%d challenges to one person, then %v, again in %v", made, refused, refused.Retry)
		}
		called := func(times int) {
			t.Helper()
			if news := h.news(b.ID); len(news) != times {
				t.Errorf("told %q", news)
			}
		}
		called(1)
		if made, refused := spam(data.Player{}); made != 7 || refused.Good != quota.Challenges {
			t.Errorf("%d more challenges, then %v", made, refused)
		}
		if err := challenge(h.player("vera")); !errors.As(err, new(*quota.Refused)) {
			t.Errorf("to somebody else: %v", err)
		}
		time.Sleep(time.Hour - time.Minute)
		if made, _ := spam(b); made != 2 {
			t.Errorf("%d challenges within the hour", made)
		}
		called(1)
		time.Sleep(time.Minute)
		if made, _ := spam(b); made != 1 {
			t.Errorf("%d challenges after an hour", made)
		}
		called(2)
		if letters, err := h.store.Letters(t.Context(), b.ID); err != nil || len(letters) != 0 {
			t.Errorf("%+v, %v", letters, err)
		}
	})
}

// TestAChallengeThatIsGone: nobody is notified of it any more, however it ended.
func TestAChallengeThatIsGone(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		for way, end := range map[string]func(id string) error{
			"withdrawn": func(id string) error { _, err := h.Withdraw(t.Context(), a.ID, id); return err },
			"declined":  func(id string) error { _, err := h.Withdraw(t.Context(), b.ID, id); return err },
			"accepted":  func(id string) error { _, err := h.Accept(t.Context(), b, id); return err },
		} {
			made := h.offer(data.Challenge{From: a, To: b, Game: game}).Left.ID
			h.told = nil
			if err := end(made); err != nil {
				t.Fatal(err)
			}
			if len(h.told) != 1 || h.told[0].player != 0 || h.told[0].News != matchmaking.Withdrawn || h.told[0].Challenge != made {
				t.Errorf("%s: told %+v", way, h.told)
			}
			time.Sleep(time.Hour)
		}
	})
}

// TestWhatBecomesOfAChallenge: whoever waits for one hears at once that it is withdrawn or declined, and a minute late at
// most that it has expired. A letter tells its maker only what another one has done.
func TestWhatBecomesOfAChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		for _, c := range []struct {
			by      data.Player
			after   time.Duration
			letters []string
		}{{a, 0, nil}, {b, 0, []string{data.Declined}}, {data.Player{}, time.Hour, nil}} {
			clear(h.letters)
			made, err := h.store.Challenge(t.Context(), data.Challenge{From: a, To: b, Game: game, Pace: data.Day, Seats: 2, Expires: time.Now().Add(time.Hour)})
			if err != nil {
				t.Fatal(err)
			}
			place := h.seek(data.Challenge{ID: made.ID, From: a, To: b, Game: game})
			if _, err := h.Accept(t.Context(), a, made.ID); !errors.As(err, new(*matchmaking.BadTerms)) || !strings.Contains(err.Error(), "your own") {
				t.Errorf("its maker takes it: %v", err)
			}
			from := time.Now()
			if c.by.ID != 0 {
				if _, err := h.Withdraw(t.Context(), c.by.ID, made.ID); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(c.after)
			place.SentAway(matchmaking.ErrNoChallenge)
			if took := time.Since(from); took > c.after+time.Minute || c.after == 0 && took > 0 {
				t.Errorf("told after %v, not %v", took, c.after)
			}
			if got := h.letters[a.ID]; !slices.Equal(got, c.letters) {
				t.Errorf("letters %q, not %q", got, c.letters)
			}
			time.Sleep(time.Hour)
		}
	})
}

// TestADeletedPlayerLeavesNoChallenge, and is told why.
func TestADeletedPlayerLeavesNoChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		if _, err := h.store.(data.Operator).Delete(t.Context(), "olga", a.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Offer(t.Context(), data.Challenge{From: a, Game: game}); !errors.Is(err, seating.ErrGone) {
			t.Errorf("to anybody: %v", err)
		}
		if _, err := h.Offer(t.Context(), data.Challenge{From: b, To: a, Game: game}); err == nil || errors.Is(err, seating.ErrGone) {
			t.Errorf("to one who is deleted: %v", err)
		}
	})
}

// TestChallengesThatAreGoneInTheStore: a block withdrew one and another expired there. Players
// whose challenge stands go on waiting.
func TestChallengesThatAreGoneInTheStore(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		blocked := h.seek(data.Challenge{From: a, To: b, Game: game, Rated: true})
		stands := h.seek(data.Challenge{From: a, To: h.player("vera"), Game: game, Rated: true})
		h.block(b, a)
		from := time.Now()
		blocked.SentAway(matchmaking.ErrNoChallenge)
		if took := time.Since(from); took > time.Minute {
			t.Errorf("told after %v", took)
		}
		other := stands.Until(func(w matchmaking.Waiting) bool { return w.Challenge != "" }).Challenge
		if _, err := h.store.Withdraw(t.Context(), other); err != nil {
			t.Fatal(err)
		}
		stands.SentAway(matchmaking.ErrNoChallenge)
	})
}

// TestManyChallenges: players see the hundred oldest of others, plus their own and those to
// them, without those of blocked players. Players without any of their own share one list.
func TestManyChallenges(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		const makers, each = 12, 15
		players := make([]data.Player, makers)
		for i := range players {
			players[i] = h.player(fmt.Sprint("maker", i))
		}
		viewer, invited, blocked := h.player("viewer"), h.player("invited"), h.player("blocked")
		var making sync.WaitGroup
		for i, p := range players {
			making.Go(func() {
				for n := range each {
					c := data.Challenge{From: p, Game: game, Pace: data.Day, Seats: 2, Expires: time.Now().Add(time.Hour)}
					if i == 3 && n == 7 {
						c.To = invited
					}
					if _, err := h.store.Challenge(t.Context(), c); err != nil {
						t.Error(err)
					}
				}
			})
		}
		making.Wait()
		h.block(blocked, players[0])
		all, err := h.store.Challenges(t.Context())
		if err != nil || len(all) != makers*each {
			t.Fatalf("%d challenges, %v", len(all), err)
		}
		time.Sleep(time.Second) // the board's view of blocks is as old as that
		for _, p := range []data.Player{viewer, invited, blocked, players[0], players[3]} {
			var want []data.Challenge
			open := 0
			for _, c := range all {
				switch own := c.From.ID == p.ID || c.To.ID == p.ID; {
				case own:
				case c.To.ID != 0 || p.ID == blocked.ID && c.From.ID == players[0].ID:
					continue
				default:
					if open++; open > 100 {
						continue
					}
				}
				want = append(want, c)
			}
			same := func(a, b data.Challenge) bool { return a.ID == b.ID }
			if got := h.list(p); !slices.EqualFunc(got, want, same) {
				t.Errorf("%s is shown %d challenges, not these %d", p.Name, len(got), len(want))
			}
		}
		last := all[len(all)-1]
		if last.To.ID != 0 {
			t.Fatal("the newest is to somebody")
		}
		if got, err := h.Withdraw(t.Context(), last.From.ID, last.ID); err != nil || got.ID != last.ID {
			t.Errorf("one that nobody is shown cannot be found: %+v, %v", got, err)
		}
		if allocated := testing.AllocsPerRun(20, func() { h.list(viewer) }); allocated > 1 {
			t.Errorf("a look allocates %v times", allocated)
		}
	})
}

// TestEachPaysForTheirSeat: a game from a challenge counts for both its maker and the player
// who accepted it.
func TestEachPaysForTheirSeat(t *testing.T) {
	inHouse(t, map[quota.Good]string{quota.DayGames: "1"}, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		made := h.offer(data.Challenge{From: a, Game: game})
		if _, err := h.Accept(h.as(b), b, made.Left.ID); err != nil {
			t.Fatal(err)
		}
		for _, p := range []data.Player{a, b} {
			if !h.quota.Full(seating.AccountOf(p.ID), quota.DayGames) {
				t.Errorf("%s does not pay", p.Name)
			}
		}
	})
}

// TestChallengesAtOnce: those who leave fitting challenges at the same moment find each other, and nobody plays twice.
func TestChallengesAtOnce(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		var all sync.WaitGroup
		var players []data.Player
		for i := range 12 {
			players = append(players, h.player(fmt.Sprint("player", i)))
		}
		for _, p := range players {
			all.Go(func() {
				if _, err := h.Offer(t.Context(), data.Challenge{From: p, Game: game}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, p := range players {
			if n := h.plays(p); n != 1 {
				t.Errorf("%s has %d games", p.Name, n)
			}
		}
		if open := h.list(players[0]); len(open) != 0 {
			t.Errorf("%d challenges stand", len(open))
		}
	})
}

// slow is a store that takes its time with the challenges of one player.
type slow struct {
	data.Store
	of   data.PlayerID
	goes chan struct{}
}

func (s *slow) Challenge(ctx context.Context, c data.Challenge) (data.Challenge, error) {
	if c.From.ID == s.of {
		<-s.goes
	}
	return s.Store.Challenge(ctx, c)
}

// TestNobodyWaitsForAnothersChallenge: while the store takes its time with one.
func TestNobodyWaitsForAnothersChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("vera")
		store := &slow{h.store, a.ID, make(chan struct{})}
		board := challenge.New(challenge.Services{House: h, Store: store, Quota: h.quota, Log: slog.New(slog.DiscardHandler), Context: t.Context()})
		var left sync.WaitGroup
		left.Go(func() {
			if _, err := board.Offer(t.Context(), data.Challenge{From: a, To: c, Game: game}); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		offered, err := board.Offer(t.Context(), data.Challenge{From: b, Game: game})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := board.Accept(t.Context(), c, offered.Left.ID); err != nil || got.Match == "" {
			t.Errorf("%+v, %v", got, err)
		}
		close(store.goes)
		left.Wait()
	})
}

// TestAChallengeLeftTwice: one that a player leaves twice at the same moment is stored once and paid for once, and
// both who wait for it are led to the table.
func TestAChallengeLeftTwice(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		store := &slow{h.store, a.ID, make(chan struct{})}
		board := challenge.New(challenge.Services{House: h, Store: store, Quota: h.quota, Log: slog.New(slog.DiscardHandler), Context: t.Context()})
		var left sync.WaitGroup
		var visits [3]*queuetest.Visitor
		for i := range visits {
			left.Go(func() {
				place := queue.NewPlace(nil, matchmaking.Ticket{Player: a, To: b, Terms: matchmaking.Terms{Game: game, Pace: data.Day}}, seating.AccountOf(a.ID))
				if err := board.Seek(h.as(a), place); err != nil {
					t.Error(err)
				}
				visits[i] = queuetest.Visit(t, a, place)
			})
		}
		synctest.Wait()
		close(store.goes)
		left.Wait()
		now, err := board.Shown(t.Context(), b.ID)
		if err != nil || len(now) != 1 {
			t.Fatalf("%+v, %v", now, err)
		}
		more := 0 // of three an hour
		for ; ; more++ {
			made, err := board.Offer(h.as(a), data.Challenge{From: a, To: b, Game: game, Rated: true})
			if errors.As(err, new(*quota.Refused)) {
				break
			}
			if err == nil {
				_, err = board.Withdraw(t.Context(), a.ID, made.Left.ID)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if more != 2 {
			t.Errorf("%d more can be left", more)
		}
		got, err := board.Accept(t.Context(), b, now[0].ID)
		if err != nil || got.Match == "" {
			t.Fatalf("%+v, %v", got, err)
		}
		for _, v := range visits {
			if w := v.Until(queuetest.Seated); w.Match != got.Match {
				t.Errorf("one is led to %q, not to %q", w.Match, got.Match)
			}
		}
	})
}

// crossing is a store in whose way something comes once, after a challenge has been stored.
type crossing struct {
	data.Store
	stored func(data.Challenge)
}

func (s *crossing) Challenge(ctx context.Context, c data.Challenge) (data.Challenge, error) {
	c, err := s.Store.Challenge(ctx, c)
	if now := s.stored; now != nil && err == nil {
		s.stored = nil
		time.Sleep(2 * time.Second) // until others see it
		now(c)
	}
	return c, err
}

// TestAChallengeThatIsGoneAtOnce: its maker is led to the table if somebody has taken it in the moment in which it was
// stored, and told that it is gone if it was withdrawn.
func TestAChallengeThatIsGoneAtOnce(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		store := &crossing{Store: h.store}
		board := challenge.New(challenge.Services{House: h, Store: store, Quota: h.quota, Log: slog.New(slog.DiscardHandler), Context: t.Context()})
		var dealt matchmaking.Acceptance
		store.stored = func(c data.Challenge) {
			var err error
			if dealt, err = board.Accept(t.Context(), b, c.ID); err != nil || dealt.Match == "" {
				t.Errorf("%+v, %v", dealt, err)
			}
		}
		if got, err := board.Offer(t.Context(), data.Challenge{From: a, Game: game}); err != nil || got.Match != dealt.Match {
			t.Errorf("it was taken, and its maker is told %+v, %v", got, err)
		}
		store.stored = func(c data.Challenge) {
			if _, err := board.Withdraw(t.Context(), a.ID, c.ID); err != nil {
				t.Error(err)
			}
		}
		if got, err := board.Offer(t.Context(), data.Challenge{From: a, Game: game}); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("it was withdrawn, and its maker is told %+v, %v", got, err)
		}
	})
}

// TestAStoreThatCannotBeRead: every question is answered with the error, and nothing has changed afterwards.
func TestAStoreThatCannotBeRead(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		left := h.offer(data.Challenge{From: a, Game: game}).Left.ID
		time.Sleep(time.Hour) // what was read is out of date
		h.down.Store(true)
		for what, ask := range map[string]func() (any, error){
			"offering": func() (any, error) { return h.Offer(t.Context(), data.Challenge{From: b, Game: game, Rated: true}) },
			"looking":  func() (any, error) { return h.Shown(t.Context(), b.ID) },
			"taking":   func() (any, error) { return h.Accept(t.Context(), b, left) },
			"leaving":  func() (any, error) { return h.Withdraw(t.Context(), a.ID, left) },
			"clearing": func() (any, error) { return nil, h.Clear(t.Context()) },
		} {
			if got, err := ask(); !errors.Is(err, data.ErrUnavailable) {
				t.Errorf("%s: %+v, %v", what, got, err)
			}
		}
		h.down.Store(false)
		if shown, err := h.Shown(t.Context(), b.ID); err != nil || len(shown) != 1 || shown[0].ID != left || len(h.tables) > 0 {
			t.Errorf("afterwards %+v (%v), and %d tables", shown, err, len(h.tables))
		}
	})
}

// TestChallengesOfARestart: a host waits at no private table any more, so the challenge is withdrawn; one of a day stands,
// and so does that of a host who waits here.
func TestChallengesOfARestart(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		stored := map[string]string{}
		for name, pace := range map[string]data.Pace{"left": data.Live, "hosted": data.Fast, "day": data.Day} {
			c, err := h.store.Challenge(t.Context(), data.Challenge{From: a, To: b, Game: game, Pace: pace, Seats: 2, Expires: time.Now().Add(time.Hour)})
			if err != nil {
				t.Fatal(err)
			}
			stored[name] = c.ID
		}
		h.Lead(stored["hosted"], "abcdef")
		if err := h.Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
		left, err := h.store.Challenges(t.Context())
		if err != nil || len(left) != 2 || slices.ContainsFunc(left, func(c data.Challenge) bool { return c.ID == stored["left"] }) {
			t.Errorf("%+v are left (%v), not those of a day and of a host", left, err)
		}
		if got, err := h.Accept(t.Context(), b, stored["hosted"]); err != nil || got.Code != "abcdef" {
			t.Errorf("the hosted one leads to %+v, %v", got, err)
		}
	})
}

// TestTheLotSaysWhoBegins: neither the challenger nor whoever takes the challenge always has the first seat.
func TestTheLotSaysWhoBegins(t *testing.T) {
	inHouse(t, map[quota.Good]string{quota.DayGames: "100", quota.Challenges: "100/1s", quota.ChallengesTo: "100/1s"}, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		first := map[data.PlayerID]int{}
		for range 40 {
			h.offer(data.Challenge{From: a, To: b, Game: game})
			got := h.offer(data.Challenge{From: b, To: a, Game: game})
			first[h.tables[got.Match].players[0]]++
		}
		if first[a.ID] == 0 || first[b.ID] == 0 {
			t.Errorf("of forty games %d are begun by one and %d by the other", first[a.ID], first[b.ID])
		}
	})
}
