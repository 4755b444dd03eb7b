// Package docs holds the pages that the server itself shows.
package docs

import _ "embed"

//go:embed protocol.md
var protocol string

//go:embed schema/lines.json
var lines []byte

// Lines returns the JSON Schema of the lines that programs are sent. The caller must not change it.
func Lines() []byte { return lines }

// Protocol returns the contract that programs rely on, in Markdown.
func Protocol() string { return protocol }
