package engine

import "encoding/json"

// Fields reads a JSON object into its fields, each under its exact name: "Type" is not "type".
// It refuses anything else, and an object that names a field twice, since readers might take
// either value.
func Fields(object json.RawMessage) (fields map[string]json.RawMessage, ok bool) {
	if json.Unmarshal(object, &fields) != nil || fields == nil {
		return nil, false
	}
	return fields, len(fields) == members(object)
}

// TypeOf reads a move's type, "" if it has none, and its fields.
func TypeOf(move json.RawMessage) (kind string, fields map[string]json.RawMessage) {
	fields, ok := Fields(move)
	if !ok || json.Unmarshal(fields["type"], &kind) != nil {
		return "", nil
	}
	return kind, fields
}

// members counts the fields of a valid JSON object, repeated ones included.
func members(object []byte) (n int) {
	depth, quoted := 0, false
	for i := 0; i < len(object); i++ {
		switch c := object[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ':' && depth == 1:
			n++
		}
	}
	return n
}
