package fakeserver

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// LegacySSE makes the server one of HTTP+SSE (2024-11-05) instead of streamable
// HTTP: a GET opens a connection and the stream that everything comes through,
// its first event names where messages are POSTed to, and POSTs are answered 202
// at once.
type LegacySSE struct {
	// Path of the stream; empty = "/sse".
	Path string `yaml:"path"`
	// Endpoint is the data of the endpoint event, in which <session> stands for the
	// id of the session, and <origin> and <other-origin> for what they are in pages;
	// empty = "/messages?sessionId=<session>". Messages are taken wherever they are
	// POSTed to with that parameter.
	Endpoint string `yaml:"endpoint"`
	// Refusal is the status of a POST to the stream, from 400 to 499; 0 = 405.
	Refusal int `yaml:"refusal"`
	// Unnamed leaves out the event name of messages, which is then that of all events
	// that have none.
	Unnamed bool `yaml:"unnamed"`
	// Silent leaves out the endpoint event.
	Silent bool `yaml:"silent"`
	// After is the time before the endpoint event.
	After time.Duration `yaml:"after"`
}

const (
	legacyPath     = "/sse"
	legacyEndpoint = "/messages?sessionId=" + sessionHole
	sessionHole    = "<session>"
	sessionParam   = "sessionId"
)

func (l *LegacySSE) check() error {
	switch {
	case l == nil:
	case l.Path != "" && l.Path[0] != '/':
		return errors.New("the path of legacy does not start with a slash")
	case l.Refusal != 0 && (l.Refusal < 400 || l.Refusal > 499):
		return errors.New("the refusal of legacy is from 400 to 499")
	case l.After < 0:
		return errors.New("after is negative")
	}
	return nil
}

// StreamPath is the path under which a client finds the server: that of the
// stream, or of the endpoint of streamable HTTP.
func (h HTTPScript) StreamPath() string {
	if h.Legacy != nil {
		return either(h.Legacy.Path, legacyPath)
	}
	return either(h.Path, defaultPath)
}

// serveLegacy serves a request to a server of HTTP+SSE.
func (h *exchange) serveLegacy(body []byte) {
	s := h.c.s
	stream := h.request.URL.Path == s.script.HTTP.StreamPath()
	c := s.ofSession(h.request.URL.Query().Get(sessionParam))
	switch {
	case stream && h.request.Method == http.MethodGet:
		h.openLegacy()
	case stream:
		h.refuseLegacy(s.script.HTTP.Legacy.Refusal)
	case h.request.Method != http.MethodPost:
		h.refuse(http.StatusNotFound, "not found")
	case c == nil || c.ended:
		h.refuse(http.StatusNotFound, "Could not find session")
	default:
		h.c, h.apart = c, true
		h.post(body)
		h.accept()
	}
}

// refuseLegacy refuses a POST to the stream.
func (h *exchange) refuseLegacy(status int) {
	if status == 0 {
		h.setHeaders(map[string]string{"Allow": "GET"})
		status = http.StatusMethodNotAllowed
	}
	h.refuse(status, "messages go to the endpoint that the stream names")
}

// openLegacy makes the GET a connection of its own: the rules of spawn act before
// those of the GET.
func (h *exchange) openLegacy() {
	s := h.c.s
	h.c = s.open("http")
	h.c.mintSession("")
	h.c.sessionless = true // it is in the URL, not in a header
	h.programs = 1
	h.c.note(Entry{Kind: KindSpawn})
	spawn := s.actionsFor(moment{phases: [2]Phase{phaseSpawn}, phaseOnly: true}, h.c)
	s.run(&exec{c: h.c, m: moment{verb: "GET", header: h.request.Header}, w: h, steps: spawn, usual: func(x *exec) bool {
		h.streamLegacy(x)
		return true
	}})
}

// streamLegacy opens the stream and says where messages go.
func (h *exchange) streamLegacy(x *exec) {
	script := x.s.script.HTTP.Legacy
	h.form, h.keep, h.listening = formSSE, true, true
	if !script.Unnamed {
		h.style.Event = either(h.style.Event, "message")
	}
	h.c.stream = h
	h.c.note(Entry{Kind: KindStreamOpen, Verb: "GET"})
	h.begin()
	h.keepAlive()
	if script.Silent {
		return
	}
	endpoint := h.holes().Replace(either(script.Endpoint, legacyEndpoint))
	endpoint = strings.ReplaceAll(endpoint, sessionHole, url.QueryEscape(h.c.session))
	x.push(step(func(*exec) bool {
		h.write(h.style.encode(sseEvent{Event: "endpoint", Data: &endpoint}, true))
		return true
	}))
	if script.After > 0 {
		x.push(pause(script.After))
	}
}
