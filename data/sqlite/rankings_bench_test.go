package sqlite

import (
	"testing"

	"noir/data"
)

// BenchmarkRankings reads a page and a rank where 100,000 players are rated.
func BenchmarkRankings(b *testing.B) {
	s, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	err = s.writer.write(b.Context(), func(t tx) error {
		_, err := t.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
			INSERT INTO players (id, name, skeleton, created) SELECT i, 'p' || i, 'p' || i, 0 FROM n`)
		if err != nil {
			return err
		}
		_, err = t.exec(`INSERT INTO ratings (player, game, value, games, wins, losses, draws)
			SELECT id, 'any', 1000 + id * 7919 % 100000 / 100.0, 1, 1, 0, 0 FROM players`)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	for name, offset := range map[string]int{"first page": 0, "last page": 99_900} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				page, total, err := s.Rankings(b.Context(), "any", 20, offset)
				if err != nil || len(page) != 20 || total != 100_000 {
					b.Fatal(len(page), total, err)
				}
			}
		})
	}
	b.Run("a rank", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Rank(b.Context(), "any", data.PlayerID(50_000)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
