package matchmaking

import (
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
)

// proclaim tells the people of a day game whose move it has become, and that it is
// over: by a letter too, who is not there.
func (t *table) proclaim() {
	if t.match.Pace != data.Day {
		return
	}
	if t.end != nil {
		for s, p := range t.players {
			t.proclaimTo(engine.Seat(s), Over)
			if p > 0 && t.presence.empty(engine.Seat(s)) {
				detail := map[string]string{"match": string(t.match.ID), "game": t.match.Game}
				t.local.work.Go(func() { t.local.write(p, 0, data.GameOver, detail) })
			}
		}
		return
	}
	for _, s := range t.newlyAsked() {
		t.proclaimTo(s, YourMove)
	}
}

// proclaimStart tells the people of a day game that it has begun.
func (t *table) proclaimStart() {
	if t.match.Pace != data.Day {
		return
	}
	for s := range t.players {
		news := Begun
		if t.clocks.seats[s].open {
			news = YourMove
		}
		t.proclaimTo(engine.Seat(s), news)
	}
}

// newlyAsked lists the seats that are asked something of which they were not told
// yet; they are taken to be told now.
func (t *table) newlyAsked() []engine.Seat {
	before := t.told
	t.told = map[engine.Seat]int{}
	var seats []engine.Seat
	for _, p := range t.shown.Prompts() {
		if asked, ok := before[p.Seat]; !ok || asked != p.Question {
			seats = append(seats, p.Seat)
		}
		t.told[p.Seat] = p.Question
	}
	return seats
}

// proclaimTo tells one seat's player something of the game.
func (t *table) proclaimTo(s engine.Seat, news News) {
	player := t.players[s]
	if player <= 0 {
		return
	}
	e := Event{
		News: news, Game: t.match.Game, Match: t.match.ID, Ply: len(t.plies),
		Here: !t.presence.empty(s), Pace: t.match.Pace, Rated: t.match.Rated,
	}
	for i, other := range t.match.Seats {
		if engine.Seat(i) != s {
			e.Others = append(e.Others, other.Name)
		}
	}
	if q := &t.clocks.seats[s]; news == YourMove && q.open {
		e.Deadline = time.Now().Add(q.ends() - t.time.now())
	}
	if t.end != nil {
		e.End(t.end.Result, s)
	}
	t.local.crier.tell(player, e)
}

// challenged tells whom a challenge is for, of one player not more often than the ledger
// has it (quota.Calls): the letter is there all the same.
func (l *Local) challenged(by data.Challenge) {
	e := Event{
		News: Challenged, Game: by.Game, Others: []string{by.From.Name}, By: by.From,
		Challenge: by.ID, Pace: by.Pace, Rated: by.Rated,
	}
	if by.To.ID == 0 {
		e.News = Seeking
	} else if caller := (quota.Payer{ID: quota.Player(int64(by.From.ID))}).Toward(quota.Player(int64(by.To.ID))); l.quota.Take(caller, quota.Calls, 1) != nil {
		return
	}
	l.crier.tell(by.To.ID, e)
}

// withdrawn has nobody be told any more of a challenge that is gone.
func (c *crier) withdrawn(challenge string) {
	c.tell(0, Event{News: Withdrawn, Challenge: challenge})
}

// seekEvery is how often at most it is told that one player seeks company.
const seekEvery = 10 * time.Minute

// announce tells that somebody waits in a queue in which nobody else does.
func (q *queue) announce(p *place) {
	now := time.Now()
	for player, at := range q.announced {
		if now.Sub(at) >= seekEvery {
			delete(q.announced, player)
		}
	}
	id := p.player()
	if _, lately := q.announced[id]; lately || id.Guest() {
		return
	}
	q.announced[id] = now
	q.local.crier.tell(0, Event{
		News: Seeking, Game: p.ticket.Game, Others: []string{p.ticket.Player.Name}, By: p.ticket.Player,
		Pace: p.ticket.Pace, Rated: p.ticket.Rated,
	})
}
