package data_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

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
		{"spade", "spacle", "sp4de", "spac1e", "5pad3", "sp-4-ci_e"},
		{"bob", "8ob", "bo8"},
		{"hanna", "hama", "harna", "ham-a"},
		{"warren", "vvarren", "uuarren"},
		{"zoe", "2oe", "z03"},
		{"quentin", "guentin", "9uent1n", "qventin"},
		{"max", "rnax", "nnax", "n-nax"},
	} {
		for _, name := range group[1:] {
			if got, want := data.Skeleton(name), data.Skeleton(group[0]); got != want {
				t.Errorf("%s is %q, %s is %q", name, got, group[0], want)
			}
		}
	}
	for _, pair := range [][2]string{{"anna", "anno"}, {"anna", "anna2"}, {"bert", "berta"}, {"nina", "mina"}, {"vera", "wera"},
		{"clara", "cora"}, {"adam", "alan"}, {"pete", "peter"}, {"tim", "tom"}, {"agent6", "agent8"}, {"agent1", "agent2"}} {
		if data.Skeleton(pair[0]) == data.Skeleton(pair[1]) {
			t.Errorf("%s and %s are not alike", pair[0], pair[1])
		}
	}
}

func TestCheckName(t *testing.T) {
	for wish, want := range map[string]string{
		"anna": "anna", "Anna": "anna", "a-1": "a-1", "x_y": "x_y", "abcdefghijklmnop": "abcdefghijklmnop",
		"botany": "botany", "guestbook": "guestbook", "goner": "goner", "modesto": "modesto", "stafford": "stafford", "rooster": "rooster",
		"marlowe-bot": "marlowe-bot", "film-noir": "film-noir", "root-beer": "root-beer", "boss": "boss", "the-boss": "the-boss",
		"irish": "irish", "iris-west": "iris-west", "benny-hill": "benny-hill", "adam": "adam", "lolita": "lolita", "vera": "vera",
		"player-1": "player-1", "player": "player",
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
		"guest_1234", "guest0042", "gue5t-0042", "guestl234", "guestoooo", "quest-1234", "gone12", "g0ne-12", "gone_12", "gone-girl",
		"owner", "official", "sysop", "admins", "administrator", "adrninx", "noir-admin", "noirbot", "noir-fan", "house-bot", "the-house", "thehouse",
		"team-noir", "servernoir", "noirnoir", "noirnormal", "n-o-i-r", "root-2", "my-mod", "chat-rnod", "club_owner-1", "hou53", "realadmin", "anybody", "everybody",
		"iris", "lris", "1ris", "ir1s", "iris-normal", "iris_boss", "irisnormal", "iris2", "pip", "p1p", "odette", "ociette", "raven",
		"benny", "bemy", "benny-easy-3", "lola", "vito", "uito", "ada", "acia", "4da", "ada-ada", "the-ada",
	} {
		if got, err := data.CheckName(wish); !errors.Is(err, data.ErrBadName) {
			t.Errorf("CheckName(%q) = %q, %v", wish, got, err)
		}
	}
}

// ordinary are names as people have them (testdata/README).
func ordinary(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(text))
}

// TestOrdinaryNamesAreFewAlike: keeping look-alikes apart costs hardly any player a name. Of 9,916
// names 23 cannot be taken while another one of them is, 12 of those because of rules beyond 0=o,
// 1=l=i, 5=s, rn=m and vv=w; the reserved words take 8.
func TestOrdinaryNamesAreFewAlike(t *testing.T) {
	names := ordinary(t)
	had := map[string]string{}
	var alike, refused []string
	for _, name := range names {
		if first, ok := had[data.Skeleton(name)]; ok {
			alike = append(alike, first+"="+name)
		} else {
			had[data.Skeleton(name)] = name
		}
		if _, err := data.CheckName(name); err != nil {
			refused = append(refused, name)
		}
	}
	t.Logf("of %d names %d are like another one: %q", len(names), len(alike), alike)
	t.Logf("%d are reserved: %q", len(refused), refused)
	if len(names) < 9000 || len(alike) > 23 || len(refused) > 8 {
		t.Errorf("of %d names %d are like another one, and %d are reserved", len(names), len(alike), len(refused))
	}
}

// TestFoldingCounts: stores keep skeletons and recompute them only when Folding has changed. If you
// change Skeleton, raise Folding and write the new sum here.
func TestFoldingCounts(t *testing.T) {
	sum := sha256.New()
	for _, name := range append(ordinary(t), "0123456789", "rrn-vvw_m", "abcdefghijklmnop", "qrstuvwxyz") {
		fmt.Fprintln(sum, data.Skeleton(name))
	}
	want := map[int]string{2: "c5ccb33c5e0cc68f46e61baf334d2b97426956a6ed04af8832402c36b1899460"}[data.Folding]
	if got := hex.EncodeToString(sum.Sum(nil)); got != want {
		t.Errorf("the skeletons of version %d have the sum %s, not %q", data.Folding, got, want)
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
		{"an:n{a}\x7f", 0, "anna"},
		{"root", 0, "player-1"},
		{"root", 1, "player-2"},
		{"ada", 0, "player-1"},
		{"ada-lovelace", 0, "ada-lovelace"},
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

// TestRefusalsSayWhatStandsInTheWay of a name, and of a seat.
func TestRefusalsSayWhatStandsInTheWay(t *testing.T) {
	until := time.Date(2026, 5, 2, 23, 30, 0, 0, time.FixedZone("", -2*60*60))
	for says, err := range map[string]error{
		"the name was changed lately and stays until 2026-05-03": &data.TooSoon{Until: until},
		"2 players have a game running":                          &data.Seated{In: map[data.PlayerID]data.MatchID{1: "m1", 2: "m1"}},
	} {
		if err.Error() != says {
			t.Errorf("%q, not %q", err, says)
		}
	}
}
