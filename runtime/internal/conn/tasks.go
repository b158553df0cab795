package conn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// The bounds of following a task (MOD-TASK-21, MOD-TASK-29).
const (
	usualPoll    = time.Second            // between two polls, if the server names no time
	shortestPoll = 100 * time.Millisecond // whatever the server names
	longestPoll  = time.Hour              // the same
	maxLostPolls = 5                      // in a row; one that was answered counts anew
	cancelTime   = time.Second            // for the answer to tasks/cancel
	maxTaskID    = 1 << 10                // bytes
)

// task is what a server says about work that goes on after its request was answered.
type task struct {
	ID, Status, Message string
	Poll                float64         // milliseconds until the next poll; 0: nothing is said
	Inputs              json.RawMessage // what it asks for; nil when absent
	Result              json.RawMessage // nil when absent
	failure             jsonrpc.Message // its error
}

var taskFields = jsonscan.Folded("taskId", "status", "statusMessage", "pollIntervalMs", "inputRequests", "result", "error")

func (t *task) scan(s *jsonscan.Scanner) {
	s.Object(taskFields, func(name string) {
		switch name {
		case "taskId":
			s.String(&t.ID)
		case "status":
			s.String(&t.Status)
		case "statusMessage":
			s.String(&t.Message)
		case "pollIntervalMs":
			s.Float(&t.Poll)
		case "inputRequests":
			s.Raw(&t.Inputs)
		case "result":
			s.Raw(&t.Result)
		case "error":
			if !s.Null() {
				s.Raw(&t.failure.Failure)
			}
		}
	})
}

// pause is how long to wait before the next poll.
func (t *task) pause() time.Duration {
	if t.Poll <= 0 {
		return usualPoll
	}
	ms := min(t.Poll, float64(longestPoll.Milliseconds())) // a server may name any number
	return max(shortestPoll, time.Duration(ms*float64(time.Millisecond)))
}

// follow waits for the end of a task: it polls as often as the server asks for, and answers
// what the task asks in between, each question once. If ctx ends first, or the longest time
// for tasks is over, the server is told by tasks/cancel (MOD-TASK-22, MOD-TASK-26).
func (c *Conn) follow(ctx context.Context, raw json.RawMessage) (json.RawMessage, error) {
	t, err := readTask(raw)
	if err != nil {
		return nil, err
	}
	id := t.ID
	bounded, end := clock.WithTimeout(ctx, clock.Named(c.clk, c.name+"/task"), c.taskTime)
	defer end()
	result, err := c.watchTask(bounded, t)
	switch {
	case err == nil:
		return result, nil
	case bounded.Err() == nil:
		return nil, &transport.FinalError{Err: err}
	}
	c.cancelTask(ctx, id)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return nil, &transport.FinalError{Err: fmt.Errorf("the task %s was not done after %s, and was cancelled", excerpt.To(id, excerpt.Word), c.taskTime)}
}

// watchTask polls until the task has ended, or ctx has. What the answer to the call says of
// the task is not all: questions and results come with polls alone.
func (c *Conn) watchTask(ctx context.Context, t *task) (json.RawMessage, error) {
	var updates *subscription
	defer func() { updates.end() }()
	answered := map[string]bool{}
	for polls := 0; ; polls++ {
		var err error
		if t, err = c.poll(ctx, t, &updates); err != nil {
			return nil, err
		}
		result, err := t.outcome()
		if result != nil || err != nil {
			return result, err
		}
		if t.Status == "input_required" {
			if err := c.answerTask(ctx, t, answered); err != nil {
				c.cancelTask(ctx, t.ID)
				return nil, err
			}
		}
		if polls == 0 {
			updates = c.listenTo(t) // of short tasks there is nothing to tell
		}
	}
}

// outcome is what a task has come to; without either it goes on.
func (t *task) outcome() (json.RawMessage, error) {
	switch t.Status {
	case "working", "input_required":
		return nil, nil
	case "completed":
		if len(t.Result) == 0 || t.Result[0] != '{' {
			return nil, errors.New("the task is completed and has no result")
		}
		return t.Result, nil
	case "failed":
		if e := t.failure.Err(); e != nil {
			return nil, e
		}
		return nil, fmt.Errorf("the task failed: %s", excerpt.Of(t.Message))
	case "cancelled":
		return nil, errors.New("the server cancelled the task")
	}
	return nil, fmt.Errorf("the task has the unknown status %q", excerpt.To(t.Status, excerpt.Word))
}

// answerTask answers the questions of a task that were not answered before (MOD-TASK-24).
func (c *Conn) answerTask(ctx context.Context, t *task, answered map[string]bool) error {
	tooMany := fmt.Errorf("the task asks more than %d questions", maxInputs)
	if countOf(t.Inputs) > maxInputs {
		return tooMany
	}
	var asked map[string]json.RawMessage
	if json.Unmarshal(t.Inputs, &asked) != nil || len(asked) == 0 {
		return errors.New("the task asks for input and does not say what for")
	}
	for key := range asked {
		if answered[key] {
			delete(asked, key)
		}
		answered[key] = true
	}
	if len(answered) > maxInputs {
		return tooMany
	}
	if len(asked) == 0 {
		return nil
	}
	answers, err := c.answerAll(ctx, encoded(asked))
	if err != nil {
		return fmt.Errorf("answering what the task asks for: %w", err)
	}
	_, err = c.askAbout(ctx, protocol.MethodUpdateTask, protocol.TaskParams{TaskID: t.ID, InputResponses: answers})
	return err
}

// poll waits and asks how a task stands, unless the server tells. An answer that is lost is
// asked for again.
func (c *Conn) poll(ctx context.Context, t *task, updates **subscription) (*task, error) {
	for lost := 0; ; lost++ {
		if now, err := c.await(ctx, t, updates); now != nil || err != nil {
			return now, err
		}
		raw, err := c.askAbout(ctx, protocol.MethodGetTask, protocol.TaskParams{TaskID: t.ID})
		if err == nil {
			now, err := readTask(raw)
			if err == nil && now.ID != t.ID {
				err = errors.New("the answer to tasks/get is about another task")
			}
			return now, err
		}
		_, refused := errors.AsType[*transport.Error](err)
		if refused || ctx.Err() != nil || lost == maxLostPolls || errors.Is(err, transport.ErrClosed) {
			return nil, followedNoMore(t, err)
		}
	}
}

// followedNoMore is why a task cannot be followed to its end.
func followedNoMore(t *task, err error) error {
	if refused, ok := errors.AsType[*transport.Error](err); ok {
		return refused
	}
	return fmt.Errorf("the task %s can be followed no more: %w", excerpt.To(t.ID, excerpt.Word), err)
}

// askAbout sends a request about a task.
func (c *Conn) askAbout(ctx context.Context, method string, params protocol.TaskParams) (json.RawMessage, error) {
	return c.transport.Request(ctx, method, c.stamp.on(method, params, nil))
}

// cancelTask tells the server that the task is not waited for any more. Whatever it says,
// or if it says nothing in time, that is the end of it.
func (c *Conn) cancelTask(ctx context.Context, id string) {
	inner, end := clock.WithTimeout(context.WithoutCancel(ctx), clock.Named(c.clk, c.name+"/cancel"), cancelTime)
	defer end()
	_, _ = c.askAbout(inner, protocol.MethodCancelTask, protocol.TaskParams{TaskID: id})
}

func readTask(raw json.RawMessage) (*task, error) {
	var t task
	s := jsonscan.New(raw)
	t.scan(&s)
	if err := s.End(); err != nil {
		return nil, fmt.Errorf("reading a task: %w", excerpt.Error(err))
	}
	if t.ID == "" || len(t.ID) > maxTaskID {
		return nil, fmt.Errorf("reading a task: its id has %d bytes, want 1 to %d", len(t.ID), maxTaskID)
	}
	return &t, nil
}
