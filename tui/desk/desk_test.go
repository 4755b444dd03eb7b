package desk_test

import (
	"context"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"noir/data"
	"noir/tui"
	"noir/tui/desk"
	"noir/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// session is a player's session, with the screens of this package.
func session(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Routes.Keys, s.Routes.Settings, s.Routes.Code = desk.Keys, desk.Settings, desk.Code
	return s
}

// start shows a screen over a stub of home.
func start(t *testing.T, s *tui.Session, first tui.Screen, w, h int) *tuitest.Terminal {
	t.Helper()
	return tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), tuitest.Over("home", first)), w, h)
}

// marlowe opens a house and shows one of their screens to marlowe.
func marlowe(t *testing.T, screen func(*tui.Session) tui.Screen, w, h int) (*tuitest.House, *tui.Session, *tuitest.Terminal) {
	t.Helper()
	house := tuitest.Open(t)
	s := session(house, house.Player("marlowe"))
	return house, s, start(t, s, screen(s), w, h)
}

// bind binds a key to a player.
func bind(t *testing.T, h *tuitest.House, p data.Player, fingerprint string) {
	t.Helper()
	made, err := h.Store.Invite(context.Background(), p.ID)
	if err == nil {
		_, err = h.Store.Claim(context.Background(), fingerprint, made.Code, false)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// codes are the codes on a screen.
var codes = regexp.MustCompile(`[0-9A-Z]{4}(-[0-9A-Z]{4}){3,}`)

// masked hides codes, which differ in each run.
func masked(screen string) string {
	return codes.ReplaceAllStringFunc(screen, func(code string) string { return strings.Repeat("X", len(code)) })
}

func TestKeysLook(t *testing.T) {
	tuitest.Screens(t, "keys", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		bind(t, house, marlowe, "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8")
		s := session(house, marlowe)
		term := start(t, s, desk.Keys(s), w, h)
		term.WaitFor("in use now", "no recovery codes yet")
		return term.Screen()
	})
	tuitest.Screens(t, "remove", func(t *testing.T, w, h int) string {
		_, _, term := marlowe(t, desk.Keys, w, h)
		term.WaitFor("in use now")
		term.Press("x")
		term.WaitFor("It is the key of this")
		term.Press("y")
		return term.WaitFor("your only")
	})
}

func TestALabel(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		_, _, term := marlowe(t, desk.Keys, 80, 24)
		term.WaitFor("no label")
		term.Press("enter")
		term.WaitFor("What shall this key be called")
		term.Type("das Büro") // as keys label takes it
		term.Press("enter")
		term.WaitFor("das Büro", "in use now")
	})
}

// TestACode is seen from both machines: the screen of the first shows that it was used.
func TestACode(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := marlowe(t, desk.Keys, 80, 24)
		term.WaitFor("in use now")
		term.Press("a")
		screen := term.WaitFor("10:00 left", "ssh noir.example.com keys claim ")
		code := codes.FindString(screen)
		time.Sleep(61 * time.Second)
		term.WaitFor("8:59 left")

		other := session(house, data.Player{})
		other.Keys = house.Keys("SHA256:second")
		second := start(t, other, desk.Code(other), 80, 24)
		second.WaitFor("Type the code")
		second.Type("0000-" + code[5:])
		second.Press("enter")
		second.WaitFor("wrong, used or too old")
		second.Press("ctrl+u")
		second.Type(code)
		second.Press("enter")
		second.WaitFor("home")
		if other.Player.Name != "marlowe" {
			t.Errorf("the second machine's session is that of %v", other.Player)
		}
		term.WaitFor("The other key is yours. There are 2 keys on your keyring now.")
		term.Press("esc")
		term.WaitFor("SHA256:second")
		term.Press("down")
		term.WaitFor("▸ no label\n")
		term.Press("x")
		term.WaitFor("Remove the key")
		term.Press("y")
		term.Wait(func(screen string) bool {
			return strings.Contains(screen, "in use now") && !strings.Contains(screen, "second")
		})
	})
}

func TestACodeThatNobodyUses(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		_, _, term := marlowe(t, desk.Keys, 80, 24)
		term.WaitFor("in use now")
		term.Press("a")
		first := codes.FindString(term.WaitFor("10:00 left"))
		time.Sleep(data.InvitationLasts)
		term.WaitFor("has expired", "a another code")
		term.Press("a")
		if second := codes.FindString(term.WaitFor("10:00 left")); first == second {
			t.Error("the same code again")
		}
	})
}

func TestCodesLook(t *testing.T) {
	tuitest.Screens(t, "invite", func(t *testing.T, w, h int) string {
		_, _, term := marlowe(t, desk.Keys, w, h)
		term.WaitFor("in use now")
		term.Press("a")
		return masked(term.WaitFor("10:00 left"))
	})
	tuitest.Screens(t, "code-merge", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		house.Played(time.Now(), spade, house.Player("vera"))
		made, err := house.Store.Invite(context.Background(), marlowe.ID)
		if err != nil {
			t.Fatal(err)
		}
		s := session(house, spade)
		term := start(t, s, desk.Code(s), w, h)
		term.WaitFor("Type the code")
		term.Type(made.Code)
		term.Press("enter")
		return masked(term.WaitFor("Merge the two?"))
	})
}

// TestAMergeThatFailsIsOver: it is told why, not asked again; nor is it where the two are left apart.
func TestAMergeThatFailsIsOver(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		house.Played(time.Now(), spade, marlowe)
		made, err := house.Store.Invite(context.Background(), marlowe.ID)
		if err != nil {
			t.Fatal(err)
		}
		s := session(house, spade)
		term := start(t, s, desk.Code(s), 80, 24)
		term.WaitFor("Type the code")
		term.Type(made.Code)
		for _, c := range []struct{ key, then string }{{"n", "Type the code"}, {"y", "The two have played rated games"}} {
			term.Press("enter")
			term.WaitFor("Merge the two?")
			term.Press(c.key)
			term.Wait(func(screen string) bool {
				return strings.Contains(screen, c.then) && !strings.Contains(screen, "Merge the two?")
			})
		}
		if p, err := house.Store.PlayerByKey(t.Context(), "SHA256:spade"); err != nil || p.ID != spade.ID {
			t.Errorf("the key is now that of %v, %v", p, err)
		}
	})
}

func TestRecovery(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := marlowe(t, desk.Keys, 80, 24)
		term.WaitFor("in use now")
		term.Press("r")
		term.WaitFor("enter make ten codes")
		term.Press("enter")
		screen := term.WaitFor("shown only now", "ssh noir.example.com recover marlowe CODE")
		term.Press("esc")
		term.WaitFor("never shown again")
		term.Press("y")
		term.WaitFor("10 recovery codes left")

		other := session(house, data.Player{})
		other.Keys = house.Keys("SHA256:new")
		second := start(t, other, desk.Code(other), 80, 24)
		second.WaitFor("Type the code")
		second.Type("Marlowe " + codes.FindString(screen))
		second.Press("enter")
		second.WaitFor("home")
		if other.Player.Name != "marlowe" {
			t.Errorf("the session is that of %v", other.Player)
		}
	})
}

func TestRecoveryLooks(t *testing.T) {
	tuitest.Screens(t, "recovery", func(t *testing.T, w, h int) string {
		_, _, term := marlowe(t, desk.Keys, w, h)
		term.WaitFor("in use now")
		term.Press("r")
		term.WaitFor("make ten codes")
		term.Press("enter")
		screen := term.WaitFor("shown only now", "marlowe CODE")
		if found := codes.FindAllString(screen, -1); len(found) != data.RecoveryCodes {
			t.Errorf("%d codes are on\n%s", len(found), screen)
		}
		return masked(screen)
	})
}

func TestAGuestHasNoKeys(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, desk.Keys(s), 40, 20)
		term.WaitFor("ssh-keygen")
		term.Press("esc")
		term.WaitFor("home")
	})
}

func TestSettingsLook(t *testing.T) {
	tuitest.Screens(t, "settings", func(t *testing.T, w, h int) string {
		_, _, term := marlowe(t, desk.Settings, w, h)
		term.WaitFor("Colours", "Your name")
		term.Press("right")
		return term.WaitFor("contrast")
	})
}

// TestSettingsAreKept: each is changed, and there at the next visit.
func TestSettingsAreKept(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		if _, err := house.Store.ChangeSettings(context.Background(), marlowe.ID, func(set *data.Settings) { set.Feed = "secret" }); err != nil {
			t.Fatal(err)
		}
		s := session(house, marlowe)
		term := start(t, s, desk.Settings(s), 80, 24)
		before := term.Styled()
		term.WaitFor("Colours")
		term.Press("right")
		term.WaitFor("← contrast →")
		if term.Styled() == before {
			t.Error("it looks as before")
		}
		for _, title := range []string{"Reduced motion", "One-key play", "Auto-pass", "Ticking clock", "Mute", "No spectators", "Free text", "Call me to games", "Friends' bell"} {
			term.Press("down", "enter")
			term.Wait(func(screen string) bool { return onRow(screen, title, "← on →") })
		}
		term.Press("down", "left")
		term.WaitFor("← America/Sao_Paulo →")
		term.Press("enter")
		term.WaitFor("TIME ZONE")
		term.Press("ctrl+u")
		term.Type("Nowhere/Else")
		term.Press("enter")
		term.WaitFor("There is no time zone")
		term.Press("ctrl+u")
		term.Type("Europe/Vienna")
		term.Press("enter")
		term.WaitFor("← Europe/Vienna →")
		term.Press("down", "right")
		term.WaitFor("← English →")
		term.Press("right")
		term.Wait(func(screen string) bool { return onRow(screen, "Sprache", "← Deutsch →") })
		want := data.Settings{
			Palette: "contrast", Zone: "Europe/Vienna", Language: "de", Still: true, OneKey: true, Pass: true, Ticking: true, Silent: true,
			NoSpectators: true, FreeText: true, Lookout: true, Friends: true, Feed: "secret",
		}
		kept, err := house.Store.Settings(context.Background(), marlowe.ID)
		if err != nil || !reflect.DeepEqual(kept, want) || !reflect.DeepEqual(s.Settings, want) {
			t.Errorf("kept are %+v (%v), in force %+v", kept, err, s.Settings)
		}
	})
}

// onRow reports whether a line of the screen has both texts.
func onRow(screen string, texts ...string) bool {
	for line := range strings.Lines(screen) {
		if strings.Contains(line, texts[0]) && strings.Contains(line, texts[1]) {
			return true
		}
	}
	return false
}

func TestAGuestsSettingsLastAsLongAsHe(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, desk.Settings(s), 80, 24)
		term.WaitFor("as long as you stay")
		term.Press("right")
		if screen := term.WaitFor("← contrast →"); strings.Contains(screen, "Closed") || strings.Contains(screen, "Delete") {
			t.Errorf("a guest is offered what he has not:\n%s", screen)
		}
		if s.Settings.Palette != "contrast" {
			t.Errorf("%+v", s.Settings)
		}
	})
}

func TestSettingsThatCannotBeKept(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := marlowe(t, desk.Settings, 80, 24)
		term.WaitFor("← usual →")
		house.CloseStore()
		term.Press("right")
		term.WaitFor("cannot read or write its books", "← usual →")
	})
}

// TestWhatCannotBeDoneIsSaid: the books are closed while a screen is open, and what one then asks for is
// refused in words; the screen stays.
func TestWhatCannotBeDoneIsSaid(t *testing.T) {
	for name, one := range map[string]struct {
		screen func(*tui.Session, data.Player) tui.Screen
		keys   []string // before the books are closed
		ask    []string
		stays  string
	}{
		"a tie":    {func(s *tui.Session, p data.Player) tui.Screen { return desk.Acquaintance(s, p) }, nil, []string{"enter"}, "SPADE"},
		"a report": {func(s *tui.Session, p data.Player) tui.Screen { return desk.Acquaintance(s, p) }, []string{"end", "enter", "b", "a", "d"}, []string{"enter"}, "REPORT"},
		"a code":   {func(s *tui.Session, _ data.Player) tui.Screen { return desk.Keys(s) }, nil, []string{"a"}, "ADD A KEY"},
		"recovery": {func(s *tui.Session, _ data.Player) tui.Screen { return desk.Keys(s) }, []string{"r"}, []string{"enter"}, "RECOVERY"},
		"a label":  {func(s *tui.Session, _ data.Player) tui.Screen { return desk.Keys(s) }, []string{"enter", "x"}, []string{"enter"}, "x"},
		"a name":   {func(s *tui.Session, _ data.Player) tui.Screen { return desk.Settings(s) }, []string{"end", "up", "up", "enter", "j", "o", "e"}, []string{"enter"}, "joe"},
		"farewell": {func(s *tui.Session, _ data.Player) tui.Screen { return desk.Settings(s) }, []string{"end", "enter"}, []string{"m", "a", "r", "l", "o", "w", "e", "enter"}, "marlowe"},
	} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				house := tuitest.Open(t)
				s := session(house, house.Player("marlowe"))
				term := start(t, s, one.screen(s, house.Player("spade")), 80, 24)
				term.Screen()
				for _, key := range one.keys {
					term.Press(key)
					term.Screen()
				}
				house.CloseStore()
				term.Press(one.ask...)
				term.WaitFor("cannot read or write its books", one.stays)
			})
		})
	}
}

func TestRenameLooks(t *testing.T) {
	tuitest.Screens(t, "rename", func(t *testing.T, w, h int) string {
		_, _, term := marlowe(t, desk.Settings, w, h)
		term.Press("end", "up", "up", "enter")
		term.WaitFor("▸ _")
		term.Type("vivian")
		term.Press("enter")
		return term.WaitFor("vivian?")
	})
}

func TestAnotherNameIsTaken(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		house.Player("spade")
		s := session(house, house.Player("marlowe"))
		term := start(t, s, desk.Settings(s), 80, 24)
		term.WaitFor("Your name", "once in 30 days", "marlowe")
		term.Press("end", "up", "up", "enter")
		term.WaitFor("For as long nobody else gets the old one.")
		for name, why := range map[string]string{"marlowe": "That is your name already.", "spacle": "here already has", "house-bot": "is reserved"} {
			term.Press("ctrl+u")
			term.Type(name)
			term.Press("enter")
			term.WaitFor(why)
		}
		term.Press("ctrl+u")
		term.Type("vivian")
		term.Press("enter")
		term.WaitFor("Do you want to be called vivian?", "y that's me", "n another one")
		term.Press("enter", "n", "backspace")
		if screen := term.WaitFor("▸ vivia_"); strings.Contains(screen, "Shall you") {
			t.Errorf("it is still asked:\n%s", screen)
		}
		term.Type("n")
		term.Press("enter")
		term.WaitFor("Do you want to be called vivian?")
		term.Press("y")
		term.WaitFor("You are called vivian now.", "once in 30 days", "vivian")
		if s.Player.Name != "vivian" {
			t.Errorf("the session is %s's", s.Player.Name)
		}
		term.Press("enter")
		term.WaitFor("▸ _")
		term.Type("sam")
		term.Press("enter")
		term.WaitFor("Do you want to be called sam?")
		term.Press("y")
		term.WaitFor("You changed your name recently.")
	})
}

func TestFarewell(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := marlowe(t, desk.Settings, 80, 24)
		term.WaitFor("Delete account")
		term.Press("end", "enter")
		term.WaitFor("Type your name to confirm.")
		term.Type("marlow")
		term.Press("enter")
		term.WaitFor("nothing has been deleted")
		term.Type("e")
		term.Press("enter")
		term.WaitQuit()
		if _, err := house.Store.PlayerByName(context.Background(), "marlowe"); err == nil {
			t.Error("he is still there")
		}
	})
}

// TestScreensAreLeft by either key.
func TestScreensAreLeft(t *testing.T) {
	tuitest.LeftBy(t, map[string]func(*tui.Session) tui.Screen{
		"Colours":    desk.Settings,
		"in use now": desk.Keys,
		"PEOPLE":     desk.Friends,
		"Blocked":    func(s *tui.Session) tui.Screen { return desk.Acquaintance(s, data.Player{ID: 999, Name: "nobody"}) },
	})
}

// TestBeforeAnythingIsKnown: no screen says what it does not know.
func TestBeforeAnythingIsKnown(t *testing.T) {
	tuitest.Early(t, map[string]func(*tui.Session) tui.Screen{
		"settings": desk.Settings, "keys": desk.Keys, "friends": desk.Friends, "code": desk.Code,
		"acquaintance": func(s *tui.Session) tui.Screen { return desk.Acquaintance(s, data.Player{ID: 999, Name: "vera"}) },
		"settings down down down down down down down down down down enter":                     desk.Settings,
		"settings down down down down down down down down down down down down enter":           desk.Settings,
		"settings down down down down down down down down down down down down down down enter": desk.Settings,
		"acquaintance down down down enter":                                                    func(s *tui.Session) tui.Screen { return desk.Acquaintance(s, data.Player{ID: 999, Name: "vera"}) },
		"acquaintance enter":                                                                   func(s *tui.Session) tui.Screen { return desk.Acquaintance(s, data.Player{ID: 999, Name: "vera"}) },
	})
}

// TestDuringAnOutage every screen stands, and says what cannot be done.
func TestDuringAnOutage(t *testing.T) {
	settings := func(downs int) string { return "settings" + strings.Repeat(" down", downs) + " enter v e r a enter" }
	vera := func(s *tui.Session) tui.Screen { return desk.Acquaintance(s, data.Player{ID: 999, Name: "vera"}) }
	guest := func(s *tui.Session) tui.Screen {
		s.Player.ID = -1
		return vera(s)
	}
	screens := map[string]func(*tui.Session) tui.Screen{
		"friends": desk.Friends, "keys": desk.Keys, "keys a": desk.Keys, "keys r": desk.Keys, "keys c": desk.Keys,
		"code a b c d enter": desk.Code, "acquaintance enter": vera, "acquaintance down down down enter x enter": vera,
		"guest enter": guest, "myself enter": func(s *tui.Session) tui.Screen { return desk.Acquaintance(s, s.Player) },
	}
	for _, downs := range []int{0, 11, 12} {
		screens[settings(downs)] = desk.Settings
	}
	tuitest.Outage(t, screens)
}
