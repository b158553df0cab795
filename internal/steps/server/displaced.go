package server

import (
	"errors"
	"net/http"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// displacing is how often it is tried: other checks open sessions meanwhile, too.
const displacing = 5

// errDisplaced is said of a server that knows the newest of its sessions only.
var errDisplaced = errors.New("when a session is opened, the one before is not known any more")

// displaced is the error of what goes wrong in a session over HTTP that ends when another one is
// opened, or is not known for another reason; or nil.
func (w *World) displaced(err error) error {
	first := w.bench.First()
	if w.bench.IsModern() || w.is(sessionsCheck) || first == nil || first.Session == "" {
		return nil
	}
	if known := errors.Is(w.bench.Opened(), errDisplaced); !known && (!w.isUnknown(err) || !w.displaces()) {
		return w.forgotten(err)
	}
	w.bench.Unopened(errDisplaced)
	return verdict.Because(sessionsCheck, "%s; %s", errDisplaced, err)
}

// isUnknown reports whether a finding may be that a session is not known.
func (w *World) isUnknown(err error) bool {
	return w.conn == nil || w.conn.Reply == nil || unknownTo(w.conn) || w.isLost(err)
}

// unknownTo reports whether the last answer may be that there is no such session.
func unknownTo(c *probe.Conn) bool {
	return c.Reply != nil && (c.Reply.Status == http.StatusNotFound || c.Reply.Status == http.StatusBadRequest)
}

func (w *World) displaces() bool {
	return learn(&w.displacing, func(find func(*probe.Conn) error) error { return find(nil) }, func(_ *probe.Conn, found *bool) error {
		for range displacing {
			decided, displaced := w.displacedOnce()
			if *found = displaced; decided {
				return nil
			}
		}
		return nil
	})
}

// displacedOnce opens two sessions and pings in the first one, before and after. It is undecided
// where that is not known before either.
func (w *World) displacedOnce() (decided, found bool) {
	_ = w.bench.Beside(func(one *probe.Conn) error {
		if err := one.Handshake(""); err != nil {
			return err
		}
		for range 2 {
			if w.unknownSession(one) {
				return nil
			}
		}
		err := w.bench.Beside(func(other *probe.Conn) error { return other.Handshake("") })
		decided = true
		found = err == nil && w.unknownSession(one)
		return err
	})
	return decided, found
}

func (w *World) unknownSession(c *probe.Conn) bool {
	_, _ = c.Call(w.bench.Light(), "")
	return unknownTo(c)
}
