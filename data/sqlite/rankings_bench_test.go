package sqlite

import (
	"fmt"
	"testing"
	"time"

	"noir/data"
)

// crowded is a store where 100,000 players are rated, all of them in one month.
func crowded(b *testing.B, month data.Month) *Store {
	s, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	err = s.db.Write(b.Context(), func(t tx) error {
		_, err := t.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
			INSERT INTO players (id, name, skeleton, created) SELECT i, 'p' || i, 'p' || i, 0 FROM n`)
		if err != nil {
			return err
		}
		_, err = t.Exec(`INSERT INTO ratings (player, game, value, games, wins, losses, draws)
			SELECT id, 'any', 1000 + id * 7919 % 100000 / 100.0, 1, 1, 0, 0 FROM players`)
		if err != nil {
			return err
		}
		_, err = t.Exec(`INSERT INTO seasons (game, month, player, bot, value, games, wins, losses, draws)
			SELECT game, ?, player, bot, value, games, wins, losses, draws FROM ratings`, 100*month.Year+int(month.Month))
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkTable reads pages and a rank where 100,000 players are rated.
func BenchmarkTable(b *testing.B) {
	month := data.MonthOf(time.Now())
	s := crowded(b, month)
	for _, m := range []data.Month{{}, month} {
		for _, c := range []struct {
			what  string
			f     data.Filter
			total int
		}{
			{"first page", data.Filter{}, 100_000},
			{"last page", data.Filter{Offset: 99_900}, 100_000},
			{"few found", data.Filter{Search: "p9999"}, 11},
			{"many found", data.Filter{Search: "P1", Offset: 11_000}, 11_112},
		} {
			c.f.Month, c.f.Limit = m, 20
			b.Run(fmt.Sprintf("%s/month=%t", c.what, m == month), func(b *testing.B) {
				for b.Loop() {
					page, total, err := s.Table(b.Context(), "any", c.f)
					if err != nil || len(page) != min(c.f.Limit, c.total) || total != c.total {
						b.Fatal(len(page), total, err)
					}
				}
			})
		}
	}
	b.Run("a rank", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Rank(b.Context(), "any", data.PlayerID(50_000)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
