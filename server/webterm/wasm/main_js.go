// Wasm is the SSH client of the page, for its script: globalThis.noir.
package main

import (
	"errors"
	"syscall/js"

	"noir/server/webterm/client"
)

// main offers, and never returns:
//
//	noir.newKey()      a private key
//	noir.describe(key) {public, fingerprint}, or null for what is no key
//	noir.fingerprints(lines) those of host keys
//	noir.open(options) {send(bytes), resize(columns, rows), close()}
//
// options are those of client.Options, with url; known and env as in JSON. What happens is told to functions
// in them: output(bytes, taken), learned(known) and ended({why, …}), where why is "left" (with code),
// "dropped", "unreachable", "changed" (with expected and got) or "refused" (with sentence).
func main() {
	js.Global().Set("noir", js.ValueOf(map[string]any{
		"newKey": js.FuncOf(func(js.Value, []js.Value) any {
			key, err := client.NewKey()
			if err != nil {
				return nil
			}
			return key
		}),
		"describe": js.FuncOf(func(_ js.Value, args []js.Value) any {
			public, fingerprint, err := client.Describe(args[0].String())
			if err != nil {
				return nil
			}
			return map[string]any{"public": public, "fingerprint": fingerprint}
		}),
		"fingerprints": js.FuncOf(func(_ js.Value, args []js.Value) any {
			return list(client.Fingerprints(texts(args[0])))
		}),
		"open": js.FuncOf(func(_ js.Value, args []js.Value) any { return open(args[0]) }),
	}))
	select {}
}

func open(o js.Value) js.Value {
	t := &terminal{page: o, typed: make(chan []byte, 64), sizes: make(chan [2]int, 1), hung: make(chan struct{})}
	go t.run(client.Options{
		User: o.Get("user").String(), Key: o.Get("key").String(), Known: texts(o.Get("known")), Print: o.Get("print").String(),
		Env: variables(o.Get("env")), Columns: o.Get("columns").Int(), Rows: o.Get("rows").Int(),
		Learned: func(known []string) { o.Call("learned", list(known)) },
	})
	return js.ValueOf(map[string]any{
		"send":   js.FuncOf(t.send),
		"resize": js.FuncOf(t.resize),
		"close":  js.FuncOf(t.close),
	})
}

// terminal is one visit. Its methods for the page return at once.
type terminal struct {
	page  js.Value
	typed chan []byte
	sizes chan [2]int // the newest
	hung  chan struct{}
	over  bool // hung is closed
}

// send sends typed input. What does not fit is lost: nobody types that much while the connection works.
func (t *terminal) send(_ js.Value, args []js.Value) any {
	bytes := make([]byte, args[0].Length())
	js.CopyBytesToGo(bytes, args[0])
	select {
	case t.typed <- bytes:
	default:
	}
	return nil
}

func (t *terminal) resize(_ js.Value, args []js.Value) any {
	select {
	case <-t.sizes:
	default:
	}
	t.sizes <- [2]int{args[0].Int(), args[1].Int()}
	return nil
}

func (t *terminal) close(js.Value, []js.Value) any {
	if !t.over {
		t.over = true
		close(t.hung)
	}
	return nil
}

// run logs in, waits for the end, and reports it.
func (t *terminal) run(o client.Options) {
	conn, err := dial(t.page.Get("url").String())
	if err != nil {
		t.ended("unreachable", nil)
		return
	}
	s, err := client.Open(conn, o)
	var changed *client.ChangedError
	var refused *client.RefusedError
	switch {
	case errors.As(err, &changed):
		t.ended("changed", map[string]any{"expected": list(changed.Expected), "got": changed.Got})
		return
	case errors.As(err, &refused):
		t.ended("refused", map[string]any{"sentence": refused.Sentence})
		return
	case err != nil:
		t.ended("unreachable", map[string]any{"cause": err.Error()})
		return
	}
	over := make(chan struct{})
	go t.pass(s, over)
	t.show(s)
	code, err := s.Wait()
	close(over)
	if err != nil {
		t.ended("dropped", nil)
		return
	}
	t.ended("left", map[string]any{"code": code})
}

// pass hands on what is typed, until the end.
func (t *terminal) pass(s *client.Session, over <-chan struct{}) {
	for {
		select {
		case <-over:
			return
		case <-t.hung:
			_ = s.Close()
			return
		case bytes := <-t.typed:
			_, _ = s.Write(bytes) // the end says why
		case size := <-t.sizes:
			_ = s.Resize(size[0], size[1])
		}
	}
}

// show hands on the output, no faster than the page takes it.
func (t *terminal) show(s *client.Session) {
	taken := make(chan struct{}, 1)
	done := js.FuncOf(func(js.Value, []js.Value) any {
		taken <- struct{}{}
		return nil
	})
	defer done.Release()
	b := make([]byte, 32<<10)
	for {
		n, err := s.Read(b)
		if n > 0 {
			bytes := js.Global().Get("Uint8Array").New(n)
			js.CopyBytesToJS(bytes, b[:n])
			t.page.Call("output", bytes, done)
			<-taken
		}
		if err != nil {
			return
		}
	}
}

func (t *terminal) ended(why string, more map[string]any) {
	told := map[string]any{"why": why}
	for k, v := range more {
		told[k] = v
	}
	t.page.Call("ended", told)
}

// texts are those of an array.
func texts(v js.Value) (all []string) {
	for i := range v.Length() {
		all = append(all, v.Index(i).String())
	}
	return all
}

func list(texts []string) js.Value {
	all := js.Global().Get("Array").New()
	for _, text := range texts {
		all.Call("push", text)
	}
	return all
}

// variables are the entries of an object.
func variables(v js.Value) map[string]string {
	all := map[string]string{}
	for _, name := range texts(js.Global().Get("Object").Call("keys", v)) {
		all[name] = v.Get(name).String()
	}
	return all
}
