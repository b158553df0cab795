package probe

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func listenSteps() []Step {
	return gherkin.Noun("event stream", []Step{
		{Keyword: Given, Pattern: `a session that is listened to`,
			Manual: "which checks share: its client has roots, two GET streams are open, the roots change, two pings are answered, and 250ms are quiet",
			Func:   (*World).listenedSession},
		{Keyword: Given, Pattern: `a GET stream is open`, Manual: "not testable if GET is answered with anything else", Func: (*World).openGet},
		{Keyword: When, Pattern: `the GET stream is closed`, Manual: "by the client", Func: (*World).closeGet},
		{Keyword: When, Pattern: `(\S+) pass(?:es)? in silence`, Manual: "not observed if that is longer than the command allows",
			Example: "35s pass in silence", Func: (*World).silence},
		{Keyword: When, Pattern: `what the server asked for is answered`, Manual: "not observed if it asked for nothing", Func: (*World).answerAsked},
		{Keyword: Then, Pattern: `GET is served where POST is`, Manual: "a stream of this transport, or 405", Func: (*World).getServed},
		{Keyword: Then, Pattern: `no answer comes on a GET stream`, Manual: "not testable if there is none", Func: (*World).noAnswersOnGet},
		{Keyword: Then, Pattern: `no message comes on both GET streams`, Manual: "not testable if there are not two, not observed if nothing comes",
			Func: (*World).noBroadcast},
		{Keyword: Then, Pattern: `the next GET is answered with an event stream within (\S+)`,
			Manual:  "asked again while it is 400 or 409; not observed if that is longer than the command allows and no stream was closed",
			Example: "the next GET is answered with an event stream within 5s", Func: (*World).nextGet},
		{Keyword: Then, Pattern: `something has come on the GET stream`, Manual: "a comment will do", Func: (*World).keptAlive},
	})
}

// listening is what became of a session that was listened to.
type listening struct {
	c      *conn
	gets   []*stream // two; the second need not be open
	err    error     // why there is no such session
	events []event.Event
}

// rootsParams are those of a client that has roots.
func rootsParams(revision string) string {
	return strings.Replace(initializeParams(revision), `"capabilities":{}`, `"capabilities":{"roots":{"listChanged":true}}`, 1)
}

// listenedSession makes the session once; later checks see what had come, in
// their excerpts too.
func (w *World) listenedSession() error {
	if err := w.ready(); err != nil {
		return err
	}
	b := w.bench
	if b.listened == nil {
		b.listened = &listening{}
		b.listened.events = b.record(func() { b.listened.err = b.listen(b.listened) })
	}
	b.recall(b.listened.events)
	if b.listened.err != nil {
		return verdict.NotTestable("a session that is listened to: %s", b.listened.err)
	}
	w.take(b.listened.c, false)
	return nil
}

func (b *Bench) listen(l *listening) error {
	l.c = b.newConn()
	if _, err := l.c.initialize(rootsParams(b.target.Revision)); err != nil {
		return err
	}
	if err := l.c.notify("notifications/initialized", ""); err != nil {
		return err
	}
	for range 2 {
		s := l.c.open(http.MethodGet, nil, "", l.c.listening())
		l.gets = append(l.gets, s)
		l.c.streams = append(l.c.streams, s)
	}
	if err := l.c.notify("notifications/roots/list_changed", ""); err != nil {
		return err
	}
	for range 2 {
		if _, err := l.c.call("ping", ""); err != nil {
			return err
		}
	}
	return clock.Sleep(b.ctx, b.target.Clock, quietTime)
}

// answerAsked answers every request of the server's as a client with no roots.
func (w *World) answerAsked() error {
	asked := false
	for _, f := range w.c.inbox.since(0) {
		if !f.isRequest() {
			continue
		}
		asked = true
		if err := w.c.send(answerTo(f), anything); err != nil {
			return err
		}
	}
	if !asked {
		return verdict.NotObserved("the server asked for nothing within %s", quietTime)
	}
	return nil
}

// answerTo is what a client with no roots answers.
func answerTo(f frame) []byte {
	what := `"error":{"code":-32601,"message":"Method not found"}`
	switch f.method() {
	case "roots/list":
		what = `"result":{"roots":[]}`
	case "ping":
		what = `"result":{}`
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%s}`, f.id(), what)
}

func (w *World) getServed() error {
	s := w.bench.listened.gets[0]
	r := s.reply
	switch {
	case r.status == 0:
		return fmt.Errorf("GET has no answer: %w", r.err)
	case r.status == http.StatusNotFound || r.status == http.StatusGone || r.status/100 == 3:
		return fmt.Errorf("GET is answered with HTTP %d where POST is served", r.status)
	}
	events, _, _ := s.state()
	if len(events) > 0 && isEndpoint(events[0]) {
		return fmt.Errorf("GET leads to another endpoint: its first event is endpoint with the data %s", quote(events[0].data))
	}
	return nil
}

// getStreams are the open streams of the session that is listened to.
func (w *World) getStreams() []*stream {
	var out []*stream
	for _, s := range w.bench.listened.gets {
		if s.opened() {
			out = append(out, s)
		}
	}
	return out
}

func (w *World) noAnswersOnGet() error {
	streams := w.getStreams()
	if streams == nil {
		return verdict.NotTestable("the server has no GET stream")
	}
	for _, s := range streams {
		for _, f := range s.frames() {
			if f.isResponse() {
				return fmt.Errorf("a GET stream, which resumes none, carries an answer: %s", quote(f.raw))
			}
		}
	}
	return nil
}

func (w *World) noBroadcast() error {
	streams := w.getStreams()
	if len(streams) < 2 {
		return verdict.NotTestable("the server has no second GET stream")
	}
	one, two := streams[0].frames(), streams[1].frames()
	if len(one)+len(two) == 0 {
		return verdict.NotObserved("no message came on a GET stream within %s", quietTime)
	}
	for _, f := range one {
		for _, g := range two {
			if sameMessage(f, g) {
				return fmt.Errorf("both GET streams carry %s", quote(f.raw))
			}
		}
	}
	return nil
}

// sameMessage reports whether two messages must be one that was sent twice. Log
// messages need not: a server may greet each stream.
func sameMessage(f, g frame) bool {
	return f.isMessage() && f.method() != "notifications/message" && bytes.Equal(bytes.TrimSpace(f.raw), bytes.TrimSpace(g.raw))
}

func (w *World) openGet() error {
	s := w.get()
	switch {
	case s.reply.status == 0:
		return s.reply.err
	case !s.opened():
		return verdict.NotTestable("the server has no GET stream: HTTP %d", s.reply.status)
	}
	return nil
}

// get opens a GET stream that ends with the connection.
func (w *World) get() *stream {
	s := w.c.open(http.MethodGet, nil, "", w.c.listening())
	w.c.streams = append(w.c.streams, s)
	return s
}

func (w *World) closeGet() error {
	w.c.streams[len(w.c.streams)-1].cut()
	return nil
}

func (w *World) silence(duration string) error {
	d, err := time.ParseDuration(duration)
	if err != nil {
		return fmt.Errorf("%q is no time", duration)
	}
	if err := w.allowed(d); err != nil {
		return err
	}
	if n := len(w.c.streams); n > 0 && w.c.old == nil {
		return w.c.streams[n-1].quiet(w.bench.ctx, d)
	}
	return clock.Sleep(w.bench.ctx, w.bench.target.Clock, d)
}

// allowed is nil if a check may take that long.
func (w *World) allowed(d time.Duration) error {
	if w.bench.target.Idle < d {
		return verdict.NotObserved("it takes %s of silence to see; --idle %s allows it", d, d)
	}
	return nil
}

func (w *World) keptAlive() error {
	if _, size, ended := w.c.streams[len(w.c.streams)-1].state(); size == 0 && !ended {
		return fmt.Errorf("not a byte came: clients and proxies give up silent connections, some after 300s")
	}
	return nil
}

// retryGet is the pause between two GETs of nextGet.
const retryGet = 100 * time.Millisecond

func (w *World) nextGet(within string) error {
	d, err := time.ParseDuration(within)
	if err != nil {
		return fmt.Errorf("%q is no time", within)
	}
	_, _, closed := w.c.streams[len(w.c.streams)-1].state()
	clk := w.bench.target.Clock
	for begun := clk.Now(); ; {
		s := w.get()
		status := s.reply.status
		switch {
		case s.opened():
			return nil
		case status == 0:
			return s.reply.err
		case status != http.StatusConflict && status != http.StatusBadRequest || clk.Since(begun) >= d:
			return fmt.Errorf("GET is answered with HTTP %d %s", status, quote(s.reply.body))
		case !closed:
			if err := w.allowed(d); err != nil {
				return err
			}
		}
		if err := clock.Sleep(w.bench.ctx, clk, retryGet); err != nil {
			return err
		}
	}
}
