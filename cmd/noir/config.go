package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/internal/nearest"
)

// origins says where the value of each setting comes from, by its name.
type origins map[string]string

const (
	fromDefault = "default"
	fromFlag    = "flag"
)

// isSetting reports whether a flag is a setting of the server; the others concern one call.
func isSetting(f *pflag.Flag) bool {
	return f.Name != "config" && f.Name != "check" && f.Name != "help"
}

// configure sets settings that were not given as flags from their environment variables, and the
// rest from the configuration file, if one is named.
func configure(flags *pflag.FlagSet) (origins, error) {
	from := origins{}
	flags.VisitAll(func(f *pflag.Flag) {
		if from[f.Name] = fromDefault; f.Changed {
			from[f.Name] = fromFlag
		}
	})
	if err := from.environment(flags); err != nil {
		return nil, err
	}
	if path := flags.Lookup("config").Value.String(); path != "" {
		return from, from.file(flags, path)
	}
	return from, nil
}

// variable is the environment's name for a flag.
func variable(flag string) string {
	return "NOIR_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// environment sets flags that were not given from variables.
func (from origins) environment(flags *pflag.FlagSet) error {
	var errs []error
	flags.VisitAll(func(f *pflag.Flag) {
		value, ok := os.LookupEnv(variable(f.Name))
		if !ok || f.Changed || !isSetting(f) && f.Name != "config" {
			return
		}
		from[f.Name] = variable(f.Name)
		if err := flags.Set(f.Name, value); err != nil {
			errs = append(errs, fmt.Errorf("%w: %s: %w", errUsage, variable(f.Name), err))
		}
	})
	return errors.Join(errs...)
}

// file reads a TOML file whose keys are the names of flags. All of it must be valid, even what a
// flag or a variable overrides.
func (from origins) file(flags *pflag.FlagSet, path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%w; --config names the file of settings", err)
	}
	values := map[string]toml.Primitive{}
	meta, err := toml.Decode(string(raw), &values)
	if err != nil {
		return misplaced(path, err)
	}
	for _, key := range meta.Keys() { // in the order of the file
		name := key[0] // or that of a table, which is refused as a whole
		if err := meta.PrimitiveDecode(values[name], &entry{flags, name, from[name] == fromDefault}); err != nil {
			return misplaced(path, err)
		}
		if from[name] == fromDefault {
			from[name] = path
		}
	}
	return nil
}

// misplaced adds file, line and name to an error.
func misplaced(path string, err error) error {
	var at toml.ParseError
	if !errors.As(err, &at) {
		return fmt.Errorf("%w: %s: %w", errUsage, path, err)
	}
	where := path
	if at.Position.Line > 0 { // unknown for a table that is named only by its parts
		where += fmt.Sprintf(":%d", at.Position.Line)
	}
	if at.LastKey != "" {
		where += ": " + at.LastKey
	}
	return fmt.Errorf("%w: %s: %s", errUsage, where, at.Message)
}

// entry is one line of a settings file on its way to its flag.
type entry struct {
	flags *pflag.FlagSet
	name  string
	wins  bool // neither a flag nor a variable has set it
}

var _ toml.Unmarshaler = (*entry)(nil)

// UnmarshalTOML implements toml.Unmarshaler.
func (e *entry) UnmarshalTOML(value any) error {
	f := e.flags.Lookup(e.name)
	if f == nil || !isSetting(f) {
		if like := nearest.Of(e.name, settingNames(e.flags)); like != "" {
			return fmt.Errorf("there is no such setting; the nearest is %q", like)
		}
		return errors.New("there is no such setting; noir serve --check lists them")
	}
	before := f.Value.String()
	text, fits := textOf(value, f.Value.Type())
	if !fits || f.Value.Set(text) != nil {
		return fmt.Errorf("this takes %s", wanted(f.Value.Type()))
	}
	if !e.wins {
		return f.Value.Set(before)
	}
	return nil
}

func settingNames(flags *pflag.FlagSet) (names []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if isSetting(f) {
			names = append(names, f.Name)
		}
	})
	return names
}

func isNumber(kind string) bool {
	return kind == "float64" || strings.HasPrefix(kind, "int") || strings.HasPrefix(kind, "uint")
}

// textOf writes a TOML value as a flag parses it, and reports whether it suits this kind of flag.
func textOf(value any, kind string) (text string, fits bool) {
	switch v := value.(type) {
	case bool:
		return strconv.FormatBool(v), kind == "bool"
	case int64:
		return strconv.FormatInt(v, 10), isNumber(kind)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), kind == "float64"
	case string:
		return v, kind != "bool" && !isNumber(kind)
	}
	return "", false
}

// wanted says what a kind of flag accepts.
func wanted(kind string) string {
	switch {
	case kind == "bool":
		return "true or false"
	case kind == "float64":
		return "a number"
	case isNumber(kind):
		return "a whole number"
	case kind == "rate":
		return `a rate in quotes, such as "10/1m" for ten at once and then one a minute`
	case kind == "duration":
		return `a duration in quotes, such as "90s"`
	}
	return "a text in quotes"
}

// tell writes the settings in force, their origin and their meaning as a settings file.
func (from origins) tell(out io.Writer, flags *pflag.FlagSet) error {
	w := table(out)
	flags.VisitAll(func(f *pflag.Flag) {
		if !isSetting(f) {
			return
		}
		value := f.Value.String()
		if kind := f.Value.Type(); kind != "bool" && !isNumber(kind) {
			value = strconv.Quote(value)
		}
		fmt.Fprintf(w, "%s = %s\t# %s\t%s\n", f.Name, value, from[f.Name], f.Usage)
	})
	return w.Flush()
}

// checkSettings checks the log's format and the limits and writes the settings in force. The flags
// are those of set.
func checkSettings(set *settings, from origins, cmd *cobra.Command) error {
	if _, err := newLog(io.Discard, set.logFormat, set.logLevel); err != nil {
		return err
	}
	if err := set.checkLimits(); err != nil {
		return err
	}
	set.Limits, set.Tables = set.Limits.OrUsual(), set.Tables.OrUsual()
	return from.tell(cmd.OutOrStdout(), cmd.Flags())
}
