package account

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"noir/data"
	"noir/internal/language"
)

// Setting is one thing that a player may set.
type Setting struct {
	Name   string   // as it is typed, such as "one-key"
	Title  string   // in menus, in English
	About  string   // what it does, in an English sentence
	Values []string // the default first; only examples when Open
	Open   bool     // takes other values than Values, too
	Switch bool     // on or off
	Named  bool     // not for guests

	get  func(data.Settings) string
	into func(*data.Settings, string)
	fits func(string) error // why an Open setting does not take the value
}

// SettingsOf returns the settings that apply to the player or guest.
func SettingsOf(id data.PlayerID) []Setting {
	all := Settings()
	if id.Guest() {
		all = slices.DeleteFunc(all, func(s Setting) bool { return s.Named })
	}
	return all
}

// The values of switches, and of settings that follow the terminal by default.
const (
	on, off = "on", "off"
	usual   = "usual"
	auto    = "auto"
)

// Settings returns all settings in menu order.
func Settings() []Setting {
	return []Setting{
		choice("palette", language.Mark("Colours"), language.Mark("contrast: brighter text. colour-blind: red and green also differ in brightness."),
			usual, []string{"contrast", "daltonic"}, func(d *data.Settings) *string { return &d.Palette }),
		toggle("still", language.Mark("Reduced motion"), language.Mark("Nothing slides or moves unless it has to."),
			func(d *data.Settings) *bool { return &d.Still }),
		toggle("one-key", language.Mark("One-key play"), language.Mark("Picking a card plays it at once, without enter."),
			func(d *data.Settings) *bool { return &d.OneKey }),
		toggle("pass", language.Mark("Auto-pass"), language.Mark("When everybody is asked you pass, except when something of yours is at stake. A at the table ends it."),
			func(d *data.Settings) *bool { return &d.Pass }),
		toggle("ticking", language.Mark("Ticking clock"), language.Mark("The bell rings every second of your last ten."),
			func(d *data.Settings) *bool { return &d.Ticking }),
		toggle("silent", language.Mark("Mute"), language.Mark("No bell, and no terminal notifications."),
			func(d *data.Settings) *bool { return &d.Silent }),
		named(toggle("closed", language.Mark("No spectators"), language.Mark("Nobody can watch your tables, and no web page shows you or them."),
			func(d *data.Settings) *bool { return &d.NoSpectators })),
		named(toggle("free-text", language.Mark("Free text"), language.Mark("Friends may write to you in their own words, if they allow it too."),
			func(d *data.Settings) *bool { return &d.FreeText })),
		named(toggle("lookout", language.Mark("Call me to games"), language.Mark("You are told when somebody is looking for a game."),
			func(d *data.Settings) *bool { return &d.Lookout })),
		named(toggle("friends", language.Mark("Friends' bell"), language.Mark("The bell rings when a friend comes in."),
			func(d *data.Settings) *bool { return &d.Friends })),
		zone(),
		tongue(),
	}
}

// Say words a value for a reader: on or off, a language by its own name, any other value as it is.
func (s Setting) Say(r *language.Reader, value string) string {
	switch value {
	case on:
		return r.Words("on")
	case off:
		return r.Words("off")
	case usual:
		return r.Words("usual")
	case auto:
		return r.Words("auto")
	case "contrast":
		return r.Words("contrast")
	case "daltonic":
		return r.Words("colour-blind")
	}
	if s.Name != tongueName {
		return value
	}
	return r.Spell(language.Name(value))
}

// Meant returns the value whose word for a reader was typed, such as "on" for "an" in German, since
// the words are on the screens and in About. It returns other input unchanged.
func (s Setting) Meant(r *language.Reader, typed string) string {
	i := slices.IndexFunc(s.Values, func(value string) bool { return strings.EqualFold(s.Say(r, value), typed) })
	if i < 0 {
		return typed
	}
	return s.Values[i]
}

// named marks a setting that only players with a name have.
func named(s Setting) Setting {
	s.Named = true
	return s
}

func toggle(name, title, about string, field func(*data.Settings) *bool) Setting {
	return Setting{
		Name: name, Title: title, About: about, Values: []string{off, on}, Switch: true,
		get: func(d data.Settings) string {
			if *field(&d) {
				return on
			}
			return off
		},
		into: func(d *data.Settings, value string) { *field(d) = value == on },
	}
}

// choice is a setting with a fixed list of values. The first is the default and stored as "".
func choice(name, title, about, first string, others []string, field func(*data.Settings) *string) Setting {
	return Setting{
		Name: name, Title: title, About: about, Values: append([]string{first}, others...),
		get: func(d data.Settings) string {
			if value := *field(&d); value != "" {
				return value
			}
			return first
		},
		into: func(d *data.Settings, value string) {
			if value == first {
				value = ""
			}
			*field(d) = value
		},
	}
}

// tongueName is the name of the language setting.
const tongueName = "language"

func tongue() Setting {
	return choice(tongueName, language.Mark("Language"), language.Mark("auto is what your terminal asks for."), auto, language.Tags(),
		func(d *data.Settings) *string { return &d.Language })
}

// zones are the time zones that the menu steps through. Any other may be typed.
var zones = []string{
	"UTC", "Europe/London", "Europe/Berlin", "Europe/Stockholm", "Europe/Istanbul", "Asia/Kolkata", "Asia/Tokyo",
	"Australia/Sydney", "America/Los_Angeles", "America/Chicago", "America/New_York", "America/Sao_Paulo",
}

func zone() Setting {
	s := choice("zone", language.Mark("Time zone"), language.Mark("auto is what your terminal says (TZ), or UTC. You can type any name such as Europe/Vienna."),
		auto, zones, func(d *data.Settings) *string { return &d.Zone })
	s.Open, s.fits = true, func(name string) error {
		if Zone(name) == nil {
			return language.Sentence(nil, "There is no time zone of that name. Try one such as Europe/Berlin.")
		}
		return nil
	}
	return s
}

// zoneName matches the names of time zones, but not "Local", which would be the server's own.
var zoneName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+/-]{1,63}$`)

// Zone returns the IANA time zone of that name, or nil for an unknown one.
func Zone(name string) *time.Location {
	if !zoneName.MatchString(name) || name == "Local" {
		return nil
	}
	zone, _ := time.LoadLocation(name)
	return zone
}

// ZoneOr returns the IANA time zone of that name, or other for an unknown one.
func ZoneOr(name string, other *time.Location) *time.Location {
	if zone := Zone(name); zone != nil {
		return zone
	}
	return other
}

// Of returns the setting's current value.
func (s Setting) Of(d data.Settings) string { return s.get(d) }

// In returns the settings with this one changed to value. The error is a sentence for the player.
func (s Setting) In(d data.Settings, value string) (data.Settings, error) {
	if i := slices.IndexFunc(s.Values, func(v string) bool { return strings.EqualFold(v, value) }); i >= 0 {
		value = s.Values[i]
	} else if s.Open {
		if err := s.fits(value); err != nil {
			return d, err
		}
	} else {
		last := len(s.Values) - 1
		return d, language.Sentence(nil, "%s is %s or %s", s.Name, strings.Join(s.Values[:last], ", "), s.Values[last])
	}
	s.into(&d, value)
	return d, nil
}

// Turn returns the value step steps after the current one, wrapping around.
func (s Setting) Turn(d data.Settings, step int) string {
	n := len(s.Values)
	return s.Values[(max(0, slices.Index(s.Values, s.Of(d)))+step%n+n)%n]
}
