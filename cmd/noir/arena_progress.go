package main

import (
	"fmt"
	"io"
	"time"

	bubble "charm.land/bubbles/v2/progress"

	"noir/engine/arena"
)

// arenaProgress shows the progress of a contest: a bar on a terminal, a line now and then
// elsewhere. It is for one goroutine at a time.
type arenaProgress struct {
	out   io.Writer
	bar   *bubble.Model // nil if out is no terminal
	every time.Duration // between two pictures

	contest arena.Contest
	title   string
	began   time.Time
	shown   time.Time
}

func newArenaProgress(out io.Writer, terminal bool) *arenaProgress {
	p := &arenaProgress{out: out, every: 10 * time.Second}
	if terminal {
		bar := bubble.New(bubble.WithWidth(24), bubble.WithDefaultBlend())
		p.bar, p.every = &bar, time.Second/5
	}
	return p
}

// begin announces a contest, with its number and how many there are.
func (p *arenaProgress) begin(c arena.Contest, n, of int) {
	p.contest, p.began, p.shown = c, time.Now(), time.Now()
	p.title = fmt.Sprintf("%s v %s", c.Challenger.Name, c.Rival.Name)
	if of > 1 {
		p.title = fmt.Sprintf("%d/%d %s", n, of, p.title)
	}
}

// show shows the standing, unless it was shown a moment ago.
func (p *arenaProgress) show(s arena.Standing) {
	if time.Since(p.shown) < p.every {
		return
	}
	p.shown = time.Now()
	text := p.text(s) + ", " + p.left(s) + " left"
	if p.bar != nil {
		fmt.Fprintf(p.out, "\r\x1b[K%s %s", p.bar.ViewAs(float64(s.Games)/float64(p.contest.Games())), text)
		return
	}
	fmt.Fprintln(p.out, text)
}

// end replaces the bar with the result of a contest.
func (p *arenaProgress) end(s arena.Standing) {
	if p.bar != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
	fmt.Fprintf(p.out, "%s, took %s\n", p.text(s), time.Since(p.began).Round(time.Second))
}

func (p *arenaProgress) text(s arena.Standing) string {
	low, high := s.Interval()
	return fmt.Sprintf("%s: %.1f %% (%.1f to %.1f) of %d/%d", p.title, 100*s.Share(), 100*low, 100*high, s.Games, p.contest.Games())
}

// left estimates the remaining time from how long the games have taken.
func (p *arenaProgress) left(s arena.Standing) string {
	each := time.Since(p.began) / time.Duration(s.Games)
	return (each * time.Duration(p.contest.Games()-s.Games)).Round(time.Second).String()
}
