package duplex

import (
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/dispatch"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Handle handles one parsed message or batch; the messages of a batch follow
// each other in their order (FF-15). clk orders the actors that they wake.
func (s *Session) Handle(clk clock.Clock, m *jsonrpc.Message) {
	if m.Kind != jsonrpc.Batch {
		s.message(m)
		return
	}
	for i := range m.Batch {
		if i > 0 {
			clock.Yield(clk)
		}
		s.message(&m.Batch[i])
	}
}

// NotJSON drops input that is not JSON (OMP-TP-55).
func (s *Session) NotJSON(raw []byte) {
	s.Dispatcher.Drop(transport.DropNotJSON, nil, raw)
}

func (s *Session) message(m *jsonrpc.Message) {
	switch {
	case m.Kind == jsonrpc.Response:
		s.resolve(m)
	case m.Kind == jsonrpc.Notification:
		s.Dispatcher.Notification(m)
	case m.Kind == jsonrpc.Request && s.modern.Load():
		s.Dispatcher.Drop(transport.DropServerRequest, m.ID, m.Raw)
	case m.Kind == jsonrpc.Request:
		s.Dispatcher.Answer(m, s.reply)
	default:
		s.Dispatcher.Drop(transport.DropNotMessage, nil, m.Raw)
	}
}

// reply queues an answer. No caller waits for it; the owner sees a broken stream.
func (s *Session) reply(r dispatch.Reply) {
	f := newFrame()
	r.Write(f)
	_ = s.send(item{f, true}, r.Method)
}

// resolve gives an answer to its caller: OMP-TP-15, OMP-TP-16, OMP-TP-20.
func (s *Session) resolve(m *jsonrpc.Message) {
	c := s.calls.take(m.ID)
	if c == nil {
		s.Dispatcher.Drop(transport.DropUnknownID, m.ID, m.Raw)
		return
	}
	var a answer
	if e := m.Err(); e != nil {
		a.err = e
	} else {
		a.result = m.Keep(m.Result)
	}
	c.done <- a
}
