package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// healthTime is how long a ready server may take to answer.
const healthTime = 4 * time.Second

var errNoMetrics = fmt.Errorf("%w: name the server's --metrics address", errUsage)

// newHealth is for a service manager or a container without a shell.
func newHealth() *cobra.Command {
	var metrics string
	cmd := &cobra.Command{
		Use: "health", Short: "Ask the server on this machine whether it is ready", Args: noArgs,
		Long: "Ask the server on this machine, at its --metrics address, whether it is ready: its store can be\n" +
			"written to and it is not going down. 0 is yes.",
		Example: "noir health --metrics 127.0.0.1:9100",
	}
	cmd.Flags().StringVar(&metrics, "metrics", "", "address of the server's metrics")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := (origins{}).environment(cmd.Flags()); err != nil {
			return err
		}
		if metrics == "" {
			return errNoMetrics
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), healthTime)
		defer cancel()
		return healthy(ctx, metrics)
	}
	return cmd
}

// healthy returns nil if the server with metrics at this address is ready, otherwise the reason.
func healthy(ctx context.Context, metrics string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+metrics+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	why, err := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
	if err != nil || answer.StatusCode == http.StatusOK {
		return err
	}
	return errors.New(strings.TrimSpace(string(why)))
}
