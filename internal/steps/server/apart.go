package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// streamsCheck is the check of where answers come over HTTP+SSE.
const streamsCheck = "OLD-02"

// wandering says where an answer of a session came that was not opened last.
type wandering struct {
	alone error  // why there are no two event streams; nil = there are
	said  string // "" = on its own event stream alone
}

// strayWait is how long an answer may be on its way to another stream.
const strayWait = 300 * time.Millisecond

// wanders opens two sessions over HTTP+SSE and pings in the first one: with one transport for all
// clients, as a server has it that keeps the newest in a variable, the answer comes on the
// stream of the second one.
func (w *World) wanders() wandering {
	return learn(&w.wandering, func(find func(*probe.Conn) error) error { return find(nil) }, func(_ *probe.Conn, found *wandering) error {
		for range displacing { // other checks open sessions meanwhile, too
			if *found = w.wandersOnce(); found.said != "" {
				return nil
			}
		}
		return nil
	})
}

func (w *World) wandersOnce() (found wandering) {
	found.alone = w.bench.Beside(func(one *probe.Conn) error {
		if err := one.Handshake(""); err != nil {
			return err
		}
		return w.bench.Beside(func(other *probe.Conn) error {
			if err := other.Handshake(""); err != nil {
				return err
			}
			begin, id := other.Size(), one.NewID()
			if err := one.Send(one.Message(w.bench.Light(), "", id)); err != nil {
				return err
			}
			if other.Await(begin, strayWait, func(frames []probe.Frame) bool { return probe.CountAnswers(frames, id) > 0 }) == nil {
				found.said = fmt.Sprintf("of two event streams that are open, the answer to a %s at the endpoint of the first comes on the second", w.bench.Light())
			}
			return nil
		})
	})
	return found
}

// astray leaves what has no answer, or one that it did not ask for, to the check of streams where
// answers come on those of others, and to that of sessions where there is one stream alone; nil =
// each has its own.
func (w *World) astray(err error) error {
	first := w.bench.First()
	if first == nil || w.is(streamsCheck) || !w.isLost(err) && !w.is(idCheck) && !w.is(sessionsCheck) {
		return nil
	}
	if stream, _ := first.Old(); stream == nil || w.bench.Ready() != nil {
		return nil
	}
	switch found := w.wanders(); {
	case found.said != "":
		return verdict.Because(streamsCheck, "%s; %s", found.said, err)
	case found.alone != nil && !w.is(sessionsCheck):
		alone := fmt.Errorf("no event stream can be opened beside the first: %w", found.alone)
		w.bench.Unopened(alone)
		return verdict.Because(sessionsCheck, "%s; %s", alone, err)
	}
	return nil
}

// firstLives reports whether the first session over streamable HTTP still answers.
func (w *World) firstLives() (alive bool) {
	first := w.bench.First()
	if first == nil || first.Session == "" || w.bench.IsModern() {
		return false
	}
	_ = w.bench.Beside(func(c *probe.Conn) error {
		c.Session, c.Revision = first.Session, first.Revision
		defer func() { c.Session = "" }() // it is not to be ended
		answer, err := c.Call(w.bench.Light(), "")
		alive = err == nil && answer.Members["result"] != nil
		return err
	})
	return alive
}

// alone leaves what is lost to the check of sessions where the first one lives and no other can be
// opened: one server object for all clients, as many SDKs do not allow it.
func (w *World) alone(opening, err error) error {
	if w.is(sessionsCheck) {
		return err
	}
	alone := fmt.Errorf("no session can be opened beside the first: %w", opening)
	w.bench.Unopened(alone)
	return verdict.Because(sessionsCheck, "%s", alone)
}

func (c *check) openTwo() error { return c.bench.Ready() }

// ownStream is given the stream so that it is for HTTP+SSE alone.
func (w *World) ownStream(oldStream) error {
	switch found := w.wanders(); {
	case found.alone != nil:
		return verdict.NotTestable("no two sessions can be opened: %s", found.alone)
	case found.said != "":
		return errors.New(found.said)
	}
	return nil
}
