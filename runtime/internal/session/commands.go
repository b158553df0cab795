package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// LateWait is how long [Session.WaitFor] waits (F-55).
const LateWait = 10 * time.Second

// What commands are refused with.
var (
	// ErrDisabled says that the session has no MCP, ErrEnded that it was closed.
	ErrDisabled = errors.New("MCP is switched off in this session")
	ErrEnded    = errors.New("the session has ended")
	// ErrNameRequired and ErrStillPending have the documented texts (F-55).
	//lint:ignore ST1005 text is documented
	ErrNameRequired = errors.New("Server name required. Usage: /mcp reconnect <name>")
	//lint:ignore ST1005 text is documented
	ErrStillPending = errors.New("Connection still pending")
)

// Reload disconnects every server, discovers and connects anew with the options
// of the start, and then refreshes the session once (OMP-LC-85, OMP-LC-89,
// It returns what the loader returned, errors included; they are not
// logged. The session is refreshed even if discovery fails: there are no servers
// then. One reload runs at a time, later ones wait for their turn. The error is
// [ErrDisabled], [ErrEnded] or the cause of a ctx that ended before the turn; ending ctx
// later ends the wait for servers, see [manager.Manager.Start].
func (s *Session) Reload(ctx context.Context) (Loaded, error) {
	m := s.Manager()
	if m == nil {
		return Loaded{}, ErrDisabled
	}
	if err := s.turn(ctx); err != nil {
		return Loaded{}, err
	}
	defer func() { <-s.reloading }()
	if s.isEnded() {
		return Loaded{}, ErrEnded
	}
	s.hold()
	defer s.release()
	m.StopAll()
	return s.load.discoverAndConnect(ctx), nil
}

// turn waits until no reload is under way.
func (s *Session) turn(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	select {
	case s.reloading <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Reconnect reconnects one server and waits for the last attempt; see
// [manager.Manager.Reconnect]. The session follows its tools.
func (s *Session) Reconnect(ctx context.Context, name string) error {
	switch {
	case s.Manager() == nil:
		return ErrDisabled
	case name == "":
		return ErrNameRequired
	}
	return s.Manager().Reconnect(ctx, name)
}

// Remove takes a server out of the configuration, disconnects it and refreshes
// the session (OMP-LC-117). If the configuration cannot be changed, nothing is.
func (s *Session) Remove(ctx context.Context, name string) error {
	return s.tearDown(ctx, name, "removing", Editor.Remove)
}

// Disable switches a server off in the configuration, disconnects it and
// refreshes the session (OMP-LC-117). If the configuration cannot be changed,
// nothing is.
func (s *Session) Disable(ctx context.Context, name string) error {
	return s.tearDown(ctx, name, "disabling", Editor.Disable)
}

func (s *Session) tearDown(ctx context.Context, name, doing string, edit func(Editor, context.Context, string) error) error {
	if s.Manager() == nil {
		return ErrDisabled
	}
	if e := s.options.Editor; e != nil {
		if err := edit(e, ctx, name); err != nil {
			return fmt.Errorf("%s server %q: %w", doing, name, err)
		}
	}
	s.hold()
	defer s.release()
	s.Manager().Stop(name)
	return nil
}

// WaitFor waits for the connection of one server, at most [LateWait], and
// refreshes the session if the server is connected then (OMP-LC-90). If it is
// not, nothing is refreshed (OMP-LC-91) and the error is [ErrStillPending], the
// cause of ctx, or a [manager.NotConnectedError] for a server that is not
// being connected.
func (s *Session) WaitFor(ctx context.Context, name string) error {
	m := s.Manager()
	if m == nil {
		return ErrDisabled
	}
	limited, cancel := clock.WithTimeout(ctx, clock.Named(s.load.Clock, name+"/late"), LateWait)
	defer cancel()
	err := m.WaitForConnection(limited, name)
	switch {
	case m.Status(name) == manager.StatusConnected:
		s.refresh()
		return nil
	case ctx.Err() == nil && errors.Is(err, clock.ErrTimeout):
		return ErrStillPending
	}
	return cmp.Or[error](err, &manager.NotConnectedError{Server: name}) // connected, and lost at once
}
