package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// span is a flag for a duration with days: 90m, 24h, 7d.
type span time.Duration

// String implements pflag.Value.
func (s *span) String() string {
	if *s == 0 {
		return ""
	}
	const day = 24 * time.Hour
	if length := time.Duration(*s); length%day != 0 {
		return length.String()
	}
	return fmt.Sprintf("%dd", time.Duration(*s)/day)
}

// Type implements pflag.Value.
func (s *span) Type() string { return "span" }

// Set implements pflag.Value.
func (s *span) Set(text string) error {
	length, err := time.ParseDuration(text)
	if days, isDays := strings.CutSuffix(text, "d"); isDays {
		var n int
		n, err = strconv.Atoi(days)
		length = time.Duration(n) * 24 * time.Hour
		if n > maxDays {
			return fmt.Errorf("at most %dd", maxDays)
		}
	}
	if err != nil || length <= 0 {
		return fmt.Errorf("a span of time is 90m, 24h or 7d")
	}
	*s = span(length)
	return nil
}

// maxDays is the longest span; for longer, a ban can be permanent.
const maxDays = 36500
