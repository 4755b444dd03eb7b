// Package schema makes JSON Schemas of what programs are sent from the Go types that are sent, and
// checks lines and documents against them, for tests.
package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"noir/data/record"
	"noir/engine/districtnoir"
	"noir/engine/noirburg/rules"
)

var update = flag.Bool("update-schema", false, "write the schemas under docs/schema anew")

// Schema is a set of types by the name under which programs meet them.
type Schema struct {
	Title string
	Types map[string]any // values of the types that are documents by themselves or in a list; their contents do not matter
	Inner map[string]any // the same for types that only occur inside others; an effect's name is "effect-" and its type

	// Lines marks a set whose types have their names in the field "type".
	Lines bool

	// Parts say what a field of raw JSON may be: by "type.field", or "type.field[]" for the entries of
	// a list, names of Inner.
	Parts map[string][]string
}

// Compare fails the test if a file does not have the schema. With -update-schema it writes the file.
func (s Schema) Compare(t testing.TB, file string) {
	t.Helper()
	want, err := s.text()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not the schema of the types (%v): run this test with -update-schema", path.Base(file), err)
	}
}

// text is the schema as it is published.
func (s Schema) text() ([]byte, error) {
	defs := jsonschema.Definitions{}
	names := map[reflect.Type]string{}
	all := maps.Clone(s.Types)
	maps.Copy(all, s.Inner)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if t := reflect.TypeOf(all[name]); t.Kind() == reflect.Struct && names[t] == "" {
			names[t] = name
		}
	}
	r := jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true, Mapper: mapped, Namer: func(t reflect.Type) string {
		if name := names[t]; name != "" {
			return name
		}
		if t.Name() == "" || t.Kind() != reflect.Struct {
			return "" // it is written out where it is used
		}
		named := path.Base(t.PkgPath()) + "." + t.Name()
		names[t] = named
		return named
	}}
	for name, v := range all {
		if t := reflect.TypeOf(v); t.Kind() == reflect.Slice {
			maps.Copy(defs, r.ReflectFromType(t.Elem()).Definitions)
			defs[name] = &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/" + names[t.Elem()]}}
			continue
		}
		maps.Copy(defs, r.Reflect(v).Definitions)
		if of := names[reflect.TypeOf(v)]; of != name { // the same by another name
			defs[name] = &jsonschema.Schema{Ref: "#/$defs/" + of}
		}
	}
	for t, name := range names {
		if d := defs[name]; d != nil {
			nullable(d, t)
		}
	}
	for field, of := range s.Parts {
		owner, name, _ := strings.Cut(field, ".")
		name, list := strings.CutSuffix(name, "[]")
		p, there := defs[owner].Properties.Get(name)
		if !there {
			return nil, fmt.Errorf("%s has no field %s", owner, name)
		}
		one := &jsonschema.Schema{}
		for _, part := range of {
			one.AnyOf = append(one.AnyOf, &jsonschema.Schema{Ref: "#/$defs/" + part})
		}
		if list {
			one = &jsonschema.Schema{Type: "array", Items: one}
		}
		*p = *one
	}
	whole := &jsonschema.Schema{Version: jsonschema.Version, Title: s.Title, Definitions: defs}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		_, line := s.Types[name]
		if line && !s.Lines {
			whole.AnyOf = append(whole.AnyOf, &jsonschema.Schema{Ref: "#/$defs/" + name})
			continue
		}
		effect, isEffect := strings.CutPrefix(name, "effect-")
		if !line && !isEffect {
			continue
		}
		kind, there := defs[name].Properties.Get("type")
		if !there {
			return nil, fmt.Errorf("%s has no type", name)
		}
		kind.Const = effect // of a line: its name
		if line {
			whole.OneOf = append(whole.OneOf, &jsonschema.Schema{Ref: "#/$defs/" + name})
		}
	}
	text, err := json.MarshalIndent(whole, "", "  ")
	return append(text, '\n'), err
}

// nullable says of an object's fields which may be null, and which may be absent although Go's tags
// do not say so.
func nullable(d *jsonschema.Schema, t reflect.Type) {
	for _, f := range reflect.VisibleFields(t) {
		tag := f.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		if p, there := d.Properties.Get(name); there && f.Type.Kind() == reflect.Pointer && !strings.Contains(tag, ",omit") {
			was := *p
			*p = jsonschema.Schema{AnyOf: []*jsonschema.Schema{&was, {Type: "null"}}}
		}
	}
	if t == reflect.TypeFor[rules.Window]() { // it writes itself, and leaves out a missing seat
		d.Required = slices.DeleteFunc(d.Required, func(name string) bool { return name == "seat" })
	}
}

// mapped are the types that write themselves.
func mapped(t reflect.Type) *jsonschema.Schema {
	orNull := func(s jsonschema.Schema) *jsonschema.Schema {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{&s, {Type: "null"}}}
	}
	switch t {
	case reflect.TypeFor[districtnoir.Card]():
		return &jsonschema.Schema{Type: "string"}
	case reflect.TypeFor[rules.Card](), reflect.TypeFor[rules.Place]():
		return orNull(jsonschema.Schema{Type: "string"})
	case reflect.TypeFor[rules.Purse]():
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "integer"}, {Enum: []any{"bank", "pot"}}}}
	case reflect.TypeFor[record.Points]():
		return &jsonschema.Schema{Type: "number"}
	case reflect.TypeFor[json.RawMessage]():
		return &jsonschema.Schema{}
	}
	return nil
}

// Checker checks lines and documents against one published schema. Any goroutine may use it.
type Checker struct{ whole *validator.Schema }

// NewChecker reads a published schema.
func NewChecker(published []byte) (*Checker, error) { return newChecker(published, "noir.json") }

// NewCheckerOf reads one of the types of a published schema.
func NewCheckerOf(published []byte, name string) (*Checker, error) {
	return newChecker(published, "noir.json#/$defs/"+name)
}

func newChecker(published []byte, which string) (*Checker, error) {
	doc, err := validator.UnmarshalJSON(bytes.NewReader(published))
	if err != nil {
		return nil, err
	}
	c := validator.NewCompiler()
	if err := c.AddResource("noir.json", doc); err != nil {
		return nil, err
	}
	whole, err := c.Compile(which)
	return &Checker{whole}, err
}

// Check returns an error for a line or document that does not match the schema.
func (c *Checker) Check(text []byte) error {
	doc, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return errors.Join(err, fmt.Errorf("in %q", text))
	}
	if err := c.whole.Validate(doc); err != nil {
		return fmt.Errorf("%.600q: %w", text, err)
	}
	return nil
}
