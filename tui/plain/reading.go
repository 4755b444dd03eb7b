package plain

// A long text is read out in portions that end with a paragraph: about portion lines, and never
// more than longest.
const (
	portion = 12
	longest = 20
)

// reading is a long text that is read out.
type reading struct {
	*voice
	unsaid []string // the rest
}

// recite reads out the beginning of a long text.
func (r *reading) recite(text []string) {
	r.unsaid = text
	r.goOn()
}

// goOn reads out the next portion of a text and says how to get the rest.
func (r *reading) goOn() {
	n := len(r.unsaid)
	if n > longest {
		for n = portion; n < longest && r.unsaid[n-1] != ""; {
			n++
		}
	}
	r.finish(n)
	if left := len(r.unsaid); left > 0 {
		r.say("%s", r.session.Several(left,
			"%d line is left. Type more, all or stop.", "%d lines are left. Type more, all or stop."))
	}
}

// finish says a number of lines of a text.
func (r *reading) finish(n int) {
	for _, text := range r.unsaid[:n] {
		r.say("%s", text)
	}
	r.unsaid = r.unsaid[n:]
}

// reads reports whether a word is about the text being read.
func reads(word string) bool { return word == "more" || word == "all" || word == "stop" }

// readOn does what a word says with the rest of a text. Other lines may have been typed since it
// began.
func (r *reading) readOn(word string) {
	switch {
	case len(r.unsaid) == 0:
		r.say("There is nothing more to read.")
	case word == "more":
		r.goOn()
	case word == "all":
		r.finish(len(r.unsaid))
	default:
		r.unsaid = nil
		r.say("You stop reading.")
	}
}
