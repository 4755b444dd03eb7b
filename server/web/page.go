package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"noir/internal/quota"
)

// page is an answer. It never changes.
type page struct {
	kind   string        // its content type
	body   []byte        // as it is
	packed []byte        // with gzip; nil if that is no shorter
	etag   string        // of the body
	fresh  time.Duration // how long a reader may keep it without asking
}

func newPage(kind string, fresh time.Duration, body []byte) *page {
	sum := sha256.Sum256(body)
	p := &page{kind: kind, body: body, fresh: fresh, etag: base64.RawURLEncoding.EncodeToString(sum[:12])}
	if strings.HasPrefix(kind, "image/") { // packed already
		return p
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(body) // never fails
	_ = w.Close()
	if packed.Len() < len(body) {
		p.packed = packed.Bytes()
	}
	return p
}

// deliver writes a page, or that it has not changed since it was last read.
func (p *page) deliver(w http.ResponseWriter, r *http.Request) {
	h, body, etag := w.Header(), p.body, p.etag
	h.Set("Content-Type", p.kind)
	h.Set("Cache-Control", "public, max-age="+seconds(p.fresh))
	h.Set("Vary", "Accept-Encoding")
	if p.packed != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body, etag = p.packed, etag+"-gzip"
	}
	h.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// cacheBytes is how much memory answers may take.
const cacheBytes = 64 << 20

// answers are pages that are made together, by name.
type answers struct {
	pages   map[string]*page
	keep    time.Duration // until they are made again
	running bool          // of a match: it is not over
}

// one is an answer of a single page, which is made again when its readers may ask again.
func one(p *page) *answers { return &answers{pages: map[string]*page{"": p}, keep: p.fresh} }

// cache keeps answers.
type cache struct {
	of *otter.Cache[string, *answers]
}

func newCache() cache {
	return cache{otter.Must(&otter.Options[string, *answers]{
		MaximumWeight: cacheBytes,
		Weigher: func(key string, a *answers) uint32 {
			n := len(key) + 100
			for _, p := range a.pages {
				n += len(p.body) + len(p.packed)
			}
			return uint32(n)
		},
		ExpiryCalculator: otter.ExpiryWritingFunc(func(e otter.Entry[string, *answers]) time.Duration { return e.Value.keep }),
	})}
}

func (c cache) close() { c.of.StopAllGoroutines() }

// get returns what is kept under a key, or makes it now. Callers that ask for it meanwhile wait for
// the same result, so it is completed even if the first caller leaves. Errors are not kept. The
// caller who makes it pays: if they cannot, the next makes it.
func (c cache) get(ctx context.Context, key string, build func(context.Context) (*answers, error)) (*answers, error) {
	for {
		own := false
		a, err := c.of.Get(ctx, key, otter.LoaderFunc[string, *answers](func(ctx context.Context, _ string) (*answers, error) {
			own = true
			return build(context.WithoutCancel(ctx))
		}))
		if _, poor := errors.AsType[*quota.Refused](err); !poor || own {
			return a, err
		}
	}
}

func seconds(d time.Duration) string { return strconv.Itoa(int(d.Seconds())) }
