package noirburg

import "embed"

//go:embed rules*.md
var rulesPages embed.FS

// Rules are the rules for people as Markdown, in a language by its tag or, if there
// is no page in it, in English.
func Rules(tag string) string {
	page, err := rulesPages.ReadFile("rules." + tag + ".md")
	if err != nil {
		page, _ = rulesPages.ReadFile("rules.md")
	}
	return string(page)
}
