package manager

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/catalog"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// errLostWhileListing marks a connection that ended by itself between the
// handshake and the end of the first tools/list.
var errLostWhileListing = errors.New("connection lost while listing tools")

// attempt makes one connection and lists its tools; on success both are in the
// manager's view. A first attempt shows its connection before the listing, so
// that deferred tools can call early (F-23).
func (s *server) attempt(ctx context.Context, first bool) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	conn, err := s.connect(ctx)
	if err != nil {
		return err
	}
	if first {
		s.publish(conn)
	}
	s.listing()
	tools, err := conn.ListTools(ctx)
	if err == nil && len(tools) == 0 && s.m.policy.EmptyFails && !offersAnything(ctx, conn) {
		err = errEmpty
	}
	if err != nil {
		return s.unlisted(ctx, conn, first, err)
	}
	s.adopt(conn, tools)
	return nil
}

// unlistedError marks a first connection that is kept although its list failed.
type unlistedError struct{ error }

// unlisted deals with a connection whose tools could not be listed: it is given
// up, unless it is the first one and the policy keeps such (D-20).
func (s *server) unlisted(ctx context.Context, conn connect.Conn, first bool, err error) error {
	lost := s.lost(ctx, conn, first && toolbridge.Lost(err))
	if first && s.m.policy.KeepUnlisted && !lost && ctx.Err() == nil {
		s.setState(Ready, nil)
		return &unlistedError{err}
	}
	s.publish(nil)
	s.discard(conn)
	if lost {
		return fmt.Errorf("%w: %w", errLostWhileListing, err)
	}
	return err
}

// breakWait is how long after a failure of the network the end of its connection may show.
const breakWait = 100 * time.Millisecond

// lost reports whether a connection has ended by itself. One over HTTP is several on the
// network: when all break at once, a request may fail before the background stream does,
// whose end is that of the connection (OMP-LC-43). So after a broken request it waits a little.
func (s *server) lost(ctx context.Context, conn connect.Conn, broken bool) bool {
	if broken && !clock.Closed(conn.Closed()) {
		timer := s.clk.NewTimer(breakWait)
		defer timer.Stop()
		select {
		case <-conn.Closed():
		case <-timer.Chan():
		case <-ctx.Done():
		}
	}
	return clock.Closed(conn.Closed())
}

// connect opens a connection of a new epoch.
func (s *server) connect(ctx context.Context) (connect.Conn, error) {
	s.m.mu.Lock()
	s.epoch++
	epoch := s.epoch
	s.m.mu.Unlock()
	s.setState(Connecting, nil)
	return s.m.connector.Connect(ctx, s.config, connect.Options{
		Epoch:          epoch,
		OnHandshake:    func() { s.setState(Handshaking, nil) },
		OnNotification: func(method string, params []byte) { s.notified(epoch, method, params) },
	})
}

// listing begins the first list of a connection, which answers every earlier
// notice that the list has changed.
func (s *server) listing() {
	s.m.mu.Lock()
	s.refresh, s.throttle, s.again = false, false, time.Time{}
	s.paced = catalog.Paced{}
	s.paced.Begin(s.m.policy.Notifications.pace(), s.m.clk.Now())
	s.m.mu.Unlock()
	s.setState(Listing, nil)
}

// adopt makes a listed connection the current one and its tools visible. The end of the
// owner closes it, should the server have been stopped meanwhile.
func (s *server) adopt(conn connect.Conn, tools []json.RawMessage) {
	s.publish(conn)
	s.setState(Ready, nil)
	s.display(tools)
	s.follow(conn)
}

// display shows a list of tools and keeps it for the next start.
func (s *server) display(tools []json.RawMessage) {
	if s.m.show(s, tools, false) {
		s.m.writeCache(s, tools)
	}
}

// relist follows notifications/tools/list_changed (OMP-TP-35, F-51). It gives
// way to a reconnect, which lists anew anyway.
func (s *server) relist() {
	s.m.mu.Lock()
	conn := s.conn
	s.m.mu.Unlock()
	ctx, done := s.superseded()
	defer done()
	tools, err := conn.ListTools(ctx)
	if err != nil {
		if !clock.Closed(conn.Closed()) && ctx.Err() == nil {
			s.log(event.Warn, "refreshing tools failed", err)
		}
		return
	}
	if !s.settled(tools) {
		s.display(tools)
	}
	s.follow(conn) // if its first list failed
}

// settled reports whether looking once more after a notice has found nothing new.
func (s *server) settled(tools []json.RawMessage) bool {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	return s.unasked && s.live && slices.EqualFunc(s.shown, tools, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}

// notified looks at a server notification and passes it on (OMP-TP-36). What an
// older connection still has to say changes nothing (U-04).
func (s *server) notified(epoch int, method string, params []byte) {
	s.m.mu.Lock()
	late := epoch != s.epoch
	var then func()
	if !late {
		then = s.catalog.Notified(method, params)
	}
	if !late && method == protocol.NotifyToolsChanged {
		s.refresh = true
		if settle := s.m.policy.Notifications.Settle; settle > 0 {
			s.again = s.m.clk.Now().Add(settle)
		}
		s.signal()
	}
	s.m.mu.Unlock()
	if late {
		return
	}
	if then != nil {
		then()
	}
	if f := s.m.options.OnNotification; f != nil {
		f(s.config.Name, method, params)
	}
}

// publish shows or hides the usable connection.
func (s *server) publish(conn connect.Conn) {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.conn = conn
	s.broadcast()
}
