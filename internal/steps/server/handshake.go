package server

import (
	"errors"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// wantsHandshake reports whether a modern server refuses a list that it declares until
// server/discover or initialize has come on the same connection: all that such a server refuses
// is due to that.
func (w *World) wantsHandshake() bool {
	if w.handshake == nil {
		w.handshake = new(bool)
		method := w.bench.FirstList()
		if method == "" {
			return false
		}
		_ = w.bench.Beside(func(c *probe.Conn) error {
			before, err := c.Call(method, "")
			if err != nil || before.Failure() == nil {
				return err
			}
			if _, err := c.Call("server/discover", ""); err != nil {
				return err
			}
			if after, err := c.Call(method, ""); err != nil || after.Failure() == nil {
				*w.handshake = err == nil
				return err
			}
			id := c.NewID()
			if _, err := c.Request(probe.Message("initialize", probe.InitializeParams(probe.LatestRevision), id), id); err != nil {
				return err
			}
			if err := c.Send(probe.Message("notifications/initialized", "", "")); err != nil {
				return err
			}
			after, err := c.Call(method, "")
			*w.handshake = err == nil && after.Failure() == nil
			return err
		})
	}
	return *w.handshake
}

// callsWantHandshake reports whether an answer refuses a request with the code that a modern
// server refuses every call with, until server/discover has come on the same connection.
func (w *World) callsWantHandshake(f probe.Frame) bool {
	code := learn(&w.early, w.bench.Beside, func(c *probe.Conn, found *string) error {
		call := func() (string, error) {
			answer, err := c.Call("tools/call", noTool)
			if failure := answer.Failure(); failure != nil {
				return failure.Code, err
			}
			return "", err
		}
		before, err := call()
		if err != nil || before == "" {
			return err
		}
		if _, err := c.Call("server/discover", ""); err != nil {
			return err
		}
		if after, err := call(); err != nil || after == before {
			return err
		}
		*found = before
		return nil
	})
	return code != "" && f.Failure() != nil && f.Failure().Code == code
}

// before is the error of a step that a modern server has refused because of what has not come
// before on the connection, or nil.
func (w *World) before(err error) error {
	if !w.bench.IsModern() || w.is(firstCheck) {
		return nil
	}
	var list *probe.UnreadableError
	refusal := w.answer
	on, found := errors.AsType[*frameError](err)
	if found {
		refusal = on.frame
	}
	refused := w.refused() || found && refusal.Failure() != nil
	if (refused || errors.As(err, &list)) && w.wantsHandshake() || refused && w.callsWantHandshake(refusal) {
		return verdict.Because(firstCheck, "requests are refused until server/discover or initialize has come; %s", err)
	}
	return nil
}
