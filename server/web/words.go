package web

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"noir/data"
	"noir/internal/language"
)

// words are what templates say values with. All times are UTC.
var words = template.FuncMap{
	"count":  func(n int, one, many string) string { return language.Counted(n, "%d "+one, "%d "+many) },
	"date":   func(t time.Time) string { return t.UTC().Format("2 Jan 2006, 15:04") },
	"day":    func(t time.Time) string { return t.UTC().Format("2 Jan 2006") },
	"clock":  func(t time.Time) string { return t.UTC().Format("15:04") },
	"stamp":  func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
	"points": func(rating *float64) string { return fmt.Sprintf("%.0f", *rating) },
	"change": func(before, after *float64) string { return gain(*before, *after) },
	"rating": func(r data.Rating) string {
		if r.Provisional() {
			return fmt.Sprintf("%.0f?", r.Value)
		}
		return fmt.Sprintf("%.0f", r.Value)
	},
	"curve": func(c curve, label string) any {
		return struct {
			Curve curve
			Label string
		}{c, label}
	},
}

// gain says how a rating has changed.
func gain(before, after float64) string {
	return strings.Replace(fmt.Sprintf("%+.0f", after-before), "-", "−", 1)
}
