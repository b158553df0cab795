package streamhttp

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/tmaxmax/go-sse"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// endOfStream is data that ends a stream like its end does (F-36).
const endOfStream = "[DONE]"

// stream handles the messages of one event stream. One goroutine uses it.
type stream struct {
	t       *Transport
	expect  string                // raw id that is waited for, "" if none
	match   chan *jsonrpc.Message // capacity 1: the first answer with that id
	matched bool

	lastEvent string // id of the last event that had one

	// Of the one stream of a [Legacy] transport; nil otherwise.
	answered func(*jsonrpc.Message) bool
	endpoint func(data string) error
}

func (t *Transport) newStream(id string) *stream {
	return &stream{t: t, expect: id, match: make(chan *jsonrpc.Message, 1)}
}

// read handles events until the stream ends, which is not an error.
func (s *stream) read(body io.Reader) error {
	limit := s.t.opts.MaxEvent
	whole := &wholeEvents{r: body, limit: limit}
	for event, err := range sse.Read(whole, &sse.ReadConfig{MaxEventSize: limit + 1}) {
		if errors.Is(err, bufio.ErrTooLong) { // nothing but blank lines
			err = &TooLargeError{What: "event", Limit: limit}
		}
		switch {
		case err != nil:
			return fmt.Errorf("reading the stream: %w", err)
		case event.LastEventID != "":
			s.lastEvent = event.LastEventID
		}
		switch {
		case event.Data == endOfStream:
			return nil
		case event.Data == "":
			continue
		}
		if err := s.event(event); err != nil {
			return err
		}
	}
	return nil
}

// event handles one event with data. Once the answer is there, an event that
// cannot be read does no harm any more.
func (s *stream) event(e sse.Event) error {
	if s.endpoint != nil && e.Type == "endpoint" {
		return s.endpoint(e.Data)
	}
	m, err := jsonrpc.Parse([]byte(e.Data))
	switch {
	case err == nil && m.Kind == jsonrpc.Batch:
		s.messages(m.Batch)
	case err == nil:
		s.messages([]jsonrpc.Message{m})
	case s.matched, e.Type != "" && e.Type != "message":
		s.t.dispatcher.Drop(transport.DropNotJSON, nil, []byte(e.Data))
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
		s.match <- m
	case m.Kind == jsonrpc.Response && s.answered != nil && s.answered(m):
	case m.Kind == jsonrpc.Response:
		s.t.dispatcher.Drop(transport.DropUnknownID, m.ID, m.Raw)
	case m.Kind == jsonrpc.Notification:
		s.t.callback(func() { s.t.dispatcher.Notification(m) })
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
