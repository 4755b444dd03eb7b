package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"noir/data"
	"noir/internal/language"
	"noir/server/command"
	"noir/server/wiretest"
	board "noir/tui/districtnoir"
)

// openDay opens a house whose games are worded by their real board, with a day game of two players
// who were not there. It returns the player to move first.
func openDay(t *testing.T) (h *house, asked, waits data.Player, id string) {
	t.Helper()
	h = open(t)
	h.Games[0].Teller = func(r *language.Reader) command.Teller { return board.New(r) }
	asked, waits = h.Player("marlowe"), h.Player("spade")
	h.ask(asked, "challenge --open")
	id = regexp.MustCompile(`on: (\w+)\.`).FindStringSubmatch(h.ask(waits, "challenge --open"))[1]
	if h.rows(waits)[0].YourMove {
		asked, waits = waits, asked
	}
	return h, asked, waits, id
}

// row is of `games --running --json`.
type row struct {
	ID       string `json:"id"`
	Pace     string `json:"pace"`
	Ply      int    `json:"ply"`
	YourMove bool   `json:"your_move"`
	Deadline string `json:"deadline"`
}

func (h *house) rows(p data.Player) (rows []row) {
	h.t.Helper()
	if err := json.Unmarshal([]byte(h.ask(p, "games --running --json")), &rows); err != nil {
		h.t.Fatal(err)
	}
	return rows
}

// hand are the kinds of cards that a player may play at their turn.
func (h *house) hand(p data.Player, id string) (cards []string) {
	h.t.Helper()
	c, err := h.House.Broker.Sit(h.t.Context(), data.MatchID(id), p.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	defer c.Leave()
	f, err := c.Next(h.t.Context(), 0)
	if err != nil || f.Turn == nil {
		h.t.Fatalf("no turn: %v", err)
	}
	for _, raw := range f.Turn.Legal {
		var move struct{ Card string }
		if err := json.Unmarshal(raw, &move); err != nil {
			h.t.Fatal(err)
		}
		if move.Card != "" {
			cards = append(cards, move.Card)
		}
	}
	return cards
}

// almostADay is a sentence that ends with the time left of a move just begun.
func almostADay(text string) *regexp.Regexp {
	return regexp.MustCompile(text + `\. Time left: (23 h 59|24 h 0) min\.`)
}

// TestADayGameByCommandsAlone is played from the challenge to the end without a
// connection that stays.
func TestADayGameByCommandsAlone(t *testing.T) {
	h, asked, waits, id := openDay(t)
	for ply := 1; ply <= 6; ply++ {
		if text := h.ask(asked, "move "+id); !strings.Contains(text, "Your hand: ") || !almostADay("It is your move").MatchString(text) {
			t.Fatalf("the position reads\n%s", text)
		}
		move := h.hand(asked, id)[0]
		switch ply {
		case 2:
			move = "p 1"
		case 3:
			move = `{"type":"play","card":"` + move + `"}`
		case 4:
			move = "play " + strings.ToUpper(move)
		}
		text := h.ask(asked, "move "+id+" "+move)
		if !strings.Contains(text, fmt.Sprintf("%3d. ", ply)) || !almostADay("The table is waiting for: "+waits.Name).MatchString(text) {
			t.Errorf("move %s: %s", move, text)
		}
		if rows := h.rows(waits); len(rows) != 1 || rows[0].ID != id || !rows[0].YourMove || rows[0].Ply != ply || rows[0].Deadline == "" || rows[0].Pace != "day" {
			t.Fatalf("%s has %+v", waits.Name, rows)
		}
		asked, waits = waits, asked
	}
	if text := h.ask(asked, "games"); !strings.HasPrefix(text, id) || !strings.Contains(text, "your move") || !strings.Contains(text, "no finished game") {
		t.Errorf("games lists\n%s", text)
	}
	if list := h.ask(asked, "games --json"); list != "[]\n" {
		t.Errorf("games --json is of finished games: %s", list)
	}
}

// TestMovesThatAreRefused change nothing, say why, and exit with 1.
func TestMovesThatAreRefused(t *testing.T) {
	h, asked, waits, id := openDay(t)
	stranger := h.Player("vera")
	missing := "5"
	held := strings.Join(h.hand(asked, id), " ")
	for _, card := range []string{"5", "6", "7", "8"} {
		if !strings.Contains(held, card) {
			missing = card
		}
	}
	if !strings.Contains(held, missing) { // a number is never a place in the hand
		if a := h.run(asked, "move "+id+" "+missing); a.code != 1 || !strings.Contains(a.err, "not a move you can make now") {
			t.Errorf("a card that he has not: %+v", a)
		}
	}
	for line, want := range map[string]string{
		"move " + id + " dance":                      "play with p 1",
		"move " + id + ` {"type":"play","card":"9"}`: "no such move",
		"move " + id + ` {"type":`:                   "no such move",
		"move nowhere 5":                             "there is no such table",
	} {
		if a := h.run(asked, line); a.code != 1 || a.out != "" || !strings.Contains(a.err, want) {
			t.Errorf("%s: %+v", line, a)
		}
	}
	if a := h.run(waits, "move "+id+" t"); a.code != 1 || !strings.Contains(a.err, "the table waits for: "+asked.Name) {
		t.Errorf("out of turn: %+v", a)
	}
	if a := h.run(stranger, "move "+id); a.code != 1 || !strings.Contains(a.err, "`watch "+id+"`") {
		t.Errorf("a stranger: %+v", a)
	}
	if a := h.run(asked, "move"); a.code != 2 {
		t.Errorf("nothing to move: %+v", a)
	}
	if rows := h.rows(asked); rows[0].Ply != 0 {
		t.Errorf("%d moves were made", rows[0].Ply)
	}
	if _, err := h.House.Broker.Sit(t.Context(), data.MatchID(id), asked.ID); err != nil {
		t.Errorf("chairs are left behind: %v", err)
	}
}

// TestACardWithAMinus is no flag.
func TestACardWithAMinus(t *testing.T) {
	for range 20 { // nine deals of ten have one in the first hands
		h, asked, waits, id := openDay(t)
		for range 2 {
			hand := h.hand(asked, id)
			if at := slices.IndexFunc(hand, func(c string) bool { return strings.HasPrefix(c, "-") }); at >= 0 {
				if text := h.ask(asked, "move "+id+" "+hand[at]); !strings.Contains(text, "waiting for: "+waits.Name) {
					t.Errorf("move %s: %s", hand[at], text)
				}
				return
			}
			h.ask(asked, "move "+id+" p 1")
			asked, waits = waits, asked
		}
	}
	t.Fatal("no card with a minus was dealt")
}

// TestChallengesByCommand, from the offer to the answer.
func TestChallengesByCommand(t *testing.T) {
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	guest := h.Guest("guest-1234")
	offer := func() string {
		t.Helper()
		var a struct {
			Match, Code *string
			Challenge   struct{ ID, From, To string }
		}
		if err := json.Unmarshal([]byte(h.ask(marlowe, "challenge spade --json")), &a); err != nil {
			t.Fatal(err)
		}
		if a.Match != nil || a.Code != nil || a.Challenge.From != "marlowe" || a.Challenge.To != "spade" {
			t.Fatalf("%+v", a)
		}
		return a.Challenge.ID
	}
	id := offer()
	const challenge = `{at:string expires:string from:string game:string id:string pace:string rated:bool seats:number to:string}`
	if got := wiretest.Shape(h.ask(spade, "challenges --json")); got != "["+challenge+"]" {
		t.Errorf("challenges --json is %s", got)
	}
	if text := h.ask(spade, "challenges"); !strings.Contains(text, "marlowe to you") || !strings.Contains(text, "casual") {
		t.Errorf("spade reads %s", text)
	}
	if text := h.ask(guest, "challenges"); !strings.Contains(text, "There are no open challenges") {
		t.Errorf("a guest reads %s", text)
	}
	if text := h.ask(spade, "decline "+id); text != "Declined.\n" {
		t.Errorf("spade declines: %q", text)
	}
	for _, line := range []string{"accept " + id, "withdraw " + id} {
		if a := h.run(spade, line); a.code != 1 || !strings.Contains(a.err, "`challenges` lists") {
			t.Errorf("%s: %+v", line, a)
		}
	}
	if text := h.ask(marlowe, "withdraw "+offer()); text != "Withdrawn.\n" {
		t.Errorf("marlowe withdraws: %q", text)
	}
	if text := h.ask(spade, "accept "+offer()); !strings.Contains(text, "The game is on") {
		t.Error(text)
	}
	for line, code := range map[string]int{
		"challenge": 2, "challenge spade --open": 0, "challenge --open --rated --casual": 2, "challenge nobody-here": 1,
		"challenge marlowe": 1, "challenge spade --pace live": 2, "challenge spade chess": 2, "challenge --open --seats 3": 1,
	} {
		if line == "challenge spade --open" { // spade is no game
			code = 2
		}
		if a := h.run(marlowe, line); a.code != code {
			t.Errorf("%s: exit code %d, %s", line, a.code, a.err)
		}
	}
	for line, rated := range map[string]string{"challenge --open --json": `"rated":true`, "challenge --open --casual --json": `"rated":false`} {
		if text := h.ask(marlowe, line); !strings.Contains(text, rated) {
			t.Errorf("%s: %s", line, text)
		}
	}
	if a := h.run(guest, "challenge --open"); a.code != 1 || !strings.Contains(a.err, "with a key") {
		t.Errorf("a guest: %+v", a)
	}
}

// TestWhatAcceptingLeadsTo: a game, the caller's own challenge, or the code of the table where the challenger waits.
func TestWhatAcceptingLeadsTo(t *testing.T) {
	t.Parallel()
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	type acceptance struct {
		Match, Code *string
		Challenge   *struct{ ID string }
	}
	read := func(p data.Player, line string) (a acceptance) {
		t.Helper()
		if err := json.Unmarshal([]byte(h.ask(p, line)), &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a := read(marlowe, "challenge --open --json"); a.Match != nil || a.Code != nil || a.Challenge == nil {
		t.Errorf("an open challenge: %+v", a)
	}
	a := read(spade, "challenge --open --json")
	if a.Match == nil || a.Code != nil || a.Challenge != nil || h.rows(spade)[0].ID != *a.Match {
		t.Errorf("another one: %+v", a)
	}
	if a := h.run(marlowe, "play district-noir --json --host --to nobody"); a.code != 1 || !strings.Contains(a.err, `there is no player "nobody"`) {
		t.Errorf("a table for nobody: %+v", a)
	}
	host := h.connect(marlowe, "play district-noir --json --host --to spade")
	code := regexp.MustCompile(`"code":"(\w+)"`).FindStringSubmatch(host.Until("queued").Raw)[1]
	var offered []struct{ ID, From, Pace string }
	if err := json.Unmarshal([]byte(h.ask(spade, "challenges --json")), &offered); err != nil || len(offered) != 1 || offered[0].From != "marlowe" || offered[0].Pace != "live" {
		t.Fatalf("%+v, %v", offered, err)
	}
	if text := h.ask(spade, "accept "+offered[0].ID); text != "The challenger is waiting at a private table: `join "+code+"` sits down there.\n" {
		t.Errorf("spade reads %q", text)
	}
	if a := read(spade, "accept "+offered[0].ID+" --json"); a.Match != nil || a.Code == nil || *a.Code != code || a.Challenge != nil {
		t.Errorf("a table: %+v", a)
	}
	host.Say(`{"type":"leave"}`)
	host.Ended()
}

// TestMovesWhenAllIsOver: the end is told, also to whoever would move, as long as the table is there.
func TestMovesWhenAllIsOver(t *testing.T) {
	t.Parallel()
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	a, b := h.connect(marlowe, "play district-noir --json"), h.connect(spade, "play district-noir --json")
	id := a.Until("start").Table
	b.Until("start")
	h.move(a, b)
	b.Say(`{"type":"resign"}`)
	a.Until("end")
	b.Until("end")
	if text := h.ask(marlowe, "move "+id); !strings.Contains(text, "Won by marlowe (resigned).") || strings.Contains(text, "your move") {
		t.Errorf("the position reads\n%s", text)
	}
	if a := h.run(marlowe, "move "+id+" t"); a.code != 1 || a.err != "the game is over: look for another\n" {
		t.Errorf("a move after the end: %+v", a)
	}
}

// TestJoinTalks: what is joined is passed on as if it had been typed.
func TestJoinTalks(t *testing.T) {
	h := open(t)
	var said string
	h.Talk = func(_ context.Context, c command.Call, line string) error {
		said = c.Player.Name + ": " + line
		return nil
	}
	marlowe := h.Player("marlowe")
	for _, line := range []string{"join AB12CD", "event join 7"} {
		if h.ask(marlowe, line); said != "marlowe: "+line {
			t.Errorf("%q", said)
		}
	}
}

// TestPlayAtADayAMove speaks JSON lines: a ticket stays when its line is cut, and a
// running game is taken up by its pace.
func TestPlayAtADayAMove(t *testing.T) {
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	left := h.connect(marlowe, "play district-noir --json --pace day")
	if m := left.Until("queued"); !strings.Contains(m.Raw, `"challenge":"`) {
		t.Errorf("queued: %s", m.Raw)
	}
	left.EndInput()
	if code := left.Ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	comes := h.connect(spade, "play district-noir --json --pace day")
	start := comes.Until("start")
	if !strings.Contains(start.Raw, `"clock":{"move_ms":86400000,"bank_ms":0}`) {
		t.Errorf("start: %s", start.Raw)
	}
	back := h.connect(marlowe, "play district-noir --json --pace day")
	if m := back.Until("start"); m.Table != start.Table {
		t.Errorf("taken up: %s", m.Raw)
	}
	live := h.connect(marlowe, "play district-noir --json")
	live.Until("queued") // a day game is no live game
	live.Say(`{"type":"leave"}`)
	if code := live.Ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	more := h.connect(marlowe, "play district-noir --json --pace day --new")
	more.Until("queued")
	more.Say(`{"type":"leave"}`) // is meant for the challenge too
	more.Ended()
	if list := h.ask(spade, "challenges --json"); list != "[]\n" {
		t.Errorf("left behind: %s", list)
	}
}

// TestAGameIsSlowedByLines: offered, agreed to and told, with the new clock; a table
// is closed to watchers by a line too.
func TestAGameIsSlowedByLines(t *testing.T) {
	h := open(t)
	a, b := h.connect(h.Player("marlowe"), "play district-noir --json"), h.connect(h.Player("spade"), "play district-noir --json")
	id := a.Until("start").Table
	b.Until("start")
	watcher := h.connect(h.Player("vera"), "watch "+id+" --json")
	watcher.Until("start")
	a.Say(`{"type":"slow"}`)
	if m := b.Until("notice"); m.Code != "slow_offered" {
		t.Errorf("told %s", m.Raw)
	}
	b.Say(`{"type":"slow"}`)
	for {
		if m := a.Until("notice"); m.Code == "slowed" {
			if !strings.Contains(m.Raw, `"clock":{"move_ms":86400000,"bank_ms":0}`) {
				t.Errorf("told %s", m.Raw)
			}
			break
		}
	}
	b.Say(`{"type":"shut","closed":1}`)
	if m := b.Until("error"); m.Code != "bad_move" {
		t.Errorf("refused with %s", m.Raw)
	}
	b.Say(`{"type":"shut"}`)
	if code := watcher.Ended(); code != 1 || !strings.Contains(watcher.errOut.String(), "closed to watchers") {
		t.Errorf("the watcher ends with %d, %s", code, &watcher.errOut)
	}
	if a := h.run(h.Guest("guest-1234"), "watch "+id); a.code != 1 || !strings.Contains(a.err, "closed to watchers") {
		t.Errorf("another one: %+v", a)
	}
}
