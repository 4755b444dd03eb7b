package datatest

import (
	"encoding/json"
	"fmt"
	"time"

	"noir/data"
	"noir/engine"
)

// played has a match begin and end.
func (s *suite) played(m data.Match, r engine.Result) {
	s.Helper()
	must(s.Open(s.Context(), m))
	s.now = s.now.Add(time.Hour)
	s.finish(m.ID, r)
}

func (s *suite) recordIsKept() {
	p := s.players("anna", "bert", "cora")
	n := 0
	play := func(pace data.Pace, rated bool, r engine.Result, players ...data.Player) data.MatchID {
		n++
		m := s.match(data.MatchID(fmt.Sprint("m", n)), rated, players...)
		m.Pace = pace
		s.played(m, r)
		return m.ID
	}
	play(data.Fast, true, won(1, 1), p[0], p[1])          // 12 h: a draw
	play(data.Live, true, won(1, 2), p[0], p[1])          // a win
	play(data.Live, true, won(2, 1, 3), p[1], p[0], p[2]) // a win of three
	highest := s.rating(p[0]).Value
	play(data.Fast, true, won(2, 1), p[0], p[1]) // losses
	play(data.Day, true, won(2, 1), p[0], p[2])
	play(data.Live, false, won(1, 2), p[0], p[1]) // casual
	play(data.Live, true, void(2), p[0], p[1])    // aborted
	bad := play(data.Live, true, won(1, 2), p[0], p[1])
	s.takeBack(bad)
	guest := data.Player{ID: -1, Name: "guest-7"}
	play(data.Live, false, won(1, 2), p[0], guest)

	play(data.Fast, false, won(1, 2), p[2], guest)

	s.reopen()
	s.same("of another, by pace", must(s.Record(s.Context(), p[2].ID, game)).ByPace, map[data.Pace]data.Rating{
		data.Live: {Games: 1, Losses: 1}, data.Day: {Games: 1, Wins: 1},
	})
	got := must(s.Record(s.Context(), p[0].ID, game))
	s.same("by pace", got.ByPace, map[data.Pace]data.Rating{
		data.Live: {Games: 2, Wins: 2}, data.Fast: {Games: 2, Losses: 1, Draws: 1}, data.Day: {Games: 1, Losses: 1},
	})
	s.same("rivals", got.Rivals, []data.Rival{
		{Player: p[1], Games: 5, Wins: 3, Losses: 1, Draws: 1}, {Player: p[2], Games: 2, Wins: 1, Losses: 1},
	})
	s.same("streaks", []int{got.Streak, got.Best}, []int{-2, 2})
	s.near("highest", got.Highest, highest)
	want := [24]int{}
	for _, hour := range []int{12, 13, 14, 15, 16, 17, 20} {
		want[hour] = 1
	}
	s.same("hours", got.Hours, want)

	none := must(s.Record(s.Context(), p[0].ID, "noirburg"))
	s.same("of another game", none, data.Record{ByPace: map[data.Pace]data.Rating{}})
}

func (s *suite) rivalsAreFew() {
	anna := s.players("anna")[0]
	for n := range data.MaxRivals + 2 {
		other := s.players(fmt.Sprint("player-", n))[0]
		for g := range 1 + n%2 {
			s.played(s.match(data.MatchID(fmt.Sprint(n, " ", g)), false, anna, other), won(1, 2))
		}
	}
	got := must(s.Record(s.Context(), anna.ID, game))
	s.same("rivals", len(got.Rivals), data.MaxRivals)
	s.same("the first", []any{got.Rivals[0].Games, got.Rivals[0].Player.Name}, []any{2, "player-1"})
	s.same("the last", []any{got.Rivals[19].Games, got.Rivals[19].Player.Name}, []any{1, "player-16"})
}

func (s *suite) hoursAreBusy() {
	p := s.players("anna", "bert", "cora")
	hour := time.Now().UTC().Truncate(time.Hour)
	n := 0
	play := func(pace data.Pace, from, to time.Time, players ...data.Player) {
		n++
		m := s.match(data.MatchID(fmt.Sprint("m", n)), false, players...)
		m.Pace, m.Started = pace, from
		must(s.Open(s.Context(), m))
		must(s.Finish(s.Context(), m.ID, to, won([]int{1, 2}[:len(players)]...)))
	}
	minutes := func(hours, minutes int) time.Time {
		return hour.Add(time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute)
	}
	play(data.Live, minutes(-5, 50), minutes(-4, 10), p[0], p[1]) // both in two hours
	play(data.Live, minutes(-4, 20), minutes(-4, 30), p[0], p[2]) // she was there already
	play(data.Live, minutes(-4-7*24, 20), minutes(-4-7*24, 30), p[0], data.Player{ID: -1, Name: "guest-7"})
	play(data.Live, minutes(-20, 30), minutes(-12, 0), p[2]) // for so long nobody sits there
	play(data.Day, minutes(-9, 0), minutes(-7, 0), p[0], p[1])
	play(data.Live, minutes(-30*24, 0), minutes(-30*24, 10), p[0], p[1])    // long ago
	play(data.Live, minutes(-28*24-1, 30), minutes(-28*24, 30), p[0], p[1]) // half of it long ago
	bot := s.match("bot", false, p[0], data.Player{Name: "house"})
	bot.Seats[1].Kind, bot.Started = data.Bot, minutes(-2, 5)
	must(s.Open(s.Context(), bot)) // and it runs

	busy := must(s.Busy(s.Context()))
	var want [7][24]float64
	for hours, people := range map[int]float64{-20: 1, -19: 1, -18: 1, -17: 1, -5: 2, -4: 5, -2: 1, -1: 1, 0: 2} {
		at := minutes(hours, 0)
		want[at.Weekday()][at.Hour()] = people / 4
	}
	s.same("busy", busy, want)
}

func (s *suite) analysisIsKept() {
	ctx := s.Context()
	s.begin("m1", s.players("anna", "bert")...)
	save := func(id data.MatchID, body string) error { return s.SaveAnalysis(ctx, id, json.RawMessage(body)) }
	s.refused("of one that runs", save("m1", `{}`), data.ErrRunning)
	s.refused("of none", save("m2", `{}`), data.ErrNotFound)
	s.finish("m1", won(1, 2))
	_, err := s.Analysis(ctx, "m1")
	s.refused("before there is one", err, data.ErrNotFound)
	if save("m1", `{`) == nil {
		s.Error("it is no JSON")
	}
	for _, body := range []string{`{"moves":[1]}`, `{"moves":[1,2]}`} {
		s.must(save("m1", body))
		s.reopen()
		s.same("analysis", string(must(s.Analysis(ctx, "m1"))), body)
	}
}
