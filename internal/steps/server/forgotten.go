package server

import (
	"errors"
	"net/http"
	"slices"

	"github.com/mcpsim/mcpsim/internal/probe"
)

// workersMin is how many pings in a row show each of a few workers behind one address, which
// take turns: what one of them knows of, the next one may not.
const workersMin = 4

// isForgotten reports whether a ping in a session is answered with 404, and one in another
// session is not: always, or by one of several workers alone.
func (w *World) isForgotten(session string) bool {
	forgotten := false
	err := w.bench.Aside(func(other *probe.Conn) error {
		if !slices.ContainsFunc(w.statuses(other, other.Session), func(status int) bool { return status != http.StatusNotFound }) {
			return nil
		}
		forgotten = slices.Contains(w.statuses(other, session), http.StatusNotFound)
		return nil
	})
	_, never := errors.AsType[*probe.ForgottenError](err)
	return forgotten || never
}

// statuses are those of the answers to a few pings in a session.
func (w *World) statuses(c *probe.Conn, session string) (out []int) {
	own := c.Session
	defer func() { c.Session = own }()
	c.Session = session
	for range workersMin {
		_, err := c.Call(w.bench.Light(), "")
		if c.Reply == nil || err != nil && c.Reply.Status == 0 {
			return out
		}
		out = append(out, c.Reply.Status)
	}
	return out
}

// forgotten leaves a finding to the check of sessions which says no more than that one is not
// known; nil = it says more.
func (w *World) forgotten(err error) error {
	if w.lacksSession(err) && w.forgets() {
		return w.ofForgotten(err)
	}
	return nil
}

// lacksSession reports whether a finding may say no more than that a session is not known which
// no client has ended.
func (w *World) lacksSession(err error) bool {
	if w.bench.IsModern() || slices.ContainsFunc(ofEndedSessions, w.is) || w.is("HL-29") {
		return false
	}
	_, never := errors.AsType[*probe.ForgottenError](err)
	return never || w.bench.TellsOfUnknown(err.Error())
}
