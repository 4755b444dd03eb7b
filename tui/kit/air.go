package kit

// Air puts lines that are left over above the parts of a page, at most so many above
// one. In every round each part gets one; at says when its turn comes in a round, from
// 1, 0 for never, and where the lines above it are counted.
func Air[P any](parts []P, left, most int, at func(*P) (turn int, above *int)) {
	for range most {
		for turn := 1; turn <= len(parts); turn++ {
			for i := range parts {
				if its, above := at(&parts[i]); its == turn && left > 0 {
					*above++
					left--
				}
			}
		}
	}
}
