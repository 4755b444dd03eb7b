package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/internal/language"
)

// keyCommands are about the caller's keys, through Call.Keys.
type keyCommands struct {
	address string // the command line that opens a session
}

type keyList struct {
	Keys     []ownKey `json:"keys"`
	Recovery int      `json:"recovery_codes"` // how many are unused
}

// Key is a key in JSON, to its owner and to operators.
type Key struct {
	Fingerprint string    `json:"fingerprint"`
	Label       string    `json:"label"`
	Added       time.Time `json:"added"`
	LastSeen    time.Time `json:"last_seen"`
}

// NewKey returns the document of a key.
func NewKey(k data.Key) Key {
	return Key{Fingerprint: k.Fingerprint, Label: k.Label, Added: k.Added.UTC(), LastSeen: k.LastSeen.UTC()}
}

type ownKey struct {
	ID int64 `json:"id"`
	Key
	Current bool `json:"current"` // the key of this connection
}

func (d keyCommands) keys(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "keys [list] [--json]", Short: "the keys that you log in with", Args: ofOthers}
	list := &cobra.Command{Use: "list [--json]", Short: "list them", Args: noArgs}
	for _, cmd := range []*cobra.Command{cmd, list} {
		asJSON := wantsJSON(cmd)
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return d.listKeys(cmd.Context(), c, *asJSON) }
	}
	cmd.AddCommand(list, d.invite(c), d.claim(c), d.revoke(c), d.relabel(c), d.newRecovery(c))
	return cmd
}

func (d keyCommands) listKeys(ctx context.Context, c *Call, asJSON bool) error {
	ring, err := c.Keys.List(ctx, c.Player.ID)
	if err != nil {
		return err
	}
	list := keyList{Keys: []ownKey{}, Recovery: ring.Codes}
	for _, k := range ring.Keys {
		list.Keys = append(list.Keys, ownKey{k.ID, NewKey(k), k.ID == ring.Current})
	}
	if asJSON {
		return printJSON(c.Out, list)
	}
	return list.tell(c)
}

func (list keyList) tell(c *Call) error {
	w := table(c.Out)
	for _, k := range list.Keys {
		current := ""
		if k.Current {
			current = c.Words("this one")
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\n", k.ID, k.Fingerprint, k.Label, c.Words("last seen %s", c.day(k.LastSeen)), current)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return c.reply("Unused recovery codes: %d. `keys recovery` makes new ones.", list.Recovery)
}

type invitation struct {
	Code    string    `json:"code"`
	Expires time.Time `json:"expires"`
}

func (d keyCommands) invite(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "add [--json]", Short: "a code that binds another key to you, once", Args: noArgs}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		i, err := c.Keys.Invite(cmd.Context(), c.Player.ID)
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.Out, invitation{i.Code, i.Expires.UTC()})
		}
		_, err = fmt.Fprintf(c.Out, "%s\n\n  %s keys claim %s\n",
			c.Words("Within %.0f minutes, on the machine with the other key:", data.InvitationLasts.Minutes()), d.address, i.Code)
		return err
	}
	return cmd
}

type claimed struct {
	Name string `json:"name"`
}

// binding is a command that binds the caller's key to another player.
func binding(c *Call, cmd *cobra.Command, bind func(ctx context.Context, args []string, merge bool) (data.Player, error)) *cobra.Command {
	asJSON := wantsJSON(cmd)
	merge := cmd.Flags().Bool("merge", false, "merge the player that this key belongs to, with their games, into the other")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := bind(cmd.Context(), args, *merge)
		switch {
		case errors.Is(err, data.ErrHasPlayed):
			return language.Sentence(err, "This key belongs to a player who has already played. --merge merges the two for good.")
		case err != nil:
			return err
		}
		c.Player = p
		if c.Prompt != nil {
			c.Prompt.Become(p)
		}
		if *asJSON {
			return printJSON(c.Out, claimed{p.Name})
		}
		return c.reply("You are %s: this key is on that keyring now.", p.Name)
	}
	return cmd
}

func (d keyCommands) claim(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "claim CODE [--merge] [--json]", Short: "bind this key to the player who has that code", Args: oneArg}
	return binding(c, cmd, func(ctx context.Context, args []string, merge bool) (data.Player, error) {
		return c.Keys.Claim(ctx, c.Player.ID, args[0], merge)
	})
}

func (d keyCommands) recover(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "recover NAME CODE [--merge] [--json]", Short: "return with a recovery code when your keys are lost", Args: twoArgs,
	}
	return binding(c, cmd, func(ctx context.Context, args []string, merge bool) (data.Player, error) {
		return c.Keys.Recover(ctx, c.Player.ID, args[0], args[1], merge)
	})
}

// Unnamed reports whether a command line itself decides which player gets the caller's key, so that
// the server does not make a player for a new key first.
func Unnamed(args []string) bool {
	words := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "-") })
	switch {
	case len(words) == 0:
		return false
	case words[0] == "recover":
		return true
	}
	return words[0] == "keys" && len(words) > 1 && words[1] == "claim"
}

func (d keyCommands) revoke(c *Call) *cobra.Command {
	return change(c, &cobra.Command{Use: "remove ID [--json]", Short: "remove a key and end its sessions", Args: oneArg},
		func(ctx context.Context, key int64, _ []string) (data.Key, error) {
			sure, err := c.sure("Anybody connected with that key is disconnected at once, you too if it is yours. Type yes or no.")
			if err != nil {
				return data.Key{}, err
			}
			if !sure {
				return data.Key{}, errUnconfirmed
			}
			return c.Keys.Revoke(ctx, c.Player.ID, key)
		}, language.Mark("The key %s %s is no longer yours."))
}

func (d keyCommands) relabel(c *Call) *cobra.Command {
	return change(c, &cobra.Command{Use: "label ID TEXT [--json]", Short: "name a key", Args: someArgs},
		func(ctx context.Context, key int64, text []string) (data.Key, error) {
			return c.Keys.Relabel(ctx, c.Player.ID, key, strings.Join(text, " "))
		}, language.Mark("The key %s %s has its label."))
}

// change is a command about one of the caller's keys, which is its first argument.
func change(c *Call, cmd *cobra.Command, do func(context.Context, int64, []string) (data.Key, error), done string) *cobra.Command {
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		k, err := c.Keys.Find(cmd.Context(), c.Player.ID, args[0])
		if err != nil {
			return err
		}
		if k, err = do(cmd.Context(), k.ID, args[1:]); err != nil {
			return err
		}
		if *asJSON {
			ring, err := c.Keys.List(cmd.Context(), c.Player.ID)
			if err != nil {
				return err
			}
			return printJSON(c.Out, ownKey{k.ID, NewKey(k), k.ID == ring.Current})
		}
		return c.reply(done, k.Fingerprint, k.Label)
	}
	return cmd
}

type recoveryCodes struct {
	Codes []string `json:"codes"`
}

func (d keyCommands) newRecovery(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "recovery [--json]", Short: "new codes for the day you lose all your keys", Args: noArgs}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		codes, err := c.Keys.NewRecovery(cmd.Context(), c.Player.ID)
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.Out, recoveryCodes{codes})
		}
		for _, code := range codes {
			fmt.Fprintln(c.Out, code)
		}
		_, err = fmt.Fprintf(c.Out, "%s\n\n  %s recover %s CODE\n",
			c.Words("Print them: they are shown only now, and earlier ones no longer work. Each works once, with a new key:"),
			d.address, c.Player.Name)
		return err
	}
	return cmd
}
