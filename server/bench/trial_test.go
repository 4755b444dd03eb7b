package bench

import (
	"context"
	"errors"
	"testing"

	"noir/internal/await"
)

// TestATrialEndsWithWhatKeepsItsServerBusy: figures measured without the load would be those of
// another server.
func TestATrialEndsWithWhatKeepsItsServerBusy(t *testing.T) {
	broken := errors.New("no more games")
	trial := &trial{ctx: t.Context(), process: &Process{}, server: Server{Meanwhile: func(context.Context, string) error { return broken }}}
	var err error
	stop := trial.occupy(&err)
	await.One(t, trial.ctx.Done(), "end of the trial")
	if stop(); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// TestALoadEndsWithItsTrial.
func TestALoadEndsWithItsTrial(t *testing.T) {
	trial := &trial{ctx: t.Context(), process: &Process{Addr: "somewhere:22"}, server: Server{Meanwhile: func(ctx context.Context, addr string) error {
		if addr != "somewhere:22" {
			t.Errorf("it keeps %s busy", addr)
		}
		await.One(t, ctx.Done(), "end of the load")
		return nil
	}}}
	var err error
	if trial.occupy(&err)(); err != nil {
		t.Error(err)
	}
}
