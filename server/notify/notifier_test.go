package notify_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"noir/data"
	"noir/data/account"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/quota/quotatest"
	"noir/matchmaking"
	"noir/matchmaking/local"
	"noir/server/notify"
)

func TestMain(m *testing.M) {
	sqlitetest.OffDisk()
	goleak.VerifyTestMain(m)
}

// receiver is a machine with webhooks. It records what is posted.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	code   int // of its answers
	posted []post
}

type post struct {
	header http.Header
	body   []byte
}

// message decodes a post.
func (p post) message(t *testing.T) (m notify.Message) {
	t.Helper()
	if err := json.Unmarshal(p.body, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// at is when it was posted, by the sender's clock.
func (p post) at() int64 {
	at, _ := strconv.ParseInt(p.header.Get("Webhook-Timestamp"), 10, 64)
	return at
}

func listen(t *testing.T) *receiver {
	r := &receiver{code: http.StatusNoContent}
	r.Server = httptest.NewTLSServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.posted = append(r.posted, post{req.Header.Clone(), body})
	if r.code/100 == 3 {
		w.Header().Set("Location", "/elsewhere")
	}
	w.WriteHeader(r.code)
}

// answers sets how it answers from now on.
func (r *receiver) answers(code int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.code = code
}

// take returns what was posted since the last time.
func (r *receiver) take() []post {
	r.mu.Lock()
	defer r.mu.Unlock()
	posted := r.posted
	r.posted = nil
	return posted
}

func (r *receiver) roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(r.Certificate())
	return pool
}

// house is a store and a notifier that believes a receiver.
type house struct {
	*notify.Notifier
	store *sqlite.Store
	moody *moody
	t     *testing.T
}

// moody is a store in which settings can be read only so often.
type moody struct {
	*sqlite.Store
	reads atomic.Int64 // that are left
}

// Settings fails when no reads are left.
func (m *moody) Settings(ctx context.Context, id data.PlayerID) (data.Settings, error) {
	if m.reads.Add(-1) < 0 {
		return data.Settings{}, data.ErrUnavailable
	}
	return m.Store.Settings(ctx, id)
}

var style = notify.Style{Address: "ssh noir.example.com", Title: strings.ToUpper}

// open opens a house in a directory. It may be done in a bubble, unlike listen.
func open(t *testing.T, dir string, c notify.Config) *house {
	t.Helper()
	store := sqlitetest.Open(t, dir)
	h := &house{store: store, moody: &moody{Store: store}, t: t}
	h.moody.reads.Store(math.MaxInt64)
	c.Store, c.Style = h.moody, style
	h.Notifier = notify.New(c)
	t.Cleanup(func() {
		h.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// player makes a player with a webhook, if an address is given, and returns its secret.
func (h *house) player(name, address string) (data.Player, string) {
	h.t.Helper()
	p, err := h.store.CreatePlayer(context.Background(), name, "SHA256:"+name, "")
	if err != nil {
		h.t.Fatal(err)
	}
	if address == "" {
		return p, ""
	}
	secret, err := h.Hook(context.Background(), p.ID, address)
	if err != nil {
		h.t.Fatal(err)
	}
	return p, secret
}

// counted is what /metrics tells, by label, or by name without one.
func counted(t *testing.T, collectors []prometheus.Collector) map[string]float64 {
	t.Helper()
	r := prometheus.NewRegistry()
	r.MustRegister(collectors...)
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			name := f.GetName()
			for _, l := range m.GetLabel() {
				name = l.GetValue()
			}
			got[name] = m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	return got
}

// counts compares what /metrics tells.
func (h *house) counts(sent, failed, dropped, waiting float64) {
	h.t.Helper()
	got := counted(h.t, h.Collectors())
	want := map[string]float64{"sent": sent, "failed": failed, "dropped": dropped, "noir_webhooks_waiting": waiting}
	if !maps.Equal(got, want) {
		h.t.Errorf("counted %v, not %v", got, want)
	}
}

var turn = matchmaking.Event{
	News: matchmaking.YourMove, Game: "noir", Match: "er1ky2zcwm25", Ply: 7, Others: []string{"spade"}, Pace: data.Day, Rated: true,
}

// TestASignature is the example of the Standard Webhooks specification.
func TestASignature(t *testing.T) {
	t.Parallel()
	got, err := notify.Sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek",
		time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// TestWhatAWebhookIsPosted: JSON that only the house can have signed.
func TestWhatAWebhookIsPosted(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		marlowe, secret := h.player("marlowe", r.URL+"/hook")
		nobody, _ := h.player("spade", "")
		e := turn
		e.At, e.Deadline = time.Now(), time.Now().Add(24*time.Hour)
		h.Told(marlowe.ID, e)
		h.Told(nobody.ID, e)
		e.Match, e.Here = "another", true
		h.Told(marlowe.ID, e) // they see it themselves
		synctest.Wait()
		posted := r.take()
		if len(posted) != 1 {
			t.Fatalf("%d were posted", len(posted))
		}
		const want = `{"type":"your_move","id":"your_move-er1ky2zcwm25-7","at":"2000-01-01T00:00:00Z",` +
			`"text":"NOIR: it is your move against spade.","command":"ssh noir.example.com move er1ky2zcwm25",` +
			`"content":"NOIR: it is your move against spade.\nssh noir.example.com move er1ky2zcwm25",` +
			`"game":"noir","match":"er1ky2zcwm25","rivals":["spade"],"pace":"day","rated":true,` +
			`"deadline":"2000-01-02T00:00:00Z","won":false,"shared":false,"aborted":false}`
		if got := string(posted[0].body); got != want {
			t.Errorf("posted %s", got)
		}
		// As the receiver would look into it.
		header := posted[0].header
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		mac := hmac.New(sha256.New, key)
		io.WriteString(mac, header.Get("Webhook-Id")+"."+header.Get("Webhook-Timestamp")+"."+want)
		if got := header.Get("Webhook-Signature"); len(key) != 32 || got != "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)) {
			t.Errorf("signed %q", got)
		}
		if posted[0].at() != time.Now().Unix() || header.Get("Content-Type") != "application/json" {
			t.Errorf("posted with %v", header)
		}
		h.counts(1, 0, 0, 0)
	})
}

func TestWhatIsSaid(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		marlowe, _ := h.player("marlowe", r.URL)
		for _, c := range []struct {
			event                  matchmaking.Event
			id, text, command, typ string
		}{
			{matchmaking.Event{News: matchmaking.Begun, Match: "m1"}, "begun-m1", "NOIR: your game against spade has begun.", " move m1", "begun"},
			{matchmaking.Event{News: matchmaking.Over, Match: "m2", Won: true}, "over-m2", "NOIR: you have won against spade.", " replay m2", "over"},
			{matchmaking.Event{News: matchmaking.Over, Match: "m5", Shared: true}, "over-m5", "NOIR: your game against spade is over, and the victory is shared.", " replay m5", "over"},
			{matchmaking.Event{News: matchmaking.Over, Match: "m3"}, "over-m3", "NOIR: your game against spade is over, and you have not won.", " replay m3", "over"},
			{matchmaking.Event{News: matchmaking.Over, Match: "m4", Aborted: true}, "over-m4", "NOIR: your game against spade was broken off and counts for nothing.", " replay m4", "over"},
			{matchmaking.Event{News: matchmaking.Challenged, Challenge: "K7QX"}, "challenged-K7QX", "spade wants to play NOIR with you.", " accept K7QX", "challenged"},
		} {
			c.event.Game, c.event.Others = "noir", []string{"spade"}
			h.Told(marlowe.ID, c.event)
			synctest.Wait()
			posted := r.take()
			if len(posted) != 1 {
				t.Fatalf("%s: %d posts", c.id, len(posted))
			}
			if m := posted[0].message(t); m.ID != c.id || m.Text != c.text || m.Command != "ssh noir.example.com"+c.command || string(m.Type) != c.typ {
				t.Errorf("%+v", m)
			}
		}
	})
}

// TestTriesGrowRare, and end; a newer message about the same game takes the place of
// the older one.
func TestTriesGrowRare(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		marlowe, _ := h.player("marlowe", r.URL)
		r.answers(http.StatusInternalServerError)
		h.Told(marlowe.ID, turn)
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		var pauses []int64
		posted := r.take()
		for i := range posted[1:] {
			pauses = append(pauses, posted[i+1].at()-posted[i].at())
		}
		if !slices.Equal(pauses, []int64{60, 600, 3600, 4 * 3600}) {
			t.Errorf("tried after %v seconds", pauses)
		}
		h.counts(0, 5, 1, 0)

		h.Told(marlowe.ID, turn)
		synctest.Wait()
		later := turn
		later.Ply += 2
		h.Told(marlowe.ID, later)
		synctest.Wait()
		h.counts(0, 7, 1, 1)
		r.answers(http.StatusOK)
		r.take()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		if posted = r.take(); len(posted) != 1 || posted[0].message(t).ID != "your_move-er1ky2zcwm25-9" {
			t.Errorf("posted %v", posted)
		}
		h.counts(1, 7, 1, 0)
	})
}

// TestAMessageIsForTheWebhookOfItsTime: one that waits for another try when the player's settings name another host, or
// none, as they may at another server of the same database, is not posted any more. Another path at the same host gets it.
func TestAMessageIsForTheWebhookOfItsTime(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		sent, failed := 0.0, 0.0
		for name, c := range map[string]struct {
			now    string // the webhook before the second try
			posted bool
		}{
			"marlowe": {strings.Replace(r.URL, "127.0.0.1", "localhost", 1), false},
			"spade":   {"", false},
			"vera":    {r.URL + "/another", true},
		} {
			p, _ := h.player(name, r.URL)
			r.answers(http.StatusInternalServerError)
			h.Told(p.ID, turn)
			synctest.Wait()
			failed++
			h.counts(sent, failed, 0, 1)
			if _, err := h.store.ChangeSettings(t.Context(), p.ID, func(set *data.Settings) { set.Webhook = c.now }); err != nil {
				t.Fatal(err)
			}
			r.answers(http.StatusOK)
			time.Sleep(24 * time.Hour)
			synctest.Wait()
			if c.posted {
				sent++
			}
			h.counts(sent, failed, 0, 0)
		}
	})
}

// TestAnotherWebhookGetsNoOldMessages, even at the same host, and none gets any.
func TestAnotherWebhookGetsNoOldMessages(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		r.answers(http.StatusInternalServerError)
		for i, change := range []func(data.PlayerID) error{
			func(p data.PlayerID) error { _, err := h.Hook(t.Context(), p, r.URL+"/another"); return err },
			func(p data.PlayerID) error { return h.Unhook(t.Context(), p) },
		} {
			p, _ := h.player(fmt.Sprint("player-", i), r.URL)
			h.Told(p.ID, turn)
			synctest.Wait()
			h.counts(0, float64(i+1), 0, 1)
			if err := change(p.ID); err != nil {
				t.Fatal(err)
			}
			h.counts(0, float64(i+1), 0, 0)
		}
	})
}

// TestAStoreThatDoesNotAnswer when a message is about to go: the message goes as soon as the store answers again,
// however often that was asked, since no webhook has failed. A test message says so at once.
func TestAStoreThatDoesNotAnswer(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		marlowe, _ := h.player("marlowe", r.URL)
		h.moody.reads.Store(1)
		h.Told(marlowe.ID, turn)
		time.Sleep(time.Hour)
		synctest.Wait()
		h.counts(0, 0, 0, 1)
		h.moody.reads.Store(math.MaxInt64)
		time.Sleep(5 * time.Second)
		synctest.Wait()
		h.counts(1, 0, 0, 0)
		h.moody.reads.Store(1)
		began := time.Now()
		if err := h.Try(t.Context(), marlowe.ID); !errors.Is(err, data.ErrUnavailable) || time.Since(began) > 0 {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

// TestABusyAddress gets its messages when it may be connected to again, which counts as no failure; of those that wait
// a player keeps the newest.
func TestABusyAddress(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots(), Quota: quotatest.Ledger(t, map[string]string{"posts-per-address": "1/12s"})})
		marlowe, _ := h.player("marlowe", r.URL)
		for _, match := range []data.MatchID{"a", "b"} {
			e := turn
			e.Match = match
			h.Told(marlowe.ID, e)
		}
		for _, c := range []struct {
			after         time.Duration
			sent, waiting float64
		}{{0, 1, 1}, {14 * time.Second, 1, 1}, {time.Second, 2, 0}} {
			time.Sleep(c.after)
			synctest.Wait()
			h.counts(c.sent, 0, 0, c.waiting)
		}
		for n := range 66 {
			e := turn
			e.Match = data.MatchID(strconv.Itoa(n))
			h.Told(marlowe.ID, e)
			synctest.Wait() // for one that is on its way there is room
		}
		h.counts(2, 0, 2, 64)
	})
}

// TestAWebhookThatFailsIsTakenAway after twenty tries in a row, by a letter.
func TestAWebhookThatFailsIsTakenAway(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		marlowe, _ := h.player("marlowe", r.URL)
		r.answers(http.StatusNotFound)
		for _, match := range []data.MatchID{"a", "b", "c", "d"} { // five tries each
			if set, err := h.store.Settings(t.Context(), marlowe.ID); err != nil || set.Webhook == "" {
				t.Fatalf("%+v, %v", set, err)
			}
			e := turn
			e.Match = match
			h.Told(marlowe.ID, e)
			time.Sleep(24 * time.Hour)
		}
		if set, err := h.store.Settings(t.Context(), marlowe.ID); err != nil || set.Webhook != "" || set.Secret != "" {
			t.Errorf("%+v, %v", set, err)
		}
		letters, err := h.store.Letters(t.Context(), marlowe.ID)
		if err != nil || len(letters) != 1 || letters[0].Kind != data.HookOff {
			t.Fatalf("%v, %v", letters, err)
		}
		if text := (account.Reader{Zone: time.UTC}).Tell(letters[0]); !strings.Contains(text, strings.TrimPrefix(r.URL, "https://")) {
			t.Errorf("he reads %q", text)
		}
	})
}

// TestAWithdrawnChallengeIsNotTold: its message goes with it, for whomever it was.
func TestAWithdrawnChallengeIsNotTold(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		marlowe, _ := h.player("marlowe", r.URL)
		spade, _ := h.player("spade", r.URL)
		r.answers(http.StatusInternalServerError)
		challenged := func(p data.Player, id string) {
			h.Told(p.ID, matchmaking.Event{News: matchmaking.Challenged, At: time.Now(), Game: "noir", Others: []string{"vera"}, Challenge: id})
		}
		challenged(marlowe, "K7QX")
		challenged(spade, "K7QX")
		challenged(marlowe, "K7QY")
		h.Told(marlowe.ID, turn)
		synctest.Wait()
		h.counts(0, 4, 0, 4)
		h.Told(0, matchmaking.Event{News: matchmaking.Withdrawn, Challenge: "K7QX"})
		synctest.Wait()
		h.counts(0, 4, 0, 2)
		r.answers(http.StatusOK)
		r.take()
		time.Sleep(time.Hour)
		synctest.Wait()
		if n := len(r.take()); n != 2 {
			t.Errorf("%d were posted", n)
		}
	})
}

// TestWhoLooksOut: players are told of a seeker once an hour, and not of one they have blocked.
func TestWhoLooksOut(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		marlowe, _ := h.player("marlowe", r.URL+"/marlowe")
		h.player("vera", r.URL+"/vera") // does not look out
		spade, _ := h.player("spade", "")
		archer, _ := h.player("archer", "")
		_, err := h.store.ChangeSettings(t.Context(), marlowe.ID, func(set *data.Settings) { set.Lookout = true })
		if err := errors.Join(err, h.store.Tie(t.Context(), archer.ID, marlowe.ID, data.Blocked)); err != nil {
			t.Fatal(err)
		}
		seeks := func(who data.Player) int {
			h.Told(0, matchmaking.Event{News: matchmaking.Seeking, At: time.Now(), Game: "noir", By: who, Others: []string{who.Name}})
			synctest.Wait()
			return len(r.take())
		}
		for i, c := range []struct {
			who  data.Player
			want int
		}{{archer, 0}, {marlowe, 0}, {spade, 1}, {spade, 0}} {
			if got := seeks(c.who); got != c.want {
				t.Errorf("%d, %s: %d are told", i, c.who.Name, got)
			}
		}
		time.Sleep(time.Hour)
		if got := seeks(spade); got != 1 {
			t.Errorf("an hour later %d are told", got)
		}
	})
}

// TestADayGameIsTold from the challenge on, and once more by the next server.
func TestADayGameIsTold(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		marlowe, _ := h.player("marlowe", r.URL+"/marlowe")
		spade, _ := h.player("spade", r.URL+"/spade")
		broker := h.broker()
		a, err := broker.Challenge(t.Context(), data.Challenge{From: spade, To: marlowe, Game: "district-noir"})
		if err != nil {
			t.Fatal(err)
		}
		expect := func(want ...string) {
			t.Helper()
			synctest.Wait()
			var got []string
			for _, p := range r.take() {
				got = append(got, p.message(t).ID)
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("told %q, not %q", got, want)
			}
		}
		expect("challenged-" + a.Left.ID)
		a, err = broker.Accept(t.Context(), marlowe, a.Left.ID)
		if err != nil {
			t.Fatal(err)
		}
		expect("begun-"+string(a.Match), "your_move-"+string(a.Match)+"-0")
		broker.Close()
		broker = h.broker()
		defer broker.Close()
		if err := h.Remind(t.Context(), broker.Mine); err != nil {
			t.Fatal(err)
		}
		expect("your_move-" + string(a.Match) + "-0")
	})
}

// broker takes up the house's games.
func (h *house) broker() *local.Broker {
	h.t.Helper()
	b, err := local.New(context.Background(), local.Config{
		Store: h.store, Notifier: h, Games: []engine.Game{districtnoir.Game{}},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}
