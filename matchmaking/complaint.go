package matchmaking

import (
	"context"
	"errors"
	"slices"
	"strings"

	"noir/data"
)

// Complaint is what a player reports to the operators.
type Complaint struct {
	By     data.Player
	About  string       // his name, which is a guest's if he sat at the table
	Match  data.MatchID // at whose table it was; "": the newest one of both that is remembered
	Reason string
}

// Complain implements Broker.
func (l *Local) Complain(ctx context.Context, c Complaint) (data.Report, error) {
	c.About = strings.ToLower(c.About)
	r := data.Report{By: c.By, Match: c.Match, Reason: data.Clean(c.Reason, data.MaxReason)}
	switch {
	case c.By.ID.Guest():
		return r, badTerms("a guest cannot report anybody: connect with a key")
	case r.Reason == "":
		return r, badTerms("say in a few words what he has done")
	}
	said, known := l.remembered(c)
	if known {
		r.Match, r.Talk = said.match, said.talk()
	}
	var err error
	if r.About, err = l.accused(ctx, said, c.About); err != nil {
		return r, err
	}
	if r.About.ID == c.By.ID {
		return r, badTerms("that is you")
	}
	stored, err := l.store.Complain(ctx, r)
	switch {
	case errors.Is(err, data.ErrReported):
		return r, badTerms("you have reported them already; the house has not come to that yet")
	case errors.Is(err, data.ErrTooMany):
		return r, badTerms("you have made %d reports within a day; the house reads those first", data.ReportsPerDay)
	case errors.Is(err, data.ErrNotFound):
		return r, badTerms("there is no such game")
	case err != nil:
		return r, unavailable(err)
	}
	return stored, nil
}

// remembered is what was said at the table of a complaint, if its maker sat there;
// nothing of a table at which nobody has said anything.
func (l *Local) remembered(c Complaint) (transcript, bool) {
	fits := func(t *table) bool { return t.match.ID == c.Match }
	said, known := l.transcripts.at(c.Match, c.By.ID)
	if c.Match == "" {
		fits = func(t *table) bool { return slices.Contains(namesOf(t.match), c.About) }
		said, known = l.transcripts.with(c.By.ID, c.About)
	}
	if known {
		return said, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range slices.Backward(l.mine[c.By.ID]) {
		if fits(t) {
			return newTranscript(t.match, t.players), true
		}
	}
	return transcript{}, false
}

// accused finds whom a name means: who had it at the table, or the player who has it.
func (l *Local) accused(ctx context.Context, said transcript, name string) (data.Player, error) {
	seat := slices.Index(said.names, name)
	if seat >= 0 && said.players[seat] == 0 {
		return data.Player{}, badTerms("that is the house's own player, who says nothing")
	}
	if seat >= 0 {
		return data.Player{ID: said.players[seat], Name: name}, nil
	}
	p, err := l.store.PlayerByName(ctx, name)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return p, badTerms("there is no player of that name, nor was one at your table")
	case err != nil:
		return p, unavailable(err)
	}
	return p, nil
}
