package tui

import "bytes"

// Terse appends a line to another one with the fewest codes that look the same. Codes are most of the bytes of a line
// of cards, and every picture of a table has such lines. Blanks keep the colour of the text before them.
func Terse(to, line []byte) []byte {
	var now, want dye // what is written, and what the line has
	for len(line) > 0 {
		end := bytes.IndexByte(line, escape)
		if end < 0 {
			end = len(line)
		}
		if text := line[:end]; end > 0 {
			if !onlyBlanks(text) || !now.hides(&want) {
				to = now.turn(to, &want)
				now = want
			}
			to, line = append(to, text...), line[end:]
			continue
		}
		n, parts := 1, 1
		for n < len(line) && line[n-1] != 'm' { // a code without one is no change of style
			if line[n] == ';' {
				parts++
			}
			n++
		}
		code := line[:n]
		line = line[n:]
		switch {
		case string(code) == reset:
			want = dye{}
		case len(want.more) > 0:
			to = append(now.turn(to, &want), code...)
			want.mixed = true
			now = want
		case colours(code, foreground, parts):
			want.text = code
		case colours(code, background, parts):
			want.ground = code
		default:
			want.more = code
		}
	}
	return now.turn(to, &want)
}

// dye is a style as the codes for it.
type dye struct {
	text, ground []byte // the colours; empty for the terminal's own
	more         []byte // then what only a reset ends, such as weight
	mixed        bool   // and then others
}

// hides reports whether blanks look the same in another dye.
func (d *dye) hides(other *dye) bool {
	return len(d.more) == 0 && len(other.more) == 0 && bytes.Equal(d.ground, other.ground)
}

// turn appends the codes that make another dye of this one.
func (d *dye) turn(to []byte, other *dye) []byte {
	same := bytes.Equal(d.text, other.text) && bytes.Equal(d.ground, other.ground) && bytes.Equal(d.more, other.more)
	if same && d.mixed == other.mixed {
		return to
	}
	if d.mixed || len(d.more) > 0 || len(other.text) == 0 && len(d.text) > 0 || len(other.ground) == 0 && len(d.ground) > 0 {
		to = append(to, reset...)
		d = &dye{}
	}
	if !bytes.Equal(d.ground, other.ground) {
		to = append(to, other.ground...)
	}
	if !bytes.Equal(d.text, other.text) {
		to = append(to, other.text...)
	}
	return append(to, other.more...)
}

// onlyBlanks reports whether a text has nothing but blanks.
func onlyBlanks(text []byte) bool {
	for _, c := range text {
		if c != ' ' {
			return false
		}
	}
	return true
}

// colours reports whether a code of n parts only sets the colour that it begins with.
func colours(code []byte, begins string, parts int) bool {
	if len(code) < len(begins)+2 || string(code[:len(begins)]) != begins {
		return false
	}
	return code[len(begins)] == '5' && parts == 3 || code[len(begins)] == '2' && parts == 5
}
