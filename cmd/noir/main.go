// Command noir is a card house that people and programs visit over SSH: the server, and the
// operator's commands.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	_ "time/tzdata" // a machine may have no time zone data

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/server/command"
	"noir/server/wire"
)

// The exit codes of the binary.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// errUsage marks wrong usage.
var errUsage = errors.New("usage")

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }

// run is the whole program except the process around it.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errOut)
	err := fang.Execute(ctx, root, fang.WithVersion(version()),
		fang.WithErrorHandler(func(w io.Writer, _ fang.Styles, err error) { tell(w, err) }))
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errUsage):
		return exitUsage
	}
	return exitFailed
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "noir",
		Short:         "A card house that people and programs visit over SSH",
		Long:          "A card house that people and programs visit over SSH. Without a command it starts the server,\nwith the flags of serve.",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          knownVerb,
	}
	root.SetVersionTemplate(fmt.Sprintf("{{.Name}} {{.Version}}, protocol %d\n", wire.Protocol))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w: %w; see %s --help", errUsage, err, cmd.CommandPath())
	})
	serve := newServe()
	root.RunE = serve.RunE
	// All of them work without the verb; its help lists them, which would hide the verbs here.
	serve.Flags().VisitAll(func(f *pflag.Flag) {
		hidden := *f
		hidden.Hidden = true
		root.Flags().AddFlag(&hidden)
	})
	root.AddCommand(serve, newVerify(), newHealth(), newAdmin(), newMigrate(), newBench(), newArena(), newVersion())
	return root
}

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "version", Short: "Version and protocol", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(command.Build{Version: version(), Protocol: wire.Protocol, Commit: commit()})
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "noir %s, protocol %d\n", version(), wire.Protocol)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON document: version, protocol and commit")
	return cmd
}

// version is the build's version: the tag that it was built from, or the last tag and the commit;
// (devel) if the repository was not available.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}

// commit is the hash of the commit that was built, or "" if the repository was not available.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	i := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "vcs.revision" })
	if i < 0 {
		return ""
	}
	return info.Settings[i].Value
}

// tell writes an error in a line for each mistake, without the mark that selects the exit code.
func tell(out io.Writer, err error) {
	mark := errUsage.Error() + ": "
	var lines []string
	for line := range strings.Lines(err.Error()) {
		mistake, marked := strings.CutPrefix(line, mark)
		mistake = strings.TrimSpace(mistake)
		if marked || len(lines) == 0 {
			lines = append(lines, mistake)
		} else { // PostgreSQL's driver has a line for each address
			lines[len(lines)-1] += " " + mistake
		}
	}
	for _, line := range lines {
		fmt.Fprintln(out, "noir:", line)
	}
}

// knownVerb refuses an unknown verb, and suggests similar ones.
func knownVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2 // wrong, missing or extra letters
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		return fmt.Errorf("%w: there is no verb %.64q; did you mean %s?", errUsage, args[0], strings.Join(like, " or "))
	}
	return fmt.Errorf("%w: there is no verb %.64q; see %s --help", errUsage, args[0], cmd.CommandPath())
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: %s takes no %q; see %s --help", errUsage, cmd.CommandPath(), args[0], cmd.CommandPath())
	}
	return nil
}

func oneArg(cmd *cobra.Command, args []string) error { return wantArgs(cmd, len(args) == 1) }

func twoArgs(cmd *cobra.Command, args []string) error { return wantArgs(cmd, len(args) == 2) }

func atMostOneArg(cmd *cobra.Command, args []string) error { return wantArgs(cmd, len(args) < 2) }

func wantArgs(cmd *cobra.Command, right bool) error {
	if !right {
		return fmt.Errorf("%w: type %s", errUsage, cmd.UseLine())
	}
	return nil
}
