package kit

// Air distributes left-over lines above the parts of a page, at most most above each. In every
// round each part gets one. at returns the part's turn within a round, from 1 (0: never), and its
// counter.
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
