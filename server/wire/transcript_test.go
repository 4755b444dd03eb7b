package wire_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/engine"
	"noir/engine/districtnoir"
	"noir/server/wire"
	"noir/tui/tuitest"
)

// transcript notes what programs say and are told, by turns.
type transcript struct {
	mu    sync.Mutex
	all   strings.Builder
	heard map[string]string   // what each was told since the last line was said
	turns map[string]wireTurn // the newest question to each
}

type wireTurn struct {
	Type  string
	Ply   int
	Legal []json.RawMessage
}

// note writes down what all have been told, each in their turn.
func (t *transcript) note(names ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range names {
		t.all.WriteString(t.heard[name])
		t.heard[name] = ""
	}
}

// told notes a program's lines.
type told struct {
	*transcript
	name string
}

func (t told) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for line := range strings.Lines(string(p)) {
		t.heard[t.name] += t.name + " < " + line
		var turn wireTurn
		if json.Unmarshal([]byte(line), &turn) == nil && turn.Type == "turn" {
			t.turns[t.name] = turn
		}
	}
	return len(p), nil
}

// TestAGameIsToldToTheLetter: two programs play a game that is dealt from a seed, and do all that a program may and some
// things that it may not. What each is told is as it was.
func TestAGameIsToldToTheLetter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tuitest.Open(t)
		m, broker := h.Dealt(districtnoir.Game{}, engine.Seed{4}, "marlowe", "spade")
		said := &transcript{heard: map[string]string{}, turns: map[string]wireTurn{}}
		names := []string{"marlowe", "spade"}
		ins := map[string]*io.PipeWriter{}
		var playing sync.WaitGroup
		for _, name := range names {
			in, out := io.Pipe()
			req := request(h.Player(name))
			req.Game = m.ID
			ins[name] = out
			playing.Go(func() {
				err := wire.Play(context.Background(), broker, req, in, told{said, name})
				fmt.Fprintf(told{said, name}, "ended: %v\n", err)
			})
			synctest.Wait()
		}
		say := func(name, line string) {
			said.mu.Lock()
			turn := said.turns[name]
			line = strings.ReplaceAll(line, "PLY", fmt.Sprint(turn.Ply))
			if len(turn.Legal) > 0 {
				line = strings.ReplaceAll(line, "LEGAL", string(turn.Legal[0]))
				line = strings.ReplaceAll(line, "LAST", string(turn.Legal[len(turn.Legal)-1]))
			}
			fmt.Fprintf(&said.all, "%s > %s\n", name, strings.ToValidUTF8(line, "?"))
			said.mu.Unlock()
			if _, err := io.WriteString(ins[name], line+"\n"); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second) // of the bubble's clock
			synctest.Wait()
			said.note(names...)
		}
		const move = `{"type":"move","ply":PLY,"move":LEGAL}`
		for _, line := range []string{
			move, `{"type":"move","ply":PLY,"move":LAST}`, move, `hello`, `{"type":"dance"}`, `{"type":"move"}`, `{"type":"move","ply":99,"move":LEGAL}`, `{"type":"move","ply":PLY,"move":{"type":"take","card":3}}`, move,
			`{"type":"say","phrase":"hello"}`, `{"type":"say","phrase":"nonsense"}`, `{"type":"say","text":"hello there"}`, `{"type":"shut"}`, `{"type":"shut","closed":false}`, `{"type":"shut","closed":3}`, move, `{"type":"rematch"}`, `{"type":"begin"}`, `{"type":"slow"}`, `[1]`, `{"type":"say"}`, `null`, `{}`, `{"type":3}`, `{"type":"say","text":""}`, `{"type":"say","text":"x","phrase":"hello"}`, `{"type":"move","ply":"1","move":LEGAL}`, "{\"type\":\"say\",\"text\":\"\xff\"}", move, move,
		} {
			for _, name := range names {
				say(name, line)
			}
		}
		say("spade", `{"type":"resign"}`)
		say("spade", move)
		say("spade", `{"type":"rematch"}`)
		say("marlowe", `{"type":"leave"}`)
		for _, name := range names {
			_ = ins[name].Close()
		}
		playing.Wait()
		said.note(names...)
		tuitest.Golden(t, "transcript", said.all.String())
	})
}
