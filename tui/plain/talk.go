package plain

import (
	"strconv"
	"strings"

	"noir/data/account"
	"noir/matchmaking"
	"noir/tui/wording"
)

// after is a line without its first words.
func after(line string, words int) string {
	for range words {
		_, line, _ = strings.Cut(strings.TrimSpace(line), " ")
	}
	return strings.TrimSpace(line)
}

// talk is about the other people at a table.
type talk struct {
	*sight
	hall hall
}

// speak says a phrase or the typed text, or lists what can be said.
func (t talk) speak(text string) {
	n, err := strconv.Atoi(text)
	switch {
	case err == nil && n >= 1 && n <= len(matchmaking.Phrases):
		t.ask(func(seat matchmaking.Seat) error { return seat.Say(t.ctx, matchmaking.Phrases[n-1]) })
		return
	case text != "" && err != nil:
		t.ask(func(seat matchmaking.Seat) error { return seat.Write(t.ctx, text) })
		return
	}
	for i, code := range matchmaking.Phrases {
		t.say("%d: %s", i+1, wording.Phrase(t.session.Language, code))
	}
	t.say("Type say and a number from 1 to %d. Where everybody allows it: say and your own words.", len(matchmaking.Phrases))
}

// about handles a line at a table about other people, or an answer to a report; false when it
// is neither. A reported player has spoken at this table.
func (t talk) about(words []string, line string) (bool, error) {
	if len(t.hall.unsaid) > 0 && reads(words[0]) {
		t.hall.readOn(words[0])
		return true, nil
	}
	ours := words[0] == "report"
	for _, b := range account.Bonds() {
		ours = ours || words[0] == b.Verb || words[0] == b.List
	}
	if !ours {
		return false, nil
	}
	typed := append(words[:1], strings.Fields(line)[1:]...)
	if last := len(typed) - 1; words[0] != "report" && last > 0 {
		typed[last] = t.named(typed[last])
	}
	if words[0] == "report" && t.frame.Match != "" {
		typed = append(typed, "--game", string(t.frame.Match))
	}
	return true, t.hall.command(typed...)
}

// named returns the name that somebody at the table has now: the table shows the one that they had
// when it began. Any other word stays.
func (t talk) named(word string) string {
	for i, at := range t.frame.Seats {
		if !strings.EqualFold(at.Name, word) {
			continue
		}
		if seats, err := t.session.Services.Matches.Seats(t.ctx, t.frame.Match); err == nil {
			return seats[i].Name
		}
	}
	return word
}
