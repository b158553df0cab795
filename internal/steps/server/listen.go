package server

import (
	"bytes"
	"fmt"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// listener is the noun of steps about the session that is listened to.
type listener struct{ *check }

func listenSteps() []Step {
	return gherkin.Noun("event stream", []Step{
		{Keyword: Given, Pattern: `a session that is listened to`,
			Manual: "which checks share: its client has roots, two GET streams are open, the roots change, two pings are answered, and 250ms are quiet",
			Func:   (*listener).listenedSession},
		{Keyword: Given, Pattern: `a GET stream is open`, Manual: "not testable if GET is answered with anything else", Func: (*listener).openGet},
		{Keyword: When, Pattern: `the GET stream is closed`, Manual: "by the client", Func: (*listener).closeGet},
		{Keyword: When, Pattern: `(\S+) pass(?:es)? in silence`, Manual: "not observed if that is longer than the command allows",
			Example: "35s pass in silence", Func: (*listener).silence},
		{Keyword: When, Pattern: `what the server asked for is answered`, Manual: "not observed if it asked for nothing", Func: (*listener).answerAsked},
		{Keyword: Then, Pattern: `GET is served where POST is`, Manual: "a stream of this transport, or 405", Func: (*listener).getServed},
		{Keyword: Then, Pattern: `no answer comes on a GET stream`, Manual: "not testable if there is none", Func: (*listener).noAnswersOnGet},
		{Keyword: Then, Pattern: `no message comes on both GET streams`, Manual: "not testable if there are not two, not observed if nothing comes",
			Func: (*listener).noBroadcast},
		{Keyword: Then, Pattern: `the next GET is answered with an event stream within (\S+)`,
			Manual:  "asked again while it is 400 or 409; not observed if that is longer than the command allows and no stream was closed",
			Example: "the next GET is answered with an event stream within 5s", Func: (*listener).nextGet},
		{Keyword: Then, Pattern: `something has come on the GET stream`, Manual: "a comment will do", Func: (*listener).keptAlive},
	})
}

// listenedSession makes the session once; later checks see what had come, in
// their excerpts too.
func (w *listener) listenedSession() error {
	if err := w.ready(); err != nil {
		return err
	}
	b := w.bench
	if b.Listened == nil {
		b.Listened = &probe.Listening{}
		b.Listened.Events = b.Record(func() { b.Listened.Err = b.Listen(b.Listened) })
	}
	b.Recall(b.Listened.Events)
	if b.Listened.Err != nil {
		return verdict.NotTestable("a session that is listened to: %s", b.Listened.Err)
	}
	w.take(b.Listened.Conn, false)
	return nil
}

// answerAsked answers every request of the server's as a client with no roots.
func (w *listener) answerAsked() error {
	asked := false
	for _, f := range w.c.Inbox.Since(0) {
		if !f.IsRequest() {
			continue
		}
		asked = true
		if err := w.c.Send(answerTo(f), probe.Anything); err != nil {
			return err
		}
	}
	if !asked {
		return verdict.NotObserved("the server asked for nothing within %s", probe.QuietTime)
	}
	return nil
}

// answerTo is what a client with no roots answers.
func answerTo(f probe.Frame) []byte {
	what := `"error":{"code":-32601,"message":"Method not found"}`
	switch f.Method() {
	case "roots/list":
		what = `"result":{"roots":[]}`
	case "ping":
		what = `"result":{}`
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%s}`, f.ID(), what)
}

func (w *listener) getServed() error {
	s := w.bench.Listened.Gets[0]
	r := s.Reply
	switch {
	case r.Status == 0:
		return fmt.Errorf("GET has no answer: %w", r.Err)
	case r.Status == http.StatusNotFound || r.Status == http.StatusGone || r.Status/100 == 3:
		return fmt.Errorf("GET is answered with HTTP %d where POST is served", r.Status)
	}
	events, _, _ := s.State()
	if len(events) > 0 && probe.IsEndpoint(events[0]) {
		return fmt.Errorf("GET leads to another endpoint: its first event is endpoint with the data %s", probe.Quote(events[0].Data))
	}
	return nil
}

// getStreams are the open streams of the session that is listened to.
func (w *listener) getStreams() []*probe.Stream {
	var out []*probe.Stream
	for _, s := range w.bench.Listened.Gets {
		if s.Opened() {
			out = append(out, s)
		}
	}
	return out
}

func (w *listener) noAnswersOnGet() error {
	streams := w.getStreams()
	if streams == nil {
		return verdict.NotTestable("the server has no GET stream")
	}
	for _, s := range streams {
		for _, f := range s.Frames() {
			if f.IsResponse() {
				return fmt.Errorf("a GET stream, which resumes none, carries an answer: %s", probe.Quote(f.Raw))
			}
		}
	}
	return nil
}

func (w *listener) noBroadcast() error {
	streams := w.getStreams()
	if len(streams) < 2 {
		return verdict.NotTestable("the server has no second GET stream")
	}
	one, two := streams[0].Frames(), streams[1].Frames()
	if len(one)+len(two) == 0 {
		return verdict.NotObserved("no message came on a GET stream within %s", probe.QuietTime)
	}
	for _, f := range one {
		for _, g := range two {
			if sameMessage(f, g) {
				return fmt.Errorf("both GET streams carry %s", probe.Quote(f.Raw))
			}
		}
	}
	return nil
}

// sameMessage reports whether two messages must be one that was sent twice. Log
// messages need not: a server may greet each stream.
func sameMessage(f, g probe.Frame) bool {
	return f.IsMessage() && f.Method() != "notifications/message" && bytes.Equal(bytes.TrimSpace(f.Raw), bytes.TrimSpace(g.Raw))
}

func (w *listener) openGet() error {
	s := w.get()
	switch {
	case s.Reply.Status == 0:
		return s.Reply.Err
	case !s.Opened():
		return verdict.NotTestable("the server has no GET stream: HTTP %d", s.Reply.Status)
	}
	return nil
}

// get opens a GET stream that ends with the connection.
func (w *listener) get() *probe.Stream {
	s := w.c.Open(http.MethodGet, nil, "", w.c.Listening())
	w.c.Streams = append(w.c.Streams, s)
	return s
}

func (w *listener) closeGet() error {
	w.c.Streams[len(w.c.Streams)-1].Cut()
	return nil
}

func (w *listener) silence(d time.Duration) error {
	if err := w.allowed(d); err != nil {
		return err
	}
	if n := len(w.c.Streams); n > 0 && w.c.Old == nil {
		return w.c.Streams[n-1].Quiet(w.bench.Ctx, d)
	}
	return clock.Sleep(w.bench.Ctx, w.bench.Target.Clock, d)
}

// allowed is nil if a check may take that long.
func (w *listener) allowed(d time.Duration) error {
	if w.bench.Target.Idle < d {
		return verdict.NotObserved("it takes %s of silence to see; --idle %s allows it", d, d)
	}
	return nil
}

func (w *listener) keptAlive() error {
	if _, size, ended := w.c.Streams[len(w.c.Streams)-1].State(); size == 0 && !ended {
		return fmt.Errorf("not a byte came: clients and proxies give up silent connections, some after 300s")
	}
	return nil
}

// retryGet is the pause between two GETs of nextGet.
const retryGet = 100 * time.Millisecond

func (w *listener) nextGet(d time.Duration) error {
	_, _, closed := w.c.Streams[len(w.c.Streams)-1].State()
	clk := w.bench.Target.Clock
	for begun := clk.Now(); ; {
		s := w.get()
		status := s.Reply.Status
		switch {
		case s.Opened():
			return nil
		case status == 0:
			return s.Reply.Err
		case status != http.StatusConflict && status != http.StatusBadRequest || clk.Since(begun) >= d:
			return fmt.Errorf("GET is answered with HTTP %d %s", status, probe.Quote(s.Reply.Body))
		case !closed:
			if err := w.allowed(d); err != nil {
				return err
			}
		}
		if err := clock.Sleep(w.bench.Ctx, clk, retryGet); err != nil {
			return err
		}
	}
}
