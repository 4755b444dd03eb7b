package wiretest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Shape describes a JSON document without its values, for comparison: an object is its fields in
// alphabetical order, {a:number b:[string]}; an array is the distinct shapes in it.
func Shape(document string) string {
	var v any
	if err := json.Unmarshal([]byte(document), &v); err != nil {
		return fmt.Sprintf("%v in %q", err, document)
	}
	return shape(v)
}

func shape(v any) string {
	switch v := v.(type) {
	case map[string]any:
		fields := slices.Sorted(maps.Keys(v))
		for i, name := range fields {
			fields[i] = name + ":" + shape(v[name])
		}
		return "{" + strings.Join(fields, " ") + "}"
	case []any:
		var shapes []string
		for _, e := range v {
			if s := shape(e); !slices.Contains(shapes, s) {
				shapes = append(shapes, s)
			}
		}
		return "[" + strings.Join(shapes, "|") + "]"
	case string:
		return "string"
	case float64:
		return "number"
	case bool:
		return "bool"
	}
	return "null"
}
