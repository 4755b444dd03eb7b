package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"noir/server/hostkey"
)

func (a *admin) rotateKey() *cobra.Command {
	cmd := &cobra.Command{
		Use: "rotate-key --announce | --switch", Short: "Change the host key, in two steps", Args: noArgs,
		Long: "Change the host key. --announce makes the next one, of which the server tells its visitors from its next\n" +
			"start on; an OpenSSH client with UpdateHostKeys learns it. --switch puts it into place, once regulars have been\n" +
			"by; the server uses it from its next start on. The former key is kept.",
		Example: "noir admin rotate-key --announce",
	}
	announce := cmd.Flags().Bool("announce", false, "make the next key")
	use := cmd.Flags().Bool("switch", false, "use the next key")
	cmd.RunE = a.attached(func(ctx context.Context, _ []string) error {
		switch {
		case *announce == *use:
			return fmt.Errorf("%w: say --announce or, later, --switch", errUsage)
		case *announce:
			return a.announceKey(ctx)
		}
		return a.switchKey(ctx)
	})
	return cmd
}

func (a *admin) announceKey(ctx context.Context) error {
	path, print, err := hostkey.Announce(a.dir)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: --switch puts it into place", path)
	}
	if err != nil {
		return err
	}
	if err := a.store.Note(ctx, a.by, "rotate-key", filepath.Base(path), map[string]any{"announced": print}); err != nil {
		return err
	}
	return a.say("%s is made: %s; restart the server so that it tells of it", path, print)
}

func (a *admin) switchKey(ctx context.Context) error {
	now, err := hostkey.Switch(a.dir)
	if errors.Is(err, hostkey.ErrNotAnnounced) {
		return fmt.Errorf("%w; make it with --announce first", err)
	}
	if err != nil {
		return err
	}
	about := map[string]any{"used": now.Print, "former": filepath.Base(now.Former)}
	if err := a.store.Note(ctx, a.by, "rotate-key", filepath.Base(now.Path), about); err != nil {
		return err
	}
	return a.say("%s is %s now, the former one is %s; restart the server so that it uses it", now.Path, now.Print, now.Former)
}
