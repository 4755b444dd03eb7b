package tui

import (
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Bind makes a key binding: the keys as the help shows them, what they do in English, and their
// names. Root translates it.
func Bind(sign, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithHelp(sign, does), key.WithKeys(keys...))
}

// Both combines bindings into one, to show two ways of one thing side by side in the help.
func Both(sign, does string, of ...key.Binding) key.Binding {
	var names []string
	for _, b := range of {
		names = append(names, b.Keys()...)
	}
	return Bind(sign, does, names...)
}

// Says returns a binding with another description, for keys whose effect depends on the screen.
func Says(b key.Binding, does string) key.Binding {
	b.SetHelp(b.Help().Key, does)
	return b
}

// When returns the binding, disabled unless the keys do something now.
func When(now bool, b key.Binding) key.Binding {
	b.SetEnabled(now)
	return b
}

// KeyPress returns the press of a key by its name in bindings, such as "enter", "ctrl+c",
// "shift+tab" or "q".
func KeyPress(name string) (press tea.KeyPressMsg, ok bool) {
	var mod tea.KeyMod
	if rest, found := strings.CutPrefix(name, "ctrl+"); found {
		mod, name = tea.ModCtrl, rest
	} else if rest, found := strings.CutPrefix(name, "shift+"); found {
		mod, name = tea.ModShift, rest
	}
	if name == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}, true
	}
	if code := namedKey(name); code != 0 {
		return tea.KeyPressMsg{Code: code, Mod: mod}, true
	}
	r, size := utf8.DecodeRuneInString(name)
	if size == 0 || size != len(name) {
		return tea.KeyPressMsg{}, false
	}
	press = tea.KeyPressMsg{Code: r, Mod: mod}
	if mod == 0 {
		press.Text = name
	}
	return press, true
}

func namedKey(name string) rune {
	switch name {
	case "enter":
		return tea.KeyEnter
	case "esc":
		return tea.KeyEscape
	case "tab":
		return tea.KeyTab
	case "backspace":
		return tea.KeyBackspace
	case "delete":
		return tea.KeyDelete
	case "up":
		return tea.KeyUp
	case "down":
		return tea.KeyDown
	case "left":
		return tea.KeyLeft
	case "right":
		return tea.KeyRight
	case "pgup":
		return tea.KeyPgUp
	case "pgdown":
		return tea.KeyPgDown
	case "home":
		return tea.KeyHome
	case "end":
		return tea.KeyEnd
	}
	return 0
}
