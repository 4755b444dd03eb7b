package lobby

import (
	"strings"

	"noir/tui"
	"noir/tui/kit"
)

// leaf is a line of a page of rules, wrapped, without any escape codes.
type leaf struct {
	text string
	head bool // a heading
	code bool // preformatted
}

// typeset breaks Markdown into lines of at most w cells. It knows what the rules use: headings,
// paragraphs, lists, fenced blocks and, as plain text, emphasis.
func typeset(markdown string, w int) []leaf {
	var leaves []leaf
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			leaves = append(leaves, wrapItem(strings.Join(paragraph, " "), w)...)
			paragraph = nil
		}
	}
	fenced := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\n")
		switch heading := strings.TrimLeft(line, "#"); {
		case strings.HasPrefix(line, "```"):
			flush()
			fenced = !fenced
		case fenced:
			leaves = append(leaves, leaf{text: kit.Cut(line, w), code: true})
		case heading != line:
			flush()
			leaves = append(leaves, leaf{text: kit.Cut(strings.TrimSpace(heading), w), head: true})
		case strings.TrimSpace(line) == "":
			flush()
			leaves = append(leaves, leaf{})
		case strings.HasPrefix(line, "- "):
			flush()
			paragraph = append(paragraph, line)
		default:
			paragraph = append(paragraph, strings.TrimSpace(line))
		}
	}
	flush()
	return leaves
}

// wrapItem wraps a paragraph, or an item of a list with its later lines indented.
func wrapItem(text string, w int) []leaf {
	text = strings.NewReplacer("**", "", "`", "", "*", "").Replace(text)
	item, listed := strings.CutPrefix(text, "- ")
	first, rest := "", ""
	if listed {
		first, rest = "· ", "  "
	}
	var leaves []leaf
	for i, line := range kit.Wrap(item, w-len(rest)) {
		if i > 0 {
			first = rest
		}
		leaves = append(leaves, leaf{text: first + line})
	}
	return leaves
}

// style is how a line is drawn.
func (l leaf) style(th *tui.Theme) tui.Style {
	switch {
	case l.head:
		return th.Bright
	case l.code:
		return th.Cold
	}
	return th.Text
}
