package probe

import "slices"

// OwnSession opens a session of a client without capabilities that no other check uses
// at the same time. Over stdio it is one in which another check has only read, if there
// is one: processes take long to start. The caller gives it to [Bench.Rest] or
// [Bench.Retire]. Its error is that of the process, or a *[SessionError].
func (b *Bench) OwnSession() (*Conn, error) {
	if c := b.Rested(b.Target.Revision); c != nil {
		return c, nil
	}
	c, err := b.Connect()
	if err != nil {
		return nil, err
	}
	if err := c.Handshake(""); err != nil {
		b.Retire(c)
		return nil, err
	}
	return c, nil
}

// Rested takes the oldest session of a revision that rests; nil = none does.
func (b *Bench) Rested(revision string) *Conn {
	for c := b.pool.wake(revision); c != nil; c = b.pool.wake(revision) {
		b.adopt(c)
		if c.Alive() && c.talk.calm() && c.completed() == nil {
			return c
		}
		b.Retire(c)
	}
	return nil
}

// Rest gives a connection up whose check has found nothing wrong with it. If it has only
// read, another check that wants a session of its own may have it; but for one to a server of
// both eras without a handshake, as to which a request is may depend on what came before it.
func (b *Bench) Rest(c *Conn) {
	either := b.IsModern() && !b.Target.alone
	if c.Process == nil || either || b.Heavy() || !c.Alive() || c.Init.Members["result"] == nil || !c.talk.calm() || !b.pool.rest(c) {
		b.Retire(c)
	}
}

// completed sends initialized if the check that used the connection ended before it.
func (c *Conn) completed() error {
	if c.talk.initialized() {
		return nil
	}
	return c.Notify("notifications/initialized", "")
}

// reading are the requests that leave a session as it was, once they have succeeded.
var reading = []string{
	"ping", "server/discover", "tools/list", "resources/list", "resources/templates/list", "prompts/list", "resources/read", "prompts/get", "completion/complete",
}

// calm reports whether what was sent has left the session as it was: there was one
// handshake, and then only reading, which was answered.
func (t *talk) calm() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.greeted && !t.stirred && !t.unreadable && !t.cancelled && len(t.client) == 0 && len(t.idless) == 0 && t.missing() == 0
}

func (t *talk) initialized() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.opened
}

// stirs reports whether a message of the client's may leave its session another than it
// was. A tool that may be called unasked changes nothing. t.mu is held.
func (t *talk) stirs(f Frame) bool {
	switch method := f.Method(); {
	case method == "initialize":
		return t.greeted
	case method == "notifications/initialized":
		return t.opened || !t.greeted
	case method == "tools/call":
		return !t.greeted || t.bench.Target.AllowCalls
	default:
		return !t.greeted || !slices.Contains(reading, method)
	}
}

// fails reports whether an answer says that something has failed.
func fails(f Frame) bool {
	result := ResultOf(f)
	return result == nil || result.IsError
}
