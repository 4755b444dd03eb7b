package districtnoir

import _ "embed"

//go:embed rules.md
var rulesPage string

// Rules are the rules for people, as Markdown.
func Rules() string { return rulesPage }
