package bench

import (
	"fmt"
	"net"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	wishtea "charm.land/wish/v2/bubbletea"
)

// ServeStock is the baseline that costs are compared with: a bare server on the same libraries,
// with their own middleware and renderer at its usual 60 frames a second, and one still screen. It
// accepts every key and returns when l fails.
func ServeStock(l net.Listener) error {
	server, err := wish.NewServer(
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithMiddleware(wishtea.Middleware(func(ssh.Session) (tea.Model, []tea.ProgramOption) {
			return stockTable{}, nil
		})),
	)
	if err != nil {
		return err
	}
	return server.Serve(l)
}

// StockScript is what visitors of ServeStock do: they press the arrow keys.
func StockScript() Script {
	return Script{
		Enter: func(v *Visitor) error { return v.Await("enter play") },
		Keys:  []string{"\x1b[C", "\x1b[D"},
	}
}

// stockTable is a card table of 80×24; the arrow keys move the pick in a hand of seven.
type stockTable struct{ pick, moves int }

// Init implements tea.Model.
func (stockTable) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (m stockTable) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		switch key.String() {
		case "left":
			m.pick, m.moves = (m.pick+6)%7, m.moves+1
		case "right":
			m.pick, m.moves = (m.pick+1)%7, m.moves+1
		}
	}
	return m, nil
}

// View draws everything in every frame, as a first version of a game would.
func (m stockTable) View() tea.View {
	lamp, smoke, ice := lipgloss.Color("214"), lipgloss.Color("244"), lipgloss.Color("117")
	box := lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(smoke).Align(lipgloss.Center).Height(5)
	bar := lipgloss.NewStyle().Width(Columns).Foreground(lipgloss.Color("230")).Background(lipgloss.Color("22"))
	face := func(style lipgloss.Style, i int) string {
		ink := lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color([]string{"203", "255"}[i%2]))
		return style.Render(ink.Render(fmt.Sprint(i+2)) + "\n" + ink.Render([]string{"♦", "♠"}[i%2]) + "\n" + ink.Render(fmt.Sprint(i+2)))
	}
	var others, row, hand []string
	for i, name := range []string{"vivian", "spade", "effie", "brigid"} {
		others = append(others, box.Width(20).Render(lipgloss.NewStyle().Foreground(ice).Render(name)+
			"\n"+lipgloss.NewStyle().Foreground(lamp).Render(fmt.Sprint(1500-i*210))+
			"\n"+lipgloss.NewStyle().Foreground(smoke).Render("▒▒ ▒▒  called 40")))
	}
	for i := range 5 {
		row = append(row, face(box.Width(9), i+3))
	}
	row = append(row, box.Width(35).Render(lipgloss.NewStyle().Foreground(lamp).Render("POT 1240")+"\nside pot 180\neffie to act"))
	for i := range 7 {
		if i == m.pick {
			hand = append(hand, face(box.Width(10).BorderForeground(lamp), i)+"\n\n")
		} else {
			hand = append(hand, "\n\n"+face(box.Width(10), i))
		}
	}
	v := tea.NewView(strings.Join([]string{
		bar.Render(" A CARD TABLE"),
		lipgloss.JoinHorizontal(lipgloss.Top, others...),
		lipgloss.JoinHorizontal(lipgloss.Top, row...),
		lipgloss.NewStyle().Foreground(smoke).Render(strings.Repeat("─", Columns)),
		lipgloss.JoinHorizontal(lipgloss.Top, hand...),
		box.Height(3).Width(Columns).Align(lipgloss.Left).Render("brigid: nice river, who has the flush?"),
		lipgloss.NewStyle().Foreground(smoke).Width(Columns).Render(" ←/→ choose · enter play · q leave"),
		bar.Render(fmt.Sprintf(" card %d of 7 · moves %d · your stack 1320", m.pick+1, m.moves)),
	}, "\n"))
	v.AltScreen = true
	return v
}
