package fakeserver

// statusAction answers the HTTP request with this status instead. The message has not
// happened then, except for notifications and responses answered 2xx.
type statusAction struct {
	// Code of the answer.
	Code int `yaml:"code" short:"true"`
	// Headers of the answer.
	Headers map[string]string `yaml:"headers"`
	// Body of the answer. In body and headers "<origin>" stands for the scheme and
	// the host that were asked, "<other-origin>" for another name of it on loopback.
	Body string `yaml:"body"`
	// Size repeats the body until it has this many bytes; 0 = once.
	Size Size `yaml:"size"`
	// Answer makes the JSON-RPC answer the body; the document at an endpoint of a login.
	Answer bool `yaml:"answer"`
}

func (a statusAction) apply(x *exec) bool {
	h := x.exchange("status")
	if h == nil {
		return true
	}
	if a.Answer && x.m.endpoint != "" {
		h.instead = a.Code
		h.setHeaders(a.Headers)
		return true
	}
	x.mute()
	if !a.Answer {
		h.scriptedStatus(a.Code, a.Headers, string(repeated(a.Body, a.Size)))
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

// headersAction adds headers to the HTTP answer, or replaces them.
type headersAction struct {
	// Set maps names to values. A value of several lines is several headers of that name.
	Set map[string]string `yaml:"set" short:"true"`
}

func (a headersAction) apply(x *exec) bool {
	if h := x.exchange("headers"); h != nil {
		h.setHeaders(a.Set)
	}
	return true
}

// asAction chooses the form of this answer.
type asAction struct {
	// Form of the answer.
	Form Form `yaml:"form" short:"true"`
}

func (a asAction) apply(x *exec) bool {
	if h := x.exchange("as"); h != nil {
		h.form = a.Form
	}
	return true
}

// sessionAction does something to the session.
type sessionAction struct {
	// Do says what.
	Do sessionVerb `yaml:"do" short:"true"`
	// ID is the exact id to give; absent = a new one.
	ID string `yaml:"id"`
}

// sessionVerb says what happens to a session.
type sessionVerb string

// What can happen to a session.
const (
	sessionMint   sessionVerb = "mint"   // the answer carries a new id; the old one stays valid
	sessionExpire sessionVerb = "expire" // the session is forgotten before this request is looked at
	sessionNone   sessionVerb = "none"   // initialize mints none, requests need none
)

func (sessionVerb) words() []string {
	return []string{string(sessionMint), string(sessionExpire), string(sessionNone)}
}

func (a sessionAction) apply(x *exec) bool {
	h := x.exchange("session")
	switch {
	case h == nil:
	case a.Do == sessionExpire:
		x.c.expireSession(kindSessionExpired)
	case a.Do == sessionNone:
		x.c.sessionless = true
	default:
		x.c.mintSession(a.ID)
		h.setHeaders(map[string]string{sessionHeader: x.c.session})
	}
	return true
}

// ending is the way a stream ends.
type ending string

// The endings.
const (
	endEOF   ending = "eof"   // the body is complete
	endReset ending = "reset" // the connection is cut
	endNone  ending = "none"  // it does not end: silence until the client leaves
)

func (ending) words() []string { return []string{string(endEOF), string(endReset), string(endNone)} }

// endAction ends the HTTP exchange now, without an answer if none was sent.
type endAction struct {
	// How it ends; empty = eof.
	How ending `yaml:"how" short:"true"`
}

func (a endAction) apply(x *exec) bool {
	if h := x.exchange("end"); h != nil {
		x.mute()
		h.end(a.How)
	}
	return true
}

// dropAction cuts the connection of the HTTP exchange: before the headers if nothing
// was sent.
type dropAction struct {
	// At lets the first bytes of the answer pass; 0 = cut at once.
	At int `yaml:"at" short:"true"`
}

func (a dropAction) apply(x *exec) bool {
	h := x.exchange("drop")
	if h == nil {
		return true
	}
	if a.At > 0 {
		h.cutAt = a.At
		return true
	}
	x.mute()
	h.end(endReset)
	return true
}

// streamAction ends the GET stream of the connection.
type streamAction struct {
	// How it ends; empty = eof.
	How ending `yaml:"how" short:"true"`
}

func (a streamAction) apply(x *exec) bool {
	if x.c.stream != nil {
		x.c.stream.end(a.How)
	}
	return true
}

// goawayAction says over HTTP/2 that the connection takes no more requests (GOAWAY): this
// one and those before it are answered, later ones are not handled, and then it is closed.
type goawayAction struct{}

func (goawayAction) apply(x *exec) bool {
	switch h := x.exchange("goaway"); {
	case h == nil:
	case h.request.ProtoMajor != 2:
		x.void("goaway", "is for HTTP/2, which this client does not speak")
	case h.started || h.ended:
		x.void("goaway", "comes after the head of the answer")
	default:
		h.setHeaders(map[string]string{"Connection": "close"}) // what net/http makes GOAWAY of
	}
	return true
}
