package plain_test

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"noir/data"
	"noir/tui/tuitest"
)

// codes are the codes in the text.
var codes = regexp.MustCompile(`[0-9A-Z]{4}(-[0-9A-Z]{4}){3,}`)

// newcomer starts the conversation of a new key.
func newcomer(t *testing.T, h *tuitest.House, fingerprint string) *talk {
	s := session(h, data.Player{})
	s.Keys = h.Keys(fingerprint)
	k := begin(t, s)
	k.hears("type claim and the code")
	k.hears("Type a name")
	return k
}

func TestKeysByLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		k.hears("help says more")
		k.types("keys")
		k.hears("1  SHA256:marlowe    last seen ")
		k.hears("Unused recovery codes: 0.")
		k.types("keys remove 1")
		k.hears("Anybody connected with that key is disconnected at once, you too if it is yours. Type yes or no.")
		k.types("perhaps")
		k.hears("Type yes or no.")
		k.types("no")
		k.hears("Nothing was changed.")
		k.types("keys remove 1", "yes")
		k.hears("It is your only key")
		k.types("keys add")
		code := codes.FindString(k.hears("ssh noir.example.com keys claim "))

		second := newcomer(t, h, "SHA256:second")
		second.types("claim 0000-0000-0000-0000-0000")
		second.hears("wrong, used or too old")
		second.types("claim " + strings.ToLower(code))
		second.hears("You are marlowe: this key is on that keyring now.")
		second.hears("NOIR. You are marlowe.")
		second.types("quit")
		second.ends()

		k.types("keys label 2 The Old Laptop")
		k.hears("The key SHA256:second The Old Laptop has its label.")
		k.types("keys remove 2")
		k.hears("Anybody connected with that key")
		k.types("yes", "keys remove 2", "keys remove x", "keys nonsense")
		k.hears("The key SHA256:second The Old Laptop is no longer yours.")
		k.hears("There is no such key on your keyring: choose one of the list.")
		k.hears("\"x\" is not the ID of a key; `keys` lists them.")
		k.hears("There is no command \"nonsense\"; ")
		k.types("quit")
		k.ends()
	})
}

func TestRecoveryByLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		k.hears("help says more")
		k.types("keys recovery")
		found := codes.FindAllString(k.hears("ssh noir.example.com recover marlowe"), -1)
		if len(found) != data.RecoveryCodes {
			t.Fatalf("%q", found)
		}
		lost := newcomer(t, h, "SHA256:new")
		lost.types("recover")
		lost.hears("Choose a name first, or type quit.")
		lost.types("recover marlowe")
		lost.hears("Type recover NAME CODE")
		lost.types("recover Marlowe " + found[3])
		lost.hears("You are marlowe")
		lost.hears("A recovery code was used")
		lost.types("quit")
		lost.ends()
	})
}

func TestSettingsByLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe := h.Player("marlowe")
		s := session(h, marlowe)
		k := begin(t, s)
		k.hears("help says more")
		k.types("settings")
		k.hears("one-key    off")
		k.types("settings one-key on", "settings zone Europe/Vienna", "settings zone mars", "settings nothing", "settings palette")
		k.hears("one-key  on")
		k.hears("zone  Europe/Vienna")
		k.hears("There is no time zone of that name.")
		k.hears("There is no setting \"nothing\"")
		k.hears("palette  usual")
		kept, err := h.Store.Settings(t.Context(), marlowe.ID)
		if want := (data.Settings{OneKey: true, Zone: "Europe/Vienna"}); err != nil || !reflect.DeepEqual(kept, want) || !reflect.DeepEqual(s.Settings, want) {
			t.Errorf("kept are %+v (%v), in force %+v", kept, err, s.Settings)
		}
		k.types("quit")
		k.ends()

		guest := session(h, h.Guest("guest-1234"))
		g := begin(t, guest)
		g.hears("help says more")
		g.types("keys", "settings still on", "settings closed on", "account delete guest-1234")
		g.hears("Guests have no keys, and their settings are not kept: connect with a key.")
		g.hears("still  on")
		g.hears("There is no setting \"closed\"")
		g.hears("Guests have no keys, and their settings are not kept: connect with a key.")
		if !guest.Settings.Still {
			t.Errorf("%+v", guest.Settings)
		}
		g.types("quit")
		g.ends()
	})
}

func TestAnotherNameByLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		h.Player("spade")
		marlowe := h.Player("marlowe")
		k := begin(t, session(h, marlowe))
		k.hears("help says more")
		k.types("account rename")
		k.hears("Type account rename NAME.")
		k.types("account rename spacle")
		k.hears("Somebody here already has that name")
		k.types("account rename marlowe")
		k.hears("That is your name already.")
		k.types("account rename Vivian")
		k.hears("Do you want to be called vivian? Type yes or no.")
		if _, err := h.Store.PlayerByName(t.Context(), "vivian"); err == nil {
			t.Error("it was not meant yet")
		}
		k.types("yes", "account delete marlowe", "account rename sam", "yes")
		k.hears("You are called vivian now. For 30 days nobody else gets the name marlowe.")
		k.hears("Your name is vivian: type it to be deleted.")
		k.hears("You changed your name recently.")
		if p, err := h.Store.PlayerByName(t.Context(), "vivian"); err != nil || p.ID != marlowe.ID {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

func TestFarewellByLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		k.hears("help says more")
		k.types("account", "account delete spade")
		k.hears("account delete NAME")
		k.hears("Your name is marlowe: type it to be deleted.")
		k.types("account delete marlowe")
		k.hears("Goodbye.")
		k.ends()
		if _, err := h.Store.PlayerByName(t.Context(), "marlowe"); err == nil {
			t.Error("he is still there")
		}
	})
}
