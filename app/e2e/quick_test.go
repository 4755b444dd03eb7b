//go:build !e2e

package e2e

// onDisk says whether a test of this build needs a disk: none without the tag does.
const onDisk = false
