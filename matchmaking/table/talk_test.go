package table_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine/districtnoir"
	"noir/matchmaking"
)

// talkers are two players at a casual game who both allow free text, in order of arrival.
type talkers struct {
	*room
	guests [2]*guest
}

// talk opens a table of two, private or not.
func talk(t testing.TB, private bool, names ...string) *talkers {
	t.Helper()
	p := &talkers{room: play(t, scene{game: districtnoir.Game{}, match: data.Match{Private: private}, names: names})}
	for _, g := range p.seats {
		p.guests[slices.Index(names, g.name)] = g
	}
	for who := range names {
		if p.player(who) > 0 {
			p.allow(who, true)
		}
	}
	return p
}

func (p *talkers) player(who int) data.PlayerID { return p.stored().Seats[who].Player }

func (p *talkers) allow(who int, freeText bool) {
	p.t.Helper()
	if _, err := p.store.ChangeSettings(p.t.Context(), p.player(who), func(set *data.Settings) { set.FreeText = freeText }); err != nil {
		p.t.Fatal(err)
	}
}

// tie ties the second player to the first.
func (p *talkers) tie(tie data.Tie) {
	p.t.Helper()
	succeed(p.t, p.store.Tie(p.t.Context(), p.player(1), p.player(0), tie))
}

// says has one of the two write, which must succeed.
func (p *talkers) says(who int, text string) {
	p.t.Helper()
	if err := p.guests[who].Write(p.t.Context(), text); err != nil {
		p.t.Errorf("%s cannot say %q: %v", p.names[who], text, err)
	}
}

// utters has one of the two say a phrase.
func (p *talkers) utters(who int, phrase string) {
	p.t.Helper()
	if err := p.guests[who].Say(p.t.Context(), phrase); err != nil {
		p.t.Errorf("%s cannot say %s: %v", p.names[who], phrase, err)
	}
}

// refused has one of the two write, which must be refused with a reason.
func (p *talkers) refused(who int, words string) {
	p.t.Helper()
	err := p.guests[who].Write(p.t.Context(), "hear me")
	if only := (*matchmaking.PhrasesOnly)(nil); !errors.As(err, &only) || !strings.Contains(err.Error(), words) {
		p.t.Errorf("%s is told %v, not %q", p.names[who], err, words)
	}
}

// heard returns all that a viewer has heard lately.
func heard(g *guest) (words []string) {
	for _, n := range g.frame().Notes {
		if n.Code == "said" {
			words = append(words, n.Phrase+n.Text)
		}
	}
	return words
}

// TestWordsOfOnesOwn reach players who all allow them, at a public table only friends;
// spectators never see them.
func TestWordsOfOnesOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := talk(t, false, "marlowe", "spade")
		watcher := p.watch()
		p.refused(0, "spade has not made you a friend")
		p.tie(data.Friend)
		p.says(0, "  well\x1b[2J,\u202e then\n")
		p.refused(1, "marlowe has not made you a friend")
		p.utters(0, "hello")
		for i, g := range p.guests {
			if got := heard(g); !slices.Equal(got, []string{"well[2J, then", "hello"}) {
				t.Errorf("%s hears %q", p.names[i], got)
			}
		}
		if got := heard(watcher); !slices.Equal(got, []string{"hello"}) {
			t.Errorf("a spectator hears %q", got)
		}
		if err := p.guests[0].Write(t.Context(), "\u200b \n"); !errors.Is(err, matchmaking.ErrNothing) {
			t.Errorf("nothing is said: %v", err)
		}
	})
}

// TestWhoReadsPhrasesOnly: players who would write to them are told, with what to do.
func TestWhoReadsPhrasesOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := talk(t, true, "marlowe", "spade")
		pause := func() { time.Sleep(10 * time.Second) }
		p.says(0, strings.Repeat("ä", 300))
		if got := heard(p.guests[1]); len(got) != 1 || got[0] != strings.Repeat("ä", matchmaking.MaxText) {
			t.Errorf("heard %q", got)
		}
		p.allow(1, false)
		p.refused(0, "only send phrases to spade")
		p.refused(1, "set free-text to on")
		p.allow(1, true)
		p.tie(data.Blocked)
		p.refused(0, "only send phrases to spade") // without the reason
		pause()
		p.tie("")
		hush := func(until time.Time, why string) {
			t.Helper()
			s := data.Silence{Player: p.player(0), Until: until, Reason: why}
			succeed(t, p.store.(data.Moderators).Hush(t.Context(), "vivian", s))
		}
		late := time.Now().Add(time.Hour)
		till := "set phrases until " + late.UTC().Format("2006-01-02 15:04 UTC")
		hush(late, "rude")
		p.refused(0, till+": rude")
		hush(late, "")
		if err := p.guests[0].Write(t.Context(), "boo"); err == nil || !strings.HasSuffix(err.Error(), till) {
			t.Errorf("for no reason that is given: %v", err)
		}
		hush(time.Time{}, "rude")
		p.refused(0, "set phrases until the house lifts this: rude")
		hush(time.Time{}, "")
		if err := p.guests[0].Write(t.Context(), "boo"); err == nil || !strings.HasSuffix(err.Error(), "set phrases until the house lifts this") {
			t.Errorf("without an end and a reason: %v", err)
		}
		pause()
		p.says(1, "you had it coming")
		p.utters(0, "sorry")
		succeed(t, p.store.(data.Moderators).Unhush(t.Context(), "vivian", p.player(0)))
		p.says(0, "I had")
		pause()
		for range 5 {
			p.says(1, "and so on")
		}
		if err := p.guests[1].Write(t.Context(), "and on"); !errors.Is(err, matchmaking.ErrTalkative) {
			t.Errorf("a sixth time: %v", err)
		}
	})
}

// TestGuestsSayPhrases, and are told nothing more.
func TestGuestsSayPhrases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := talk(t, true, "marlowe", "guest-1")
		p.refused(0, "phrases to guest-1, a guest")
		p.refused(1, "connect with a key")
	})
}

// TestTheMutedAreNotHeard by those who have muted or blocked them; all others hear them.
func TestTheMutedAreNotHeard(t *testing.T) {
	for _, tie := range []data.Tie{data.Muted, data.Blocked} {
		synctest.Test(t, func(t *testing.T) {
			p := talk(t, true, "marlowe", "spade")
			p.tie(tie)
			p.utters(0, "oops")
			if tie == data.Muted {
				p.says(0, "boo")
			}
			p.utters(1, "hello")
			if got := heard(p.guests[1]); !slices.Equal(got, []string{"hello"}) {
				t.Errorf("%s: they hear %q", tie, got)
			}
			if got := heard(p.guests[0]); got[0] != "oops" || got[len(got)-1] != "hello" {
				t.Errorf("%s: the other hears %q", tie, got)
			}
		})
	}
}
