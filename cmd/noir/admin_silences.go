package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
)

func (a *admin) mute() *cobra.Command {
	cmd := &cobra.Command{
		Use: "mute NAME", Short: "Have a player say nothing but phrases", Args: oneArg,
		Long: "Have a player say nothing but phrases. They are told until when, and why. A server that runs takes\n" +
			"notice at once. Another mute takes the place of the one before.",
		Example: "noir admin mute marlowe --for 7d --reason 'said what one does not say'",
	}
	var length span
	cmd.Flags().Var(&length, "for", "how long: 90m, 24h, 7d; for good without")
	reason := cmd.Flags().String("reason", "", "what the player is told")
	cmd.RunE = a.attached(func(ctx context.Context, args []string) error {
		p, err := a.find(ctx, args[0])
		if err != nil {
			return err
		}
		if length == 0 {
			length = maxDays * span(24*time.Hour)
		}
		quiet := data.Silence{Player: p.ID, Until: time.Now().Add(time.Duration(length)), Reason: *reason}
		if err := a.store.Hush(ctx, a.by, quiet); err != nil {
			return err
		}
		return a.say("%s says nothing but phrases until %s", p.Name, moment(quiet.Until))
	})
	return cmd
}

func (a *admin) unmute() *cobra.Command {
	return &cobra.Command{
		Use: "unmute NAME", Short: "Let a player write in their own words again", Args: oneArg,
		Example: "noir admin unmute marlowe",
		RunE: a.attached(func(ctx context.Context, args []string) error {
			p, err := a.find(ctx, args[0])
			if err != nil {
				return err
			}
			if err := a.store.Hush(ctx, a.by, data.Silence{Player: p.ID}); err != nil {
				return err
			}
			return a.say("%s may write in their own words again", p.Name)
		}),
	}
}

type silenceRow struct {
	Until  time.Time `json:"until"`
	Reason string    `json:"reason"`
}

// silence is the one in force that a player has; nil for none.
func (a *admin) silence(ctx context.Context, id data.PlayerID) (*silenceRow, error) {
	silences, err := a.store.Silences(ctx)
	for _, s := range silences {
		if s.Player == id {
			return &silenceRow{s.Until.UTC(), s.Reason}, err
		}
	}
	return nil, err
}
