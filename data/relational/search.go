package relational

import (
	"context"
	"strings"

	"noir/data"
	"noir/internal/nearest"
)

// Search implements data.Accounts.
func (s playerStore) Search(ctx context.Context, text string, limit, offset int) (page []data.Player, total int, err error) {
	text = strings.ToLower(text)
	err = s.db.Browse(ctx, func(t Tx) error {
		page = nil
		err := t.Row(`SELECT count(*) FROM players p WHERE instr(name, ?) > 0`+andThere, []any{text}, &total)
		if err != nil {
			return err
		}
		return t.Rows(`SELECT `+playerColumns+` FROM players p WHERE instr(name, ?) > 0`+andThere+` ORDER BY name LIMIT ? OFFSET ?`,
			[]any{text, max(limit, 0), max(offset, 0)}, func(read Scan) error {
				var p data.Player
				err := read(playerInto(&p)...)
				page = append(page, p)
				return err
			})
	})
	return page, total, err
}

// NearestName implements data.Accounts.
func (s playerStore) NearestName(ctx context.Context, typed string) (like string, err error) {
	err = s.db.Study(ctx, func(t Tx) error {
		var parts []any
		for _, part := range nearest.Parts(typed) {
			parts = append(parts, part)
		}
		var names []string
		alike := `FALSE` + strings.Repeat(` OR instr(name, ?) > 0`, len(parts))
		err := t.Rows(`SELECT name FROM players p WHERE (`+alike+`)`+andThere+` ORDER BY name`,
			parts, func(read Scan) error {
				names = append(names, "")
				return read(&names[len(names)-1])
			})
		like = nearest.Of(typed, names)
		return err
	})
	return like, err
}
