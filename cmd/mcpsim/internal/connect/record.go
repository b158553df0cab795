package connect

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// maxWarnings bounds the warnings kept for one server.
const maxWarnings = 20

// recorder keeps what is known about each server. It is the sink of the
// runtime's events; its methods may be called from any goroutine.
type recorder struct {
	changed chan struct{} // capacity 1: something is new

	mu      sync.Mutex
	servers map[string]*record
	gate    time.Duration
}

// record is what is known about one server.
type record struct {
	state     event.State // "" before the first event
	live      bool        // its listed tools are in the view
	reached   bool        // a process was started or a connection established
	info      *protocol.InitializeResult
	connected time.Duration
	listed    time.Duration
	era       found
	err       error  // of the last connect or list
	stream    string // why a stream failed, "" if none did

	dropped   int // lines and events that were no message
	sample    string
	size      int // of the first one, in bytes
	unmatched int // answers that no request waited for
	logged    []string
}

// found is what was found out about the era of a server, if it was asked.
type found struct {
	Era, Why string
	Tried    []string
}

func newRecorder() *recorder {
	return &recorder{changed: make(chan struct{}, 1), servers: map[string]*record{}}
}

// Emit takes an event.
func (r *recorder) Emit(e event.Event) {
	r.update(e.Server, func(s *record) {
		switch e.Kind {
		case event.GateOpen:
			r.gate = e.After
		case event.ServerState:
			s.state = e.State()
			s.live = s.live && s.state == event.Ready
		case event.ToolsChanged: // a server that is ready shows what it listed
			s.live = s.state == event.Ready
		case event.LineDropped:
			s.drop(e)
		case event.EraFound:
			s.era = found{Era: e.To, Why: e.Text, Tried: strings.Split(e.Name, "; ")}
		case event.AnswerUnmatched:
			s.unmatched++
		case event.ServerLog:
			s.log(e)
		}
	})
}

// update changes the record of a server and tells that something is new.
func (r *recorder) update(name string, change func(*record)) {
	r.mu.Lock()
	s := r.servers[name]
	if s == nil {
		s = &record{}
		r.servers[name] = s
	}
	change(s)
	r.mu.Unlock()
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// get returns a copy that does not change any more.
func (r *recorder) get(name string) record {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.servers[name]; s != nil {
		copied := *s
		copied.logged = append([]string(nil), s.logged...)
		return copied
	}
	return record{}
}

func (r *recorder) gateTime() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.gate
}

// settled reports whether all these servers are live or have failed.
func (r *recorder) settled(names []string) bool {
	for _, name := range names {
		if s := r.get(name); !s.live && !s.state.GivenUp() {
			return false
		}
	}
	return true
}

func (r *recorder) reached(name string) { r.update(name, func(s *record) { s.reached = true }) }

func (r *recorder) connected(name string, took time.Duration, info *protocol.InitializeResult, err error) {
	r.update(name, func(s *record) {
		s.connected, s.err = took, err
		if info != nil {
			s.info = info
		}
	})
}

func (r *recorder) listed(name string, took time.Duration, err error) {
	r.update(name, func(s *record) { s.listed, s.err = took, err })
}

// eraOf is what was found out; of a server that was not asked, what it speaks.
func (s record) eraOf() found {
	if s.era.Era == "" && s.info != nil {
		return found{Era: string(s.info.ProtocolVersion.Era()), Why: "no other is spoken with it"}
	}
	return s.era
}

func (s *record) drop(e event.Event) {
	if s.dropped++; s.dropped == 1 {
		s.sample, s.size = e.Raw, e.N
	}
}

// log keeps what deserves the attention of a person, each text once.
func (s *record) log(e event.Event) {
	if e.Topic == event.StreamFailed { // a warning if the server is live in the end, else the reason
		s.stream = e.Err
		return
	}
	if !e.Grave() || len(s.logged) == maxWarnings {
		return
	}
	text := e.Text
	if e.Err != "" {
		text += ": " + e.Err
	}
	for _, known := range s.logged {
		if known == text {
			return
		}
	}
	s.logged = append(s.logged, text)
}

// warnings are what a person should know about a server that may be live.
func (s record) warnings() []string {
	var out []string
	if s.dropped > 0 {
		text := fmt.Sprintf("%s dropped that %s no message; the first (%d bytes): %s",
			words.Count(s.dropped, "line"), verbOf(s.dropped), s.size, s.sample)
		if s.size > len(s.sample) {
			text += "…"
		}
		out = append(out, text)
	}
	if s.unmatched > 0 {
		out = append(out, words.Count(s.unmatched, "answer")+" dropped that no request waited for")
	}
	if s.live && s.stream != "" {
		out = append(out, "a stream failed: "+s.stream)
	}
	return append(out, s.logged...)
}

func verbOf(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
