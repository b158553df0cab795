package streamhttp

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// endOfStream is data that ends a stream like its end does (F-36).
const endOfStream = "[DONE]"

// stream handles the messages of one event stream. One goroutine uses it.
type stream struct {
	t       *Transport
	expect  string               // raw id that is waited for, "" if none
	match   chan jsonrpc.Message // capacity 1: the first answer with that id; nil if none is waited for
	matched bool

	lastEvent string        // id of the last event that had one; an empty one takes it back
	told      bool          // the server has said how long to wait before resuming
	retry     time.Duration // the last one told

	// Of the one stream of a [Legacy] transport; nil otherwise.
	answered func(jsonrpc.Message) bool
	endpoint func(data string) error
}

func (t *Transport) newStream(id string) *stream {
	s := &stream{t: t, expect: id}
	if id != "" {
		s.match = make(chan jsonrpc.Message, 1)
	}
	return s
}

// read handles events until the stream ends, which is not an error.
func (s *stream) read(body io.Reader) error {
	in := newEventReader(body, s.t.opts.MaxEvent)
	in.last = s.lastEvent
	defer in.in.Close()
	for {
		event, err := in.next()
		s.told, s.retry = in.told, in.retry
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			s.t.doubtIdle(err)
			return fmt.Errorf("reading the stream: %w", err)
		}
		s.lastEvent = event.id
		switch {
		case string(event.data) == endOfStream:
			return nil
		case len(event.data) == 0:
			continue
		}
		if err := s.event(event); err != nil {
			return err
		}
	}
}

// event handles one event with data. Once the answer is there, an event that
// cannot be read does no harm any more.
func (s *stream) event(e serverEvent) error {
	if s.endpoint != nil && e.kind == "endpoint" {
		return s.endpoint(string(e.data))
	}
	m, err := jsonrpc.Parse(e.data)
	if !e.own {
		m.Share()
	}
	switch {
	case err == nil && m.Kind == jsonrpc.Batch:
		s.messages(m.Batch)
	case err == nil:
		s.message(&m)
		clock.Yield(s.t.streams)
	case s.matched, e.kind != "" && e.kind != usualKind:
		s.t.dispatcher.Drop(transport.DropNotJSON, nil, e.data)
	default:
		return fmt.Errorf("parsing an event: %w", err)
	}
	return nil
}

// messages handles messages in order. The actors that one of them wakes go on
// before the next of the same instant is handled.
func (s *stream) messages(batch []jsonrpc.Message) {
	for i := range batch {
		s.message(&batch[i])
		clock.Yield(s.t.streams)
	}
}

func (s *stream) message(m *jsonrpc.Message) {
	switch {
	case m.Kind == jsonrpc.Response && s.expect != "" && string(m.ID) == s.expect && !s.matched:
		s.matched = true
		s.match <- m.Kept()
	case m.Kind == jsonrpc.Response && s.answered != nil && s.answered(m.Kept()):
	case m.Kind == jsonrpc.Response:
		s.t.dispatcher.Drop(transport.DropUnknownID, m.ID, m.Raw)
	case m.Kind == jsonrpc.Notification:
		s.t.callback(func() { s.t.dispatcher.Notification(m) })
	case m.Kind == jsonrpc.Request && s.t.isModern():
		s.t.dispatcher.Drop(transport.DropServerRequest, m.ID, m.Raw)
	case m.Kind == jsonrpc.Request:
		s.t.answer(m)
	default:
		s.t.dispatcher.Drop(transport.DropNotMessage, nil, m.Raw)
	}
}

// callback runs f while no other callback of this transport runs. The lock is a
// channel because f may block.
func (t *Transport) callback(f func()) {
	t.turn <- struct{}{}
	defer func() { <-t.turn }()
	f()
}
