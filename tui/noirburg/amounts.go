package noirburg

import (
	"fmt"
	"strings"
)

// money is an amount: $4.
func money(n int) string { return fmt.Sprintf("$%d", n) }

// priced says behind something what it costs.
func (b *Board) priced(thing string, cost int) string {
	if cost == 0 {
		return b.Words("%s for free", thing)
	}
	return b.Words("%s for %s", thing, money(cost))
}

// sum writes an addition: 4 + 2 = 6; a single number stands for itself.
func sum(parts ...int) string {
	total, words := 0, make([]string, 0, len(parts))
	for _, n := range parts {
		total += n
		words = append(words, fmt.Sprint(n))
	}
	if len(words) < 2 {
		return fmt.Sprint(total)
	}
	return strings.Join(words, " + ") + " = " + fmt.Sprint(total)
}

// cards counts cards of no kind in particular.
func (b *Board) cards(n int) string {
	if n == 0 {
		return b.Words("no cards")
	}
	return b.Several(n, "one card", "%d cards")
}

// gangsters counts gangsters.
func (b *Board) gangsters(n int) string {
	if n == 0 {
		return b.Words("no gangsters")
	}
	return b.Several(n, "one gangster", "%d gangsters")
}

// drivebys counts Drive-bys.
func (b *Board) drivebys(n int) string { return b.Several(n, "one Drive-by", "%d Drive-bys") }

// tokens counts those of the countdown.
func (b *Board) tokens(n int) string {
	if n == 0 {
		return b.Words("no tokens")
	}
	return b.Several(n, "one token", "%d tokens")
}

// points counts points of the score.
func (b *Board) points(n int) string {
	if n == 0 {
		return b.Words("no points")
	}
	return b.Several(n, "one point", "%d points")
}
