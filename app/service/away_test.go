package service_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

// TestNothingIsKnownWithoutTheStore: no use case answers while the store is away, as if there were nothing.
func TestNothingIsKnownWithoutTheStore(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		keys := s.Keys("SHA256:new")
		s.CloseStore()
		with := map[reflect.Type]any{}
		for _, arg := range []any{
			s.anna.ID, s.bert, data.MatchID("played-1"), "bogart", 3, int64(1), true, data.Friend, time.Now(), data.Filter{}, []string{game}, data.Settings{},
			matchmaking.Complaint{By: s.anna, About: "bert", Reason: "rude"}, map[string]data.Progress{game: {}},
		} {
			with[reflect.TypeOf(arg)] = arg
		}
		others := map[string]bool{ // that need no store, know what they have read before, or refuse what they are given here
			"Matches.Work": true, "Matches.Replay": true, "Webhooks.Show": true, "Webhooks.Set": true, "Webhooks.Try": true, "Webhooks.Drop": true,
			"NewsFeed.Show": true, "NewsFeed.Renew": true, "NewsFeed.End": true, "Keys.Find": true, "Keys.Claim": true, "Rankings.Means": true, "Names.Check": true, "Settings.Change": true,
		}
		seen := 0
		try := func(name string, of reflect.Value) {
			for i := range of.NumMethod() {
				called, do := name+"."+of.Type().Method(i).Name, of.Method(i)
				n := do.Type().NumOut()
				if others[called] || n == 0 || do.Type().Out(n-1) != reflect.TypeFor[error]() {
					continue
				}
				args := make([]reflect.Value, do.Type().NumIn())
				for j := range args {
					kind := do.Type().In(j)
					switch arg, known := with[kind]; {
					case known:
						args[j] = reflect.ValueOf(arg)
					case kind == reflect.TypeFor[context.Context]():
						args[j] = reflect.ValueOf(t.Context())
					default:
						args[j] = reflect.Zero(kind)
					}
				}
				seen++
				if err, _ := do.Call(args)[n-1].Interface().(error); !errors.Is(err, data.ErrUnavailable) {
					t.Errorf("%s: %v", called, err)
				}
			}
		}
		all := reflect.ValueOf(s.Services).Elem()
		for i := range all.NumField() {
			if f := all.Type().Field(i); f.IsExported() {
				try(f.Name, all.Field(i))
			}
		}
		try("Keys", reflect.ValueOf(keys))
		if _, err := s.Names.Check(t.Context(), "", "bogart"); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("whether a name is free: %v", err)
		}
		if seen < 25 {
			t.Errorf("only %d use cases were tried", seen)
		}
	})
}
