package plain

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"noir/data"
	"noir/data/account"
	"noir/engine"
	"noir/matchmaking"
	"noir/server/command"
	"noir/tui"
)

// clerk has the desk answer commands.
type clerk struct {
	*reading
	desk *command.Desk
}

// command runs a command line. An error ends the conversation.
func (c *clerk) command(words ...string) error {
	p := &prompt{clerk: c}
	call := p.call(words)
	err := c.desk.Do(c.ctx, call)
	p.flush()
	switch {
	case err == nil || errors.Is(err, errBye) || c.failed != nil:
		return err
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	}
	call.Reader = c.session.Language
	c.say("%s", tui.Sentence(call.Reader, call.Sentence(err)))
	return nil
}

// understands reports whether a word begins a line at the prompt.
func (c *clerk) understands(word string) bool {
	p := &prompt{clerk: c}
	return reads(word) || word == rematch || c.desk.Knows(p.call([]string{word}))
}

// spelled expands a short form: an act on a name, such as friend, stands for the command of its
// list, and a level alone for a game with the house, as somebody answers who is told the levels.
func (c *clerk) spelled(words []string) []string {
	for _, g := range c.session.Games {
		if slices.Contains(g.Info().Levels(), words[0]) {
			return append([]string{"house"}, words...)
		}
	}
	for _, b := range account.Bonds() {
		if words[0] == b.Verb {
			return append([]string{b.List, "add"}, words[1:]...)
		}
	}
	return words
}

// prompt implements command.Prompt for one line. It keeps output until the command is done or goes
// on in lines.
type prompt struct {
	*clerk
	out bytes.Buffer
}

// call is a command line of the visitor.
func (p *prompt) call(words []string) command.Call {
	s := p.session
	return command.Call{
		Reader: s.Language, Player: s.Player, Keys: s.Keys, Args: p.spelled(words), In: strings.NewReader(""), Out: &p.out, Err: aloud{p.voice},
		Prompt: p, Zone: s.Local(),
	}
}

// flush reads out the output. A short output does not interrupt a text being read.
func (p *prompt) flush() {
	text := strings.TrimRight(p.out.String(), "\n")
	p.out.Reset()
	lines := strings.Split(text, "\n")
	switch {
	case text == "":
	case len(lines) > longest:
		p.recite(lines)
	default:
		for _, line := range lines {
			p.say("%s", line)
		}
	}
}

// hall leads to the tables.
func (p *prompt) hall() hall { return hall{p.reading, p.command} }

// Wait implements command.Prompt.
func (p *prompt) Wait(t matchmaking.Ticket) error {
	p.flush()
	_, err := seek(p.hall(), t)
	return err
}

// Sit implements command.Prompt.
func (p *prompt) Sit(id data.MatchID) error {
	p.flush()
	return p.hall().sit(id)
}

// Look implements command.Prompt.
func (p *prompt) Look(chair matchmaking.Viewer) error {
	p.flush()
	return p.hall().table(chair)
}

// Compete implements command.Prompt.
func (p *prompt) Compete(tournament data.Tournament) error {
	p.flush()
	return compete(p.hall(), tournament)
}

// Learn implements command.Prompt. For a game without a lesson it reads the rules.
func (p *prompt) Learn(g engine.Info) error {
	p.flush()
	if there, err := learn(p.voice, g); there || err != nil {
		return err
	}
	return p.command("rules", g.Name)
}

// Sure implements command.Prompt.
func (p *prompt) Sure(question string) (bool, error) {
	p.flush()
	for {
		p.say("%s", question)
		l, err := p.hear()
		switch text := strings.TrimSpace(l.text); {
		case err != nil:
			return false, err
		case p.answers(text, "yes", p.session.Words("yes")):
			return true, nil
		case p.answers(text, "no", p.session.Words("no")):
			return false, nil
		}
	}
}

// Become implements command.Prompt.
func (p *prompt) Become(player data.Player) {
	was := p.session.Player.ID
	p.session.Player = player
	if player.ID != was {
		p.Settle(p.session.Services.Settings.Usual(p.ctx, player.ID))
	}
}

// Settings implements command.Prompt.
func (p *prompt) Settings() data.Settings { return p.session.Settings }

// Settle implements command.Prompt.
func (p *prompt) Settle(set data.Settings) { p.session.Settle(set) }

// Leave implements command.Prompt.
func (p *prompt) Leave() error { return errBye }

// aloud reads out what is written to it, line by line.
type aloud struct{ *voice }

func (a aloud) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		a.say("%s", strings.TrimSuffix(line, "\n"))
	}
	return len(text), a.failed
}
