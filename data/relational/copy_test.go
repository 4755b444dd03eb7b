package relational_test

import (
	"fmt"
	"testing"

	"noir/data/relational"
)

// TestOnlyAlikeDatabasesAreCopied: whichever of the two has what the other has not.
func TestOnlyAlikeDatabasesAreCopied(t *testing.T) {
	games := relational.Table{Name: "games", Columns: []string{"id", "name"}, Key: []string{"id"}}
	for _, c := range []struct {
		other []relational.Table
		want  any
	}{
		{[]relational.Table{games}, nil},
		{[]relational.Table{{Name: "games", Columns: []string{"id"}, Key: []string{"id"}}}, "only one of the databases has games.name"},
		{[]relational.Table{games, {Name: "none", Key: []string{"a"}}}, "only one of the databases has none by a"},
		{[]relational.Table{{Name: "games", Columns: games.Columns, Key: games.Columns}}, "only one of the databases has games by id\nonly one of the databases has games by id, name"},
	} {
		if err := relational.Alike([]relational.Table{games}, c.other); fmt.Sprint(err) != fmt.Sprint(c.want) {
			t.Errorf("%v: %v, want %v", c.other, err, c.want)
		}
		if err := relational.Alike(c.other, []relational.Table{games}); (err == nil) != (c.want == nil) {
			t.Errorf("%v: the other way round %v", c.other, err)
		}
	}
}
