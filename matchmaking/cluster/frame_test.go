package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// TestFramesArriveAsTheyWere at a node whose clock is another, for readers of any part of the log.
func TestFramesArriveAsTheyWere(t *testing.T) {
	t.Parallel()
	here := time.Date(2026, time.May, 20, 12, 0, 0, 0, time.UTC)
	there := here.Add(-time.Hour)
	of := func(now time.Time) matchmaking.Frame {
		return matchmaking.Frame{
			Revision: 7, Match: "m1", Game: "any", Pace: data.Live, View: json.RawMessage(`{}`), Options: json.RawMessage(`{}`),
			Log:   []engine.Line{{Ply: 1, Move: json.RawMessage(`1`)}, {Ply: 2, Move: json.RawMessage(`2`)}, {Ply: 3, Move: json.RawMessage(`3`)}},
			Seats: []matchmaking.Seated{{Name: "anna", Kind: data.Human, Provisional: true, Program: true, Out: true}, {Name: "pip", Kind: data.Bot, Level: "easy", Away: true, Substitute: true}},
			Clocks: []matchmaking.SeatClock{
				{Asked: true, Move: 30 * time.Second, Bank: time.Minute, Since: now.Add(-20 * time.Second)}, {Bank: time.Minute},
			},
		}
	}
	want := of(there)
	for has := range 6 {
		var sent frame
		if err := write(head{}, pack(of(here), nil, has, here), func(raw []byte) error {
			_, body, err := open(raw)
			return errors.Join(err, read(body, &sent))
		}); err != nil {
			t.Fatal(err)
		}
		if from := map[bool]int{true: has}[has <= 3]; sent.From != from || len(sent.Lines) != 3-from {
			t.Errorf("for a reader of %d lines: %d from %d on", has, len(sent.Lines), sent.From)
		}
		known := want.Log[:min(has, 3)]
		got, ok := sent.unpack(nil, known, there)
		if !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("for a reader of %d lines: %t, %+v\nwant %+v", has, ok, got, want)
		}
		if sent.From > 0 {
			if _, ok := sent.unpack(nil, known[:sent.From-1], there); ok {
				t.Errorf("lines from %d on join %d", sent.From, sent.From-1)
			}
		}
	}
}

// arrives returns a frame as it arrives at another node, which has got a frame before, nil for none.
func arrives(t *testing.T, f matchmaking.Frame, before, got *matchmaking.Frame) (matchmaking.Frame, bool) {
	t.Helper()
	var sent frame
	now := time.Now()
	if err := write(head{}, pack(f, before, 0, now), func(raw []byte) error {
		_, body, err := open(raw)
		return errors.Join(err, read(body, &sent))
	}); err != nil {
		t.Fatal(err)
	}
	return sent.unpack(got, nil, now)
}

// TestNothingOfAFrameIsLost: whatever a frame may say arrives, when it is the first one and when it follows one.
func TestNothingOfAFrameIsLost(t *testing.T) {
	t.Parallel()
	var full matchmaking.Frame
	fill(t, reflect.ValueOf(&full).Elem(), 1)
	var other matchmaking.Frame
	fill(t, reflect.ValueOf(&other).Elem(), 2)
	for _, c := range []struct {
		what          string
		first, second matchmaking.Frame
	}{{"the same", full, full}, {"another", full, other}, {"less", full, matchmaking.Frame{Seats: []matchmaking.Seated{}}}, {"more", matchmaking.Frame{Seats: []matchmaking.Seated{}}, full}} {
		c.first.Revision, c.second.Revision = 7, 9
		first, ok := arrives(t, c.first, nil, nil)
		if !ok || !reflect.DeepEqual(bare(first), bare(c.first)) {
			t.Errorf("%s: first %t\n%+v\nwant\n%+v", c.what, ok, first, c.first)
		}
		second, ok := arrives(t, c.second, &c.first, &first)
		if !ok || !reflect.DeepEqual(bare(second), bare(c.second)) {
			t.Errorf("%s: second %t\n%+v\nwant\n%+v", c.what, ok, second, c.second)
		}
		for _, got := range []*matchmaking.Frame{nil, {Revision: 6}} {
			if _, ok := arrives(t, c.second, &c.first, got); ok {
				t.Errorf("%s: it is taken by a front that has got %v before", c.what, got)
			}
		}
	}
}

// bare is a frame in which nothing and an empty list are the same.
func bare(f matchmaking.Frame) string {
	raw, err := json.Marshal(f)
	if err != nil {
		return err.Error()
	}
	return strings.NewReplacer("null", "-", "[]", "-", `""`, "-").Replace(string(raw)) + fmt.Sprintf("%+v", seatedOf(f.Seats))
}

// fill fills a value with something in every place.
func fill(t *testing.T, v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), n)
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes(fmt.Append(nil, n))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(t, v.Index(i), n+i)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i), n)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Now().Add(time.Duration(-n) * time.Second).Round(time.Millisecond)))
			return
		}
		for i := range v.NumField() {
			fill(t, v.Field(i), n)
		}
	case reflect.String:
		v.SetString(fmt.Sprint("text ", n))
	case reflect.Bool:
		v.SetBool(n%2 == 1)
	case reflect.Float64:
		v.SetFloat(float64(n) + .5)
	case reflect.Int, reflect.Int8, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint8:
		v.SetUint(uint64(n))
	default:
		t.Fatalf("a frame has a %s, which this test cannot fill", v.Type())
	}
}
