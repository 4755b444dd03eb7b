package quota

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"noir/internal/language"
	"noir/internal/sweep"
)

// How many may wait for places at once, of one account and in all; more are refused.
const (
	maxWaitingOf = 256
	maxWaiting   = 4096
)

// Ledger keeps the accounts. It is safe for concurrent use; only Pay and Queue block.
type Ledger struct {
	prices Prices

	mu       sync.Mutex
	accounts sweep.Map[account, *balance]
	waiting  map[Good][]*waiter // oldest first
	met      map[Good]uint64
}

// account identifies a balance: whose, and of which good.
type account struct {
	good          Good
	whose, target string
}

// balance is what was used.
type balance struct {
	limit   Limit
	held    int       // places in use
	waiting int       // waiting for places
	tokens  float64   // what is left of a rate, as of at; negative after a Charge
	at      time.Time // of tokens
}

// waiter waits for a place. ready is closed, with the mutex held, when it has one.
type waiter struct {
	balances []*balance
	ready    chan struct{}
	granted  bool
}

// NewLedger returns a ledger with prices that pass Check; nil means the default prices.
func NewLedger(ps Prices) *Ledger {
	if ps == nil {
		ps = Usual()
	}
	l := &Ledger{
		prices: slices.Clone(ps), accounts: sweep.NewMap[account, *balance](),
		waiting: map[Good][]*waiter{}, met: map[Good]uint64{},
	}
	for _, p := range ps {
		l.met[p.Good] = 0
	}
	return l
}

// Refused is the error of a payer with nothing left of a good. It unwraps to a sentence for them in
// their language.
type Refused struct {
	Good  Good
	Retry time.Duration // until there is more of a rate; 0 if unknown

	sentence error
}

// NewRefused recreates a refusal that another process's ledger made. The sentence is for people.
func NewRefused(g Good, retry time.Duration, sentence error) *Refused {
	return &Refused{Good: g, Retry: retry, sentence: sentence}
}

func (e *Refused) Error() string { return e.sentence.Error() }
func (e *Refused) Unwrap() error { return e.sentence }

// Take uses n of a rate, from all paying accounts or from none: *Refused.
func (l *Ledger) Take(p Payer, g Good, n float64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, accounts := time.Now(), l.of(p, g)
	for _, a := range accounts {
		if b := l.refilled(a, now); b.tokens < n {
			return l.refuse(g, a, b.limit.after(n-b.tokens))
		}
	}
	for _, a := range accounts {
		l.accounts.Of[a.account].tokens -= n
	}
	return nil
}

// Charge uses n of a rate after the fact. Balances may become negative: later requests then wait or
// are refused.
func (l *Ledger) Charge(p Payer, g Good, n float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for _, a := range l.of(p, g) {
		l.refilled(a, now).tokens -= n
	}
}

// Pay uses n of a rate, and blocks until what was owed before is paid back. If that would take
// longer than the patience, it blocks for the patience, uses nothing and returns *Refused. If ctx
// ends first it returns ctx's error.
func (l *Ledger) Pay(ctx context.Context, p Payer, g Good, n float64, patience time.Duration) error {
	owed, refused := l.advance(p, g, n, patience)
	if owed == 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(min(owed, patience)):
		return refused
	case <-ctx.Done():
		return ctx.Err()
	}
}

// advance uses n of a rate unless paying back takes longer than the patience, and returns how long
// it takes to pay back what was owed before. The error is nil or *Refused.
func (l *Ledger) advance(p Payer, g Good, n float64, patience time.Duration) (owed time.Duration, refused error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, accounts := time.Now(), l.of(p, g)
	for _, a := range accounts {
		if b := l.refilled(a, now); b.tokens < 0 {
			if after := b.limit.after(-b.tokens); after > owed {
				owed = after
			}
		}
		if owed > patience {
			return owed, l.refuse(g, a, owed)
		}
	}
	if owed > 0 {
		l.met[g]++
	}
	for _, a := range accounts {
		l.accounts.Of[a.account].tokens -= n
	}
	return owed, nil
}

// Hold takes a place, or returns *Refused. release gives it back; extra calls do nothing.
func (l *Ledger) Hold(p Payer, g Good) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	accounts := l.of(p, g)
	for _, a := range accounts {
		if b := l.open(a); b.held >= b.limit.N {
			return nil, l.refuse(g, a, 0)
		}
	}
	return l.grant(g, l.balances(accounts)), nil
}

// Full reports whether no place is left. It does not count as a refusal.
func (l *Ledger) Full(p Payer, g Good) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.of(p, g), func(a payable) bool { return l.open(a).held >= a.limit.N })
}

// Claim takes a place even if none is left, for what was allowed before, such as a game that goes
// on after a restart. release is as for Hold.
func (l *Ledger) Claim(p Payer, g Good) (release func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.grant(g, l.balances(l.of(p, g)))
}

// Queue takes a place as Hold does, and waits if there is none. Places are given in the order of
// requests, but nobody waits for an account that is not theirs. It returns *Refused at once when
// too many wait, or ctx's error.
func (l *Ledger) Queue(ctx context.Context, p Payer, g Good) (release func(), err error) {
	w, err := l.enter(p, g)
	if err != nil {
		return nil, err
	}
	select {
	case <-w.ready:
	case <-ctx.Done():
		if l.leave(g, w) {
			return nil, ctx.Err()
		}
	}
	return l.releaser(g, w.balances), nil
}

// enter adds a waiter at the end of the line, and serves those who can be served.
func (l *Ledger) enter(p Payer, g Good) (*waiter, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	accounts := l.of(p, g)
	w := &waiter{balances: l.balances(accounts), ready: make(chan struct{})}
	for i, b := range w.balances {
		if b.waiting >= maxWaitingOf && accounts[i].whose != everybody || len(l.waiting[g]) >= maxWaiting {
			return nil, l.refuse(g, accounts[i], 0)
		}
	}
	for _, b := range w.balances {
		b.waiting++
	}
	l.waiting[g] = append(l.waiting[g], w)
	if l.serve(g); !w.granted {
		l.met[g]++
	}
	return w, nil
}

// leave removes a waiter from the line. It returns false if the waiter has a place already.
func (l *Ledger) leave(g Good, w *waiter) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.granted {
		return false
	}
	l.waiting[g] = slices.DeleteFunc(l.waiting[g], func(o *waiter) bool { return o == w })
	for _, b := range w.balances {
		b.waiting--
	}
	return true
}

// serve gives places to waiters. The mutex must be held.
func (l *Ledger) serve(g Good) {
	l.waiting[g] = slices.DeleteFunc(l.waiting[g], func(w *waiter) bool {
		for _, b := range w.balances {
			if b.held >= b.limit.N {
				return false
			}
		}
		for _, b := range w.balances {
			b.held++
			b.waiting--
		}
		w.granted = true
		close(w.ready)
		return true
	})
}

// grant takes a place in each balance. The mutex must be held.
func (l *Ledger) grant(g Good, balances []*balance) (release func()) {
	for _, b := range balances {
		b.held++
	}
	return l.releaser(g, balances)
}

// releaser gives places back, once.
func (l *Ledger) releaser(g Good, balances []*balance) func() {
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, b := range balances {
			b.held--
		}
		l.serve(g)
	})
}

// Met returns how often each good was refused or waited for, by its name in /metrics: challenges_to
// for ChallengesTo. The caller owns the map.
func (l *Ledger) Met() map[string]uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	met := make(map[string]uint64, len(l.met))
	for good, n := range l.met {
		met[strings.ReplaceAll(string(good), "-", "_")] = n
	}
	return met
}

// Account names: a Payer's ID, one for an address, and the one that all share.
const (
	address   = "address "
	everybody = "everybody"
)

// payable is an account with its limit.
type payable struct {
	account
	limit Limit
}

// of returns the accounts that a payer pays from: none for the server itself. The mutex must be
// held.
func (l *Ledger) of(p Payer, g Good) (all []payable) {
	if p == (Payer{}) {
		return nil
	}
	l.forget() // before any is opened, since those of one payer are used together
	price := l.prices.Of(g)
	add := func(whose, target string, limit Limit) {
		all = append(all, payable{account{g, whose, target}, limit})
	}
	byAddress := price.Address
	if byAddress.N == 0 {
		byAddress = price.Player
	}
	located := p.Address.IsValid() && (!p.Address.IsLoopback() || byAddress.set)
	if named := price.Player.N > 0 && p.ID != "" && (!p.Guest || !located); named {
		add(p.ID, p.target, price.Player)
	}
	if located && (p.Guest || price.Dear || price.Player.N == 0) {
		add(address+p.Address.String(), p.target, byAddress)
	}
	if price.All.N > 0 {
		add(everybody, "", price.All)
	}
	return all
}

// open returns the balance of an account. The mutex must be held.
func (l *Ledger) open(a payable) *balance {
	b := l.accounts.Of[a.account]
	if b == nil {
		b = &balance{limit: a.limit, tokens: float64(a.limit.N), at: time.Now()}
		l.accounts.Of[a.account] = b
	}
	return b
}

// balances opens accounts. The mutex must be held.
func (l *Ledger) balances(accounts []payable) []*balance {
	all := make([]*balance, len(accounts))
	for i, a := range accounts {
		all[i] = l.open(a)
	}
	return all
}

// refilled returns the current balance. The mutex must be held.
func (l *Ledger) refilled(a payable, now time.Time) *balance {
	b := l.open(a)
	b.tokens = b.now(now)
	b.at = now
	return b
}

// now is what is left of a rate at a time.
func (b *balance) now(now time.Time) float64 {
	if b.limit.Every == 0 {
		return b.tokens
	}
	return min(float64(b.limit.N), b.tokens+b.limit.refill(max(0, now.Sub(b.at))))
}

// forget drops unused accounts. The mutex must be held.
func (l *Ledger) forget() {
	now := time.Now()
	l.accounts.Sweep(func(b *balance) bool {
		return b.held == 0 && b.waiting == 0 && b.now(now) >= float64(b.limit.N)
	})
}

// refuse counts and explains a refusal. The mutex must be held.
func (l *Ledger) refuse(g Good, a payable, retry time.Duration) *Refused {
	l.met[g]++
	return &Refused{Good: g, Retry: retry, sentence: l.explain(g, a)}
}

// explain says why nothing is left in an account.
func (l *Ledger) explain(g Good, a payable) error {
	price := l.prices.Of(g)
	switch {
	case a.whose == everybody:
		return language.Sentence(nil, "the server has reached its limit for this; try again in a minute")
	case strings.HasPrefix(a.whose, address) && price.Player.N > 0:
		return language.Sentence(nil, "your address has reached its limit for this; try again later")
	case strings.Contains(price.Refusal, "%d"):
		return language.Sentence(nil, price.Refusal, a.limit.N)
	}
	return language.Sentence(nil, price.Refusal)
}

// after is how long it takes to get n more.
func (l *Limit) after(n float64) time.Duration { return time.Duration(n * float64(l.Every)) }
