package bench

import (
	"fmt"
	"math"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/NimbleMarkets/ntcharts/v2/canvas"
	"github.com/NimbleMarkets/ntcharts/v2/linechart"

	"noir/internal/language"
)

// String is the report for a terminal: the figures, the ratios with their targets, and a plot of
// key latencies. It uses 256 colours.
func (r Report) String() string {
	parts := []string{r.heading(), r.costs(), r.speed()}
	if len(r.Ratios) > 0 {
		parts = append(parts, r.ratios())
	}
	if plot := r.plot(); plot != "" {
		parts = append(parts, plot)
	}
	return strings.Join(parts, "\n\n") + "\n"
}

func (r Report) heading() string {
	text := language.Counted(r.Sessions, "%d session", "%d sessions") + fmt.Sprintf(" at %d×%d, %g s a phase, a move in %g s", Columns, Rows, r.Seconds, r.Every)
	if r.Trials > 1 {
		text += fmt.Sprintf(", medians of %d trials", r.Trials)
	}
	return text + ".\nThe client shares the machine; its own delays count in what it measures."
}

// inks are the colours of the servers: the baseline's, if there is one, and the other's.
var inks = [...]lipgloss.Style{
	lipgloss.NewStyle().Foreground(lipgloss.Color("244")),
	lipgloss.NewStyle().Foreground(lipgloss.Color("214")),
}

func (r Report) ink(server int) lipgloss.Style { return inks[len(inks)-len(r.Servers)+server] }

// costs reports what sessions cost.
func (r Report) costs() string {
	t := table.New().Headers("server", "phase", "sessions", "RSS MiB", "KiB each", "heap", "objects", "goroutines", "CPU %", "bench %", "others %")
	return r.rows(t, func(p Phase) []string {
		if p.Memory == 0 {
			return nil
		}
		return []string{fmt.Sprint(p.Sessions), figure(p.Memory), figure(p.PerSession), figure(p.Heap), figure(p.Objects), figure(p.Goroutines),
			figure(p.CPU), figure(p.ClientCPU), figure(p.OthersCPU)}
	})
}

func (r Report) speed() string {
	t := table.New().Headers("server", "phase", "a second", "p50 ms", "p99 ms", "p99.9", "B a key", "CPU ms", "KiB made", "unanswered")
	return r.rows(t, func(p Phase) []string {
		unanswered := ""
		if p.Latency.Samples > 0 {
			unanswered = fmt.Sprintf("%d of %d", p.Unanswered, p.Latency.Samples)
		}
		return []string{figure(p.Rate) + " " + p.What, figure(p.Latency.P50), figure(p.Latency.P99), figure(p.Latency.P999),
			figure(p.KeyBytes), figure(p.EachCPU), figure(p.EachKiB), unanswered}
	})
}

// rows fills a table with the phases of all servers; it leaves out phases without cells.
func (r Report) rows(t *table.Table, cells func(Phase) []string) string {
	var of []int // the server of each row
	for i, s := range r.Servers {
		for _, p := range s.Phases {
			if c := cells(p); c != nil {
				t.Row(append([]string{s.Server, p.Name}, c...)...)
				of = append(of, i)
			}
		}
	}
	return t.Border(lipgloss.NormalBorder()).StyleFunc(func(row, column int) lipgloss.Style {
		style := lipgloss.NewStyle().Padding(0, 1)
		if column > 1 {
			style = style.Align(lipgloss.Right)
		}
		if row == table.HeaderRow {
			return style
		}
		return style.Inherit(r.ink(of[row]))
	}).Render()
}

func (r Report) ratios() string {
	t := table.New().Border(lipgloss.NormalBorder()).Headers("", r.Servers[0].Server, r.Servers[1].Server, "", "ratio", "target", "")
	for _, ratio := range r.Ratios {
		target, met := fmt.Sprintf("≤ %.2f", ratio.Target), "met"
		switch {
		case ratio.Target == 0:
			target, met = "", ""
		case !ratio.Met():
			met = "missed"
		}
		t.Row(ratio.Figure, figure(ratio.Floor), figure(ratio.Server), ratio.Unit, fmt.Sprintf("%.2f", ratio.Ratio), target, met)
	}
	return t.StyleFunc(func(row, column int) lipgloss.Style {
		style := lipgloss.NewStyle().Padding(0, 1)
		if row != table.HeaderRow && column == 6 && !r.Ratios[row].Met() {
			style = style.Foreground(lipgloss.Color("203"))
		}
		return style
	}).Render()
}

// figure formats a figure with about three digits; it leaves out one that was not measured.
func figure(v float64) string {
	switch {
	case v == 0:
		return ""
	case math.Abs(v) >= 100:
		return fmt.Sprintf("%.0f", v)
	case math.Abs(v) >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// The size of the plot, in cells.
const (
	plotWidth  = 78
	plotHeight = 16
)

// plot shows the share of keys that were answered within each time.
func (r Report) plot() string {
	least, most := time.Hour, time.Duration(0)
	for _, s := range r.Servers {
		if took := s.phase(Keys).took; len(took) > 0 {
			least, most = min(least, took[0]), max(most, quantile(took, .999))
		}
	}
	if most == 0 {
		return ""
	}
	chart := linechart.New(plotWidth, plotHeight, decade(least), decade(most), 0, 100,
		linechart.WithXYSteps(8, 3),
		linechart.WithXLabelFormatter(func(_ int, v float64) string { return figure(math.Pow(10, v)) }),
		linechart.WithYLabelFormatter(func(_ int, v float64) string { return fmt.Sprintf("%3.0f%%", v) }))
	chart.DrawXYAxisAndLabel()
	var legend []string
	for i, s := range r.Servers {
		if took := s.phase(Keys).took; len(took) > 0 {
			drawShares(&chart, took, r.ink(i))
			legend = append(legend, r.ink(i).Render("━━ "+s.Server))
		}
	}
	return chart.View() + "\n" + strings.Join(append(legend, "keys answered within so many ms"), "   ")
}

// drawShares draws the share of the samples that does not exceed each duration.
func drawShares(chart *linechart.Model, sorted []time.Duration, ink lipgloss.Style) {
	const steps = 2 * plotWidth
	at := func(i int) canvas.Float64Point {
		return canvas.Float64Point{X: decade(quantile(sorted, .999*float64(i)/steps)), Y: 99.9 * float64(i) / steps}
	}
	for i := range steps {
		chart.DrawBrailleLineWithStyle(at(i), at(i+1), ink)
	}
}

// decade is the logarithm of a duration in milliseconds.
func decade(d time.Duration) float64 { return math.Log10(milliseconds(d)) }
