package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"
)

// Programs has n guests run a command that plays by JSON lines, such as play GAME --json. Each
// makes a random move whenever it is asked, game after game, until ctx ends; then it returns nil.
// It is the Meanwhile of a Server.
func Programs(ctx context.Context, addr, command string, n int) error {
	g, playing := errgroup.WithContext(ctx) // which ends with the first that fails
	for range n {
		g.Go(func() error { return playOn(playing, addr, command) })
	}
	if err := g.Wait(); ctx.Err() == nil {
		return fmt.Errorf("a program that plays: %w", err)
	}
	return nil
}

// playOn connects as a guest and plays until its connection ends.
func playOn(ctx context.Context, addr, command string) error {
	client, err := ssh.Dial("tcp", addr, &ssh.ClientConfig{
		User: "guest", HostKeyCallback: ssh.InsecureIgnoreHostKey(), // of a server that the bench has started
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		return err
	}
	defer client.Close()
	defer context.AfterFunc(ctx, func() { _ = client.Close() })()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	in, err := session.StdinPipe()
	if err != nil {
		return err
	}
	out, err := session.StdoutPipe()
	if err != nil {
		return err
	}
	if err := session.Start(command); err != nil {
		return err
	}
	if err := answerLines(ctx, out, in); err != nil {
		return err
	}
	return session.Wait()
}

// A program sends no more lines and asks for no more games than the server allows.
const (
	lineEvery = 70 * time.Millisecond
	gameEvery = 2 * time.Second
)

// answerLines makes a random move whenever one is asked for, and asks for another game when one is
// over.
func answerLines(ctx context.Context, out io.Reader, in io.Writer) error {
	moves, games := rate.NewLimiter(rate.Every(lineEvery), 1), rate.NewLimiter(rate.Every(gameEvery), 1)
	for lines := bufio.NewReader(out); ; {
		raw, err := lines.ReadBytes('\n')
		if err != nil {
			return err
		}
		var line struct {
			Type  string
			Ply   int
			Legal []json.RawMessage
		}
		if err := json.Unmarshal(raw, &line); err != nil {
			return err
		}
		switch line.Type {
		case "turn":
			move := line.Legal[rand.IntN(len(line.Legal))]
			err = say(ctx, moves, in, fmt.Sprintf(`{"type":"move","ply":%d,"move":%s}`, line.Ply, move))
		case "end":
			err = say(ctx, games, in, `{"type":"rematch"}`)
		}
		if err != nil {
			return err
		}
	}
}

// say sends a line as soon as the rate allows it.
func say(ctx context.Context, pace *rate.Limiter, in io.Writer, line string) error {
	if err := pace.Wait(ctx); err != nil {
		return err
	}
	_, err := fmt.Fprintln(in, line)
	return err
}
