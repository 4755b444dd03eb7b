// Package language translates texts. The code has them in English, and the English text is the key
// in the files of words: one go-i18n file for each part of the project and each language, such as
// words/lobby.de.toml. The words of a game are in its own folder. The files alone determine which
// languages there are: see docs/adding-a-language.md. The package imports nothing else of this
// module.
package language

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

//go:embed words
var words embed.FS

// Offer is an available language.
type Offer struct {
	Tag  string // "en", as settings keep it
	Name string // in the language itself
}

// English is the name of English. Its translation into another language is that language's own
// name.
var English = Mark("English")

// Offers lists the languages, English first: one for each file words/language.TAG.toml, which has
// the language's own name. It skips a file that cannot be read; Open says why.
func Offers() []Offer {
	offers := []Offer{{"en", English}}
	files, _ := fs.Glob(words, "words/language.*.toml")
	for _, file := range files {
		tag := strings.TrimSuffix(strings.TrimPrefix(file, "words/language."), ".toml")
		if tag == "en" {
			continue
		}
		var texts map[string]struct{ Other string }
		raw, _ := words.ReadFile(file)
		if toml.Unmarshal(raw, &texts) == nil {
			offers = append(offers, Offer{tag, cmp.Or(texts[English].Other, tag)})
		}
	}
	return offers
}

// Tags lists the tags of the languages, English first.
func Tags() []string {
	var tags []string
	for _, o := range Offers() {
		tags = append(tags, o.Tag)
	}
	return tags
}

// Name returns the own name of an available language, and any other tag as it is.
func Name(tag string) string {
	for _, o := range Offers() {
		if o.Tag == tag {
			return o.Name
		}
	}
	return tag
}

// Library holds the texts of all languages. It is immutable and may be shared.
type Library struct {
	readers map[string]*Reader
}

// Reader translates into one language. It is immutable and may be shared; a nil Reader speaks
// English.
type Reader struct {
	tag    language.Tag
	texts  map[string]string // by their English
	plural *i18n.Localizer
	ascii  *Reader // the ASCII reader of the language
	plain  bool    // this is the ASCII reader
}

// Open reads the files of words: those of this package and those of games, NAME.TAG.toml
// in each game's folder. The English ones are for translators and not read: the code has
// the texts. An error means a mistake in a file.
func Open(games ...fs.FS) (*Library, error) {
	own, err := fs.Sub(words, "words")
	if err != nil {
		return nil, fmt.Errorf("open the words: %w", err)
	}
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	l := &Library{readers: map[string]*Reader{}}
	for _, o := range Offers() {
		l.readers[o.Tag] = &Reader{
			tag: language.MustParse(o.Tag), texts: map[string]string{}, plural: i18n.NewLocalizer(bundle, o.Tag),
		}
	}
	for _, folder := range append([]fs.FS{own}, games...) {
		if err := l.read(folder, bundle); err != nil {
			return nil, err
		}
	}
	for tag, r := range l.readers {
		if tag != "en" {
			r.ascii = r.simplified()
		}
	}
	return l, nil
}

// read takes in the translations in a folder.
func (l *Library) read(folder fs.FS, bundle *i18n.Bundle) error {
	files, err := fs.Glob(folder, "*.toml")
	if err != nil {
		return fmt.Errorf("list the files of words: %w", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".en.toml") {
			continue
		}
		read, err := bundle.LoadMessageFileFS(folder, file)
		if err != nil {
			return fmt.Errorf("read the words in %s: %w", file, err)
		}
		r, ok := l.readers[read.Tag.String()]
		if !ok {
			return fmt.Errorf("%s is in a language without a file words/language.%s.toml", file, read.Tag)
		}
		for _, m := range read.Messages {
			r.texts[m.ID] = m.Other
		}
	}
	return nil
}

// Reader returns the reader for a setting or, if that is empty, for a client's locale: the first
// available language of LC_ALL, LC_MESSAGES and LANG, such as "tr_TR.UTF-8". The fallback is
// English.
func (l *Library) Reader(setting string, env func(name string) string) *Reader {
	wishes := []string{setting}
	if setting == "" {
		wishes = []string{env("LC_ALL"), env("LC_MESSAGES"), env("LANG")}
	}
	for _, wish := range wishes {
		tag, _, _ := strings.Cut(wish, ".")
		tag, _, _ = strings.Cut(strings.ReplaceAll(tag, "_", "-"), "@")
		tag, _, _ = strings.Cut(strings.ToLower(tag), "-")
		if r, ok := l.readers[tag]; ok {
			return r
		}
		if wish != "" {
			break // the locale in force is not available
		}
	}
	return l.readers["en"]
}

// Tag returns the language's tag, as in Offers.
func (r *Reader) Tag() string {
	if r == nil {
		return "en"
	}
	return r.tag.String()
}

// Words translates an English text, with arguments as in fmt.Sprintf. A translation may reorder
// them by %[2]s.
func (r *Reader) Words(text string, args ...any) string {
	if r != nil {
		if own, ok := r.texts[text]; ok {
			text = own
		}
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Several translates one of two English texts depending on a number; other languages have their own
// plural forms. n is the first argument of the text. The files have the English plural as key. Only
// the English singular may leave out the number, as in "one card".
func (r *Reader) Several(n int, one, other string, args ...any) string {
	text := other
	if n == 1 {
		text = one
	}
	if r != nil && r.tag != language.English {
		own, err := r.plural.Localize(&i18n.LocalizeConfig{MessageID: other, PluralCount: n})
		if err == nil {
			text = r.Spell(own)
		}
	}
	if text == one && !strings.Contains(one, "%d") {
		return r.Words(one, args...)
	}
	return fmt.Sprintf(text, append([]any{n}, args...)...)
}

// Counted is Several in English, for what nobody translates: the texts for operators, and those for clients whose
// language is not known yet.
func Counted(n int, one, other string, args ...any) string {
	return (*Reader)(nil).Several(n, one, other, args...)
}

// List joins names as they are read aloud: "a", "a and b", "a, b and c".
func (r *Reader) List(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return r.Words("%s and %s", strings.Join(names[:last], ", "), names[last])
}

// Number writes an English number, with a decimal comma in the other languages.
func (r *Reader) Number(english string) string {
	if r.which() == language.English {
		return english
	}
	return strings.Replace(english, ".", ",", 1)
}

// Upper writes a text in capitals as the language does: Turkish has two kinds of i.
func (r *Reader) Upper(text string) string {
	return r.Spell(cases.Upper(r.which()).String(text))
}

// Lower is the opposite of Upper.
func (r *Reader) Lower(text string) string { return cases.Lower(r.which()).String(text) }

func (r *Reader) which() language.Tag {
	if r == nil {
		return language.English
	}
	return r.tag
}

// Mark marks a text that Words says elsewhere, for tools that collect all texts.
func Mark(text string) string { return text }
