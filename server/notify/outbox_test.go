package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/internal/quota"
	"noir/internal/sweep"
	"noir/matchmaking"
)

// TestTheOutboxIsBounded, for one player and in all, and reports losses.
func TestTheOutboxIsBounded(t *testing.T) {
	t.Parallel()
	o, lost := newOutbox(), 0
	put := func(player data.PlayerID, message Message) {
		if o.put(&delivery{player: player, message: message}) {
			lost++
		}
	}
	for i := range mostOfOne + 3 {
		put(1, Message{ID: strconv.Itoa(i)})
	}
	if o.size() != mostOfOne || lost != 3 {
		t.Errorf("%d wait, %d are lost", o.size(), lost)
	}
	for i := range mostWaiting {
		put(data.PlayerID(2+i), Message{})
	}
	if o.size() != mostWaiting || lost != 3+mostOfOne {
		t.Errorf("%d wait, %d are lost", o.size(), lost)
	}
}

// TestNobodyIsRemembered whose messages have been dropped, in whatever way, unless a post to them is under way: then the
// next one still waits for it.
func TestNobodyIsRemembered(t *testing.T) {
	t.Parallel()
	one := &delivery{player: 1, challenge: "c"}
	for how, drop := range map[string]func(*outbox){
		"withdrawn": func(o *outbox) { o.withdraw("c") },
		"cancelled": func(o *outbox) { o.cancel(one) },
		"forgotten": func(o *outbox) { o.forget(1) },
		"lost":      func(o *outbox) { o.lose(func(*delivery) bool { return true }) },
		"posted": func(o *outbox) {
			_, done, _ := o.next(time.Now())
			done()
		},
	} {
		o := newOutbox()
		o.put(one)
		if drop(o); o.size() != 0 || len(o.recipients) != 0 {
			t.Errorf("%s: %d wait, %d players are remembered", how, o.size(), len(o.recipients))
		}
		o.put(&delivery{player: 1})
		_, done, _ := o.next(time.Now())
		o.put(one)
		if how == "posted" {
			continue
		}
		drop(o)
		o.put(&delivery{player: 1})
		if next, _, _ := o.next(time.Now()); next != nil {
			t.Errorf("%s: two posts to one player are under way", how)
		}
		if done(); len(o.recipients) != 1 {
			t.Errorf("%s: with a message waiting %d players are known", how, len(o.recipients))
		}
	}
}

// TestWhoHasMostWaitingLoses: not the last to come; among many players with one target, those
// there.
func TestWhoHasMostWaitingLoses(t *testing.T) {
	t.Parallel()
	for name, attackers := range map[string]struct {
		players, each int
		host          func(player int) string
	}{
		"each at a host of its own": {mostWaiting / mostOfOne, mostOfOne, func(player int) string { return strconv.Itoa(player) + ".example.com" }},
		"one each at one host":      {mostWaiting, 1, func(int) string { return "tar.example.com" }},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOutbox()
			for n := range attackers.each {
				for p := range attackers.players {
					o.put(&delivery{player: data.PlayerID(10 + p), host: attackers.host(p), about: strconv.Itoa(n)})
				}
			}
			honest := func(p *delivery) bool { return p.player == 1 }
			for n := range 3 {
				if !o.put(&delivery{player: 1, host: "honest.example.com", about: strconv.Itoa(n)}) {
					t.Error("nothing was lost")
				}
			}
			for n := range 100 { // they go on
				o.put(&delivery{player: data.PlayerID(10 + n%attackers.players), host: attackers.host(n), about: "more " + strconv.Itoa(n)})
			}
			if kept := o.count(honest); kept != 3 || o.size() != mostWaiting {
				t.Errorf("%d of 3 honest messages wait, %d in all", kept, o.size())
			}
		})
	}
}

// street is a notifier's outbox whose posts take as long as the test says.
type street struct {
	*outbox
	takes func(*delivery) time.Duration

	mu           sync.Mutex
	sent         map[data.PlayerID][]time.Time
	under, worst map[string]int
	most         int
}

// walk runs an outbox until the test ends.
func walk(t *testing.T, takes func(*delivery) time.Duration) *street {
	s := &street{outbox: newOutbox(), takes: takes, sent: map[data.PlayerID][]time.Time{}, under: map[string]int{}, worst: map[string]int{}}
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() { s.run(ctx, s.deliver) })
	t.Cleanup(func() {
		cancel()
		work.Wait()
	})
	return s
}

func (s *street) deliver(p *delivery) {
	s.mu.Lock()
	s.under[p.host]++
	s.worst[p.host] = max(s.worst[p.host], s.under[p.host])
	all := 0
	for _, n := range s.under {
		all += n
	}
	s.most = max(s.most, all)
	s.mu.Unlock()
	took := s.takes(p)
	time.Sleep(took)
	s.fared(p, netip.Addr{}, took, took >= postTime)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.under[p.host]--
	s.sent[p.player] = append(s.sent[p.player], time.Now())
}

func (s *street) post(player data.PlayerID, host, about string) {
	now := time.Now()
	s.put(&delivery{player: player, host: host, about: about, since: now, due: now})
}

// TestTarpitsKeepNobodyWaiting: seventy players with as many hosts that never answer, each with as
// many messages as allowed. An honest player's message goes within seconds, and at once when the
// slow ones are known.
func TestTarpitsKeepNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := walk(t, func(p *delivery) time.Duration {
			if p.player == 1 {
				return 100 * time.Millisecond
			}
			return postTime
		})
		for n := range mostOfOne {
			for player := range data.PlayerID(70) {
				s.post(10+player, strconv.Itoa(int(player)), strconv.Itoa(n))
			}
		}
		for _, within := range []time.Duration{3*postTime + time.Second, time.Second} {
			began := time.Now()
			s.post(1, "honest.example.com", "")
			time.Sleep(within)
			synctest.Wait()
			s.mu.Lock()
			if sent := s.sent[1]; len(sent) == 0 || sent[len(sent)-1].Before(began) {
				t.Errorf("nothing was sent within %v", within)
			}
			s.mu.Unlock()
			time.Sleep(time.Minute)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.most != mostAtOnce {
			t.Errorf("%d posts were under way", s.most)
		}
	})
}

// TestOneTargetTakesItsShareAlone, however many players have their webhooks there, and they
// take turns.
func TestOneTargetTakesItsShareAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := walk(t, func(*delivery) time.Duration { return time.Second })
		for n := range 20 {
			s.post(1, "much.example.com", strconv.Itoa(n))
		}
		for player := range data.PlayerID(60) {
			s.post(10+player, "much.example.com", "")
		}
		s.post(2, "other.example.com", "")
		time.Sleep(time.Second)
		synctest.Wait()
		s.mu.Lock()
		if len(s.sent[2]) != 1 || s.worst["much.example.com"] != mostAtTarget {
			t.Errorf("%d were sent to the other one, %d were under way at once", len(s.sent[2]), s.worst["much.example.com"])
		}
		s.mu.Unlock()
		time.Sleep(8 * time.Second)
		synctest.Wait()
		s.mu.Lock()
		defer s.mu.Unlock()
		for player := range data.PlayerID(60) {
			if len(s.sent[10+player]) != 1 {
				t.Fatalf("player %d has been sent %d after 9 s, who has twenty %d", 10+player, len(s.sent[10+player]), len(s.sent[1]))
			}
		}
	})
}

// TestTheOutboxForgets players about whom there is nothing to remember.
func TestTheOutboxForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := walk(t, func(*delivery) time.Duration { return 0 })
		for player := range data.PlayerID(100) {
			s.post(1+player, "example.com", "")
		}
		synctest.Wait()
		s.outbox.mu.Lock()
		defer s.outbox.mu.Unlock()
		if len(s.recipients) != 0 || len(s.at) != 0 || s.underway != 0 {
			t.Errorf("%d recipients, %d targets, %d under way", len(s.recipients), len(s.at), s.underway)
		}
	})
}

// tar is a webhook that accepts posts slowly.
type tar time.Duration

func (d tar) RoundTrip(*http.Request) (*http.Response, error) {
	time.Sleep(time.Duration(d))
	return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody}, nil
}

// TestASlowWebhookIsTakenAway after twenty messages, though each has arrived; a fast one is not.
func TestASlowWebhookIsTakenAway(t *testing.T) {
	for takes, off := range map[time.Duration]bool{slowTime: true, slowTime - time.Second: false} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			store := sqlitetest.Open(t, dir)
			h := New(Config{Style: Style{Address: "ssh noir.example.com", Title: func(game string) string { return game }}, Store: store, AllowPrivate: true})
			h.courier.client.Transport = tar(takes)
			defer func() {
				h.Close()
				if err := store.Close(); err != nil {
					t.Error(err)
				}
			}()
			p, err := store.CreatePlayer(t.Context(), "marlowe", "SHA256:marlowe", "")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.Hook(t.Context(), p.ID, "https://example.com"); err != nil {
				t.Fatal(err)
			}
			for n := range mostFailures {
				h.Told(p.ID, matchmaking.Event{News: matchmaking.YourMove, Match: data.MatchID(strconv.Itoa(n)), At: time.Now()})
				time.Sleep(postTime)
			}
			synctest.Wait()
			set, err := store.Settings(t.Context(), p.ID)
			if err != nil || (set.Webhook == "") != off {
				t.Errorf("posts that take %v: %+v, %v", takes, set, err)
			}
		})
	}
}

// TestANewerMessageStays when one about the same thing comes back, whose post has failed.
func TestANewerMessageStays(t *testing.T) {
	t.Parallel()
	o := newOutbox()
	newer := &delivery{player: 1, about: "game"}
	o.put(&delivery{player: 1, about: "game"})
	failed, done, _ := o.next(time.Now())
	o.put(newer)
	o.back(failed)
	done()
	if got, _, _ := o.next(time.Now()); got != newer || o.size() != 0 {
		t.Errorf("next is %+v, and %d wait beside it", got, o.size())
	}
}

// TestATestMessageIsNeverLost, however much comes after it and whatever becomes of the webhook: a
// caller waits for it.
func TestATestMessageIsNeverLost(t *testing.T) {
	t.Parallel()
	o := newOutbox()
	tried := &delivery{player: 1, tried: make(chan attempt, 1)}
	o.put(tried)
	for range 2 * mostOfOne {
		o.put(&delivery{player: 1})
	}
	o.forget(1)
	if got, _, _ := o.next(time.Now()); got != tried {
		t.Errorf("next is %+v", got)
	}
}

// TestAnotherWebhookBeginsAnew: failures of the former webhook do not count for it.
func TestAnotherWebhookBeginsAnew(t *testing.T) {
	t.Parallel()
	o := newOutbox()
	p := &delivery{player: 1, host: "example.com"}
	for range 3 {
		o.fared(p, netip.Addr{}, 0, true)
	}
	o.forget(1)
	if failures := o.fared(p, netip.Addr{}, 0, true); failures != 1 {
		t.Errorf("failed %d times", failures)
	}
}

// TestATestMessageGoesFirst, before what has waited longer for the same player.
func TestATestMessageGoesFirst(t *testing.T) {
	t.Parallel()
	o, now := newOutbox(), time.Now()
	tried := &delivery{player: 1, tried: make(chan attempt, 1), due: now}
	o.put(&delivery{player: 1, due: now.Add(-time.Hour)})
	o.put(tried)
	o.put(&delivery{player: 1, due: now.Add(-time.Minute)})
	if got, _, _ := o.next(now); got != tried {
		t.Errorf("next is %+v", got)
	}
}

// TestWhereAPostArrived is what the next posts of its player count for.
func TestWhereAPostArrived(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.NotFoundHandler())
	defer site.Close()
	at, err := newCourier(Config{AllowPrivate: true, Quota: quota.NewLedger(nil)}).post(t.Context(), site.URL, newSecret(), Message{})
	if at != netip.MustParseAddr("127.0.0.1") || err != status(http.StatusNotFound) {
		t.Errorf("posted to %v: %v", at, err)
	}
}

// TestATestMessageThatFindsNoTurn is given up after a while, or with its caller, and posts nothing.
func TestATestMessageThatFindsNoTurn(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		store := sqlitetest.Open(t, dir)
		h := New(Config{Style: Style{Title: func(game string) string { return game }}, Store: store, AllowPrivate: true})
		h.courier.client.Transport = tar(time.Minute)
		defer func() {
			h.Close()
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		}()
		for player := range data.PlayerID(mostAtTarget + 1) {
			p, err := store.CreatePlayer(t.Context(), fmt.Sprint("player-", player), fmt.Sprint("SHA256:", player), "")
			if err == nil {
				_, err = h.Hook(t.Context(), p.ID, "https://example.com")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for player := range data.PlayerID(mostAtTarget) {
			h.Told(1+player, matchmaking.Event{News: matchmaking.YourMove, Match: "m", At: time.Now()})
		}
		synctest.Wait()
		began := time.Now()
		err := h.Try(t.Context(), mostAtTarget+1)
		if took := time.Since(began); took != turnTime || err == nil || err.Error() != "the server has many messages to send at the moment; try again in a minute" {
			t.Errorf("after %v: %v", took, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := h.Try(ctx, mostAtTarget+1); err != context.DeadlineExceeded {
			t.Errorf("a caller who is gone is told %v", err)
		}
		if n := h.outbox.size(); n != 0 {
			t.Errorf("%d test messages wait still", n)
		}
	})
}

// TestAPaceForgets only what has refilled.
func TestAPaceForgets(t *testing.T) {
	t.Parallel()
	p, now := newPace[int](time.Second, 2), time.Now()
	for k := range sweep.Spare {
		p.allow(k, now)
	}
	p.allow(0, now) // twice
	p.allow(-1, now)
	if n := len(p.limiters.Of); n != sweep.Spare+1 {
		t.Errorf("%d are remembered at first", n)
	}
	later := now.Add(time.Second)
	for k := range 3 * sweep.Spare { // whoever was there before is looked at once more
		p.allow(-2-k, later)
	}
	if p.limiters.Of[0] == nil || p.limiters.Of[1] != nil || p.limiters.Of[-1] != nil {
		t.Errorf("of %d some are remembered that have refilled, or one is not that has not", len(p.limiters.Of))
	}
}

// TestAMessageIsPostponed while its address is busy, until it is too old; a test message not at all.
func TestAMessageIsPostponed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &dispatcher{posting: posting{config: Config{Log: slog.New(slog.DiscardHandler)}, outbox: newOutbox()}}
		d.metrics = newMetrics(d.outbox)
		now, tried := time.Now(), make(chan attempt, 1)
		young := &delivery{player: 1, since: now.Add(time.Nanosecond - mostAge)}
		for _, p := range []*delivery{young, {player: 2, since: now.Add(-mostAge)}, {player: 3, tried: tried}} {
			d.postpone(p, errBusy)
		}
		if got := d.outbox.waiting; len(got) != 1 || got[0] != young || !young.due.Equal(now.Add(busyPause)) {
			t.Errorf("%+v waits until %v", got, young.due)
		}
		if came := <-tried; came.err != errBusy {
			t.Errorf("a test message is told %v", came.err)
		}
		all := prometheus.NewRegistry()
		all.MustRegister(d.metrics.all...)
		families, err := all.Gather()
		if err != nil {
			t.Fatal(err)
		}
		dropped := 0.0
		for _, f := range families {
			for _, m := range f.GetMetric() {
				if labels := m.GetLabel(); len(labels) > 0 && labels[0].GetValue() == "dropped" {
					dropped += m.GetCounter().GetValue()
				}
			}
		}
		if dropped != 1 {
			t.Errorf("%v are counted as dropped", dropped)
		}
	})
}

// TestAnotherWebhookIsNotTakenAway when one has failed that its player had before, and no letter says so.
func TestAnotherWebhookIsNotTakenAway(t *testing.T) {
	t.Parallel()
	store := sqlitetest.Open(t, t.TempDir())
	d := &dispatcher{posting: posting{config: Config{Store: store}, outbox: newOutbox(), ctx: t.Context()}}
	d.metrics = newMetrics(d.outbox)
	p, err := store.CreatePlayer(t.Context(), "marlowe", "SHA256:marlowe", "")
	if err == nil {
		_, err = store.ChangeSettings(t.Context(), p.ID, func(set *data.Settings) { set.Webhook = "https://example.com/new" })
	}
	if err != nil {
		t.Fatal(err)
	}
	d.unhook(p.ID, "https://example.com/old")
	set, err := store.Settings(t.Context(), p.ID)
	letters, unread := store.Letters(t.Context(), p.ID)
	if err := errors.Join(err, unread, store.Close()); err != nil || set.Webhook == "" || len(letters) != 0 {
		t.Errorf("%+v, and %v: %v", set, letters, err)
	}
}
