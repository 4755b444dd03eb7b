package plain

import (
	"strings"

	"noir/tui"
)

// newcomer is the owner of a new key.
type newcomer struct{ *clerk }

// chooseName asks the owner of a new key for a name. Nobody gets a name without being asked: an
// empty line accepts the proposed name; any other has to be confirmed.
func (n newcomer) chooseName() error {
	for line := range strings.Lines(n.session.Notice) {
		n.say("%s", strings.TrimSpace(line))
	}
	n.say("Nobody has seen this key before. What is your name?")
	n.say("If you have a code from another machine, type claim and the code. With a recovery code, type recover, your name and the code.")
	proposed := n.session.Services.Names.Propose(n.ctx, n.session.User)
	if proposed.Kept != nil {
		n.say("%s", n.session.User+": "+n.session.Why(proposed.Kept))
	}
	proposal, wish := proposed.Name, ""
	for done := false; !done; {
		n.askName(proposal, wish)
		l, err := n.hear()
		if err != nil {
			return err
		}
		text := strings.TrimSpace(l.text)
		yes := n.answers(text, "yes", n.session.Words("yes"))
		switch {
		case l.tooLong:
			n.words(l) // it complains
		case wish != "" && yes:
			done, wish = n.enrol(wish) == nil, ""
		case n.answers(text, "no", n.session.Words("no")):
			if wish == "" {
				n.nameFirst()
			}
			wish = ""
		case wish == "" && proposal != "" && (yes || text == ""):
			done = n.enrol(proposal) == nil
		case text != "":
			done, wish = n.become(text)
		}
	}
	return nil
}

// askName asks for a name, or whether the typed one is really meant.
func (n newcomer) askName(proposal, wish string) {
	switch {
	case wish != "":
		n.say("Do you want to be called %s? Type yes or no.", wish)
	case proposal != "":
		n.say("Type a name of 3 to 16 letters and digits.")
		n.say("An empty line takes %s.", proposal)
	default:
		n.say("Type a name of 3 to 16 letters and digits.")
	}
}

// nameFirst answers anything that is no name.
func (n newcomer) nameFirst() { n.say("Choose a name first, or type quit.") }

// become binds the key to the player whose code a line contains; if the line contains no code, wish
// is the name in it. If become returns neither, it has said why.
func (n newcomer) become(line string) (done bool, wish string) {
	words := strings.Fields(strings.ToLower(line))
	switch {
	case len(words) == 2 && words[0] == "claim":
		return n.bind("keys", "claim", words[1]), ""
	case len(words) > 1 && words[0] == "recover":
		return n.bind(words...), ""
	case words[0] == "claim", n.understands(words[0]): // they have not noticed that they are asked for a name
		n.nameFirst()
		return false, ""
	}
	wish, err := n.session.Services.Names.Check(n.ctx, "", line)
	if err != nil {
		n.say("%s", n.session.Why(err))
		return false, ""
	}
	return false, wish
}

// bind runs a command that binds the visitor's key to a player, and reports whether that succeeded.
func (n newcomer) bind(words ...string) (done bool) {
	_ = n.command(words...) // it asks nothing
	return n.session.Player.ID != 0
}

// enrol makes the visitor a player, or says why not.
func (n newcomer) enrol(wish string) error {
	player, err := n.session.Keys.Enrol(n.ctx, wish)
	if err != nil {
		n.say("%s", n.session.Why(err))
		return err
	}
	named := tui.Welcome(n.ctx, n.session.Services.Settings, player)
	n.session.Player = named.Player
	n.session.Settle(named.Settings)
	return nil
}
