package specimen_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

type event struct{ id, data string }

// stream is one event stream with all its events.
type stream struct {
	name    string
	events  []event
	ended   bool
	readers int
	changed chan struct{}
}

func (s *session) newStream() *stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.http.given++
	st := &stream{name: fmt.Sprintf("%x", s.http.given), changed: make(chan struct{})}
	s.streams = append(s.streams, st)
	return st
}

func (s *session) push(st *stream, data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st.events = append(st.events, event{s.http.eventID(st, len(st.events)), data})
	close(st.changed)
	st.changed = make(chan struct{})
}

func (s *session) readers(st *stream, change int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st.readers += change
}

func (s *session) end(st *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !st.ended {
		st.ended = true
		close(st.changed)
		st.changed = make(chan struct{})
	}
}

// flow writes what was missed of a stream, and its events as they come, from
// the n-th one.
func (v *server) flow(w http.ResponseWriter, r *http.Request, s *session, st *stream, missed []event, n int) {
	s.readers(st, 1)
	defer s.readers(st, -1)
	w.Header().Set("Content-Type", v.http.streamKind)
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	flush := http.NewResponseController(w).Flush
	for _, e := range missed {
		_, _ = io.WriteString(w, v.http.event(st, e.id, e.data))
	}
	_ = flush()
	for {
		s.mu.Lock()
		events, ended, changed, shut := st.events[min(n, len(st.events)):], st.ended, st.changed, s.shut
		s.mu.Unlock()
		for _, e := range events {
			_, _ = io.WriteString(w, v.http.event(st, e.id, e.data))
		}
		n += len(events)
		_ = flush()
		if ended || shut {
			return
		}
		var idle <-chan time.Time
		if v.http.alive > 0 {
			idle = v.clk.After(v.http.alive)
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		case <-idle:
			_, _ = io.WriteString(w, ": still here\n\n")
		}
	}
}

// listen serves GET.
func (v *server) listen(w http.ResponseWriter, r *http.Request) {
	if !v.http.get {
		w.Header().Set("Allow", "POST, DELETE")
		v.reject(w, "method", nil, refuse(-32600, "No stream here"))
		return
	}
	if !v.http.accepts(r, "text/event-stream") {
		v.reject(w, "accept", nil, refuse(-32600, "Not acceptable"))
		return
	}
	s := v.session(w, r, nil)
	if s == nil || !v.version(w, r, nil) {
		return
	}
	if last := r.Header.Get("Last-Event-ID"); last != "" && v.http.resume {
		v.resume(w, r, s, last)
		return
	}
	st := s.newStream()
	s.mu.Lock()
	s.listening = append(s.listening, st)
	s.mu.Unlock()
	if v.http.prime && v.http.primeGET && s.revision >= "2025-11-25" {
		s.push(st, "")
	}
	v.flow(w, r, s, st, nil, 0)
}

// resume goes on after the last event that the client has seen.
func (v *server) resume(w http.ResponseWriter, r *http.Request, s *session, last string) {
	s.mu.Lock()
	all := slices.Clone(s.streams)
	if v.http.shared {
		for _, o := range v.opened {
			all = append(all, o.streams...)
		}
	}
	s.mu.Unlock()
	for _, st := range all {
		s.mu.Lock()
		events := slices.Clone(st.events)
		s.mu.Unlock()
		i := slices.IndexFunc(events, func(e event) bool { return e.id == last })
		if i >= 0 {
			v.flow(w, r, s, st, v.http.replay(s, st, events[i+1:]), len(events))
			return
		}
	}
	if v.http.unknownReplay && len(all) > 0 {
		for _, st := range all[1:] {
			all[0].events = append(all[0].events, st.events...)
		}
		v.flow(w, r, s, all[0], nil, 0)
		return
	}
	v.reject(w, "invalid", nil, refuse(-32600, "Unknown event"))
}
