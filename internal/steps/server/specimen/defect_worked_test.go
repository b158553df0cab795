package specimen_test

import (
	"net/http"
	"strings"
	"sync"
)

// worked are the sessions in which something was done.
type worked struct {
	mu  sync.Mutex
	all map[*session]bool
}

// outlives keeps a process after the end of its input once a request of a method has succeeded.
func outlives(method string) func(*server) {
	return func(v *server) {
		done := worked{all: map[*session]bool{}}
		v.stdio.keeps = func(s *session) bool {
			done.mu.Lock()
			defer done.mu.Unlock()
			return done.all[s]
		}
		handle(method, func(c *call, next handler) (object, *fault) {
			r, f := next(c)
			if f == nil {
				done.mu.Lock()
				done.all[c.session] = true
				done.mu.Unlock()
			}
			return r, f
		})(v)
	}
}

// turns has requests served by two workers in turn, each of which knows its own sessions alone.
func turns(v *server) {
	var mu sync.Mutex
	nth, of := 0, map[string]int{}
	v.http.wrap = func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			nth++
			worker := nth % 2
			id := r.Header.Get(sess)
			known, given := of[id]
			mu.Unlock()
			if id != "" && given && known != worker {
				reply(w, 404, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Session not found"}}`)
				return
			}
			h.ServeHTTP(&givingWriter{w, func(id string) {
				mu.Lock()
				defer mu.Unlock()
				if _, given := of[id]; !given {
					of[id] = worker
				}
			}}, r)
		})
	}
}

// givingWriter tells of the session id that an answer gives.
type givingWriter struct {
	http.ResponseWriter
	given func(id string)
}

func (w *givingWriter) tell() {
	if id := w.Header().Get(sess); id != "" {
		w.given(id)
	}
}

func (w *givingWriter) WriteHeader(status int) {
	w.tell()
	w.ResponseWriter.WriteHeader(status)
}

func (w *givingWriter) Write(data []byte) (int, error) {
	w.tell()
	return w.ResponseWriter.Write(data)
}

func (w *givingWriter) Flush() { w.ResponseWriter.(http.Flusher).Flush() }

var workedDefects = []defect{
	{id: "STDIO-11", name: "a thread that the first call has begun keeps the process", over: "stdio", change: outlives("tools/call")},
	{id: "STDIO-11", name: "a connection that the first prompt has opened keeps the process", over: "stdio", change: outlives("prompts/get")},
	{id: "STDIO-11", name: "a file that the first resource has opened keeps the process", over: "stdio", change: outlives("resources/read")},
	{id: "RES-01", name: "what a template makes of any name has no contents", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if uri, _ := c.params["uri"].(string); f != nil && strings.HasPrefix(uri, "note://") {
			return object{"contents": list{}}, nil
		}
		return r, f
	})},
}

var workedCauses = []defect{
	{id: "LIFE-20", name: "two workers take turns, and each knows its own sessions alone", over: "http", change: turns},
}
