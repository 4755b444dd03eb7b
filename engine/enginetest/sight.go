package enginetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"noir/engine"
)

// viewers lists all possible viewers of a game of that many seats.
func viewers(seats int) []engine.Seat {
	all := []engine.Seat{engine.Spectator}
	for s := range seats {
		all = append(all, engine.Seat(s))
	}
	return all
}

// sight is what a viewer sees of a position and may do in it, as JSON.
func sight(st engine.State, viewer engine.Seat) (string, error) {
	text, err := json.Marshal(struct {
		View  any
		Legal []json.RawMessage
	}{st.View(viewer), st.Legal(viewer)})
	if err != nil {
		return "", fmt.Errorf("view of seat %d: %w", viewer, err)
	}
	return string(text), nil
}

// course is who is asked and how the game ended, as JSON.
func course(st engine.State) (string, error) {
	result, over := st.Result()
	text, err := json.Marshal(struct {
		Prompts []engine.Prompt
		Result  engine.Result
		Over    bool
	}{st.Prompts(), result, over})
	return string(text), err
}

// snapshot is everything that a position shows to anybody, and its deal.
func snapshot(st engine.State, seats int) (string, error) {
	var all bytes.Buffer
	for _, viewer := range viewers(seats) {
		seen, err := sight(st, viewer)
		if err != nil {
			return "", err
		}
		all.WriteString(seen)
		all.WriteByte('\n')
	}
	asked, err := course(st)
	if err != nil {
		return "", err
	}
	all.WriteString(asked)
	dealt, err := json.Marshal(st.Dealt())
	if err != nil {
		return "", fmt.Errorf("deal: %w", err)
	}
	all.Write(dealt)
	return all.String(), nil
}

// alike compares two positions as one viewer sees them.
func alike(a, b engine.State, look func(engine.State) (string, error)) error {
	left, err := look(a)
	if err != nil {
		return err
	}
	right, err := look(b)
	if err != nil {
		return err
	}
	if left != right {
		return fmt.Errorf("\n%s\n%s", left, right)
	}
	return nil
}

// logText is a complete log, for comparing.
func logText(log []engine.Ply) (string, error) {
	text, err := json.Marshal(log)
	return string(text), err
}

// lines is a log as a viewer sees it.
func lines(log []engine.Ply, viewer engine.Seat) (string, error) {
	seen := make([]engine.Line, len(log))
	for i, ply := range log {
		seen[i] = ply.Line(i+1, viewer, 0)
	}
	text, err := json.Marshal(seen)
	return string(text), err
}

// survives checks that a value comes back from JSON as it was.
func survives(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if v == nil {
		return nil
	}
	back := reflect.New(reflect.TypeOf(v))
	if err := json.Unmarshal(text, back.Interface()); err != nil {
		return fmt.Errorf("%s does not decode into its own type: %w", text, err)
	}
	again, err := json.Marshal(back.Interface())
	if err != nil {
		return err
	}
	if !bytes.Equal(text, again) {
		return fmt.Errorf("%s comes back from JSON as %s", text, again)
	}
	return nil
}
