package data

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// ErrBadName is a name that nobody may have. The error around it says why.
var ErrBadName = errors.New("not a name")

// ErrNameKept is the ErrBadName of a name that is good but speaks for the house.
var ErrNameKept = fmt.Errorf("%w: that one is kept for the house", ErrBadName)

var namePattern = regexp.MustCompile(`^[a-z][a-z0-9_-]{2,15}$`)

// reserved are the names that would speak for the house.
var reserved = []string{
	"admin", "root", "noir", "house", "bot", "guest", "system", "server", "operator",
	"moderator", "mod", "staff", "support", "everyone", "nobody",
}

// lookAlikes maps what reads the same to one sign (protocol, section 10).
var (
	joiners    = strings.NewReplacer("-", "", "_", "")
	lookAlikes = strings.NewReplacer("rn", "m", "vv", "w", "0", "o", "1", "i", "l", "i", "5", "s")
)

// Skeleton returns what is left of a name when everything that looks alike is
// one sign. Two names with the same skeleton cannot both be taken.
func Skeleton(name string) string {
	return lookAlikes.Replace(joiners.Replace(strings.ToLower(name)))
}

// gone begins the names of those who were deleted.
const gone = "gone-"

// GoneName is what a player is called once he is deleted. Nobody may choose it.
func GoneName(id PlayerID) string { return fmt.Sprint(gone, id) }

// CheckName lower-cases a proposed name and returns it, or an ErrBadName whose
// text tells the person what to do.
func CheckName(proposed string) (string, error) {
	name := strings.ToLower(proposed)
	if !namePattern.MatchString(name) {
		return "", fmt.Errorf("%w: use 3 to 16 letters, digits, - or _, and begin with a letter", ErrBadName)
	}
	skeleton := Skeleton(name)
	isReserved := func(word string) bool { return Skeleton(word) == skeleton }
	if strings.HasPrefix(name, "guest-") || strings.HasPrefix(name, gone) || slices.ContainsFunc(reserved, isReserved) {
		return "", ErrNameKept
	}
	return name, nil
}

// ProposeName makes the n-th attempt (0, 1, …) at a name that CheckName
// accepts out of whatever a client called itself.
func ProposeName(wish string, n int) string {
	name := base(wish)
	if n > 0 {
		suffix := fmt.Sprintf("-%d", n+1)
		name = name[:min(len(name), 16-len(suffix))] + suffix
	}
	if _, err := CheckName(name); err != nil {
		return fmt.Sprintf("player-%d", n+1)
	}
	return name
}

// base keeps the part of a wish that may stand in a name.
func base(wish string) string {
	keep := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}
	name := strings.Map(keep, strings.ToLower(wish[:min(len(wish), 64)]))
	name = strings.TrimLeft(name, "0123456789-_")
	name = name[:min(len(name), 16)]
	if len(name) < 3 {
		return "player"
	}
	return name
}
