package webterm

import "noir/internal/language"

// words are what the page says, by the name under which it finds them. It puts something in for each %s.
func words(r *language.Reader) map[string]string {
	return map[string]string{
		"loading":     r.Words("Loading …"),
		"connecting":  r.Words("Connecting …"),
		"first":       r.Words("This browser has no key yet. It makes one now and keeps it: the key is who you are here, with no password and no account. If you want to keep your name, save a copy of the key: it goes when this browser's data is deleted."),
		"comein":      r.Words("Come in"),
		"again":       r.Words("Connect"),
		"dropped":     r.Words("The line has dropped. Your seat is kept. Press enter to connect again."),
		"left":        r.Words("You have left. Press enter to come in again."),
		"sent":        r.Words("The house has ended your visit. Press enter to come in again."),
		"unreachable": r.Words("The house cannot be reached at the moment. Press enter to try again."),
		"changed":     r.Words("This house has another host key than before. This browser does not connect: somebody may stand in between.\nNow: %s\nBefore: %s\nAsk the operators. If the new key is right, press “Your key” and then “Forget it”."),
		"yourkey":     r.Words("Your key"),
		"aboutkey":    r.Words("This is the public half, to be shown to anybody: to the people of an invitation list, or to yourself at another computer. The private half stays in this browser. Saved as a file, it is a key for ssh -i too."),
		"copy":        r.Words("Copy"),
		"save":        r.Words("Save the private key"),
		"load":        r.Words("Use a saved key"),
		"loaded":      r.Words("From now on you come in with this key."),
		"nokey":       r.Words("That is not a private key without a passphrase. Choose the file of one, such as id_ed25519."),
		"house":       r.Words("Host key of this house"),
		"forget":      r.Words("Forget it"),
		"notify":      r.Words("Notify me while I look elsewhere"),
		"licences":    r.Words("Licences"),
		"close":       r.Words("Close"),
		"keys":        r.Words("Keys of the keyboard"),
		"keyboard":    r.Words("keyboard"),
		"smaller":     r.Words("Smaller letters"),
		"larger":      r.Words("Larger letters"),
		"script":      r.Words("This page needs JavaScript and WebAssembly. Turn them on, or connect with ssh."),
	}
}
