package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
)

func (a *admin) ban() *cobra.Command {
	cmd := &cobra.Command{
		Use: "ban key|name|prefix VALUE", Short: "Shut a key, a player or an address prefix out", Args: twoArgs,
		Long: "Shut a key, a player or an address prefix out. A server that runs takes notice within seconds.",
		Example: "noir admin ban name marlowe --for 7d --reason 'said what one does not say'\n" +
			"noir admin ban key SHA256:b3n1…\n" +
			"noir admin ban prefix 192.0.2.0/24 --for 24h",
	}
	var length span
	cmd.Flags().Var(&length, "for", "how long: 90m, 24h, 7d; for good without")
	reason := cmd.Flags().String("reason", "", "what the players concerned are told")
	cmd.RunE = a.attached(func(ctx context.Context, args []string) error {
		b := data.Ban{Kind: data.BanKind(args[0]), Value: args[1], Reason: *reason}
		if length > 0 {
			b.Until = time.Now().Add(time.Duration(length))
		}
		if b.Kind == data.BanName {
			if _, err := a.find(ctx, b.Value); err != nil {
				return err
			}
		}
		b, err := a.store.Ban(ctx, a.by, b)
		if bad := (*data.BadBan)(nil); errors.As(err, &bad) {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		if err != nil {
			return err
		}
		return a.say("ban %d: %s %s is shut out %s", b.ID, b.Kind, b.Value, until(b.Until))
	})
	return cmd
}

func until(t time.Time) string {
	if t.IsZero() {
		return "for good"
	}
	return "until " + moment(t)
}

func (a *admin) unban() *cobra.Command {
	return &cobra.Command{
		Use: "unban ID", Short: "End a ban", Args: oneArg,
		Example: "noir admin unban 3",
		RunE: a.attached(func(ctx context.Context, args []string) error {
			id, err := number(args[0], "a ban", "bans")
			if err != nil {
				return err
			}
			if err := a.store.Lift(ctx, a.by, id); err != nil {
				return err
			}
			return a.say("ban %d is lifted", id)
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

func (a *admin) bans() *cobra.Command {
	cmd := &cobra.Command{
		Use: "bans", Short: "The bans that are in force", Args: noArgs,
		Example: "noir admin bans --all",
	}
	asJSON := wantsJSON(cmd)
	all := cmd.Flags().Bool("all", false, "those that are over too")
	cmd.RunE = a.attached(func(ctx context.Context, _ []string) error {
		read := a.store.Bans
		if *all {
			read = a.store.EveryBan
		}
		bans, err := read(ctx)
		if err != nil {
			return err
		}
		rows := []banRow{}
		for _, b := range bans {
			rows = append(rows, newBanRow(b))
		}
		return listAll(a, *asJSON, rows)
	})
	return cmd
}
