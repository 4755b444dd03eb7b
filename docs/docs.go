// Package docs holds the pages that the server itself shows.
package docs

import _ "embed"

//go:embed protocol.md
var protocol string

// Protocol returns the contract that programs rely on, in Markdown.
func Protocol() string { return protocol }
