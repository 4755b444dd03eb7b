package local

import (
	"context"
	"errors"
	"slices"
	"strings"

	"noir/data"
	"noir/matchmaking"
)

// complaints takes players' reports, with what was said at their table.
type complaints struct {
	store       store
	tables      *registry
	transcripts *transcripts
}

// take is Broker.Complain.
func (cs *complaints) take(ctx context.Context, c matchmaking.Complaint) (data.Report, error) {
	c.About = strings.ToLower(c.About)
	r := data.Report{By: c.By, Match: c.Match, Reason: data.Clean(c.Reason, data.MaxReason)}
	switch {
	case c.By.ID.Guest():
		return r, matchmaking.BadTermsf("guests cannot report anybody: connect with a key")
	case r.Reason == "":
		return r, matchmaking.BadTermsf("say in a few words what they did")
	}
	said, known := cs.remembered(c)
	if known {
		r.Match, r.Talk = said.match, said.talk()
	}
	var err error
	if r.About, err = cs.accused(ctx, said, c.About); err != nil {
		return r, err
	}
	if r.About.ID == c.By.ID {
		return r, matchmaking.BadTermsf("that is you: name somebody else")
	}
	stored, err := cs.store.Complain(ctx, r)
	switch {
	case errors.Is(err, data.ErrReported):
		return r, matchmaking.BadTermsf("you have reported them already; an operator will read it")
	case errors.Is(err, data.ErrTooMany):
		return r, matchmaking.BadTermsf("you have made %d reports within a day: report again tomorrow", data.ReportsPerDay)
	case errors.Is(err, data.ErrNotFound):
		return r, matchmaking.BadTermsf("there is no such game: name one of yours, or none")
	case err != nil:
		return r, data.Unavailable(err)
	}
	return stored, nil
}

// remembered returns what was said at the table of a complaint, if its maker sat there; nothing
// if nobody said anything.
func (cs *complaints) remembered(c matchmaking.Complaint) (transcript, bool) {
	fits := func(t transcript) bool { return t.match == c.Match }
	said, known := cs.transcripts.at(c.Match, c.By.ID)
	if c.Match == "" {
		fits = func(t transcript) bool { return slices.Contains(t.names, c.About) }
		said, known = cs.transcripts.with(c.By.ID, c.About)
	}
	if known {
		return said, true
	}
	for _, e := range slices.Backward(cs.tables.mine(c.By.ID)) {
		if silent := newTranscript(e); fits(silent) {
			return silent, true
		}
	}
	return transcript{}, false
}

// accused finds the player with a name: the one who had it at the table, otherwise the one who has
// it now.
func (cs *complaints) accused(ctx context.Context, said transcript, name string) (data.Player, error) {
	seat := slices.Index(said.names, name)
	if seat >= 0 && said.players[seat] == 0 {
		return data.Player{}, matchmaking.BadTermsf("that is a house player, and they say nothing: report only people")
	}
	if seat >= 0 {
		return data.Player{ID: said.players[seat], Name: name}, nil
	}
	p, err := cs.store.PlayerByName(ctx, name)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return p, matchmaking.BadTermsf("there is no player of that name, and there was none at your table")
	case err != nil:
		return p, data.Unavailable(err)
	}
	return p, nil
}
