package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"noir/app/operator"
	"noir/data"
)

func newBan(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "ban key|name|prefix VALUE", Short: "Ban a key, a player or an address prefix", Args: twoArgs,
		Long: "Ban a key, a player or an address prefix. A running server notices within seconds.",
		Example: "noir admin ban name marlowe --for 7d --reason 'abusive language'\n" +
			"noir admin ban key SHA256:b3n1…\n" +
			"noir admin ban prefix 192.0.2.0/24 --for 24h",
	}
	var length span
	cmd.Flags().Var(&length, "for", "how long: 90m, 24h, 7d; for good if not given")
	reason := cmd.Flags().String("reason", "", "what the banned are told")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, args []string) error {
		b, err := o.Moderation.Ban(ctx, data.BanKind(args[0]), args[1], *reason, time.Duration(length))
		return a.done(err, "ban %d: %s %s is shut out %s", b.ID, b.Kind, b.Value, until(b.Until))
	})
	return cmd
}

func until(t time.Time) string {
	if t.IsZero() {
		return "for good"
	}
	return "until " + moment(t)
}

func newUnban(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "unban ID", Short: "End a ban", Args: oneArg,
		Example: "noir admin unban 3",
		RunE: a.at(func(ctx context.Context, o *operator.Office, args []string) error {
			id, err := number(args[0], "a ban", "bans")
			if err != nil {
				return err
			}
			return a.done(o.Moderation.Unban(ctx, id), "ban %d is lifted", id)
		}),
	}
}

type banRow struct {
	ID      int64        `json:"id"`
	Kind    data.BanKind `json:"kind"`
	Value   string       `json:"value"`
	InForce bool         `json:"in_force"`
	Since   time.Time    `json:"since"`
	Until   *time.Time   `json:"until"`
	Lifted  *time.Time   `json:"lifted"`
	By      string       `json:"by"`
	Reason  string       `json:"reason"`
}

func newBanRow(b data.Ban) banRow {
	return banRow{
		ID: b.ID, Kind: b.Kind, Value: b.Value, InForce: b.InForce(time.Now()), Since: b.Since.UTC(),
		Until: stamp(b.Until), Lifted: stamp(b.Lifted), By: b.By, Reason: b.Reason,
	}
}

// String returns the row as columns.
func (b banRow) String() string {
	state := "for good"
	switch {
	case b.Lifted != nil:
		state = "lifted " + moment(*b.Lifted)
	case b.Until != nil && !b.InForce:
		state = "ended " + moment(*b.Until)
	case b.Until != nil:
		state = until(*b.Until)
	}
	return fmt.Sprintf("%d\t%s\t%s\tsince %s\t%s\tby %s\t%s", b.ID, b.Kind, b.Value, moment(b.Since), state, b.By, b.Reason)
}

func newBans(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "bans", Short: "The bans in force", Args: noArgs,
		Example: "noir admin bans --all",
	}
	asJSON := wantsJSON(cmd)
	all := cmd.Flags().Bool("all", false, "past ones too")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, _ []string) error {
		bans, err := o.Moderation.Bans(ctx, *all)
		return listAll(a, *asJSON, bans, err, newBanRow)
	})
	return cmd
}

func newMute(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "mute NAME", Short: "Limit a player to set phrases", Args: oneArg,
		Long: "Limit a player to set phrases. They are told until when, and why. A running server\n" +
			"notices at once. Another mute replaces the one before.",
		Example: "noir admin mute marlowe --for 7d --reason 'abusive language'",
	}
	var length span
	cmd.Flags().Var(&length, "for", "how long: 90m, 24h, 7d; until they are unmuted if not given")
	reason := cmd.Flags().String("reason", "", "what the player is told")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, args []string) error {
		p, end, err := o.Moderation.Mute(ctx, args[0], *reason, time.Duration(length))
		return a.done(err, "%s says nothing but phrases %s", p.Name, unmuted(stamp(end)))
	})
	return cmd
}

// unmuted says when a silence ends.
func unmuted(end *time.Time) string {
	if end == nil {
		return "until they are unmuted"
	}
	return until(*end)
}

func newUnmute(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "unmute NAME", Short: "Let a player write in their own words again", Args: oneArg,
		Example: "noir admin unmute marlowe",
		RunE: a.at(func(ctx context.Context, o *operator.Office, args []string) error {
			p, err := o.Moderation.Unmute(ctx, args[0])
			return a.done(err, "%s may write in their own words again", p.Name)
		}),
	}
}
