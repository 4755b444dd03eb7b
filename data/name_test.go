package data_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"noir/data"
)

func TestLookAlikesShareASkeleton(t *testing.T) {
	for _, group := range [][]string{
		{"anna", "ANNA", "an-na", "a_n-n_a"},
		{"oliver", "0liver", "ol1ver", "oiiver", "0-1_iver"},
		{"mona", "rnona", "r-nona", "m0na"},
		{"walter", "vvalter", "wa1ter", "v_valter"},
		{"sissi", "5issi", "s15si", "si55l"},
	} {
		for _, name := range group[1:] {
			if got, want := data.Skeleton(name), data.Skeleton(group[0]); got != want {
				t.Errorf("%s is %q, %s is %q", name, got, group[0], want)
			}
		}
	}
	for _, pair := range [][2]string{{"anna", "anno"}, {"anna", "anna2"}, {"bert", "berta"}, {"nina", "mina"}, {"vera", "wera"}} {
		if data.Skeleton(pair[0]) == data.Skeleton(pair[1]) {
			t.Errorf("%s and %s are not alike", pair[0], pair[1])
		}
	}
}

func TestCheckName(t *testing.T) {
	for wish, want := range map[string]string{
		"anna": "anna", "Anna": "anna", "a-1": "a-1", "x_y": "x_y", "abcdefghijklmnop": "abcdefghijklmnop",
		"administrator": "administrator", "botany": "botany", "guestbook": "guestbook",
	} {
		if got, err := data.CheckName(wish); err != nil || got != want {
			t.Errorf("CheckName(%q) = %q, %v", wish, got, err)
		}
	}
	for _, wish := range []string{
		"", "a", "ab", "abcdefghijklmnopq", "1anna", "-anna", "_anna", "an na", "anna\n", "anna\x00", "ann\x1b[2Ja",
		"änna", "аnna", "anna😀", "an.na", "an/na", "\xff\xfe\xfd", "' OR 1=1 --", "ann\u202ea", // the second a is Cyrillic
		"admin", "Admin", "adm1n", "a-d-m-i-n", "root", "r00t", "ro-ot", "noir", "n0ir", "nolr", "house", "hou5e", "bot", "b0t",
		"guest", "gue5t", "system", "server", "operator", "moderator", "rnoderator", "mod", "rnod", "staff",
		"support", "everyone", "nobody", "guest-", "guest-1234", "GUEST-anna", "gone-12",
	} {
		if got, err := data.CheckName(wish); !errors.Is(err, data.ErrBadName) {
			t.Errorf("CheckName(%q) = %q, %v", wish, got, err)
		}
	}
}

func TestProposeName(t *testing.T) {
	for _, c := range []struct {
		wish string
		n    int
		want string
	}{
		{"anna", 0, "anna"},
		{"Anna", 1, "anna-2"},
		{"  Anna Marie ", 0, "annamarie"},
		{"42anna", 0, "anna"},
		{"root", 0, "player-1"},
		{"root", 1, "root-2"},
		{"guest-1234", 0, "player-1"},
		{"", 0, "player"},
		{"ж", 2, "player-3"},
		{"a-very-long-name-indeed", 0, "a-very-long-name"},
		{"a-very-long-name-indeed", 9, "a-very-long-n-10"},
	} {
		if got := data.ProposeName(c.wish, c.n); got != c.want {
			t.Errorf("ProposeName(%q, %d) = %q, not %q", c.wish, c.n, got, c.want)
		}
	}
}

// Whatever a client calls itself, each attempt is a name that it may have.
func TestEveryProposalIsAName(t *testing.T) {
	words := rapid.OneOf(
		rapid.String(),
		rapid.StringMatching(`[a-z0-9_-]{0,20}`),
		rapid.SampledFrom([]string{"guest-", "admin", "GUEST-1", "m0d", "player", "rn0d", "bot"}),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(raw []byte) string { return string(raw) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		wish := strings.Join(rapid.SliceOfN(words, 0, 3).Draw(t, "wish"), "")
		n := rapid.IntRange(0, 1_000_000).Draw(t, "n")
		name := data.ProposeName(wish, n)
		if got, err := data.CheckName(name); err != nil || got != name {
			t.Fatalf("ProposeName(%q, %d) = %q: %v", wish, n, name, err)
		}
	})
}

func FuzzCheckName(f *testing.F) {
	f.Add("anna")
	f.Add("K\u212aK")
	f.Fuzz(func(t *testing.T, wish string) {
		name, err := data.CheckName(wish)
		if err != nil {
			return
		}
		if again, err := data.CheckName(name); err != nil || again != name {
			t.Errorf("%q became %q, which became %q, %v", wish, name, again, err)
		}
		if s := data.Skeleton(name); s == "" || data.Skeleton(strings.ToUpper(name)) != s {
			t.Errorf("%q has the skeleton %q", name, s)
		}
	})
}
