package page

import "strings"

// Link writes a link in lines of at most w cells: whole, or as one types it, without https://, or cut.
func Link(link string, width int) []string {
	if len(link) > width {
		link = strings.TrimPrefix(link, "https://")
	}
	var lines []string
	for ; len(link) > width; link = link[width:] {
		lines = append(lines, link[:width])
	}
	return append(lines, link)
}
