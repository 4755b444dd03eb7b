package quota

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limit is how much of a good an account has. It is written "8" for eight places, and "10/1m" for
// ten at once and then one a minute.
type Limit struct {
	N     int           // at once; 0: no limit of this kind
	Every time.Duration // until a rate gets one more; 0 for places

	set bool // by the operator: it applies to loopback addresses too
}

func atOnce(n int) Limit { return Limit{N: n} }

func each(n int, every time.Duration) Limit { return Limit{N: n, Every: every} }

// String formats a limit as Set parses it.
func (l *Limit) String() string {
	if l.Every == 0 {
		return strconv.Itoa(l.N)
	}
	every := l.Every.String()
	if strings.HasSuffix(every, "m0s") {
		every = strings.TrimSuffix(every, "0s")
	}
	if strings.HasSuffix(every, "h0m") {
		every = strings.TrimSuffix(every, "0m")
	}
	return fmt.Sprintf("%d/%s", l.N, every)
}

// Set parses a limit of the same kind. The limit then applies to loopback addresses too.
func (l *Limit) Set(text string) error {
	n, every, rated := strings.Cut(text, "/")
	read := Limit{set: true}
	var err error
	if read.N, err = strconv.Atoi(n); err != nil {
		return errNoLimit(l.Every > 0)
	}
	if rated {
		if read.Every, err = time.ParseDuration(every); err != nil || read.Every <= 0 {
			return errNoLimit(l.Every > 0)
		}
	}
	if err := read.check(l.Every == 0); err != nil {
		return err
	}
	*l = read
	return nil
}

// Type is how flags of this kind are written (pflag.Value).
func (l *Limit) Type() string {
	if l.Every > 0 {
		return "rate"
	}
	return "int"
}

func (l *Limit) check(held bool) error {
	if l.N < 1 || held != (l.Every == 0) || l.Every < 0 {
		return errNoLimit(!held)
	}
	return nil
}

func errNoLimit(rate bool) error {
	if rate {
		return errors.New(`this takes a rate, such as "10/1m" for ten at once and then one a minute`)
	}
	return errors.New("this takes a whole number of 1 or more")
}

// refill is how much comes back in a time.
func (l *Limit) refill(d time.Duration) float64 { return float64(d) / float64(l.Every) }
