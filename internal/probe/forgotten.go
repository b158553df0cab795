package probe

import "strings"

// forgotten is the first session that no client has ended, and a request in which was answered
// with 404; the zero value is none.
type forgotten struct {
	session string
	method  string // of that request
	said    string // what the error in the body says; "" = there is none
	proven  bool   // the request was served at another time, or the session not even known to the end of its handshake
}

// noteUnknown keeps a request that was answered with 404 in a session. Where there are several,
// it keeps the first that nothing but the session can be wrong with.
func (b *Bench) noteUnknown(session string, request Frame, body []byte) {
	f := forgotten{session: session}
	if request.Members["params"] == nil {
		f.method = request.Method()
	}
	if failure := ParseFrame(body).Failure(); failure != nil {
		f.said = Text(failure.message)
	}
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	if known := &b.ledger.unknown; known.session == "" || known.method == "" && f.method != "" && !known.proven {
		*known = f
	}
}

// noteKnown keeps that a request was served in a session. If it is the one that was answered with
// 404, nothing was wrong with it.
func (b *Bench) noteKnown(session string, request Frame) {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	f := &b.ledger.unknown
	f.proven = f.proven || f.session == session && f.method == request.Method()
}

// noteEnded keeps that a client has ended a session: that it is not known any more is right.
func (b *Bench) noteEnded(session string) {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	if f := &b.ledger.unknown; f.session == session && !f.proven {
		*f = forgotten{}
	}
}

// Forgets keeps that the server has forgotten a session, whatever it says next time.
func (b *Bench) Forgets() {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.ledger.unknown.proven = true
}

// HasForgotten reports whether a session is known to have been forgotten, that of a handshake
// or one that was served later.
func (b *Bench) HasForgotten() bool {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	return b.ledger.unknown.proven
}

// Unknown is that session, or "".
func (b *Bench) Unknown() string {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	return b.ledger.unknown.session
}

// TellsOfUnknown reports whether a finding quotes what a server has said of a session that no
// client has ended, or the status of it.
func (b *Bench) TellsOfUnknown(finding string) bool {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	f := b.ledger.unknown
	return f.session != "" && (strings.Contains(finding, "HTTP 404") || f.said != "" && strings.Contains(finding, f.said))
}
