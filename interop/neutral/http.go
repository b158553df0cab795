package main

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
)

// serveHTTP serves until the process ends.
func serveHTTP(l net.Listener) { _ = http.Serve(l, http.HandlerFunc(handle)) }

var buffers = sync.Pool{New: func() any { return new(exchange) }}

// exchange is the memory of one request.
type exchange struct {
	body bytes.Buffer
	out  []byte
}

func handle(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet { // there is no stream of its own
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	x := buffers.Get().(*exchange)
	defer buffers.Put(x)
	x.body.Reset()
	if _, err := io.Copy(&x.body, r.Body); err != nil {
		return
	}
	f := read(x.body.Bytes())
	switch {
	case f.kind == silence:
		w.WriteHeader(http.StatusAccepted)
	case r.URL.Path == "/sse" || f.kind == burst:
		x.out = events(w, f, x.out[:0])
	default:
		if f.kind == initialize {
			w.Header().Set("Mcp-Session-Id", "one")
		}
		x.out = f.answer(x.out[:0])
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(x.out)))
		_, _ = w.Write(x.out)
	}
}

// events answers with a stream.
func events(w http.ResponseWriter, f frame, out []byte) []byte {
	w.Header().Set("Content-Type", "text/event-stream")
	if f.kind == initialize {
		w.Header().Set("Mcp-Session-Id", "one")
	}
	if f.kind == burst {
		out = append(out, burstSSE()...)
	}
	out = append(out, "event: message\ndata: "...)
	out = append(f.answer(out), "\n\n"...)
	_, _ = w.Write(out)
	return out
}
