package compact

// Chance is a small, fast stream of random numbers for playouts (SplitMix64). It is a value: a
// copy continues from the same point.
type Chance uint64

// Next returns 64 random bits.
func (c *Chance) Next() uint64 {
	*c += 0x9e3779b97f4a7c15
	z := uint64(*c)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1; n is small enough that the bias does not matter.
func (c *Chance) Below(n int) int { return int(c.Next() >> 32 * uint64(n) >> 32) }

// Shuffle puts cards into random order.
func (c *Chance) Shuffle(cards []Kind) {
	for i := len(cards) - 1; i > 0; i-- {
		j := c.Below(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}
