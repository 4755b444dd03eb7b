package bench

import "bytes"

const (
	titleStart = "\x1b]2;"
	titleEnd   = '\a'
	maxTitle   = 256 // bytes with the escape sequence around it; a longer one is ignored
)

// title follows the window title through a stream of output.
type title struct {
	text string
	part []byte // the beginning of a title whose end has not come yet
}

func (t *title) read(p []byte) {
	if len(t.part) > 0 {
		p = append(t.part, p...)
		t.part = nil
	}
	for {
		start := bytes.Index(p, []byte(titleStart))
		if start < 0 {
			t.keep(p[len(p)-begun(p):])
			return
		}
		length := bytes.IndexByte(p[start:], titleEnd)
		if length < 0 {
			t.keep(p[start:])
			return
		}
		if text := p[start+len(titleStart) : start+length]; string(text) != t.text {
			t.text = string(text)
		}
		p = p[start+length:]
	}
}

func (t *title) keep(part []byte) {
	if 0 < len(part) && len(part) <= maxTitle {
		t.part = bytes.Clone(part)
	}
}

// begun is how many bytes at the end of p may be the beginning of a title.
func begun(p []byte) int {
	for n := min(len(p), len(titleStart)-1); n > 0; n-- {
		if bytes.HasPrefix([]byte(titleStart), p[len(p)-n:]) {
			return n
		}
	}
	return 0
}
