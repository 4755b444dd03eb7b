package web

import (
	"bytes"
	"context"
	"html/template"
	"net/http"
	"time"
)

const (
	html = "text/html; charset=utf-8"
	atom = "application/atom+xml; charset=utf-8"
)

// press makes pages, and keeps them for a while.
type press struct {
	config Config
	pages  *template.Template
	cache  cache
}

// render fills a template.
func (p *press) render(name, kind string, fresh time.Duration, with any) (*page, error) {
	var out bytes.Buffer
	if err := p.pages.ExecuteTemplate(&out, name, with); err != nil {
		return nil, err
	}
	return newPage(kind, fresh, out.Bytes()), nil
}

// cached returns the one page of an answer.
func (p *press) cached(r *http.Request, key string, build func(context.Context) (*page, error)) (*page, error) {
	a, err := p.cache.get(r.Context(), key, func(ctx context.Context) (*answers, error) {
		made, err := build(ctx)
		if err != nil {
			return nil, err
		}
		return one(made), nil
	})
	if err != nil {
		return nil, err
	}
	return a.pages[""], nil
}
