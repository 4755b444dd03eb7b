package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/internal/nearest"
)

// settingCommands are about the caller's settings.
type settingCommands struct{ kept service.Settings }

func (d settingCommands) settings(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "settings [NAME [VALUE]] [--json]", Short: "your settings", Args: upToTwo}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := needsKey(c); err != nil && c.Prompt == nil {
			return err
		}
		shown := account.SettingsOf(c.Player.ID)
		if len(args) > 0 && strings.EqualFold(args[0], "program") {
			return d.program(cmd.Context(), c, args[1:], *asJSON)
		}
		if len(args) > 0 {
			s, err := setting(shown, args[0])
			if err != nil {
				return err
			}
			shown = []account.Setting{s}
		}
		now, err := d.set(cmd.Context(), c, shown[0], args)
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.Out, map[string]any{"settings": byName(shown, now)})
		}
		return tellSettings(c, shown, now)
	}
	return cmd
}

// program tells or sets whether the caller's account is a program's, which is no preference.
func (d settingCommands) program(ctx context.Context, c *Call, value []string, asJSON bool) error {
	if err := needsKey(c); err != nil {
		return err
	}
	marks := map[bool]string{true: "on", false: "off"}
	if len(value) > 0 {
		on := strings.EqualFold(value[0], marks[true])
		if !on && !strings.EqualFold(value[0], marks[false]) {
			return misused("%s is %s or %s", "program", marks[false], marks[true])
		}
		if err := d.kept.Program(ctx, c.Player, on); err != nil {
			return err
		}
		c.Player.Bot = on
	}
	if asJSON {
		return printJSON(c.Out, map[string]any{"settings": map[string]bool{"program": c.Player.Bot}})
	}
	_, err := fmt.Fprintf(c.Out, "program  %s  %s\n", marks[c.Player.Bot], c.Words("Programs are shown as such and ranked apart."))
	return err
}

// set changes the setting if a value is given, and returns all of the caller's settings.
func (d settingCommands) set(ctx context.Context, c *Call, s account.Setting, args []string) (data.Settings, error) {
	var now data.Settings
	if c.Prompt != nil {
		now = c.Prompt.Settings()
	}
	switch {
	case len(args) < 2 && c.Player.ID.Guest():
		return now, nil
	case len(args) < 2:
		return d.kept.Of(ctx, c.Player.ID)
	}
	value := s.Meant(c.Reader, args[1])
	if _, err := s.In(data.Settings{}, value); err != nil {
		return data.Settings{}, fmt.Errorf("%w: %w", service.ErrUsage, err)
	}
	now, err := d.kept.Change(ctx, c.Player.ID, now, s, value)
	if err == nil {
		c.settle(now)
	}
	return now, err
}

// alsoCalled are words that people look for, and the settings that they mean.
var alsoCalled = map[string]string{
	"theme": "palette", "colour": "palette", "colours": "palette", "color": "palette", "colors": "palette",
	"sound": "silent", "bell": "silent", "lang": "language", "timezone": "zone", "tz": "zone",
	"motion": "still", "animation": "still", "private": "closed",
}

// setting finds a setting by its name, as typed or as in JSON.
func setting(all []account.Setting, name string) (account.Setting, error) {
	typed := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if meant, ok := alsoCalled[typed]; ok {
		return account.Setting{}, misused("there is no setting %.64q; the nearest is %q", name, meant)
	}
	names := make([]string, len(all))
	for i, s := range all {
		if s.Name == typed {
			return s, nil
		}
		names[i] = s.Name
	}
	if like := nearest.Of(typed, names); like != "" {
		return account.Setting{}, misused("there is no setting %.64q; the nearest is %q", name, like)
	}
	return account.Setting{}, misused("there is no setting %.64q; `settings` lists them", name)
}

// byName are settings for programs: switches as booleans.
func byName(all []account.Setting, now data.Settings) map[string]any {
	values := map[string]any{}
	for _, s := range all {
		name, value := strings.ReplaceAll(s.Name, "-", "_"), s.Of(now)
		if values[name] = value; s.Switch {
			values[name] = value == "on"
		}
	}
	return values
}

func tellSettings(c *Call, all []account.Setting, now data.Settings) error {
	w := table(c.Out)
	for _, s := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, s.Of(now), c.Words(s.About))
	}
	return w.Flush()
}
