package command

import (
	"bytes"
	"compress/flate"
	"context"
	"io"
	"time"

	"noir/internal/quota"
)

// spooled has what is told of a long game made in its turn, and then sends it: a caller
// who is slow to read keeps nobody else waiting, and what waits for them is small. When it
// cannot be made nothing is sent.
func (d *Desk) spooled(ctx context.Context, c *Call, tell func(out io.Writer) error) error {
	spool, err := d.spool(ctx, tell)
	if err != nil {
		return err
	}
	_, err = io.Copy(c.Out, flate.NewReader(spool))
	return err
}

// spool waits for a place among the replays, and returns what was told, compressed.
func (d *Desk) spool(ctx context.Context, tell func(out io.Writer) error) (*bytes.Buffer, error) {
	release, err := d.Quota.Queue(ctx, quota.From(ctx), quota.Replays)
	if err != nil {
		return nil, err
	}
	defer release()
	began := time.Now()
	defer func() { d.Quota.Charge(quota.From(ctx), quota.Processor, time.Since(began).Seconds()) }()
	var spool bytes.Buffer
	in, err := flate.NewWriter(&spool, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := tell(in); err != nil {
		return nil, err
	}
	return &spool, in.Close()
}
