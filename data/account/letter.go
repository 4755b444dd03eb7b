package account

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"noir/data"
	"noir/internal/language"
)

// Reader words letters for one player: in their language and time zone, with games by their public
// names.
type Reader struct {
	*language.Reader // nil for English

	Zone  *time.Location
	Title func(game string) string // by engine.Info.Name
	Key   string                   // the fingerprint of the key that the player reads with, if any
}

// detail is what letters are made of; each kind has some of it.
type detail struct {
	Fingerprint string    `json:"fingerprint"`
	Label       string    `json:"label"`
	Merged      string    `json:"merged"`
	Left        int       `json:"left"`
	Name        string    `json:"name"`
	Text        string    `json:"text"`
	Until       time.Time `json:"until"`
	Endless     bool      `json:"endless"`
	Reason      string    `json:"reason"`
	From        string    `json:"from"`
	By          string    `json:"by"`
	About       string    `json:"about"`
	Verdict     string    `json:"verdict"`
	Game        string    `json:"game"`
	Match       string    `json:"match"`
	Host        string    `json:"host"`
	Title       string    `json:"title"`
	Place       int       `json:"place"`
	Points      int       `json:"points"`
}

// Tell words a letter in a sentence or two. It returns "" for an unknown kind, and for the news
// that a key was added, if the player reads with that very key: that news is for the other keys.
func (r Reader) Tell(l data.Letter) string {
	var d detail
	_ = json.Unmarshal(l.Detail, &d) // missing fields are left out
	at := r.moment(l.At)
	switch l.Kind {
	case data.KeyAdded:
		if d.Merged == "" && d.Fingerprint == r.Key {
			return ""
		}
		return r.whole(r.Words("The key %s was put on your keyring %s.", d.key(), at), r.joined(d),
			r.Words("If that was not you, remove it under keys."))
	case data.KeyRemoved:
		return r.Words("The key %s was removed from your keyring %s.", d.key(), at)
	case data.Recovered:
		return r.whole(r.Words("A recovery code was used %s: the key %s is on your keyring.", at, d.key()), r.joined(d),
			r.Words("Codes left: %d. If that was not you, remove the key and make new codes.", d.Left))
	case data.RecoveryMade:
		return r.Words("New recovery codes were made %s. Those from before are void.", at)
	case data.RecoveryTried:
		return r.Words("Somebody has tried several wrong recovery codes for your name, the last one %s. None of them worked.", at)
	case data.Merged:
		return r.Words("The house has merged %s with you %s.", d.Name, at)
	case data.Warned:
		return r.Words("A warning from the house: %s", d.Text)
	case data.Silenced:
		return r.silence(d)
	case data.Judged:
		return r.judged(d)
	case data.Challenged:
		return r.Words("%s challenges you to a game of %s.", d.From, r.Title(d.Game))
	case data.Declined:
		return r.Words("%s declines your challenge to a game of %s.", d.By, r.Title(d.Game))
	case data.GameOver:
		return r.Words("Your game %s of %s was decided while you were away.", d.Match, r.Title(d.Game))
	case data.HookOff:
		return r.Words("Your webhook at %s has failed or was too slow too many times, and is off. Set it again once it answers.", d.Host)
	case data.Placed:
		return r.placed(d)
	}
	return ""
}

// placed words a place among the first three of an event.
func (r Reader) placed(d detail) string {
	text, known := map[int]string{
		1: language.Mark("You have won the event %s of %s. Points: %d."),
		2: language.Mark("You have come second in the event %s of %s. Points: %d."),
		3: language.Mark("You have come third in the event %s of %s. Points: %d."),
	}[d.Place]
	if !known {
		return ""
	}
	return r.Words(text, d.Title, r.Title(d.Game), d.Points)
}

func (r Reader) moment(at time.Time) string {
	at = at.In(r.Zone)
	return r.Words("on %s, %s", r.DayOfMonth(at), at.Format("15:04"))
}

// whole joins sentences and leaves out empty ones.
func (r Reader) whole(sentences ...string) string {
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}

// silence says until when a player is silenced, or that they may speak again.
func (r Reader) silence(d detail) string {
	switch {
	case d.Endless && d.Reason != "":
		return r.Words("Until the house lifts this you can only use set phrases, not your own words: %s.", d.Reason)
	case d.Endless:
		return r.Words("Until the house lifts this you can only use set phrases, not your own words.")
	case d.Until.IsZero():
		return r.Words("You may write in your own words again.")
	}
	until := d.Until.In(r.Zone)
	day, clock := r.Date(until), until.Format("15:04")
	if d.Reason != "" {
		return r.Words("Until %s, %s you can only use set phrases, not your own words: %s.", day, clock, d.Reason)
	}
	return r.Words("Until %s, %s you can only use set phrases, not your own words.", day, clock)
}

// judged says what came of a report.
func (r Reader) judged(d detail) string {
	if d.Verdict == "" {
		return r.Words("The house has looked into your report about %s.", d.About)
	}
	return r.Words("The house has looked into your report about %s: %s", d.About, d.Verdict)
}

// key names a key by its label, if any, and the beginning of its fingerprint.
func (d detail) key() string {
	short := Fingerprint(d.Fingerprint)
	if d.Label == "" {
		return short
	}
	return fmt.Sprintf("%q (%s)", d.Label, short)
}

// joined says which player was merged into the reader's, if any.
func (r Reader) joined(d detail) string {
	if d.Merged == "" {
		return ""
	}
	return r.Words("It belonged to %s, who is merged with you now.", d.Merged)
}

// Fingerprint shortens a fingerprint, so that it still tells a player's keys apart.
func Fingerprint(full string) string {
	const enough = len("SHA256:") + 8
	return full[:min(len(full), enough)]
}
