package fakeserver

// Status answers the HTTP request with this status instead. The message has not
// happened then, except for notifications and responses answered 2xx.
type Status struct {
	// Code of the answer.
	Code int `yaml:"code" short:"true"`
	// Headers of the answer.
	Headers map[string]string `yaml:"headers"`
	// Body of the answer. In body and headers "<origin>" stands for the scheme and
	// the host that were asked.
	Body string `yaml:"body"`
	// Answer makes the JSON-RPC answer the body.
	Answer bool `yaml:"answer"`
}

func (a Status) apply(x *exec) bool {
	h := x.exchange("status")
	if h == nil {
		return true
	}
	x.mute()
	if !a.Answer {
		h.scriptedStatus(a.Code, a.Headers, a.Body)
		if a.Code < 300 && x.msg.kind != request && x.msg.kind != noMessage {
			x.push(step((*exec).handle)) // the message counts, its acknowledgement is odd
		}
		return true
	}
	x.push(step((*exec).handle), step(func(x *exec) bool {
		if !h.started {
			h.setHeaders(map[string]string{"Content-Type": "application/json"})
		}
		h.status(a.Code, a.Headers, x.reply.text())
		return true
	}))
	return true
}

// Headers adds headers to the HTTP answer, or replaces them.
type Headers struct {
	// Set maps names to values.
	Set map[string]string `yaml:"set" short:"true"`
}

func (a Headers) apply(x *exec) bool {
	if h := x.exchange("headers"); h != nil {
		h.setHeaders(a.Set)
	}
	return true
}

// As chooses the form of this answer.
type As struct {
	// Form of the answer.
	Form Form `yaml:"form" short:"true"`
}

func (a As) apply(x *exec) bool {
	if h := x.exchange("as"); h != nil {
		h.form = a.Form
	}
	return true
}

// Session does something to the session.
type Session struct {
	// Do says what.
	Do SessionVerb `yaml:"do" short:"true"`
	// ID is the exact id to give; absent = a new one.
	ID string `yaml:"id"`
}

// SessionVerb says what happens to a session.
type SessionVerb string

// What can happen to a session.
const (
	SessionMint   SessionVerb = "mint"   // the answer carries a new id; the old one stays valid
	SessionExpire SessionVerb = "expire" // the session is forgotten before this request is looked at
	SessionNone   SessionVerb = "none"   // initialize mints none, requests need none
)

func (SessionVerb) words() []string {
	return []string{string(SessionMint), string(SessionExpire), string(SessionNone)}
}

func (a Session) apply(x *exec) bool {
	h := x.exchange("session")
	switch {
	case h == nil:
	case a.Do == SessionExpire:
		x.c.expireSession(KindSessionExpired)
	case a.Do == SessionNone:
		x.c.sessionless = true
	default:
		x.c.mintSession(a.ID)
		h.setHeaders(map[string]string{sessionHeader: x.c.session})
	}
	return true
}

// Ending is the way a stream ends.
type Ending string

// The endings.
const (
	EndEOF   Ending = "eof"   // the body is complete
	EndReset Ending = "reset" // the connection is cut
	EndNone  Ending = "none"  // it does not end: silence until the client leaves
)

func (Ending) words() []string { return []string{string(EndEOF), string(EndReset), string(EndNone)} }

// End ends the HTTP exchange now, without an answer if none was sent.
type End struct {
	// How it ends; empty = eof.
	How Ending `yaml:"how" short:"true"`
}

func (a End) apply(x *exec) bool {
	if h := x.exchange("end"); h != nil {
		x.mute()
		h.end(a.How)
	}
	return true
}

// Drop cuts the connection of the HTTP exchange: before the headers if nothing
// was sent.
type Drop struct {
	// At lets the first bytes of the answer pass; 0 = cut at once.
	At int `yaml:"at" short:"true"`
}

func (a Drop) apply(x *exec) bool {
	h := x.exchange("drop")
	if h == nil {
		return true
	}
	if a.At > 0 {
		h.cutAt = a.At
		return true
	}
	x.mute()
	h.end(EndReset)
	return true
}

// Stream ends the GET stream of the connection.
type Stream struct {
	// How it ends; empty = eof.
	How Ending `yaml:"how" short:"true"`
}

func (a Stream) apply(x *exec) bool {
	if x.c.stream != nil {
		x.c.stream.end(a.How)
	}
	return true
}
