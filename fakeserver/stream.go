package fakeserver

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// The bounds of what is kept for clients that come back.
const (
	maxHistory  = 1000     // events of one connection
	mostHistory = 64 << 20 // bytes of all connections together
)

// serveGet answers a GET as the script says.
func (h *exchange) serveGet() {
	if h.c.s.script.onlyPosts() {
		h.refuseVerb()
		return
	}
	if status, text := h.objection(); status != 0 {
		h.refuse(status, text)
		return
	}
	switch h.c.s.script.HTTP.Get {
	case getRefused:
		h.setHeaders(map[string]string{"Allow": "POST, DELETE"})
		h.refuse(http.StatusMethodNotAllowed, "there is no stream")
	case getHang:
		h.keep = true
	case getJSON:
		h.status(http.StatusOK, map[string]string{"Content-Type": "application/json"}, []byte("{}"))
	case getEmpty:
		h.form = formSSE
		h.end(endEOF)
	default:
		h.openGet()
	}
}

// openGet makes the exchange the stream of its connection, or lets it go on with
// a stream that was broken.
func (h *exchange) openGet() {
	h.form, h.keep = formSSE, true
	if h.c.stream == h || h.resume() {
		return
	}
	if old := h.c.stream; old != nil {
		old.end(endEOF)
	}
	h.c.stream, h.listening = h, true
	h.c.note(Entry{Kind: KindStreamOpen, Verb: "GET"})
	h.begin()
	backlog := h.c.backlog
	h.c.backlog = nil
	h.c.giveBack(backlog)
	for _, f := range backlog {
		h.c.push(f)
	}
	h.keepAlive()
}

// keepAlive writes a comment now and then.
func (h *exchange) keepAlive() {
	pause := h.c.s.script.HTTP.KeepAlive
	if pause <= 0 {
		return
	}
	s := h.c.s
	h.beat = clock.Named(s.clk, h.c.actor("keep-alive")).AfterFunc(s.scaled(pause), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !h.ended {
			h.write([]byte(": keep-alive\n\n"))
			h.keepAlive()
		}
	})
}

// openStream gives an event stream its number.
func (c *conn) openStream(h *exchange) {
	if h.number > 0 {
		return
	}
	c.streamed++
	h.number = c.streamed
	if c.s.script.HTTP.Resume {
		c.keepStream(h)
	}
}

// stopListening notes that a GET stream has ended. One that can be resumed goes
// on to be the stream of its connection.
func (h *exchange) stopListening() {
	if !h.listening {
		return
	}
	h.listening = false
	if h.beat != nil {
		h.beat.Stop()
	}
	h.c.note(Entry{Kind: kindStreamEnd, Verb: "GET"})
	if h.c.stream == h && !h.c.s.script.HTTP.Resume {
		h.c.stream = nil
	}
	if h.c.s.script.HTTP.Legacy != nil {
		h.c.end() // the stream is the connection
		h.c.s.forget(h.c)
	}
}

// keepStream keeps a stream for a client that comes back. The one that ended longest ago makes
// room; for a stream that finds none, nothing can be resumed.
func (c *conn) keepStream(h *exchange) {
	if len(c.streams) >= maxHistory {
		i := slices.IndexFunc(c.streams, func(old *exchange) bool { return old.ended })
		if i < 0 {
			return
		}
		c.keep(-c.streams[i].cost())
		c.streams = slices.Delete(c.streams, i, i+1)
	}
	if c.s.kept < c.s.mostKept {
		c.keep(h.cost())
		c.streams = append(c.streams, h)
	}
}

func (h *exchange) cost() int { return programCost + h.weight }

// prime sends an event with an id and no data, from which a client can resume.
func (h *exchange) prime() {
	if !h.c.s.script.HTTP.Resume {
		return
	}
	id, empty := h.eventID(0), ""
	h.write(h.style.encode(sseEvent{ID: &id, Retry: h.c.s.script.HTTP.Retry, Data: &empty}, true))
}

// remember keeps an event for a client that comes back.
func (h *exchange) remember(event []byte) {
	s := h.c.s
	if !s.script.HTTP.Resume || h.c.history >= maxHistory || s.history+len(event) > mostHistory {
		return
	}
	h.c.history++
	h.c.historySize += len(event)
	s.history += len(event)
	h.events = append(h.events, event)
}

// resume replays what was missed of the stream named by Last-Event-ID and takes
// its place. It reports whether there is such a stream.
func (h *exchange) resume() bool {
	old, seen := h.c.broken(h.request.Header.Get("Last-Event-ID"))
	if old == nil {
		return false
	}
	s := h.c.s
	s.exchanges = slices.DeleteFunc(s.exchanges, func(e *exchange) bool { return e == h || e == old })
	s.exchanges = append(s.exchanges, old)
	h.ended = true
	old.out, old.ended, old.headers, old.coder = h.out, false, h.headers, h.coder
	h.c.note(Entry{Kind: KindStreamOpen, Verb: "GET", Text: "resumed"})
	old.preset(map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
	old.head(http.StatusOK)
	for _, e := range old.events[min(seen, len(old.events)):] {
		old.write(e)
	}
	if old.verb == "GET" {
		h.c.stream, old.listening = old, true
		old.keepAlive()
	} else if old.programs == 0 {
		old.end(endEOF)
	}
	return true
}

// broken finds the stream of an event id and the number of events seen of it.
func (c *conn) broken(lastEventID string) (*exchange, int) {
	parts := strings.Split(lastEventID, "-")
	if len(parts) != 3 || parts[0] != strconv.Itoa(c.n) {
		return nil, 0
	}
	number, err1 := strconv.Atoi(parts[1])
	seen, err2 := strconv.Atoi(parts[2])
	if err1 != nil || err2 != nil || seen < 0 {
		return nil, 0
	}
	for _, h := range c.streams {
		if h.number == number && h.ended {
			return h, seen
		}
	}
	return nil, 0
}
