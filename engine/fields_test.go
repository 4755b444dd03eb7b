package engine_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"noir/engine"
)

func TestFields(t *testing.T) {
	for object, want := range map[string][]string{
		`{}`: {},
		` {"type":"play" , "TYPE":1,"n":{"type":[{"a":1,"b":2}]}}`: {"TYPE", "n", "type"},
		`{"a":"{\"b\":1,\"a\":2}","c":"\\"}`:                       {"a", "c"},
		`{"a":"b:{c","d:e":"}"}`:                                   {"a", "d:e"},
		`{"a":1,"\u0062":[":"]}`:                                   {"a", "b"},
	} {
		fields, ok := engine.Fields(json.RawMessage(object))
		if names := slices.Sorted(maps.Keys(fields)); !ok || !slices.Equal(names, want) && len(want) > 0 {
			t.Errorf("%s has %q (%t), want %q", object, names, ok, want)
		}
	}
	for _, object := range []string{
		``, `null`, `7`, `[]`, `"a"`, `{`, `{} {}`, `{"a":1,"a":1}`, `{"a":1,"b":2,"a":{"a":3}}`, `{"a":1,"\u0061":2}`, `{"\"":1,"\"":2}`,
	} {
		if fields, ok := engine.Fields(json.RawMessage(object)); ok {
			t.Errorf("%s has %q", object, fields)
		}
	}
}
