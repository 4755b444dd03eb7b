package postgres

import (
	"reflect"
	"testing"
)

func TestSpeak(t *testing.T) {
	var book phrasebook
	for _, c := range []struct {
		said, want string
		args, used []any
	}{
		{`SELECT 1`, `SELECT 1`, nil, []any{}},
		{`a = ? AND b = ?`, `a = $1 AND b = $2`, []any{1, 2}, []any{1, 2}},
		{`a = ?1 OR b = ?1`, `a = $1 OR b = $1`, []any{1}, []any{1}},
		{`a = ?1 LIMIT ?3`, `a = $1 LIMIT $2`, []any{1, 2, 3}, []any{1, 3}},
		{`b = ?2 AND a = ?1`, `b = $1 AND a = $2`, []any{1, 2}, []any{2, 1}},
		{`a = ?12 AND ?`, `a = $1 AND $2`, []any{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, []any{12, 13}},
		{`FROM a CROSS JOIN json_each(b ->> '$.c') ON instr(d, ?) > 0`, `FROM a JOIN json_array_elements(b ->> 'c') ON strpos(d, $1) > 0`, []any{1}, []any{1}},
	} {
		for range 2 { // it is looked up, and remembered
			if got, used := book.speak(c.said, c.args); got != c.want || !reflect.DeepEqual(used, c.used) {
				t.Errorf("%s: %s with %v", c.said, got, used)
			}
		}
	}
}
