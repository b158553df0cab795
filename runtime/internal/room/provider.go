package room

import (
	"cmp"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// Provider is what a room server tells of one provider (ROOM-30).
type Provider struct {
	ID    string
	State RoomState
	// Visibility is what was said about who sees it; empty if nothing was.
	Visibility string
	// Attempts are those begun in this or the last cycle of attempts: 0 while idle,
	// kept when the provider is connected or given up (A-R2).
	Attempts int
	// Changed is when the state changed last; failed attempts do not count (ROOM-70).
	Changed time.Time
	// Err is the last failure; empty once connected (A-R4) or idle.
	Err string
	// Retry is when the next attempt begins; zero unless one is scheduled (A-R5).
	Retry time.Time
}

// after is the provider once an event of it has happened. It is pure.
func (p Provider) after(e event.Event) Provider {
	switch e.Kind {
	case event.ProviderLoad:
		p = p.in(RoomConnecting, e.At)
	case event.AttemptStart:
		p = p.in(RoomConnecting, e.At)
		p.Attempts = e.N
	case event.AttemptFail:
		p.Err = e.Err
	case event.BackoffWait:
		p = p.in(RoomConnecting, e.At)
		p.Retry = e.At.Add(e.After)
	case event.ServerState:
		p = p.became(e)
	}
	return p
}

// became follows a state of the manager.
func (p Provider) became(e event.Event) Provider {
	to, ok := ProjectRoom(e.To)
	if !ok || to == p.State {
		return p
	}
	p = p.in(to, e.At)
	switch {
	case to == RoomConnected:
		p.Err = ""
	case to == Idle:
		p.Attempts, p.Err = 0, ""
	case to == RoomError:
		p.Err = cmp.Or(p.Err, e.Err)
	}
	return p
}

// in is the provider in a state, in which nothing is scheduled yet.
func (p Provider) in(s RoomState, at time.Time) Provider {
	p.Retry = time.Time{}
	if p.State != s {
		p.State, p.Changed = s, at
	}
	return p
}
