package main

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/data/sqlite"
	"noir/engine"
)

func newAdmin() *cobra.Command {
	admin := &cobra.Command{
		Use: "admin", Short: "The operator's verbs, also while the server runs", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	dir := admin.PersistentFlags().String("data", "./noir-data", "directory of the database")
	admin.AddCommand(newAdminCheck(dir), newAdminRunning(dir))
	return admin
}

// attach opens the store beside a running server.
func attach(cmd *cobra.Command, dir *string, use func(context.Context, data.Store, io.Writer) error) error {
	if err := fromEnvironment(cmd.Flags()); err != nil {
		return err
	}
	store, err := sqlite.Attach(*dir)
	if err != nil {
		return err
	}
	defer store.Close()
	return use(cmd.Context(), store, cmd.OutOrStdout())
}

func newAdminCheck(dir *string) *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Replay every rated game and compute every rating again", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return attach(cmd, dir, check) },
	}
}

func newAdminRunning(dir *string) *cobra.Command {
	return &cobra.Command{
		Use: "running", Short: "The games that are not over", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return attach(cmd, dir, listRunning) },
	}
}

func listRunning(ctx context.Context, store data.Store, out io.Writer) error {
	matches, err := store.Unfinished(ctx)
	if err != nil {
		return err
	}
	for _, m := range matches {
		fmt.Fprintf(out, "%s  %s  %d moves ", m.ID, m.Game, len(m.Moves))
		for _, s := range m.Seats {
			fmt.Fprintf(out, " %s", s.Name)
		}
		fmt.Fprintln(out)
	}
	_, err = fmt.Fprintf(out, "%d running\n", len(matches))
	return err
}

// pageSize is how many players are read at once.
const pageSize = 500

// check replays every rated game and compares every rating with the sum of its
// changes.
func check(ctx context.Context, store data.Store, out io.Writer) error {
	seen := map[data.MatchID]bool{}
	players := 0
	for _, g := range games() {
		for offset := 0; ; offset += pageSize {
			rows, total, err := store.Rankings(ctx, g.Info().Name, pageSize, offset)
			if err != nil {
				return err
			}
			for _, row := range rows {
				if err := checkPlayer(ctx, store, g, row, seen); err != nil {
					return err
				}
				players++
			}
			if offset+len(rows) >= total || len(rows) == 0 {
				break
			}
		}
	}
	_, err := fmt.Fprintf(out, "ok: %d rated games replayed, %d ratings recomputed\n", len(seen), players)
	return err
}

// checkPlayer recomputes one rating from the player's games.
func checkPlayer(ctx context.Context, store data.Store, g engine.Game, row data.Standing, seen map[data.MatchID]bool) error {
	matches, err := store.Games(ctx, row.Player.ID, math.MaxInt32)
	if err != nil {
		return err
	}
	rating, games := data.StartRating, 0
	for _, m := range matches {
		if m.Game != g.Info().Name || !m.Rated || m.Result.Reason == engine.Aborted {
			continue
		}
		games++
		after := data.Elo(m.Seats, *m.Result)
		for i, s := range m.Seats {
			if s.Player == row.Player.ID {
				rating += after[i] - *s.Before
			}
		}
		if !seen[m.ID] {
			seen[m.ID] = true
			if err := checkMatch(ctx, store, g, m.ID); err != nil {
				return err
			}
		}
	}
	if games != row.Games || math.Abs(rating-row.Value) > 1e-6 {
		return fmt.Errorf("%s has %.6f after %d games in %s; the games make %.6f after %d",
			row.Player.Name, row.Value, row.Games, g.Info().Name, rating, games)
	}
	return nil
}

// checkMatch replays one game.
func checkMatch(ctx context.Context, store data.Store, g engine.Game, id data.MatchID) error {
	m, err := store.Match(ctx, id)
	if err != nil {
		return err
	}
	steps, err := engine.Replay(g, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		return fmt.Errorf("game %s: %w", id, err)
	}
	result, over := steps[len(steps)-1].State.Result()
	if !over || result.Reason != m.Result.Reason {
		return fmt.Errorf("game %s: the moves do not lead to the stored result", id)
	}
	return nil
}
