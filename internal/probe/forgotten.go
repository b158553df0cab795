package probe

import (
	"cmp"
	"strings"
)

// forgotten is the first session that no client has ended, and a request in which was answered
// with 404; the zero value is none.
type forgotten struct {
	session string
	said    string // what the error in the body says; "" = there is none
	proven  bool   // it was known before or after, or not even to the end of its handshake
}

func (b *Bench) noteUnknown(session string, body []byte) {
	said := ""
	if failure := ParseFrame(body).Failure(); failure != nil {
		said = Text(failure.message)
	}
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.ledger.unknown = cmp.Or(b.ledger.unknown, forgotten{session: session, said: said})
}

// noteKnown keeps that a session was known after all.
func (b *Bench) noteKnown(session string) {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.ledger.unknown.proven = b.ledger.unknown.proven || b.ledger.unknown.session == session
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
