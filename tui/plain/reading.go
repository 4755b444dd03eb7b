package plain

// A long text is read out in portions that end with a paragraph: about portion lines, and never
// more than longest.
const (
	portion = 12
	longest = 20
)

// recite reads out the beginning of a long text.
func (c *conversation) recite(text []string) {
	c.unsaid = text
	c.goOn()
}

// goOn reads out the next portion of a text and says how to get the rest.
func (c *conversation) goOn() {
	n := len(c.unsaid)
	if n > longest {
		for n = portion; n < longest && c.unsaid[n-1] != ""; {
			n++
		}
	}
	c.finish(n)
	if left := len(c.unsaid); left > 0 {
		c.say("%s", c.session.Several(left,
			"%d line is left. Type more, all or stop.", "%d lines are left. Type more, all or stop."))
	}
}

// finish says so many lines of a text.
func (c *conversation) finish(n int) {
	for _, text := range c.unsaid[:n] {
		c.say("%s", text)
	}
	c.unsaid = c.unsaid[n:]
}

// reads reports whether a word is about the text being read.
func reads(word string) bool { return word == "more" || word == "all" || word == "stop" }

// readOn does what a word says with the rest of a text. Other lines may have been typed since it
// began.
func (c *conversation) readOn(word string) {
	switch {
	case len(c.unsaid) == 0:
		c.say("There is nothing more to read.")
	case word == "more":
		c.goOn()
	case word == "all":
		c.finish(len(c.unsaid))
	default:
		c.unsaid = nil
		c.say("You stop reading.")
	}
}
