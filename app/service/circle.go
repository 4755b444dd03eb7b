package service

import (
	"context"
	"errors"
	"slices"

	"noir/data"
	"noir/data/account"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/matchmaking"
)

// Circle has the use cases about a player's ties to others, and reports.
type Circle struct {
	store     circleStore
	operators complaints
	quota     *quota.Ledger
}

type circleStore interface {
	Ties(ctx context.Context, id data.PlayerID) ([]data.Tied, error)
	Tie(ctx context.Context, from, to data.PlayerID, t data.Tie) error
}

type complaints interface {
	Complain(ctx context.Context, c matchmaking.Complaint) (data.Report, error)
}

// errGuestList is for guests, who have no lists.
var errGuestList = account.Refused(language.Mark("guests have no lists: connect with a key"))

// All returns all players to whom a player has a tie, by name.
func (c Circle) All(ctx context.Context, id data.PlayerID) ([]data.Tied, error) {
	if id.Guest() {
		return nil, errGuestList
	}
	return c.store.Ties(ctx, id)
}

// Among returns those to whom a player has a tie of one kind, by name.
func (c Circle) Among(ctx context.Context, id data.PlayerID, tie data.Tie) ([]data.Tied, error) {
	all, err := c.All(ctx, id)
	return slices.DeleteFunc(all, func(t data.Tied) bool { return t.Tie != tie }), err
}

// Tie makes a tie to another player, replacing any other tie to them.
func (c Circle) Tie(ctx context.Context, id data.PlayerID, to data.Player, tie data.Tie) error {
	switch {
	case id.Guest():
		return errGuestList
	case id == to.ID:
		return account.Refused(language.Mark("that is you: name somebody else"))
	}
	err := c.store.Tie(ctx, id, to.ID, tie)
	if errors.Is(err, data.ErrTooMany) {
		return language.Sentence(account.Refused("too many"), "you have named %d players: remove one first", data.MaxTies)
	}
	return err
}

// Untie ends a tie of that kind, and no other.
func (c Circle) Untie(ctx context.Context, id data.PlayerID, to data.Player, tie data.Tie) error {
	tied, err := c.Among(ctx, id, tie)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(tied, func(t data.Tied) bool { return t.Player.ID == to.ID }) {
		return language.Sentence(account.Refused("not among them"), "%s is not on that list: choose somebody who is", to.Name)
	}
	return c.store.Tie(ctx, id, to.ID, "")
}

// Report reports a player to the operators, with what was said at the table. *quota.Refused.
func (c Circle) Report(ctx context.Context, report matchmaking.Complaint) (data.Report, error) {
	if err := c.quota.Take(quota.From(ctx), quota.Reports, 1); err != nil {
		return data.Report{}, err
	}
	return c.operators.Complain(ctx, report)
}
