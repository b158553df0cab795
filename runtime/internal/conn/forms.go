package conn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// maxQuestions is how many questions of one server the user is asked at once. More are
// refused: nobody answers them.
const maxQuestions = 16

var (
	errTakenBack = errors.New("the server has taken its question back")
	errQuestions = fmt.Errorf("%d questions wait for the user already", maxQuestions)
)

// forms are the questions that the user is asked at the moment. They wait beside the stream,
// which goes on meanwhile.
type forms struct {
	elicit func(context.Context, protocol.ElicitParams) (protocol.ElicitResult, error)
	clk    clock.Clock
	server string // who asks

	mu    sync.Mutex
	open  map[string]context.CancelCauseFunc // by the raw id of the request
	ended bool                               // with the connection
}

// later is the answer to a question of a server. A question that is taken back, or whose
// connection ends, is not answered.
func (f *forms) later(p protocol.ElicitParams) transport.Later {
	return func(id string, answer func(any, error)) {
		ctx, err := f.begin(id)
		if err != nil {
			answer(nil, err)
			return
		}
		go func() { // ends with the question: ask does not wait for a user who is gone
			clock.Yield(f.turn(id))
			result, err := f.ask(ctx, p)
			if f.end(id) {
				answer(result, err)
			}
		}()
	}
}

// turn is the clock of the actor that waits for an answer.
func (f *forms) turn(id string) clock.Clock { return clock.Named(f.clk, f.server+"/question-"+id) }

// ask asks the user. It returns when ctx ends: who is asked may know nothing of it, such as
// a program that reads a line from its terminal.
func (f *forms) ask(ctx context.Context, p protocol.ElicitParams) (any, error) {
	var result protocol.ElicitResult
	var err error
	done := make(chan struct{})
	go clock.Run(func() {
		result, err = f.elicit(ctx, p)
		close(done)
	})
	if gone := clock.Await(ctx, f.turn(""), done); gone != nil {
		return nil, gone
	}
	return result, err
}

// begin makes the context of a question.
func (f *forms) begin(id string) (context.Context, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.ended:
		return nil, transport.ErrClosed
	case f.open[id] != nil:
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the id is that of a question that waits for the user"}
	case len(f.open) == maxQuestions:
		return nil, errQuestions
	case f.open == nil:
		f.open = map[string]context.CancelCauseFunc{}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	f.open[id] = cancel
	return ctx, nil
}

// end forgets a question and reports whether it is still to be answered.
func (f *forms) end(id string) bool {
	cancel := f.take(id)
	if cancel != nil {
		cancel(nil)
	}
	return cancel != nil
}

// take is for whoever decides about a question first; nil for all others.
func (f *forms) take(id string) context.CancelCauseFunc {
	f.mu.Lock()
	defer f.mu.Unlock()
	cancel := f.open[id]
	delete(f.open, id)
	return cancel
}

// hear takes back the question that a notification names, if it is one that does.
func (f *forms) hear(method string, params json.RawMessage) {
	if method != protocol.NotifyCancelled {
		return
	}
	var p struct {
		ID json.RawMessage `json:"requestId"`
	}
	_ = json.Unmarshal(params, &p) // what cannot be read names no question
	if cancel := f.take(string(p.ID)); cancel != nil {
		cancel(errTakenBack)
	}
}

// close takes all questions back, and those to come.
func (f *forms) close() {
	f.mu.Lock()
	open := f.open
	f.open, f.ended = nil, true
	f.mu.Unlock()
	for _, cancel := range open {
		cancel(transport.ErrClosed)
	}
}
