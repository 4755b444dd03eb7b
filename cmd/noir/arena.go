package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"noir/app"
	"noir/engine"
	"noir/engine/arena"
	"noir/internal/nearest"
)

// usualLevel is the house player to which the others are compared, and its rating.
const (
	usualLevel  = "normal"
	usualRating = 1500
)

// arenaFlags are the flags of `noir arena`.
type arenaFlags struct {
	games   int
	seats   int
	seed    string
	workers int
	all     bool
	json    bool
}

func newArena() *cobra.Command {
	var set arenaFlags
	cmd := &cobra.Command{
		Use: "arena GAME LEVEL [LEVEL...]", Short: "Have house players meet in mirrored tournaments",
		Long: "Have the house player of the first level meet each of the others, or everybody in the house if it is\n" +
			"alone: each deal is played with it on every seat, its rivals on all others. The level random plays\n" +
			"any legal move. Others are what levels of District Noir are measured by, and offered to nobody: sampler,\n" +
			"boss with about a time for a move (boss-100ms), and exploiters such as collector and hasty.\n" +
			"The results follow from the seed, whatever the workers. With --all every level meets every other,\n" +
			"and they are rated (Elo, normal has 1500).",
	}
	flags := cmd.Flags()
	flags.IntVar(&set.games, "games", 1000, "games of each contest, rounded up to whole deals")
	flags.IntVar(&set.seats, "seats", 0, "players at a table; as few as the game allows when 0")
	flags.StringVar(&set.seed, "seed", "1", "a number, or 32 bytes in hexadecimal")
	flags.IntVar(&set.workers, "workers", runtime.GOMAXPROCS(0), "games played at once")
	flags.BoolVar(&set.all, "all", false, "every level of the house and those named meets every other; rate them")
	flags.BoolVar(&set.json, "json", false, "print the report as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		t, err := set.tournament(args)
		if err != nil {
			return err
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGTERM, os.Interrupt)
		defer stop()
		return set.run(ctx, cmd, t)
	}
	return cmd
}

// tournament is what is to be played.
type tournament struct {
	game     engine.Info
	seed     engine.Seed
	contests []arena.Contest
}

// tournament parses what to play.
func (set *arenaFlags) tournament(args []string) (tournament, error) {
	var t tournament
	if len(args) == 0 || len(args) == 1 && !set.all {
		return t, fmt.Errorf("%w: type noir arena GAME LEVEL [LEVEL...], or noir arena GAME --all", errUsage)
	}
	g, err := offered(args[0])
	if err != nil {
		return t, err
	}
	t.game = g.Info()
	if set.seats == 0 {
		set.seats = t.game.MinSeats
	}
	if err := t.game.Seated(set.seats); err != nil {
		return t, fmt.Errorf("%w: %w", errUsage, err)
	}
	switch {
	case set.games < 1 || set.workers < 1:
		return t, fmt.Errorf("%w: --games and --workers are 1 at least", errUsage)
	}
	if t.seed, err = parseSeed(set.seed); err != nil {
		return t, err
	}
	levels, err := set.levels(g, args[1:])
	if err != nil {
		return t, err
	}
	for _, pair := range set.pairs(levels) {
		t.contests = append(t.contests, arena.Contest{
			Game: g, Seats: set.seats, Seed: t.seed, Deals: (set.games + set.seats - 1) / set.seats,
			Challenger: entrant(g, pair[0]), Rival: entrant(g, pair[1]),
		})
	}
	return t, nil
}

// offered finds a game by its name.
func offered(name string) (engine.Game, error) {
	games := app.Games()
	if g, ok := engine.Named(games, name); ok {
		return g, nil
	}
	return nil, unknown("game", name, engine.Names(games))
}

// unknown refuses a word and lists the known ones.
func unknown(thing, word string, known []string) error {
	if like := nearest.Of(word, known); like != "" {
		return fmt.Errorf("%w: there is no %s %.64q; the nearest is %q", errUsage, thing, word, like)
	}
	return fmt.Errorf("%w: there is no %s %.64q; there are %s", errUsage, thing, word, strings.Join(known, ", "))
}

// entrant is a house player of a level, a yardstick, or one that plays at random.
func entrant(g engine.Game, level string) arena.Entrant {
	if level == arena.Random {
		return arena.Drifter(g)
	}
	if slices.Contains(engine.Yardsticks(g), level) {
		return arena.Yardstick(g.(engine.Gauged), level)
	}
	return arena.House(g, level)
}

// levels are the participants, the challenger first; with --all the house players, the strongest
// first, and after them the named ones that are not of the house.
func (set *arenaFlags) levels(g engine.Game, named []string) ([]string, error) {
	house := g.Info().Levels()
	guests := append([]string{arena.Random}, engine.Yardsticks(g)...)
	known := slices.Concat(guests, house)
	for i, level := range named {
		switch {
		case !slices.Contains(known, level):
			return nil, unknown("level", level, known)
		case slices.Contains(named[:i], level):
			return nil, fmt.Errorf("%w: %s is named twice", errUsage, level)
		}
	}
	slices.Reverse(house)
	switch {
	case set.all:
		for _, guest := range guests {
			if slices.Contains(named, guest) {
				house = append(house, guest)
			}
		}
		return house, nil
	case len(named) == 1:
		return append(named, slices.DeleteFunc(house, func(l string) bool { return l == named[0] })...), nil
	}
	return named, nil
}

// pairs are the contests, challenger first. At a table of two one contest serves both.
func (set *arenaFlags) pairs(levels []string) [][2]string {
	var pairs [][2]string
	for i, challenger := range levels {
		for j, rival := range levels {
			if i < j && (i == 0 || set.all) || i > j && set.all && set.seats > 2 {
				pairs = append(pairs, [2]string{challenger, rival})
			}
		}
	}
	return pairs
}

// parseSeed parses a number or a seed in hexadecimal.
func parseSeed(text string) (engine.Seed, error) {
	var seed engine.Seed
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		binary.LittleEndian.PutUint64(seed[:], n)
		return seed, nil
	}
	seed, err := engine.ParseSeed(text)
	if err != nil {
		return seed, fmt.Errorf("%w: --seed is a number, or 64 digits of hexadecimal", errUsage)
	}
	return seed, nil
}

// run plays the contests one after another and reports them, even if it is interrupted.
func (set *arenaFlags) run(ctx context.Context, cmd *cobra.Command, t tournament) error {
	progress := newArenaProgress(cmd.ErrOrStderr(), term.IsTerminal(os.Stderr.Fd()))
	report := arenaReport{Game: t.game.Name, Seats: set.seats, Seed: t.seed.String()}
	var results []arena.Result
	var failed error
	for i, c := range t.contests {
		progress.begin(c, i+1, len(t.contests))
		standing, err := c.Run(ctx, set.workers, progress.show)
		progress.end(standing)
		if standing.Games > 0 {
			result := arena.Result{Challenger: c.Challenger.Name, Rival: c.Rival.Name, Seats: c.Seats, Standing: standing}
			results = append(results, result)
			report.add(result)
		}
		if err != nil {
			failed = err
			break
		}
	}
	if set.all && failed == nil {
		report.Ratings = arena.Ratings(results, usualLevel, usualRating)
	}
	if errors.Is(failed, context.Canceled) {
		failed = errors.New("stopped before the end")
	}
	return errors.Join(report.print(cmd.OutOrStdout(), set.json), failed)
}
