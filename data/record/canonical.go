package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decode reads one JSON document into maps, slices, strings, json.Numbers, bools and nil. It
// refuses what could be read in two ways: a field that occurs twice, anything after the document,
// text that is not UTF-8.
func decode(raw []byte) (any, error) {
	switch {
	case !utf8.Valid(raw):
		return nil, errors.New("the file is not UTF-8")
	case !json.Valid(raw):
		return nil, errors.New("the file is not one JSON document")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return decodeValue(d)
}

// decodeValue reads the next value of a valid document.
func decodeValue(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return decodeObject(d)
	case json.Delim('['):
		list := []any{}
		for d.More() {
			item, err := decodeValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		_, err := d.Token() // the bracket
		return list, err
	}
	return token, nil
}

func decodeObject(d *json.Decoder) (map[string]any, error) {
	object := map[string]any{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string) // a valid document has no other names
		if _, twice := object[name]; twice {
			return nil, fmt.Errorf("the field %q occurs twice", name)
		}
		if object[name], err = decodeValue(d); err != nil {
			return nil, err
		}
	}
	_, err := d.Token() // the brace
	return object, err
}

// canonical writes a decoded document in a form that does not depend on its layout: fields sorted
// by name, no spaces, numbers by value.
func canonical(v any) (string, error) {
	var out bytes.Buffer
	err := writeCanonical(&out, v)
	return out.String(), err
}

func writeCanonical(out *bytes.Buffer, v any) error {
	switch v := v.(type) {
	case map[string]any:
		sign := byte('{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out.WriteByte(sign)
			sign = ','
			fmt.Fprintf(out, "%q:", name)
			if err := writeCanonical(out, v[name]); err != nil {
				return err
			}
		}
		if len(v) == 0 {
			out.WriteByte(sign)
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := writeCanonical(out, item); err != nil {
				return err
			}
		}
		out.WriteByte(']')
	case json.Number:
		number, err := canonicalNumber(v.String())
		if err != nil {
			return err
		}
		out.WriteString(number)
	case string:
		fmt.Fprintf(out, "%q", v)
	default: // a bool or nil
		fmt.Fprint(out, v)
	}
	return nil
}

// maxPower is far beyond what any number in a record needs.
const maxPower = 1_000_000

// canonicalNumber writes a JSON number as digits without zeros at either end and a power of ten:
// 1500.0, 1500 and 1.5e3 all become 15e2. It is exact.
func canonicalNumber(text string) (string, error) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	power := 0
	if exponent != "" {
		var err error
		if power, err = strconv.Atoi(exponent); err != nil || max(power, -power) > maxPower {
			return "", fmt.Errorf("the number %s is out of range", text)
		}
	}
	digits, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	power -= len(fraction)
	trimmed := strings.TrimRight(digits, "0")
	power += len(digits) - len(trimmed)
	switch {
	case trimmed == "":
		return "0", nil
	case negative:
		trimmed = "-" + trimmed
	}
	return fmt.Sprintf("%se%d", trimmed, power), nil
}

// generic returns a value in the form in which decode reads its JSON.
func generic(v any) (any, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return decode(raw)
}

// canonicalOf returns the canonical form of a value's JSON.
func canonicalOf(v any) (string, error) {
	doc, err := generic(v)
	if err != nil {
		return "", err
	}
	return canonical(doc)
}
