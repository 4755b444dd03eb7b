package bench

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"noir/internal/language"
	"noir/server/bench/witness"
)

// ClusterReport is the result of a bench of several nodes.
type ClusterReport struct {
	Nodes     int            `json:"nodes"`
	Tables    int            `json:"tables"` // with CPU: at each node
	Seconds   float64        `json:"seconds_per_phase"`
	Rate      float64        `json:"moves_per_second_wanted"`
	CPU       float64        `json:"cpu_of_a_node,omitempty"` // in cores; 0: as much as there is
	Phases    []ClusterPhase `json:"phases"`
	Takeovers []Takeovers    `json:"takeovers,omitempty"`
	History   Histories      `json:"history"`
}

// Histories are the results of all comparisons, one a round, added up.
type Histories struct {
	witness.History
	Rounds int `json:"rounds"`
}

func (h *Histories) add(one witness.History) {
	h.Rounds++
	h.Games, h.Plies = h.Games+one.Games, h.Plies+one.Plies
	h.Told, h.Refused = h.Told+one.Told, h.Refused+one.Refused
	h.Faults = append(h.Faults, one.Faults...)
}

// String is the report for a terminal.
func (r ClusterReport) String() string {
	held := ", "
	if r.CPU > 0 {
		held = fmt.Sprintf(", each held to %g of a processor and with ", r.CPU)
	}
	parts := []string{fmt.Sprintf("%s%s%s, %g s a phase, moves at about %g a second.\nThe players share the machine; their own delays count in what they measure.",
		servers(r.Nodes), held, language.Counted(r.Tables, "%d table", "%d tables"), r.Seconds, r.Rate)}
	phases := table.New().Headers("phase", "moves/s", "times", "relay p50 ms", "p99 ms", "append p50 ms", "p99 ms", "fenced")
	spent := table.New().Headers("CPU ms a move", "owner", "fronts", "PostgreSQL", "NATS", "bench %")
	for _, p := range r.Phases {
		phases.Row(p.Name, figure(p.Rate), figure(p.Rate/max(1, r.Phases[0].Rate)), figure(p.Relay.P50), figure(p.Relay.P99), figure(p.AppendP50), figure(p.AppendP99), fmt.Sprint(p.Fenced))
		spent.Row(p.Name, figure(p.Owner), figure(p.Front), figure(p.PostgreSQL), figure(p.NATS), figure(p.ClientCPU))
	}
	parts = append(parts, plain(phases), plain(spent))
	if len(r.Takeovers) > 0 {
		t := table.New().Headers("fault", "times", "tables", "stood still p50 s", "p99 s", "max s")
		for _, o := range r.Takeovers {
			t.Row(o.Fault, fmt.Sprint(o.Times), fmt.Sprint(o.Tables), figure(o.P50), figure(o.P99), figure(o.Max))
		}
		parts = append(parts, plain(t))
	}
	h := r.History
	compared := fmt.Sprintf("%s told, %s of %s compared, %s refused: %d lost, changed or doubled.",
		language.Counted(h.Told, "%d move", "%d moves"), language.Counted(h.Games, "%d game", "%d games"), language.Counted(h.Plies, "%d ply", "%d plies"),
		language.Counted(h.Refused, "%d move", "%d moves"), len(h.Faults))
	return strings.Join(append(parts, compared), "\n\n") + "\n"
}

// plain is a table with figures at the right.
func plain(t *table.Table) string {
	return t.Border(lipgloss.NormalBorder()).StyleFunc(func(_, column int) lipgloss.Style {
		style := lipgloss.NewStyle().Padding(0, 1)
		if column > 0 {
			style = style.Align(lipgloss.Right)
		}
		return style
	}).Render()
}
