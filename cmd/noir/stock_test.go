package main

import (
	"fmt"
	"net"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	wishtea "charm.land/wish/v2/bubbletea"
)

// asStock makes this test binary a bare server on the same libraries, with their
// own middleware and renderer: what our costs are held against.
const asStock = "NOIR_TEST_AS_STOCK"

// runStock serves one screen, a card table of 80×24, until it is killed.
func runStock() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server, err := wish.NewServer(
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithMiddleware(wishtea.Middleware(func(ssh.Session) (tea.Model, []tea.ProgramOption) {
			return stockTable{}, nil
		})),
	)
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "listening on", l.Addr())
	return server.Serve(l)
}

// stockTable is a hand of seven cards over a table; the arrows move the pick.
type stockTable struct{ pick int }

func (stockTable) Init() tea.Cmd { return nil }

func (m stockTable) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		switch key.String() {
		case "left":
			m.pick = max(0, m.pick-1)
		case "right":
			m.pick = min(6, m.pick+1)
		}
	}
	return m, nil
}

func (m stockTable) View() tea.View {
	frame := lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).Width(10).Height(5).Align(lipgloss.Center)
	lamp, smoke := lipgloss.Color("215"), lipgloss.Color("243")
	hand := make([]string, 7)
	for i := range hand {
		style := frame.BorderForeground(smoke)
		if i == m.pick {
			style = frame.BorderForeground(lamp).Foreground(lamp).Bold(true)
		}
		hand[i] = style.Render(fmt.Sprint(i + 2))
	}
	row := make([]string, 5)
	for i := range row {
		row[i] = frame.BorderForeground(smoke).Render(fmt.Sprint(i + 5))
	}
	rule := lipgloss.NewStyle().Foreground(smoke).Render(strings.Repeat("─", 80))
	v := tea.NewView(lipgloss.JoinVertical(lipgloss.Left, "A TABLE", rule, "them", rule,
		lipgloss.JoinHorizontal(lipgloss.Top, row...), rule, "you",
		lipgloss.JoinHorizontal(lipgloss.Top, hand...), rule, fmt.Sprintf("card %d is picked", m.pick+1)))
	v.AltScreen = true
	return v
}
