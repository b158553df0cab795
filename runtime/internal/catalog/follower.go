package catalog

import (
	"context"
	"errors"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// errUnfollowed is why requests over a connection that was given up have ended.
var errUnfollowed = errors.New("connection given up")

// follower keeps the contents of a mirror up to date over one connection.
//
// No goroutine waits for something to do. Every request runs in a goroutine of
// its own, which is started with the mirror's mutex held and joined by
// [Mirror.Unfollow], and whose result changes nothing once over is set (U-04).
type follower struct {
	m       *Mirror
	conn    connect.Conn
	ctx     context.Context
	stop    context.CancelCauseFunc
	running sync.WaitGroup

	// Guarded by the mirror's mutex.
	over    bool // the connection was given up
	leaving bool // the mirror is being closed: unsubscribe and end
	lists   []*list
	subscriptions
	updates
}

// current reports whether results still count; the mutex is held.
func (f *follower) current() bool { return !f.over && !f.leaving }

// spawn starts an actor; the mutex is held and f is not over, so that it is not
// joined yet. The actor finds out itself that ctx has ended.
func (f *follower) spawn(actor string, run func(clock.Clock)) {
	clock.Go(&f.running, f.m.o.Clock, actor, run)
}

// notified acts on the notices that concern the contents; the mutex is held.
func (f *follower) notified(method string, params []byte) (then func()) {
	switch method {
	case protocol.NotifyResourcesChanged, protocol.NotifyPromptsChanged:
		for _, l := range f.lists {
			if l.notice == method {
				f.request(l)
				f.lookAgain(l)
			}
		}
	case protocol.NotifyResourceUpdated:
		if p, err := protocol.Read[protocol.ResourceParams](params); err == nil {
			return f.updated(p.URI)
		}
	}
	return nil
}

// log reports a failure, unless it is that of the whole connection, which is
// reported elsewhere.
func (f *follower) log(actor, message string, err error) {
	if clock.Closed(f.conn.Closed()) || f.ctx.Err() != nil {
		return
	}
	f.m.emit(actor, event.Log(event.Warn, message, err.Error()))
}
