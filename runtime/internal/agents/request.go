package agents

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// CallTool calls a tool by the name that the server gave it and returns the raw
// result; one with isError is a result. Arguments that the tool's schema, as it was
// listed last, does not allow are refused before anything is sent and before any
// retry (OAI-54, OAI-55). Over streamable HTTP a transient failure is tried again
// at once on a session of its own, within the budget (OAI-42 to 47).
func (s *Server) CallTool(ctx context.Context, name string, arguments json.RawMessage) (json.RawMessage, error) {
	r, err := s.begin(ctx, "tools/call", name)
	if err != nil {
		return nil, err
	}
	defer r.done()
	if err := agenttools.CheckArguments(agenttools.Origin{Server: s.name, Tool: name}, s.inputSchema(name), arguments); err != nil {
		return nil, r.end(err)
	}
	var result json.RawMessage
	err = r.run(plan{
		retry: s.settings.Retry, isolated: s.serialized(), stubborn: s.settings.Retry.ReplayDeterministic,
	}, func(ctx context.Context, c connect.Conn) (err error) {
		result, err = c.CallTool(ctx, name, arguments)
		return err
	})
	if err != nil {
		return nil, r.fail("call tool '"+name+"' on", err)
	}
	_ = r.end(nil)
	return result, nil
}

// ListPrompts lists the prompts, once and without retry, as do the methods below.
func (s *Server) ListPrompts(ctx context.Context) ([]protocol.Prompt, error) {
	return once(ctx, s, protocol.MethodListPrompts, "", connect.Conn.ListPrompts)
}

// GetPrompt fills a prompt in.
func (s *Server) GetPrompt(ctx context.Context, name string, arguments map[string]string) (protocol.GetPromptResult, error) {
	return once(ctx, s, protocol.MethodGetPrompt, name, func(c connect.Conn, ctx context.Context) (protocol.GetPromptResult, error) {
		return c.GetPrompt(ctx, name, arguments)
	})
}

// ListResources lists the resources.
func (s *Server) ListResources(ctx context.Context) ([]protocol.Resource, error) {
	return once(ctx, s, protocol.MethodListResources, "", connect.Conn.ListResources)
}

// ListResourceTemplates lists the resource templates.
func (s *Server) ListResourceTemplates(ctx context.Context) ([]protocol.ResourceTemplate, error) {
	return once(ctx, s, protocol.MethodListResourceTemplates, "", connect.Conn.ListResourceTemplates)
}

// ReadResource reads a resource.
func (s *Server) ReadResource(ctx context.Context, uri string) (protocol.ReadResourceResult, error) {
	return once(ctx, s, protocol.MethodReadResource, uri, func(c connect.Conn, ctx context.Context) (protocol.ReadResourceResult, error) {
		return c.ReadResource(ctx, uri)
	})
}

// once makes a request that is not retried.
func once[T any](ctx context.Context, s *Server, method, subject string, ask func(connect.Conn, context.Context) (T, error)) (T, error) {
	var result T
	r, err := s.begin(ctx, method, subject)
	if err != nil {
		return result, err
	}
	defer r.done()
	err = r.run(plan{}, func(ctx context.Context, c connect.Conn) (err error) {
		result, err = ask(c, ctx)
		return err
	})
	return result, r.end(err)
}

// serialized reports whether requests on the shared session must not overlap: over
// streamable HTTP (S-OAI-16). Where they must not, a session of its own is the
// recovery.
func (s *Server) serialized() bool { return s.settings.Config.Transport() == config.HTTP }

// request is one request under way, retries and isolated sessions included.
type request struct {
	s       *Server
	life    *life
	ctx     context.Context // ends with the caller's, or with the life
	caller  context.Context
	done    func() // must be called
	owner   string
	method  string
	subject string // tool, prompt or URI
}

// begin starts a request on the current life of the server.
func (s *Server) begin(ctx context.Context, method, subject string) (*request, error) {
	s.mu.Lock()
	l := s.life
	if l == nil {
		s.mu.Unlock()
		return nil, ErrNotConnected
	}
	s.requests++
	n := s.requests
	l.requests.Add(1)
	s.mu.Unlock()
	r := &request{s: s, life: l, caller: ctx, method: method, subject: subject}
	r.owner = ownerOf(ctx, s.name+"/request-"+strconv.Itoa(n))
	ctx, cancel := context.WithCancelCause(ctx)
	follow := context.AfterFunc(l.ctx, func() { cancel(context.Cause(l.ctx)) })
	r.ctx = ctx
	r.done = func() {
		follow()
		cancel(nil)
		l.requests.Done()
	}
	s.emit(r.owner, event.Event{Kind: event.WorkStart, Name: method, ID: subject, Conn: l.epoch})
	return r, nil
}

// end reports how the request ended and returns err. Of a caller who has gone, or
// whose deadline has passed, it is a cancellation, whatever the cause is.
func (r *request) end(err error) error {
	e := event.Event{Name: r.method, ID: r.subject, Conn: r.life.epoch}
	if context.Cause(r.caller) != nil {
		e.To = "cancelled"
	}
	r.s.workEnd(r.owner, e, err)
	return err
}

// fail is end for a failure with a documented text. The caller's own cancellation
// stays what it is (OAI-41).
func (r *request) fail(what string, err error) error {
	if context.Cause(r.caller) == nil {
		err = requestFailure(what, r.s.name, err)
	}
	return r.end(err)
}

// run carries a plan out, whose tries are send.
func (r *request) run(p plan, send func(context.Context, connect.Conn) error) error {
	p.try = func(ctx context.Context, at where, attempt int) error {
		e := event.Event{Kind: event.AttemptStart, Name: r.method, ID: r.subject, From: string(at), N: attempt}
		r.s.emit(r.owner, e)
		err := r.send(ctx, at, send)
		if err != nil {
			e.Kind, e.Err = event.AttemptFail, err.Error()
			r.s.emit(r.owner, e)
		}
		return err
	}
	p.sleep = func(ctx context.Context, n int, d time.Duration) error {
		r.s.emit(r.owner, event.Event{Kind: event.BackoffWait, Name: r.method, ID: r.subject, N: n, After: d})
		return clock.Sleep(ctx, clock.Named(r.s.env.Clock, r.owner), d)
	}
	return p.run(r.ctx)
}

func (r *request) send(ctx context.Context, at where, send func(context.Context, connect.Conn) error) error {
	if at == isolated {
		return r.isolate(ctx, send)
	}
	if r.s.serialized() {
		if err := r.s.session.take(ctx); err != nil {
			return err
		}
		defer r.s.session.release()
	}
	return send(ctx, r.life.conn)
}

// isolate opens a session for one try and closes it again (S-OAI-20). It does not
// wait for the shared session.
func (r *request) isolate(ctx context.Context, send func(context.Context, connect.Conn) error) error {
	conn, epoch, err := r.s.open(ctx, r.owner, isolated)
	if err != nil {
		return err
	}
	err = send(ctx, conn)
	if closing := r.s.shut(ctx, conn, epoch, r.owner, isolated, r.s.env.CloseTimeout); isFatal(closing) {
		return errors.Join(err, closing)
	}
	return err
}
