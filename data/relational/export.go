package relational

import (
	"context"
	"iter"

	"noir/data"
)

// exporter reads all matches, for operators.
type exporter struct{ db Database }

// exportPage is how many matches are read, with their logs, in one transaction.
const exportPage = 50

// Matches implements data.Upkeep. No transaction is open while a match is
// yielded.
func (s exporter) Matches(ctx context.Context) iter.Seq2[data.Match, error] {
	return func(yield func(data.Match, error) bool) {
		for last := int64(0); ; {
			page, next, err := s.endedAfter(ctx, last)
			for _, m := range page {
				if !yield(m, nil) {
					return
				}
			}
			if err != nil {
				yield(data.Match{}, err)
			}
			if err != nil || len(page) < exportPage {
				return
			}
			last = next
		}
	}
}

// endedAfter reads the next finished matches, and the number of the last of them.
func (s exporter) endedAfter(ctx context.Context, number int64) (page []data.Match, last int64, err error) {
	err = s.db.Browse(ctx, func(t Tx) error {
		found, err := matchesWithLogs(t, `WHERE ended IS NOT NULL AND number > ? ORDER BY number LIMIT ?`, number, exportPage)
		page = nil
		for _, f := range found {
			page, last = append(page, f.Match), f.number
		}
		return err
	})
	return page, last, err
}
