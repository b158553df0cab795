package probe

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// stream is an HTTP answer that is read in the background: an event stream until
// it ends or is cut, anything else to its end. Its reader ends with cut.
type stream struct {
	clk    clock.Clock
	reply  *reply // without events
	cancel context.CancelFunc
	done   chan struct{} // closed when the reader has ended

	mu      sync.Mutex
	events  []sseEvent
	size    int // bytes read, those of comments too
	ended   bool
	changed chan struct{} // closed and replaced at every change
}

// listener is told of a stream while it is read. It must not wait.
type listener struct {
	heard func(sseEvent)
	over  func() // the end
}

// listening keeps and shows every message of a stream.
func (c *conn) listening() listener {
	return listener{heard: c.hearEvent, over: func() {}}
}

// noteEvent shows an event.
func (c *conn) noteEvent(e sseEvent) {
	c.bench.emit(event.Event{
		At: c.bench.target.Clock.Now(), Actor: "server", Kind: "sse.event", Name: e.name, ID: e.id,
		Raw: string(e.data[:min(len(e.data), shownRaw)]),
	})
}

func (c *conn) hearEvent(e sseEvent) {
	c.noteEvent(e)
	if len(bytes.TrimSpace(e.data)) > 0 {
		c.bench.seen.line(line{raw: e.data}, false, nil)
		c.inbox.add(line{raw: e.data})
	}
}

// open sends a request and reads its answer in the background; since is the
// Last-Event-ID, or "". The head is there when it returns: reply.err says why
// not, if not.
func (c *conn) open(verb string, body []byte, since string, l listener) *stream {
	b := c.bench
	b.noteRequest(verb, body, since)
	ctx, cancel := context.WithCancelCause(b.ctx)
	s := &stream{
		clk: b.target.Clock, reply: &reply{}, cancel: func() { cancel(context.Canceled) },
		done: make(chan struct{}), changed: make(chan struct{}),
	}
	patience := c.patience()
	timer := s.clk.AfterFunc(patience, func() { cancel(&clock.TimeoutError{After: patience}) })
	defer timer.Stop()
	resp, err := c.roundTrip(ctx, verb, body, since)
	if err == nil {
		s.reply = replyOf(resp)
	}
	if err == nil && s.reply.isStream() {
		go s.read(resp.Body, l)
		return s
	}
	if err == nil {
		s.reply.body, err = io.ReadAll(io.LimitReader(resp.Body, MaxMessage))
		_ = resp.Body.Close()
	}
	s.reply.err = reasonOf(ctx, err)
	s.cancel()
	s.ended = true
	close(s.done)
	l.over()
	b.noteReply(s.reply)
	return s
}

// read ends when the stream does, is cut, or has sent MaxKept bytes.
func (s *stream) read(body io.ReadCloser, l listener) {
	defer close(s.done)
	defer l.over()
	defer body.Close()
	_ = readEvents(counted{body, s}, func(e sseEvent) bool {
		l.heard(e)
		return s.add(e) < MaxKept
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.tell()
}

// counted counts the bytes of a stream.
type counted struct {
	io.Reader
	s *stream
}

func (r counted) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.s.size += n
	r.s.tell()
	return n, err
}

// add keeps an event and returns the bytes read so far.
func (s *stream) add(e sseEvent) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, e)
	s.tell()
	return s.size
}

func (s *stream) tell() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// state is what has come so far.
func (s *stream) state() (events []sseEvent, size int, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.events[:len(s.events):len(s.events)], s.size, s.ended
}

// await waits until found is true of the events so far. It returns errSilent
// after d, errEnded at the end, or the cause of ctx.
func (s *stream) await(ctx context.Context, d time.Duration, found func([]sseEvent) bool) error {
	return s.awaitState(ctx, d, func(events []sseEvent, _ int) bool { return found(events) })
}

func (s *stream) awaitState(ctx context.Context, d time.Duration, found func(events []sseEvent, size int) bool) error {
	return await(ctx, s.clk, d, func() state {
		s.mu.Lock()
		events, size, ended, changed := s.events, s.size, s.ended, s.changed
		s.mu.Unlock()
		return state{found(events, size), ended, changed}
	})
}

// quiet lets a stream say what it has to say: it waits for d, or its end.
func (s *stream) quiet(ctx context.Context, d time.Duration) error {
	err := s.await(ctx, d, func([]sseEvent) bool { return false })
	if errors.Is(err, errSilent) || errors.Is(err, errEnded) {
		return nil
	}
	return err
}

// cut closes the connection and waits for the reader.
func (s *stream) cut() {
	s.cancel()
	<-s.done
}

// opened reports whether the answer is an event stream.
func (s *stream) opened() bool { return s.reply.status == http.StatusOK && s.reply.isStream() }

// frames are the messages in events.
func framesOf(events []sseEvent) []frame {
	var out []frame
	for _, e := range events {
		if len(bytes.TrimSpace(e.data)) > 0 {
			out = append(out, parseFrames(e.data)...)
		}
	}
	return out
}

// frames are the messages in the answer so far.
func (s *stream) frames() []frame {
	if !s.reply.isStream() {
		return parseFrames(s.reply.body)
	}
	events, _, _ := s.state()
	return framesOf(events)
}

// lastID is the last id of events that have one, or "".
func lastID(events []sseEvent) (id string) {
	for _, e := range events {
		if e.id != "" {
			id = e.id
		}
	}
	return id
}
