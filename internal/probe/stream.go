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

// Stream is an HTTP answer that is read in the background: an event stream until
// it ends or is cut, anything else to its end. Its reader ends with cut.
type Stream struct {
	clk    clock.Clock
	Reply  *Reply // without events
	cancel context.CancelFunc
	done   chan struct{} // closed when the reader has ended

	mu      sync.Mutex
	events  []Event
	size    int // bytes read, those of comments too
	ended   bool
	changed chan struct{} // closed and replaced at every change
}

// listener is told of a stream while it is read. It must not wait.
type listener struct {
	heard func(Event)
	over  func() // the end
}

// Listening keeps and shows every message of a stream.
func (c *Conn) Listening() listener {
	return listener{heard: c.hearEvent, over: func() {}}
}

// noteEvent shows an event.
func (c *Conn) noteEvent(e Event) {
	c.bench.Emit(event.Event{
		At: c.bench.Target.Clock.Now(), Actor: "server", Kind: "sse.event", Name: e.Name, ID: e.ID,
		Raw: string(e.Data[:min(len(e.Data), shownRaw)]),
	})
}

func (c *Conn) hearEvent(e Event) {
	c.noteEvent(e)
	if len(bytes.TrimSpace(e.Data)) > 0 {
		c.bench.Seen.line(line{Raw: e.Data}, false, nil)
		c.Inbox.add(line{Raw: e.Data})
	}
}

// Open sends a request and reads its answer in the background; since is the
// Last-Event-ID, or "". The head is there when it returns: reply.err says why
// not, if not.
func (c *Conn) Open(verb string, body []byte, since string, l listener) *Stream {
	b := c.bench
	b.noteRequest(verb, body, since)
	ctx, cancel := context.WithCancelCause(b.Ctx)
	s := &Stream{
		clk: b.Target.Clock, Reply: &Reply{}, cancel: func() { cancel(context.Canceled) },
		done: make(chan struct{}), changed: make(chan struct{}),
	}
	patience := c.Patience()
	timer := s.clk.AfterFunc(patience, func() { cancel(&clock.TimeoutError{After: patience}) })
	defer timer.Stop()
	resp, err := c.roundTrip(ctx, verb, body, since)
	if err == nil {
		s.Reply = replyOf(resp)
	}
	if err == nil && s.Reply.IsStream() {
		go s.read(resp.Body, l)
		return s
	}
	if err == nil {
		s.Reply.Body, err = io.ReadAll(io.LimitReader(resp.Body, MaxMessage))
		_ = resp.Body.Close()
	}
	s.Reply.Err = reasonOf(ctx, err)
	s.cancel()
	s.ended = true
	close(s.done)
	l.over()
	b.NoteReply(s.Reply)
	return s
}

// read ends when the stream does, is cut, or has sent MaxKept bytes.
func (s *Stream) read(body io.ReadCloser, l listener) {
	defer close(s.done)
	defer l.over()
	defer body.Close()
	_ = readEvents(counted{body, s}, func(e Event) bool {
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
	s *Stream
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
func (s *Stream) add(e Event) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, e)
	s.tell()
	return s.size
}

func (s *Stream) tell() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// State is what has come so far.
func (s *Stream) State() (events []Event, size int, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.events[:len(s.events):len(s.events)], s.size, s.ended
}

// Await waits until found is true of the events so far. It returns errSilent
// after d, errEnded at the end, or the cause of ctx.
func (s *Stream) Await(ctx context.Context, d time.Duration, found func([]Event) bool) error {
	return s.awaitState(ctx, d, func(events []Event, _ int) bool { return found(events) })
}

func (s *Stream) awaitState(ctx context.Context, d time.Duration, found func(events []Event, size int) bool) error {
	return await(ctx, s.clk, d, func() state {
		s.mu.Lock()
		events, size, ended, changed := s.events, s.size, s.ended, s.changed
		s.mu.Unlock()
		return state{found(events, size), ended, changed}
	})
}

// Quiet lets a stream say what it has to say: it waits for d, or its end.
func (s *Stream) Quiet(ctx context.Context, d time.Duration) error {
	err := s.Await(ctx, d, func([]Event) bool { return false })
	if errors.Is(err, ErrSilent) || errors.Is(err, ErrEnded) {
		return nil
	}
	return err
}

// Cut closes the connection and waits for the reader.
func (s *Stream) Cut() {
	s.cancel()
	<-s.done
}

// Opened reports whether the answer is an event stream.
func (s *Stream) Opened() bool { return s.Reply.Status == http.StatusOK && s.Reply.IsStream() }

// frames are the messages in events.
func FramesOf(events []Event) []Frame {
	var out []Frame
	for _, e := range events {
		if len(bytes.TrimSpace(e.Data)) > 0 {
			out = append(out, parseFrames(e.Data)...)
		}
	}
	return out
}

// Frames are the messages in the answer so far.
func (s *Stream) Frames() []Frame {
	if !s.Reply.IsStream() {
		return parseFrames(s.Reply.Body)
	}
	events, _, _ := s.State()
	return FramesOf(events)
}

// LastID is the last id of events that have one, or "".
func LastID(events []Event) (id string) {
	for _, e := range events {
		if e.ID != "" {
			id = e.ID
		}
	}
	return id
}

// QuietTime is after how long silence on an event stream is taken for silence.
const QuietTime = 250 * time.Millisecond
