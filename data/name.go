package data

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// ErrBadName is a name that nobody may have. The error that wraps it says why.
var ErrBadName = errors.New("not a name")

// ErrNameKept is the ErrBadName of a valid name that is reserved for the server.
var ErrNameKept = fmt.Errorf("%w: that one is kept for the house", ErrBadName)

// NameLasts is how long a player must keep a chosen name, and how long their previous one stays
// reserved for them.
const NameLasts = 30 * 24 * time.Hour

// TooSoon is why a name cannot be changed yet.
type TooSoon struct{ Until time.Time }

func (t *TooSoon) Error() string {
	return "the name was changed lately and stays until " + t.Until.UTC().Format(time.DateOnly)
}

// MaxName is how many characters a name may have.
const MaxName = 16

var namePattern = regexp.MustCompile(fmt.Sprintf(`^[a-z][a-z0-9_-]{2,%d}$`, MaxName-1))

// lookAlikes maps characters that look alike to one spelling. A character that looks like two
// others becomes those two, so that it does not matter where they meet.
var lookAlikes = strings.NewReplacer("-", "", "_", "",
	"0", "o", "1", "i", "l", "i", "2", "z", "3", "e", "4", "a", "5", "s", "8", "b", "9", "g", "q", "g", "u", "v",
	"d", "ci", "m", "nn", "w", "vv")

// Folding is the version of Skeleton. A store that holds skeletons of an older version recomputes
// them.
const Folding = 2

// Skeleton returns a name with everything that looks alike spelled alike. Two names with the same
// skeleton cannot both be taken.
func Skeleton(name string) string {
	skeleton := lookAlikes.Replace(strings.ToLower(name))
	for strings.Contains(skeleton, "rn") { // which looks like m, and m is spelled nn
		skeleton = strings.ReplaceAll(skeleton, "rn", "nn")
	}
	return skeleton
}

// gone begins the names of deleted players.
const gone = "gone-"

// GoneName is the name of a deleted player. Nobody may choose it.
func GoneName(id PlayerID) string { return fmt.Sprint(gone, id) }

// CheckName lower-cases a proposed name and returns it, or an ErrBadName whose text tells the
// person what to do.
func CheckName(proposed string) (string, error) {
	name := strings.ToLower(proposed)
	if !namePattern.MatchString(name) {
		return "", fmt.Errorf("%w: use 3 to 16 of a-z, 0-9, - and _, and begin with a letter", ErrBadName)
	}
	if kept(name) {
		return "", ErrNameKept
	}
	return name, nil
}

// ProposeName makes the n-th attempt (0, 1, …) at a name that CheckName accepts, from whatever a
// client called itself.
func ProposeName(wish string, n int) string {
	name := base(wish)
	if n > 0 {
		suffix := fmt.Sprintf("-%d", n+1)
		name = name[:min(len(name), MaxName-len(suffix))] + suffix
	}
	if _, err := CheckName(name); err != nil {
		return fmt.Sprintf("player-%d", n+1)
	}
	return name
}

// base keeps the part of a wish that may be in a name.
func base(wish string) string {
	keep := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}
	name := strings.Map(keep, strings.ToLower(wish[:min(len(wish), 64)]))
	name = strings.TrimLeft(name, "0123456789-_")
	name = name[:min(len(name), MaxName)]
	if len(name) < 3 {
		return "player"
	}
	return name
}
