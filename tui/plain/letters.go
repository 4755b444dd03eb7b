package plain

import "noir/data"

// letters tells what the house has to tell, once.
func (c *conversation) letters() {
	s := c.session
	if s.Player.ID.Guest() {
		return
	}
	unread, err := s.Store.Letters(c.ctx, s.Player.ID)
	if err != nil || len(unread) == 0 {
		return // they are told another time
	}
	var last data.Letter
	for _, last = range unread {
		if text := s.Reader().Tell(last); text != "" {
			c.say("%s", text)
		}
	}
	if c.failed == nil {
		_ = s.Store.Read(c.ctx, s.Player.ID, last.ID) // or they are told once more
	}
}
