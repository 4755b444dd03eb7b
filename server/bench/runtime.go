package bench

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/pprof"
	"strconv"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// memory is what a server's Go runtime reports about its memory: counts, which depend little on how busy the machine
// is.
type memory struct{ objects, heap, goroutines, allocated float64 }

// The names of these at /metrics.
const (
	metricObjects    = "go_memstats_heap_objects"
	metricHeap       = "go_memstats_heap_alloc_bytes"
	metricGoroutines = "go_goroutines"
	metricAllocated  = "go_memstats_alloc_bytes_total"
)

// memoryAt reads them at an address.
func memoryAt(ctx context.Context, addr string) (memory, error) {
	all, err := metricsAt(ctx, addr)
	return memory{all[metricObjects], all[metricHeap], all[metricGoroutines], all[metricAllocated]}, err
}

// metricsAt reads all metrics at an address: their values by name and labels, as they stand there.
func metricsAt(ctx context.Context, addr string) (all map[string]float64, err error) {
	all = map[string]float64{}
	return all, get(ctx, "http://"+addr+"/metrics", func(body io.Reader) error {
		lines := bufio.NewScanner(body)
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), " ")
			if strings.HasPrefix(name, "#") {
				continue
			}
			if all[name], err = strconv.ParseFloat(value, 64); err != nil {
				return err
			}
		}
		return lines.Err()
	})
}

// collected reads them after two garbage collections: what is in a sync.Pool outlives the first.
func collected(ctx context.Context, addr string) (memory, error) {
	for range 2 {
		err := get(ctx, "http://"+addr+"/debug/pprof/heap?gc=1", func(body io.Reader) error {
			_, err := io.Copy(io.Discard, body)
			return err
		})
		if err != nil {
			return memory{}, err
		}
	}
	return memoryAt(ctx, addr)
}

func get(ctx context.Context, url string, read func(io.Reader) error) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, answer.Status)
	}
	return read(answer.Body)
}

// freeAddress is an address of this machine at which nobody listens. Its port is below the system's ephemeral ports:
// the system soon gives those to another process, such as a bench that runs at the same time.
func freeAddress() (string, error) {
	var err error
	for range 100 {
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprint("127.0.0.1:", 20_000+rand.IntN(12_000))); err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", err
}

// ServeMemory answers at l what a Server must at its address for metrics. It returns when l fails.
func ServeMemory(l net.Listener) error {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.Handler())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	return http.Serve(l, mux)
}
