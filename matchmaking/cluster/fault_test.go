package cluster

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"

	"noir/engine"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/matchmaking"
)

// crossed returns an error as another node has it from an answer.
func crossed(t *testing.T, err error) (back error) {
	t.Helper()
	if wrong := write(head{Fault: faultOf(err)}, nil, func(raw []byte) error {
		h, _, err := open(raw)
		back = h.Fault.err()
		return err
	}); wrong != nil {
		t.Fatal(wrong)
	}
	return back
}

// TestErrorsArriveAsTheyWere, or with as much as people and programs are told of them.
func TestErrorsArriveAsTheyWere(t *testing.T) {
	t.Parallel()
	if back := crossed(t, nil); back != nil {
		t.Errorf("no error arrives as %v", back)
	}
	for code, err := range named {
		if back := crossed(t, fmt.Errorf("there: %w", err)); !errors.Is(back, err) {
			t.Errorf("%s arrives as %v", code, back)
		}
	}
	for _, err := range []error{language.Sentence(nil, "%d games of %s", 3, "anna"), errors.New("100% of nothing")} {
		if back := crossed(t, err); back.Error() != err.Error() {
			t.Errorf("%v arrives as %v", err, back)
		}
	}
	for _, err := range []error{
		matchmaking.BadTermsOf(errors.New("no such game")), matchmaking.PhrasesOnlyOf(errors.New("phrases only")),
		&engine.Illegal{Reason: "not_in_hand", Message: "you do not have that card"}, &matchmaking.BadMove{Cause: errors.New("no move")},
	} {
		if back := crossed(t, err); back.Error() != err.Error() || fmt.Sprintf("%T", back) != fmt.Sprintf("%T", err) {
			t.Errorf("%T %v arrives as %T %v", err, err, back, back)
		}
	}

	ledger, from := quota.NewLedger(nil), quota.Payer{Address: netip.MustParseAddr("192.0.2.1")}
	var was, is *quota.Refused
	for range 1000 {
		if err := ledger.Take(from, quota.Pages, 1); errors.As(err, &was) {
			break
		}
	}
	if was == nil || was.Retry == 0 {
		t.Fatalf("a thousand pages at once are refused as %v", was)
	}
	if !errors.As(crossed(t, was), &is) || is.Good != was.Good || is.Retry != was.Retry || is.Error() != was.Error() {
		t.Errorf("%+v arrives as %+v", was, is)
	}
}
