package relational_test

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"testing"
	"time"

	"noir/data"
	"noir/data/relational"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
)

// interrupted counts statements, and runs something after the first of them.
type interrupted struct {
	relational.Statements
	asked int
	after func()
}

func (i *interrupted) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if i.asked++; i.asked == 2 {
		i.after()
	}
	return i.Statements.QueryContext(ctx, query, args...)
}

// TestASheetIsOfOneMoment: a page of rankings takes two statements, and a game that ends
// between them shows in none of its parts.
func TestASheetIsOfOneMoment(t *testing.T) {
	s := sqlitetest.Open(t, t.TempDir())
	defer s.Close()
	var seats []data.Seat
	for _, name := range []string{"anna", "bert"} {
		p, err := s.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, data.Seat{Player: p.ID, Name: name, Kind: data.Human})
	}
	win := func(id data.MatchID, winner engine.Seat) {
		t.Helper()
		m := data.Match{ID: id, Game: "any", Rated: true, Pace: data.Live, Started: time.Now(), Seats: seats}
		if _, err := s.Open(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		places := []int{2, 2}
		places[winner] = 1
		r := engine.Result{Reason: "points", Winners: []engine.Seat{winner}, Places: places}
		if _, err := s.Finish(t.Context(), id, time.Now(), r); err != nil {
			t.Fatal(err)
		}
	}
	win("m1", 0)
	for _, f := range []data.Filter{{}, {Search: "n"}, {Month: data.MonthOf(time.Now())}, {Player: seats[1].Player}} {
		f.Limit = 10
		want, err := s.Sheet(t.Context(), "any", f, seats[0].Player, 5)
		if err != nil {
			t.Fatal(err)
		}
		var got data.Sheet
		statements := 0
		err = s.Database().Browse(t.Context(), func(r relational.Tx) error {
			between := &interrupted{after: func() { win(data.MatchID(fmt.Sprint("between", f)), 1) }}
			got, err = relational.ReadSheet(r.Over(func(on relational.Statements) relational.Statements {
				between.Statements = on
				return between
			}), "any", f, seats[0].Player, 5)
			statements = between.asked
			return err
		})
		if err != nil || statements != 2 || !reflect.DeepEqual(got, want) {
			t.Errorf("with %+v after %d statements: %+v, and before %+v: %v", f, statements, got, want, err)
		}
		if now, err := s.Sheet(t.Context(), "any", f, seats[0].Player, 5); err != nil || reflect.DeepEqual(now, want) {
			t.Errorf("the game between does not show afterwards: %v", err)
		}
	}
}
