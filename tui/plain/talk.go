package plain

import (
	"strconv"
	"strings"

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

// speak says a phrase or the typed text, or lists what can be said.
func (s *sitting) speak(text string) {
	n, err := strconv.Atoi(text)
	switch {
	case err == nil && n >= 1 && n <= len(matchmaking.Phrases):
		s.ask(func(seat matchmaking.Seat) error { return seat.Say(s.ctx, matchmaking.Phrases[n-1]) })
		return
	case text != "" && err != nil:
		s.ask(func(seat matchmaking.Seat) error { return seat.Write(s.ctx, text) })
		return
	}
	for i, code := range matchmaking.Phrases {
		s.say("%d: %s", i+1, wording.Phrase(s.session.Language, code))
	}
	s.say("Type say and a number from 1 to %d. Where everybody allows it: say and your own words.", len(matchmaking.Phrases))
}
