package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"noir/app"
	"noir/data/record"
)

// maxRecord is the largest accepted record file, in bytes.
const maxRecord = 16 << 20

func newVerify() *cobra.Command {
	return &cobra.Command{
		Use: "verify FILE", Short: "Check a game record offline, from its seed up", Args: oneArg,
		Long: "Check a game record (ssh HOST replay ID --json) offline: the seed against the promise, the deal,\n" +
			"every move, the result, the ratings, and the seal of the server that wrote it. - reads standard input.",
		RunE: func(cmd *cobra.Command, args []string) error {
			raw, err := readRecord(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			summary, err := record.Verify(app.Games(), raw)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), summary)
			return err
		},
	}
}

func readRecord(in io.Reader, name string) ([]byte, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	raw, err := io.ReadAll(io.LimitReader(in, maxRecord+1))
	if err == nil && len(raw) > maxRecord {
		err = fmt.Errorf("%s is too large for a game record", name)
	}
	return raw, err
}
