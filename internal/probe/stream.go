package probe

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Stream is an HTTP answer that is read in the background: an event stream until
// it ends or is cut, anything else to its end. Its reader ends with cut.
type Stream struct {
	Reply *Reply // without events
	ID    string // of the request that it answers, as JSON; "" = none

	bench  *Bench
	endOf  func(error) error // of the connection
	cancel context.CancelFunc
	done   chan struct{} // closed when the reader has ended

	growing
	events []Event
	size   int // bytes read, those of comments too
}

// listener is told of a stream while it is read. It must not wait.
type listener struct {
	heard func(*channel, Event) bool // false = it is not kept: enough was read
	over  func()                     // the end
	talk  *talk                      // that judges it; nil = none
}

// hearEvent keeps and shows an event with its messages.
func (c *Conn) hearEvent(ch *channel, e Event) bool {
	c.bench.noteEvent(e)
	c.talk.event(ch, e)
	if len(bytes.TrimSpace(e.Data)) == 0 {
		return c.count(len(e.ID) + len(e.Name))
	}
	frames := parseFrames(e.Data)
	c.talk.heard(ch, e.Data, frames)
	c.bench.seen.line(Line{Raw: e.Data}, frames, false, nil)
	return c.add(Line{Raw: e.Data}, frames) && c.weigh(e)
}

// Post sends the request with this id in an exchange of its own and reads its
// answer in the background. The head is there when it returns: the error in Reply
// says why not, if not. The caller cuts the stream.
func (c *Conn) Post(raw []byte, id string) *Stream {
	c.talk.sending(raw)
	s := c.open(http.MethodPost, raw, "", listener{heard: c.hearEvent, over: func() {}, talk: c.talk})
	s.ID = id
	return s
}

// Listen is [Conn.Post] for a GET, whose stream ends with the connection. since is
// the Last-Event-ID; "" = a stream for messages that belong to no request.
func (c *Conn) Listen(since string) *Stream {
	s := c.get(since)
	c.streams = append(c.streams, s)
	return s
}

func (c *Conn) get(since string) *Stream {
	return c.open(http.MethodGet, nil, since, listener{heard: c.hearEvent, over: func() {}})
}

// Listened is the stream that [Conn.Listen] has opened last; nil = none.
func (c *Conn) Listened() *Stream {
	if len(c.streams) == 0 {
		return nil
	}
	return c.streams[len(c.streams)-1]
}

// HungUp reports whether the server has ended each stream that was listened to: what it
// had to tell it could tell nobody.
func (c *Conn) HungUp() bool {
	listened := slices.DeleteFunc(slices.Clone(c.streams), func(s *Stream) bool { return !s.Reply.IsStream() })
	return len(listened) > 0 && !slices.ContainsFunc(listened, func(s *Stream) bool { return !s.Ended() })
}

// open sends a request and reads its answer in the background.
func (c *Conn) open(verb string, body []byte, since string, l listener) *Stream {
	b := c.bench
	b.noteRequest(verb, body, since)
	ctx, cancel := context.WithCancelCause(b.ctx)
	s := &Stream{bench: b, endOf: c.endOf, Reply: &Reply{}, cancel: func() { cancel(context.Canceled) }, done: make(chan struct{})}
	patience := c.Patience()
	timer := b.Target.Clock.AfterFunc(patience, func() { cancel(&clock.TimeoutError{After: patience}) })
	defer timer.Stop()
	ch := c.posting(body, since)
	resp, err := c.roundTrip(ctx, verb, body, since)
	if err == nil {
		s.Reply = replyOf(resp)
		c.talk.begun(ch, s.Reply)
	}
	if err == nil && s.Reply.IsStream() {
		c.talk.replied(ch, s.Reply)
		go s.read(resp.Body, ch, l)
		return s
	}
	if err == nil {
		s.Reply.Body, err = c.readBody(resp, s.cancel, ch.isRequest())
		_ = resp.Body.Close()
		c.talk.replied(ch, s.Reply)
		if body != nil {
			c.talk.heard(ch, s.Reply.Body, s.Frames())
		}
	}
	s.Reply.Err = reasonOf(ctx, err)
	s.cancel()
	s.ended = true
	close(s.done)
	l.over()
	b.noteReply(s.Reply)
	return s
}

// read ends when the stream does, is cut, or has brought more than is kept.
func (s *Stream) read(body io.ReadCloser, ch *channel, l listener) {
	defer close(s.done)
	defer l.over()
	defer s.end()
	defer body.Close()
	err := readEvents(counted{body, s}, func(e Event) bool {
		s.add(e)
		return l.heard(ch, e)
	})
	err = s.endOf(err)
	s.bench.ledger.tore(ch, err)
	if l.talk != nil {
		l.talk.over(ch, err)
	}
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

// add keeps an event.
func (s *Stream) add(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.At = s.bench.Target.Clock.Now()
	s.events = append(s.events, e)
	s.tell()
}

// Events are those that have come so far.
func (s *Stream) Events() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.events[:len(s.events):len(s.events)]
}

// Ended reports whether the stream has ended or was cut.
func (s *Stream) Ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// Size is how many bytes have come so far, comments included.
func (s *Stream) Size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size
}

// Await waits until found is true of the events so far. The error is [ErrSilent]
// after d, [ErrEnded] at the end, or why the checks were stopped.
func (s *Stream) Await(d time.Duration, found func([]Event) bool) error {
	return s.awaitUntil(s.bench.context(), d, found)
}

func (s *Stream) awaitUntil(ctx context.Context, d time.Duration, found func([]Event) bool) error {
	return overHTTP(s.await(ctx, s.bench.Target.Clock, d, func() bool { return found(s.events) }))
}

// AwaitAnswer is [Stream.Await] for the answer to its request.
func (s *Stream) AwaitAnswer(d time.Duration) error { return s.AwaitAnswerUntil(s.bench.context(), d) }

// AwaitAnswerUntil is [Stream.AwaitAnswer] that also ends with ctx, with its cause.
func (s *Stream) AwaitAnswerUntil(ctx context.Context, d time.Duration) error {
	return s.awaitUntil(ctx, d, func(events []Event) bool { return CountAnswers(FramesOf(events), s.ID) > 0 })
}

// Quiet lets a stream say what it has to say: it waits for d, or its end.
func (s *Stream) Quiet(d time.Duration) error {
	err := s.Await(d, func([]Event) bool { return false })
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

// FramesOf are the messages in events.
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
	return FramesOf(s.Events())
}

// Answers counts the answers to its request so far.
func (s *Stream) Answers() int { return CountAnswers(s.Frames(), s.ID) }

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

// ShortestRetry is the pause before a stream is asked for again, whatever the
// server says: nothing is gained by hammering it.
const ShortestRetry = time.Second

// Poll comes back to the event stream of [Conn.Reply] if it ended before what found
// looks for, as long as its events say from where: from 2025-11-25 on servers may
// have their clients poll. What was torn comes no better the second time.
func (c *Conn) Poll(found func([]Frame) bool) {
	if !c.Reply.IsStream() || !c.Reply.StreamEnded {
		return
	}
	if c.Session == "" { // what is polled for may be the answer to initialize
		c.Session = c.Reply.Header.Get("Mcp-Session-Id")
	}
	patience := c.Patience()
	begun, events := c.bench.Target.Clock.Now(), c.Reply.Events
	for LastID(events) != "" && !found(FramesOf(events)) && !slices.ContainsFunc(events, Event.torn) {
		wait, _ := RetryOf(events)
		wait = max(wait, ShortestRetry)
		if c.bench.Since(begun)+wait > patience || c.bench.Sleep(wait) != nil {
			return
		}
		s := c.get(LastID(events))
		_ = s.Await(patience, func(e []Event) bool { return found(FramesOf(e)) })
		s.Cut()
		if !s.Opened() {
			return
		}
		events = append(events[:len(events):len(events)], s.Events()...)
	}
}
