package relational

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"time"
)

// instant is a time as the store keeps it: in whole milliseconds, UTC.
func instant(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

// moment reads a time from milliseconds; NULL is the zero time.
type moment struct{ into *time.Time }

// Scan implements sql.Scanner.
func (m moment) Scan(value any) error {
	switch ms := value.(type) {
	case nil:
		*m.into = time.Time{}
	case int64:
		*m.into = time.UnixMilli(ms).UTC()
	default:
		return fmt.Errorf("%T is no time", value)
	}
	return nil
}

// milliseconds reads a duration.
type milliseconds struct{ into *time.Duration }

// Scan implements sql.Scanner.
func (m milliseconds) Scan(value any) error {
	ms, ok := value.(int64)
	if !ok {
		return fmt.Errorf("%T is no span of time", value)
	}
	*m.into = time.Duration(ms) * time.Millisecond
	return nil
}

// Document reads JSON; NULL leaves its target as it is.
type Document struct{ Into any }

// Scan implements sql.Scanner.
func (d Document) Scan(value any) error {
	switch text := value.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(text), d.Into)
	case []byte:
		return json.Unmarshal(text, d.Into)
	}
	return fmt.Errorf("%T is no JSON", value)
}

// origin is the column value of an address that may be unknown.
func origin(a netip.Addr) any {
	if !a.IsValid() {
		return nil
	}
	return a.String()
}

// from reads an address; NULL is the zero value.
type from struct{ into *netip.Addr }

// Scan implements sql.Scanner.
func (f from) Scan(value any) (err error) {
	text, ok := value.(string)
	switch {
	case value == nil:
		*f.into = netip.Addr{}
	case !ok:
		return fmt.Errorf("%T is no address", value)
	default:
		*f.into, err = netip.ParseAddr(text)
	}
	return err
}
