package server

import (
	"errors"
	"net/http"
	"slices"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// plain is what all checks of a bench know of what a server does with plain messages: what
// it does with these it does wherever they are sent, and one check tells it.
type plain struct {
	plainForms map[string]error // what is wrong with foundations that were tried

	endured int   // pings that were sent, one after the other in one session
	wearyAt int   // the first of them that had no answer; 0 = all had one
	weary   error // why it had none

	unknown    *probe.Frame // the answer to an unknown method; nil = it was not sent yet, zero = there is none
	mangles    *bool        // whether a ping has the id of no request; nil = none was sent yet
	status     map[string]int
	tokenless  map[string]int // what requests without a token, or with a made-up one, are answered with, see [World.tokenStatus]
	handshake  *bool          // whether lists are refused without one; nil = that was not tried yet
	wordy      *bool          // whether unknown methods are answered with what is no message; nil = none was sent yet
	metaless   *string        // the code that metadata of pings is refused with, "" = it is served; nil = none was sent yet
	bareless   *string        // the code that lists without params are refused with, "" = they are served; nil = none was asked for yet
	early      *string        // the code that calls are refused with before server/discover, "" = they are served; nil = none was sent yet
	pieces     *bool          // whether a ping that comes in pieces is lost; nil = none was sent yet
	loses      *bool          // whether pings that come at once are lost; nil = none were sent yet
	dies       *bool          // whether a line of garbage ends the server; nil = none was sent yet
	emptied    *bool          // whether an array of nothing does; nil = none was sent yet
	refuses    *string        // the code that all is refused with, "" = not all is; nil = that was not tried yet
	only       *string        // the wrong code of all that does not exist, "" = there is none; nil = that was not tried yet
	nobody     *bool          // whether a tool that there is not can be called; nil = none was called yet
	miscode    *string        // the code that another Mcp-Method is refused with, "" = it is served; nil = none was sent yet
	words      *string        // what another Mcp-Method is refused with that is no JSON, "" = nothing; nil = none was sent yet
	undecoded  *bool          // whether an encoded Mcp-Name is refused as a mismatch; nil = none was sent yet
	headerless *bool          // whether headers are looked at by nothing; nil = that was not tried yet
	textless   *bool          // whether ids that are texts are refused; nil = none was sent yet
	levelling  *levelling     // how logging/setLevel is answered; nil = it was not sent yet
	doubles    *bool          // whether a ping is answered twice; nil = none was sent yet
	usedUp     *bool          // whether cursors lead on once only; nil = that was not tried yet
	misget     *string        // the check that tells of a wrong answer to a plain GET, "" = it is right; nil = none was sent yet
	chokes     *bool          // whether a response that belongs to no request ends the session; nil = none was sent yet
	mixes      *bool          // whether calls at the same time get each other's results; nil = none were made yet
	outlives   *bool          // whether a process goes on when its standard input ends; nil = that was not tried yet
	displacing *bool          // whether a session ends when another one is opened; nil = that was not tried yet
	wandering  *wandering     // where answers over HTTP+SSE come; nil = that was not tried yet
	cursorless *bool          // whether a list has its first page for every cursor; nil = that was not tried yet
	turning    *bool          // whether cursors lead to another page each time; nil = that was not tried yet
	unacked    *bool          // whether a subscription to nothing is not acknowledged; nil = none was opened yet
	ending     *bool          // whether a subscription that is alone ends by itself; nil = none was opened yet
	echoes     *bool          // whether a revision of nobody is accepted; nil = it was not asked for yet
	unable     *bool          // whether a client that can do nothing is refused with a code of no meaning; nil = that was not tried yet
	tokensKept *bool          // whether progress of a call has its token; nil = none was made yet
	unasked    *bool          // whether a call without a progress token reports with the one of an earlier call; nil = none was made yet
	cuts       *bool          // whether a character that comes in two pieces is spoiled; nil = none was sent yet
	unready    *bool          // whether tools appear a while after the handshake; nil = that was not tried yet
	hushes     *bool          // whether a progress token alone leaves a streamed request without an answer; nil = that was not tried yet
	mute       *bool          // whether initialize for a revision of nobody has no answer; nil = none was sent yet
}

// levelling is what is wrong with the answer to setting a level that there is.
type levelling struct{ unknown, shapeless bool }

// learn finds something out on a connection of its own, made by on, and keeps it in at. What
// find does not get to is the zero value, which also holds while it is being found out.
func learn[T any](at **T, on func(func(*probe.Conn) error) error, find func(c *probe.Conn, found *T) error) T {
	if *at == nil {
		*at = new(T)
		_ = on(func(c *probe.Conn) error { return find(c, *at) })
	}
	return **at
}

// mostPings is how many pings PING-01 sends in a session of its own.
const mostPings = 20

// manyPings is how many pings are sent to a process of its own where one has ended.
const manyPings = 250

// requests is how many there were before an answer was missing, as far as it is known whose
// answer that is: not in a session that goes on. At most [mostPings], or [manyPings] where a
// process has ended.
func (w *World) requests(err error) int {
	most := mostPings
	if errors.Is(err, probe.ErrEnded) && w.bench.Target.URL == "" {
		most = manyPings
	}
	if w.conn == nil || w.conn.Alive() {
		return most
	}
	return min(w.conn.Requests(), most)
}

// wearied looks for the cause of a missing answer in the number of requests that came
// before it: of a server that ends its session at the third request, whatever it is,
// [pingCheck] tells. The error is nil if as many pings are answered.
func (w *World) wearied(requests int) error {
	if w.is(pingCheck) || w.is("LIFE-01") {
		return nil
	}
	if requests > w.endured && w.wearyAt == 0 {
		nth, err := w.bench.Endures(requests)
		if nth == 0 && err != nil {
			return nil // there is no session
		}
		w.endured, w.wearyAt, w.weary = requests, nth, err
	}
	if w.wearyAt == 0 || w.wearyAt > requests {
		return nil
	}
	return verdict.Because(pingCheck, "of pings alone, one after the other in a session, number %d is not answered either: %s", w.wearyAt, w.weary)
}

// explained is the error of a finding about a message if that is the business of another
// check, else nil: it has no form that answers may have, an id that every answer has, or an
// error was due and it is what the server answers to methods that it does not know.
func (w *World) explained(on *frameError) error {
	f := on.frame
	switch {
	case !f.IsResponse():
	case !w.is(shapeCheck) && f.CheckShape() != nil:
		return verdict.Because(shapeCheck, "%s; %s", f.CheckShape(), on)
	case !w.is(pingCheck) && !w.is("HL-37") && !w.bench.IsModern() && f.IsUnknownMethod() && last(w.bench.SentInCheck()) == "ping" && (w.conn == nil || !w.conn.Stray(f)):
		return verdict.Because(pingCheck, "a ping is an unknown method; %s", on)
	case !w.is(idCheck) && w.conn != nil && w.conn.Stray(f) && w.manglesIDs():
		return verdict.Because(idCheck, "a plain ping has the id of no request either; %s", on)
	case !w.is(listsCheck) && !w.is("LIFE-01") && w.isOfAll(f):
		return verdict.Because(listsCheck, "lists that are declared are refused in the same way; %s", on)
	case on.refusal && w.bench.IsModern() && f.Failure() != nil && !w.is("M-BASE-19") && slices.Contains(oldCodes, f.Failure().Code):
		return verdict.Because("M-BASE-19", "it is a code of an earlier revision; %s", on)
	case on.refusal && w.bench.IsModern() && f.Failure() != nil && !w.is("M-BASE-18") && probe.Reserved(f.Failure().Code):
		return verdict.Because("M-BASE-18", "it is a code that is reserved for the specification, and not defined there; %s", on)
	case on.refusal && w.bench.IsModern() && f.Failure() != nil && slices.ContainsFunc(ofAdvice, w.is) && probe.Legacy(f.Failure().Code):
		return verdict.Because("M-BASE-20", "it is a code that no new server is to use; %s", on)
	case on.refusal && !w.is(methodCheck) && w.isOfUnknown(f):
		return verdict.Because(methodCheck, "an unknown method is answered in the same way; %s", on)
	case (on.header || w.is("M-HM-06")) && !w.is(headerCheck) && f.Failure() == nil && w.ignoresHeaders():
		return verdict.Because(headerCheck, "a request is served whatever its headers say, MCP-Protocol-Version and Mcp-Method too; %s", on)
	case on.header && !w.is(headerCheck) && f.Failure() != nil && f.Failure().Code == w.mismatchCode():
		return verdict.Because(headerCheck, "another Mcp-Method is refused with this code, too; %s", on)
	}
	return nil
}

// mismatchCode is the code of the error that a request with another Mcp-Method is refused
// with, "" if it is served.
func (w *World) mismatchCode() string {
	return learn(&w.miscode, w.bench.Aside, func(c *probe.Conn, found *string) error {
		another := "mcpsim/another"
		c.Edits = map[string]*string{"Mcp-Method": &another}
		answer, err := c.Call("server/discover", "")
		if failure := answer.Failure(); failure != nil {
			*found = failure.Code
		}
		return err
	})
}

// manglesIDs reports whether the answer to a plain ping has the id of no request.
func (w *World) manglesIDs() bool {
	return learn(&w.mangles, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		answer, err := c.Call(w.bench.Light(), "")
		*found = err == nil && c.Stray(answer)
		return err
	})
}

// isOfUnknown reports whether an answer has the result, or the code of the error, that
// unknown methods are answered with, which has to be another.
func (w *World) isOfUnknown(f probe.Frame) bool {
	unknown := learn(&w.unknown, w.bench.Aside, func(c *probe.Conn, found *probe.Frame) (err error) {
		*found, err = c.Call("x/unknown", "")
		return err
	})
	if wrong := unknown.Failure(); wrong != nil {
		return f.Failure() != nil && f.Failure().Code == wrong.Code && !unknown.IsUnknownMethod()
	}
	return unknown.Members["result"] != nil && resultOf(f) == resultOf(unknown)
}

// ofStatus is a finding about a status unless that is the business of another check: what
// is refused has the status of success, pings have one of an error, or ended sessions have
// none of their own.
func (w *World) ofStatus(of *statusError) error {
	if untokened := w.ofToken(of); untokened != nil {
		return untokened
	}
	if w.is("BASE-12") && of.status/100 == 2 && w.inPlain(ofCancelling) != nil {
		return verdict.Because(acceptCheck, "a cancellation of what is not running is answered alone, too; %s", of)
	}
	if w.is(acceptCheck) && of.status/100 == 2 && w.conn != nil && w.conn.Reply != nil && probe.ParseFrame(w.conn.Reply.Body).IsResponse() {
		return verdict.Because("BASE-04", "a notification is answered with a response; %s", of)
	}
	switch refusal := w.statusOf(refusalCheck, sendNoMessage); {
	case w.bench.IsModern() && !w.is("M-HM-31") && w.bench.Found(probe.StatusOfError) && w.answer.Failure() != nil && probe.StatusOf(w.answer) != 0:
		return verdict.Because("M-HM-31", "errors do not have the HTTP status that goes with their code; %s", of)
	case w.bench.IsModern() && slices.ContainsFunc(ofErrorStatus, w.is) && of.status/100 == 2 && w.bench.Found(probe.StatusOfError):
		return verdict.Because("M-HM-31", "other errors are answered with a status of success, too; %s", of)
	case w.bench.IsModern() && !w.is(listsCheck) && w.isOfAll(w.answer):
		return verdict.Because(listsCheck, "lists that are declared are refused in the same way; %s", of)
	case w.bench.IsModern() || of.status == 0:
	case !w.is(refusalCheck) && refusal/100 == 2 && of.status == refusal:
		return verdict.Because(refusalCheck, "what is no message is answered with HTTP %d, too; %s", refusal, of)
	case of.status != http.StatusOK && !w.is(pingCheck) && of.status == w.statusOf(pingCheck, sendPing):
		return verdict.Because(pingCheck, "a plain ping is answered with HTTP %d, too; %s", of.status, of)
	case w.is(getCheck) && of.status == http.StatusOK && w.mistypes():
		return verdict.Because(typeCheck, "requests are answered with a type that is neither JSON nor that of event streams, too; %s", of)
	case slices.ContainsFunc(ofDeleting, w.is) && w.verbSent == http.MethodDelete && of.status/100 == 2 && w.keepsEnded():
		return verdict.Because(endedCheck, "a DELETE is answered with success and ends no session: it may not be looked at, nor its headers; %s", of)
	case w.isOfLeaving(of.status):
		return verdict.Because(leaveCheck, "a plain DELETE is answered with HTTP %d, too; %s", of.status, of)
	case w.is("HL-27") && w.verbSent == http.MethodGet && of.status == w.statusOf(endedCheck+" GET", listenToEnded):
		return verdict.Because(endedCheck, "a GET of a session that has ended is answered with it, too; %s", of)
	case w.is("HL-27") && of.status == w.statusOf(endedCheck, sendToEnded):
		return verdict.Because(endedCheck, "requests of a session that has ended are answered with it, too; %s", of)
	}
	return of
}

// mistypes reports whether requests are answered with types that no answer has: those of calls, too.
func (w *World) mistypes() bool {
	if !w.bench.Found(probe.Typed) {
		_, _ = w.bench.Survey() // what is wrong with it is the business of other checks
	}
	return w.bench.Found(probe.Typed)
}

// isOfLeaving reports whether a status is that of every DELETE, and a wrong one.
func (w *World) isOfLeaving(status int) bool {
	if w.check == nil || w.verbSent != http.MethodDelete || w.is(leaveCheck) || status/100 == 2 || status == http.StatusMethodNotAllowed {
		return false
	}
	return status == w.statusOf(leaveCheck, func(c *probe.Conn) error { c.Exchange(http.MethodDelete); return nil })
}

// ofDeleting are checks of the headers of a DELETE.
var ofDeleting = []string{"HL-02", "HL-25", "HL-30"}

// keepsEnded reports whether a ping is answered in a session that a DELETE was to end.
func (w *World) keepsEnded() bool { return w.statusOf(endedCheck, sendToEnded)/100 == 2 }

// burstPings is how many pings come at once: as many as in the check about that.
const burstPings = 50

// losesBursts reports whether a process leaves some of several pings without answer that come
// at once, and answers one that comes later: such servers read one message at a time, whatever
// has come.
func (w *World) losesBursts() bool {
	if w.loses == nil {
		w.loses = new(bool)
		_ = w.bench.Aside(func(c *probe.Conn) error {
			var pings []*probe.Pending
			for range burstPings {
				p, err := c.Start(w.bench.Light(), "", c.Patience())
				if err != nil {
					return err
				}
				defer p.Drop()
				pings = append(pings, p)
			}
			_, _ = pings[len(pings)-1].Overtake()
			_, err := c.Call(w.bench.Light(), "")
			*w.loses = err == nil && slices.ContainsFunc(pings, func(p *probe.Pending) bool { return len(p.Exact()) == 0 })
			return err
		})
		*w.loses = *w.loses && w.bench.Aside(w.pingsInTurn) == nil
	}
	return *w.loses
}

// pingsInTurn sends as many pings one after the other: a process that leaves one of these
// without answer loses it for another reason than that it came with others.
func (w *World) pingsInTurn(c *probe.Conn) error {
	for range burstPings {
		if _, err := c.Call(w.bench.Light(), ""); err != nil {
			return err
		}
	}
	return nil
}

// wantsVersion reports whether what is missing in a session of an early revision is refused as
// any request is without a header that such clients do not know.
func (w *World) wantsVersion(err error) bool {
	status := 0
	if forgotten, is := errors.AsType[*probe.ForgottenError](err); is {
		status = forgotten.Status
	} else if w.conn != nil && w.conn.Reply != nil && w.conn.Revision != "" && w.conn.Revision < withHeader {
		status = w.conn.Reply.Status
	}
	return status >= http.StatusBadRequest && !w.is(versionCheck) && status == w.statusOf(versionCheck, func(c *probe.Conn) error {
		c.Edits = map[string]*string{"Mcp-Protocol-Version": nil}
		_, err := c.Call(w.bench.Light(), "")
		return err
	})
}

// withHeader is the revision from which on clients name theirs in a header.
const withHeader = "2025-06-18"

// ofListening are checks of what comes on a GET stream, which those who wait for it open.
var ofListening = []string{"HL-17", "SUB-07", "SUB-09"}

// ofGet are checks that miss an answer where a GET has none.
var ofGet = []string{"HL-01", "HL-15", "HL-16", "HL-18", "HL-22", "HL-36"}

// mishears is the check that tells why there is no GET stream, if the check that runs is about
// the answer to a GET, or what is told on its stream, and a plain GET has a wrong one, too.
func (w *World) mishears(err error) string {
	about := w.check != nil && w.verbSent == http.MethodGet || slices.ContainsFunc(ofListening, w.is) || w.isLost(err) && slices.ContainsFunc(ofGet, w.is)
	if !about || w.bench.IsModern() || w.bench.Target.URL == "" {
		return ""
	}
	see := learn(&w.misget, w.bench.Aside, func(c *probe.Conn, found *string) error {
		if c.Pushed() {
			return nil
		}
		switch r := c.Exchange(http.MethodGet); {
		case r.Status == http.StatusNotFound:
			*found = pathCheck
		case streamOr405(r) != nil:
			*found = getCheck
		}
		return nil
	})
	if w.is(see) {
		return ""
	}
	return see
}

// sendsOneStatus reports whether notifications are answered with the status of success that
// what is no message is answered with, so that it tells nothing at all.
func (w *World) sendsOneStatus() bool {
	status := w.statusOf(acceptCheck, sendUnasked)
	return status/100 == 2 && status != http.StatusAccepted && status == w.statusOf(refusalCheck, sendNoMessage)
}

// statusOf is the status of the last answer to what is sent; 0 = there is none. It is sent
// once for all checks.
func (w *World) statusOf(check string, send func(*probe.Conn) error) int {
	if _, known := w.status[check]; !known && !w.bench.IsModern() {
		w.status[check] = 0
		_ = w.bench.Aside(func(c *probe.Conn) error {
			err := send(c)
			if c.Reply != nil {
				w.status[check] = c.Reply.Status
			}
			return err
		})
	}
	return w.status[check]
}

func sendUnasked(c *probe.Conn) error { return c.Notify(unasked, "") }

func sendNoMessage(c *probe.Conn) error { return c.Send([]byte(`{"jsonrpc":"2.0"}`)) }

func sendPing(c *probe.Conn) error {
	_, err := c.Call("ping", "")
	return err
}

// listenToEnded leaves no answer if sessions cannot be ended.
func listenToEnded(c *probe.Conn) error {
	if err := sendToEnded(c); err != nil || c.Reply == nil {
		return err
	}
	c.Exchange(http.MethodGet)
	return nil
}

// sendToEnded leaves no answer if sessions cannot be ended.
func sendToEnded(c *probe.Conn) error {
	if c.Session == "" || c.Shared() || c.Exchange(http.MethodDelete).Status/100 != 2 {
		c.Reply = nil
		return nil
	}
	_, err := c.Call("ping", "")
	return err
}
