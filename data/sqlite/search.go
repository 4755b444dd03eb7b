package sqlite

import (
	"context"
	"strings"

	"noir/data"
)

// Search implements data.Accounts.
func (s playerStore) Search(ctx context.Context, text string, limit, offset int) (page []data.Player, total int, err error) {
	text = strings.ToLower(text)
	err = s.browse(ctx, func(t tx) error {
		err := t.row(`SELECT count(*) FROM players p WHERE instr(name, ?)`+andThere, []any{text}, &total)
		if err != nil {
			return err
		}
		return t.rows(`SELECT `+playerColumns+` FROM players p WHERE instr(name, ?)`+andThere+` ORDER BY name LIMIT ? OFFSET ?`,
			[]any{text, max(limit, 0), max(offset, 0)}, func(read scan) error {
				var p data.Player
				err := read(playerInto(&p)...)
				page = append(page, p)
				return err
			})
	})
	return page, total, err
}
