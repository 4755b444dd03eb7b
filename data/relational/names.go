package relational

import (
	"context"
	"fmt"
	"time"

	"noir/data"
)

// taken returns data.ErrNameTaken when somebody other than the given player has a name like this
// one, or had it until recently; 0 is nobody.
func taken(t Tx, name string, but data.PlayerID) error {
	var is bool
	err := t.Row(`SELECT EXISTS (SELECT 1 FROM players WHERE (skeleton = ?1 OR skeleton BETWEEN ?1 || '#' AND ?1 || '#:') AND id <> ?2)
			OR EXISTS (SELECT 1 FROM former_names WHERE skeleton = ?1 AND until > ?3 AND player <> ?2)`,
		[]any{data.Skeleton(name), but, time.Now().UnixMilli()}, &is)
	if err == nil && is {
		err = fmt.Errorf("%w: %s", data.ErrNameTaken, name)
	}
	return err
}

// Holders implements data.Accounts.
func (s playerStore) Holders(ctx context.Context) (list []data.Holder, err error) {
	err = s.db.Study(ctx, func(t Tx) error {
		list = nil
		return t.Rows(`SELECT `+playerColumns+`, coalesce((SELECT o.name FROM players o
				WHERE instr(p.skeleton, '#') > 0 AND o.skeleton = substr(p.skeleton, 1, instr(p.skeleton, '#') - 1)), '')
			FROM players p WHERE true`+andThere+` ORDER BY p.name`, nil, func(read Scan) error {
			var h data.Holder
			if err := read(append(playerInto(&h.Player), &h.Like)...); err != nil {
				return err
			}
			if _, err := data.CheckName(h.Name); err != nil || h.Like != "" {
				list = append(list, h)
			}
			return nil
		})
	})
	return list, err
}

// foldRows is how many skeletons are computed at a time.
const foldRows = 1000

// Refold recomputes the skeletons of all names when the stored ones are of an older version. If the
// names of several players are now alike, the first player has the skeleton. Later ones keep their
// names too, told apart by id.
func Refold(t Tx) error {
	version, err := Folding(t)
	if err != nil || version == data.Folding {
		return err
	}
	if _, err := t.Exec(`UPDATE folding SET version = version`); err != nil { // waits for another server that does the same
		return err
	}
	if version, err = Folding(t); err != nil || version == data.Folding {
		return err
	}
	if _, err := t.Exec(`UPDATE players SET skeleton = '#' || id WHERE ` + named); err != nil {
		return err
	}
	for last, more := data.PlayerID(0), true; more; {
		if last, more, err = foldNext(t, last); err != nil {
			return err
		}
	}
	var former []string
	if err := t.Rows(`SELECT DISTINCT name FROM former_names`, nil, func(read Scan) error {
		former = append(former, "")
		return read(&former[len(former)-1])
	}); err != nil {
		return err
	}
	for _, name := range former {
		if _, err := t.Exec(`UPDATE former_names SET skeleton = ? WHERE name = ?`, data.Skeleton(name), name); err != nil {
			return err
		}
	}
	_, err = t.Exec(`UPDATE folding SET version = ?`, data.Folding)
	return err
}

// named is the condition for a player to have a name, that is, not to have departed.
const named = `name NOT LIKE '/%'`

// foldNext recomputes the skeletons of the next players after one, oldest first. It returns the
// last of them.
func foldNext(t Tx, after data.PlayerID) (last data.PlayerID, more bool, err error) {
	var players []data.Player
	err = t.Rows(`SELECT id, name FROM players WHERE id > ? AND `+named+` ORDER BY id LIMIT ?`, []any{after, foldRows}, func(read Scan) error {
		var p data.Player
		err := read(&p.ID, &p.Name)
		players, last = append(players, p), p.ID
		return err
	})
	for _, p := range players {
		if err != nil {
			return 0, false, err
		}
		skeleton := data.Skeleton(p.Name)
		var first int64
		if first, err = t.Exec(`UPDATE players SET skeleton = ?1 WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM players WHERE skeleton = ?1)`, skeleton, p.ID); err == nil && first == 0 {
			_, err = t.Exec(`UPDATE players SET skeleton = ? || '#' || id WHERE id = ?`, skeleton, p.ID)
		}
	}
	return last, len(players) == foldRows, err
}

// Folding returns the version of the stored skeletons.
func Folding(t Tx) (version int, err error) {
	err = t.Row(`SELECT version FROM folding`, nil, &version)
	return version, err
}
