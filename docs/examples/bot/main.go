// Bot plays either game at random over the real ssh:
//
//	go run ./docs/examples/bot "ssh -p 2222 HOST" GAME [flags of play]
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
)

// line has the fields that the bot reads of any line.
type line struct {
	Type    string
	Code    string
	Message string
	Seat    int
	Ply     int
	Legal   []map[string]any
	View    view
	ID      string
	Result  json.RawMessage
}

// view has what is needed to make a move of a generator at Noirburg.
type view struct {
	Hand  []string
	Seats []struct {
		Hideout    struct{ Gangsters []string }
		Businesses map[string][]string
		Hidden     []string
	}
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, `usage: bot "ssh -p 2222 HOST" GAME [flags of play]`)
		os.Exit(2)
	}
	if err := run(strings.Fields(os.Args[1]), os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run plays until the server closes the connection.
func run(ssh, play []string) error {
	args := append(append(ssh[1:], "play"), play...)
	cmd := exec.Command(ssh[0], append(args, "--json")...)
	cmd.Stderr = os.Stderr
	to, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := converse(json.NewDecoder(from), to); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		return err
	}
	return cmd.Wait()
}

// converse answers the lines of the server to their end.
func converse(from *json.Decoder, to io.WriteCloser) error {
	lines := json.NewEncoder(to)
	seat, answered := 0, 0
	for {
		var l line
		if err := from.Decode(&l); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		switch l.Type {
		case "start":
			seat = l.Seat
		case "error":
			fmt.Fprintln(os.Stderr, l.Code, l.Message)
			if l.Ply == answered { // not that of an earlier move, after which another turn has been answered
				answered = 0 // the turn comes again
			}
		case "turn":
			if l.Ply == answered {
				continue
			}
			answered = l.Ply
			move := l.Legal[rand.IntN(len(l.Legal))]
			if move["form"] != nil {
				complete(move, l.View, seat)
			}
			if err := lines.Encode(map[string]any{"type": "move", "ply": l.Ply, "move": move}); err != nil {
				return err
			}
		case "end":
			fmt.Printf(`{"id":%q,"seat":%d,"result":%s}`+"\n", l.ID, seat, l.Result)
			if err := to.Close(); err != nil {
				return err
			}
		}
	}
}

// complete makes a move of a generator (protocol, section 8).
func complete(move map[string]any, v view, seat int) {
	delete(move, "form")
	switch move["type"] {
	case "arrange":
		move["places"] = places(v, seat)
	case "mulligan", "discard":
		delete(move, "max")
		move["cards"] = v.Hand[:min(1, len(v.Hand))]
	}
}

// places leaves everybody where they are, and puts who is hidden where there is room.
func places(v view, seat int) map[string]any {
	own := v.Seats[seat]
	room, places := map[string]int{"hideout": 3}, map[string]any{}
	stay := func(at string, gang []string) {
		for _, g := range gang {
			places[g] = at
			room[at] -= number(g)
		}
	}
	stay("hideout", own.Hideout.Gangsters)
	for b, gang := range own.Businesses {
		room[b] = number(b)
		stay(b, gang)
	}
	for _, g := range own.Hidden {
		places[g] = nil
		for at, free := range room {
			if free >= number(g) {
				stay(at, []string{g})
				break
			}
		}
	}
	return places
}

// number is that on a Gangster or a business: 3 of "B3.2".
func number(id string) int { return int(id[1] - '0') }
