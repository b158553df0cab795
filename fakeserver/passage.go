package fakeserver

import (
	"encoding/json"
	"time"
)

// Passage is a message on its way through a proxy, as actions see it: one that a client or
// a real server has sent and that has not been passed on. Its methods may wait; a wait ends
// early when the connection does. Those that return a bool report whether they have a
// meaning over the transport.
type Passage interface {
	Pause(d time.Duration) // waits
	Hold(label string)     // waits until it is released
	Behind(answers int)    // waits until so many later answers have been passed on

	Send()                                                                     // passes it on now instead of at the end
	Keep()                                                                     // does not pass it on, unless Send is called
	Repeat(times int)                                                          // passes it on so many times more
	Edit(change func(text []byte) []byte)                                      // changes its JSON
	Reply(text func(id json.RawMessage) []byte)                                // the client gets this answer; of the server's nothing is left
	Tear(at int) bool                                                          // passes on the first bytes, then the next message, then the rest
	Style() *Style                                                             // how its bytes are written
	Answered() json.RawMessage                                                 // the id of an earlier answer; nil = there is none
	Raw(text []byte)                                                           // writes bytes to where the message goes
	Emit(text []byte)                                                          // sends the client a message of its own
	State(name string)                                                         // puts the proxy into a state, which rules can ask for
	Stderr(text []byte) bool                                                   // writes to the client's end of stderr
	Exit(code int) bool                                                        // kills the server's processes; the proxy ends with the code
	Status(code int, headers map[string]string, body []byte, answer bool) bool // answers with this status; answer: the body is the answer's
	Headers(set map[string]string) bool                                        // replaces headers of the HTTP answer
	Cut(at int) bool                                                           // cuts the HTTP answer behind so many bytes of its body
	CutEvent(n int, how string) bool                                           // ends the event stream behind so many events
	Encode(as, declare string, cut int) bool                                   // encodes the body of the HTTP answer; cut: and ends it behind so many bytes
	End(how string) bool                                                       // ends the HTTP answer: "eof", "reset" or "none"
}

// passing is an action that has a meaning for messages that others send.
type passing interface {
	Action
	// pass does the action to a message. It reports false if it has no meaning here.
	pass(p Passage) bool
}

// onlyFake says why a proxy cannot do an action.
var onlyFake = map[string]string{
	"as":       "the real server chooses the form of its answers",
	"batch":    "each answer of the real server is passed on by itself",
	"compress": "the real server chooses it; use encode",
	"commit":   "only a fake server keeps a ledger",
	"goaway":   "it speaks HTTP/1.1 with clients; use mcpsim serve --tls, or drop",
	"ignore":   "what the process ignores is up to the real server; use exit, never or a fault of the link",
	"log":      "only a fake server knows the level that the client has set; use notify",
	"offer":    "the real server has its own lists; patch their answers",
	"progress": "only a fake server knows how far its work is; use notify",
	"request":  "the real server would get an answer to what it did not ask",
	"revoke":   "only a fake server has logins",
	"session":  "sessions are the real server's; use headers or status",
	"stdin":    "the real server reads for itself; use the fault stall up",
	"stream":   "use the verb GET with end or drop",
}

func (a delayAction) pass(p Passage) bool     { p.Pause(*a.For); return true }
func (a holdAction) pass(p Passage) bool      { p.Hold(a.Label); return true }
func (answerAction) pass(p Passage) bool      { p.Send(); return true }
func (neverAction) pass(p Passage) bool       { p.Keep(); return true }
func (a duplicateAction) pass(p Passage) bool { p.Repeat(max(1, a.Times)); return true }
func (a reorderAction) pass(p Passage) bool   { p.Behind(max(1, a.Behind)); return true }
func (a stateAction) pass(p Passage) bool     { p.State(a.Name); return true }
func (a exitAction) pass(p Passage) bool      { return p.Exit(a.Code) }
func (a headersAction) pass(p Passage) bool   { return p.Headers(a.Set) }

func (a rawAction) pass(p Passage) bool    { p.Raw(repeated(a.Text, a.Size)); return true }
func (a stderrAction) pass(p Passage) bool { return p.Stderr(repeated(a.Text, a.Size)) }

func (a interleaveAction) pass(p Passage) bool { return p.Tear(a.At) }

func (a splitAction) pass(p Passage) bool { p.Style().frame.split = a; return true }
func (a padAction) pass(p Passage) bool   { p.Style().frame.pad = int(a.To); return true }
func (a frameAction) pass(p Passage) bool { p.Style().frame.decor = a; return true }

func (a errorAction) pass(p Passage) bool {
	x := exec{}
	a.apply(&x)
	p.Reply(func(id json.RawMessage) []byte { x.reply.id = id; return x.reply.text() })
	return true
}

func (a resultAction) pass(p Passage) bool {
	p.Reply(func(id json.RawMessage) []byte { return reply{id: id, result: a.Value}.text() })
	return true
}

func (a patchAction) pass(p Passage) bool {
	p.Edit(func(text []byte) []byte {
		return changed(text, func(value json.RawMessage) json.RawMessage { return mergePatch(value, a.Value) })
	})
	return true
}

func (a setAction) pass(p Passage) bool {
	found := false
	p.Edit(func(text []byte) []byte {
		return changed(text, func(value json.RawMessage) (out json.RawMessage) {
			out, found = a.in(value)
			return out
		})
	})
	return found
}

func (a cursorAction) pass(p Passage) bool {
	return patchAction{Value: encode(map[string]json.RawMessage{"nextCursor": a.Next})}.pass(p)
}

func (a idAction) pass(p Passage) bool {
	stale := p.Answered()
	p.Edit(func(text []byte) []byte {
		id := member(text, "id")
		switch {
		case id == nil: // a notification has none
			return text
		case a.Token != nil:
			return withMember(text, "id", a.Token)
		case a.As == idMissing:
			return withMember(text, "id", nil)
		case a.As == idStale && stale != nil:
			return withMember(text, "id", stale)
		default:
			return withMember(text, "id", mangle(id, a.As))
		}
	})
	return true
}

func (a notifyAction) pass(p Passage) bool {
	for i := range max(1, a.Count) {
		if i > 0 {
			p.Pause(a.Every)
		}
		p.Emit(outgoing(nil, a.Method, a.Params))
	}
	return true
}

func (a statusAction) pass(p Passage) bool {
	return p.Status(a.Code, a.Headers, repeated(a.Body, a.Size), a.Answer)
}

func (a encodeAction) pass(p Passage) bool { return p.Encode(string(a.As), a.header(), a.Cut) }

func (a endAction) pass(p Passage) bool { return p.End(either(string(a.How), string(endEOF))) }

func (a dropAction) pass(p Passage) bool {
	if a.At == 0 {
		return p.End(string(endReset))
	}
	return p.Cut(a.At)
}

// pass can end a stream; how the rest of it looks is up to the real server.
func (a sseAction) pass(p Passage) bool {
	return a.Cut > 0 && p.CutEvent(a.Cut, either(string(a.End), string(endReset)))
}

// changed is a message whose result, or params if it has none, are changed. An error stays as
// it is.
func changed(text []byte, change func(json.RawMessage) json.RawMessage) []byte {
	for _, name := range []string{"result", "params"} {
		if value := member(text, name); value != nil {
			return withMember(text, name, change(value))
		}
	}
	return text
}

// Style is how the bytes of one message are written. The zero value changes nothing.
type Style struct{ frame frame }

// Framed reports whether the bytes differ from those of the message and its line end.
func (s *Style) Framed() bool { return s.frame.pad > 0 || s.frame.decor != frameAction{} }

// Line is the message as a line of stdout, with its end.
func (s *Style) Line(text []byte) []byte {
	f := s.frame
	f.text = text
	return f.line()
}

// Body is the message as a body, or as the data of an event.
func (s *Style) Body(text []byte) []byte {
	f := s.frame
	f.text = text
	return f.finish(f.body())
}

// Pieces cuts what is written; gap is the time between two.
func (s *Style) Pieces(b []byte) (pieces [][]byte, gap time.Duration) {
	return s.frame.split.pieces(b), s.frame.split.Gap
}
