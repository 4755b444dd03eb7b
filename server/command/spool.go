package command

import (
	"bytes"
	"compress/flate"
	"context"
	"io"

	"noir/app/service"
)

// spooled produces a long output in its turn and then sends it, so that a slow reader does not keep
// others waiting; the output is held compressed. If producing it fails, nothing is sent.
func spooled(ctx context.Context, matches service.Matches, c *Call, tell func(out io.Writer) error) error {
	spool, err := spool(ctx, matches, tell)
	if err != nil {
		return err
	}
	_, err = io.Copy(c.Out, flate.NewReader(spool))
	return err
}

// spool waits for a place among the replays, and returns the output, compressed.
func spool(ctx context.Context, matches service.Matches, tell func(out io.Writer) error) (*bytes.Buffer, error) {
	var spool bytes.Buffer
	return &spool, matches.Work(ctx, func() error {
		in, err := flate.NewWriter(&spool, flate.BestSpeed)
		if err != nil {
			return err
		}
		if err := tell(in); err != nil {
			return err
		}
		return in.Close()
	})
}
