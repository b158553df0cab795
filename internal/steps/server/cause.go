package server

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// ownID is the check of the era of the bench that tells what a check of the legacy era does.
func (w *World) ownID(id string) string {
	if !w.bench.IsModern() || strings.HasPrefix(id, "M-") {
		return id
	}
	return modernID(id)
}

// modernID is the check of the modern era that tells what one of the legacy era does.
func modernID(id string) string {
	if own := modernIDs[id]; own != "" {
		return own
	}
	return "M-" + id
}

// ofEra is an error that names checks of the era of the bench, and never the one that runs.
func (w *World) ofEra(err error) error {
	see := verdict.See(err)
	if own := w.ownID(see); see != "" && own != see {
		err = verdict.Because(own, "%s", strings.Replace(err.Error(), "see "+see+": ", "", 1))
	}
	return verdict.Told(err, w.ids...)
}

// cause is the error of a step once it is known whose business it is. A cause is told
// once, by the check that is about it: that a session cannot be opened, a list cannot
// be read, or a message that this check sends by the way has no answer in its plain
// form either. What is left without an answer only here is a finding of this check;
// if a later one leaves the same without an answer, it is no second one.
func (w *World) cause(err error) error {
	var gone *probe.GoneError
	garbled, unclear := w.wrong(err)
	switch {
	case garbled != nil && !w.is(textCheck):
		return verdict.Because(textCheck, "%s; %s", garbled, err)
	case errors.As(err, &gone) && !w.is(gone.Check):
		return verdict.Because(gone.Check, "%s", gone)
	case w.is(acceptCheck) && w.bench.Gone() != nil && !w.is(w.bench.Gone().Check):
		return verdict.Because(w.bench.Gone().Check, "%s; %s", w.bench.Gone(), err)
	case unclear != nil && !w.is(shapeCheck):
		return verdict.Because(shapeCheck, "%s", unclear)
	}
	if on, found := errors.AsType[*frameError](err); found {
		if known := w.explained(on); known != nil {
			return known
		}
	}
	if displaced := w.displaced(err); displaced != nil {
		return displaced
	}
	if astray := w.astray(err); astray != nil {
		return astray
	}
	if w.acknowledgedSo() {
		return verdict.Because(acceptCheck, "notifications are not answered with 202 and no body either, and may not be read at all; %s", err)
	}
	if w.wantsVersion(err) {
		return verdict.Because(versionCheck, "no ping without MCP-Protocol-Version is served either; %s", err)
	}
	if see := w.mishears(err); see != "" {
		return verdict.Because(see, "a plain GET is answered neither with an event stream nor with 405; %s", err)
	}
	if w.is("HL-07") && w.conn == nil && w.pingsUntyped() {
		return verdict.Because(pingCheck, "a plain ping is answered with no success of a request; %s", err)
	}
	if shut := w.shutOut(err); shut != nil {
		return shut
	}
	if near := w.nearer(err); near != nil {
		return near
	}
	if of, found := errors.AsType[*statusError](err); found {
		if none := w.barred(); none != nil {
			return none
		}
		if ended := w.ofEnded(err); ended != nil {
			return ended
		}
		return w.ofStatus(of)
	}
	return w.alike(w.deeper(err))
}

// deeper is the error of a step that no plain message explains.
func (w *World) deeper(err error) error {
	var session *probe.SessionError
	var list *probe.UnreadableError
	var on *frameError
	if known := w.retold(err); known != nil {
		return known
	}
	if early := w.before(err); early != nil {
		return early
	}
	switch {
	case w.is(acceptCheck) && w.bench.Found(probe.Accepted) && w.sendsOneStatus():
		return verdict.Because(refusalCheck, "notifications and what is no message are answered with one status; %s", err)
	case w.isLost(err) && w.is("LIFE-01") && w.conn != nil && w.conn.Babbles():
		return verdict.Because(linesCheck, "%s, and nothing on standard output is a message", err)
	case w.is(burstCheck) && w.conn != nil && w.conn.Process != nil && w.strays(),
		w.is("STDIO-10") && w.conn != nil && w.strays(), w.isLost(err) && w.is("STDIO-09") && w.strays():
		return verdict.Because(linesCheck, "standard output holds what is no message, too; %s", err)
	case w.bench.Found(probe.EventsWhole) && (w.isLost(err) || slices.ContainsFunc(ofEvents, w.is)):
		return verdict.Because(w.garbledEvents(), "events do not hold what they are to hold; %s", err)
	case w.isLost(err) && w.streamed() && w.bench.Found(probe.RetrySaid):
		return verdict.Because("HL-13", "event streams end before their answers, and do not say when to come back; %s", err)
	case w.isLost(err) && w.streamed() && !w.is("HL-09") && w.bench.Found(probe.StreamsAnswered) && !slices.Contains(w.bench.SentInCheck(), cancellation):
		return verdict.Because("HL-09", "event streams end without their answers, and nobody can come back to them; %s", err)
	case w.isLost(err) && w.streamed() && !w.is(eventsCheck) && w.bench.Found(probe.EventsPlain):
		return verdict.Because(eventsCheck, "events have lines that are not of events; %s", err)
	case slices.ContainsFunc(ofResumption, w.is) && w.bench.Found(probe.EventIDs):
		return verdict.Because(eventIDCheck, "an event id leads to more than one event; %s", err)
	case w.conn != nil && w.conn.Process == nil && !w.is(eventsCheck) && w.bench.Found(probe.EventsEnded) && (w.isLost(err) || slices.ContainsFunc(ofEvents, w.is)):
		return verdict.Because(eventsCheck, "event streams end without an empty line after their last event; %s", err)
	case w.isLost(err) && !w.is(placeCheck) && w.bench.Found(probe.NoAnswerOnGet):
		return verdict.Because(placeCheck, "there is an answer that came on a GET stream; %s", err)
	case w.isLost(err) && !w.is(typeCheck) && w.conn != nil && w.conn.Reply != nil && (w.conn.Reply.Status == http.StatusOK || w.conn.Reply.Status == http.StatusAccepted && !w.is(pingCheck)) && w.bench.Found(probe.Typed) && !w.bench.IsModern():
		return verdict.Because(typeCheck, "answers are neither JSON nor event streams; %s", err)
	case w.isLost(err) && !w.is(objectCheck) && w.bench.Found(probe.OneObject):
		return verdict.Because(objectCheck, "there is an answer that is no JSON object; %s", err)
	case slices.ContainsFunc(ofAcknowledgement, w.is) && w.bench.Found(probe.AckFirst):
		return verdict.Because("M-SUB-01", "subscriptions do not begin with their acknowledgement; %s", err)
	case slices.ContainsFunc(ofChanges, w.is) && w.bench.Found(probe.Subscribed):
		return verdict.Because("M-SUB-04", "changes do not name their subscription; %s", err)
	case (w.isLost(err) || slices.ContainsFunc(ofText, w.is)) && !w.is(textCheck) && w.bench.Found(probe.InUTF8):
		return verdict.Because(textCheck, "other answers are not UTF-8, or begin with a byte order mark; %s", err)
	case slices.ContainsFunc(ofOwnCalls, w.is) && w.bench.Found(probe.Crossed):
		return verdict.Because(idCheck, "there are calls that got the answers of others; %s", err)
	case slices.ContainsFunc(ofSession, w.is) && w.bench.SharesSessions():
		return verdict.Because(idsCheck, "two sessions have the same id; %s", err)
	case slices.ContainsFunc(ofCapabilities, w.is) && w.bench.First() != nil && w.bench.First().Misdeclared() != "":
		return verdict.Because(w.introduction(), "%s; %s", w.bench.First().Misdeclared(), err)
	case errors.As(err, &session) && !w.is(sessionsCheck) && !w.is(unreadCheck):
		w.bench.Unopened(err)
		return verdict.Because(sessionsCheck, "%s", err)
	case errors.As(err, &list):
		return w.unreadable(list, err)
	case w.isLost(err) && !w.is(shapeCheck) && w.conn != nil && w.conn.Mixes(w.conn.Asked):
		return verdict.Because(shapeCheck, "%s; a message with its id came that has a method, too", err)
	case w.isLost(err) && w.stray() && w.bench.IsModern() && !w.is("M-HM-30") && w.bench.Found(probe.ErrorsNamed):
		return verdict.Because("M-HM-30", "%s; there are errors that do not name their requests", err)
	case w.isLost(err) && w.stray() && !w.is(idCheck):
		return verdict.Because(idCheck, "%s; an answer with another id came", err)
	case w.isLost(err) && !w.is(idCheck) && w.conn != nil && w.conn.Overanswered():
		return verdict.Because(idCheck, "%s; an answer came with the id of a request that had been answered", err)
	case w.isLost(err) && !w.is(shapeCheck) && w.bench.Found(probe.Resultless):
		return verdict.Because(shapeCheck, "%s; there is an answer that has neither a result nor an error", err)
	case w.isLost(err):
		return w.lost(err)
	case errors.As(err, &on) && on.frame.Idless():
		cancels := slices.Contains(w.bench.SentInCheck(), cancellation)
		return w.builtOn(err, func(f foundation) bool { return f.method == unasked || f.method == cancellation && cancels })
	case errors.Is(err, probe.ErrNoEndpoint) || errors.Is(err, probe.ErrForeignEndpoint):
		if none := w.bench.Ready(); none != nil && !w.is(verdict.See(none)) {
			return none
		}
		return err
	case w.refusedToOpen():
		if none := w.barred(); none != nil {
			return none
		}
		return err
	case w.refused():
		return w.builtOn(err, func(f foundation) bool { return f.succeeds && f.method == last(w.bench.SentInCheck()) })
	}
	return err
}

// isLost reports whether an error says that an answer is missing, that to the last HTTP
// request included.
func (w *World) isLost(err error) bool {
	reply := w.conn != nil && w.conn.Reply != nil && w.conn.Reply.Status == 0 && w.conn.Reply.Err != nil
	return probe.IsLost(err) || probe.IsBroken(err) || reply && errors.Is(err, w.conn.Reply.Err)
}

// refusedToOpen reports whether initialize was refused last, which is not what the check is
// about.
func (w *World) refusedToOpen() bool {
	return w.refused() && last(w.bench.SentInCheck()) == "initialize" && !w.bench.IsModern() && !w.is("LIFE-01") && !w.is(sessionsCheck)
}

// barred says that a server opens no further session, if it has refused initialize, whatever
// the status, and refuses the plain one, too.
func (w *World) barred() error {
	if !w.refusedToOpen() {
		return nil
	}
	opening := w.bench.Plain("", "", false)
	if _, none := errors.AsType[*probe.SessionError](opening); !none {
		return nil
	}
	w.bench.Unopened(opening)
	return verdict.Because(sessionsCheck, "%s", opening)
}

// garbledEvents is the check that tells why events hold no whole messages: their data is no
// JSON, or they have lines that are not of events.
func (w *World) garbledEvents() string {
	if w.bench.Found(probe.EventsPlain) {
		return eventsCheck
	}
	return shapeCheck
}

// introduction is the check of the form in which a server introduces itself.
func (w *World) introduction() string {
	if w.bench.IsModern() {
		return "M-DISC-02"
	}
	return "LIFE-01"
}

// ofSession are checks of what a session remembers: its streams, its requests, its level of
// logging, its subscriptions and what its client can do.
var ofSession = []string{"BASE-15", "BASE-28", "CAN-01", "HL-04", "HL-12", "HL-14", "HL-15", "HL-16", "HL-17", "HL-18", "HL-21", "LIFE-10", "LIFE-20", "LOG-03", "SUB-07", "SUB-08", "SUB-09", "SUB-10", "TASK-02", "TASK-03", "TASK-04", "TASK-07", "TOOL-06", "TOOL-07"}

// ofOwnCalls are checks of what belongs to one of several calls at a time.
var ofOwnCalls = []string{"HL-18", "PROG-02", "PROG-03", "PROG-04", "M-PROG-02", "M-PROG-03", "M-PROG-04"}

// is reports whether the check that runs has an id.
func (w *World) is(id string) bool { return slices.Contains(w.ids, w.ownID(id)) }

// wrong says what is wrong with the answer that a finding is about, or else with the last
// one: garbled, its bytes are no text, so that nothing in it can be compared; unclear, it is
// neither a result nor an error as responses have it.
func (w *World) wrong(err error) (garbled, unclear error) {
	if on, ok := errors.AsType[*frameError](err); ok {
		return probe.CheckUTF8(on.frame.Raw), on.frame.CheckResponse()
	}
	if w.err != nil {
		return nil, nil
	}
	garbled = probe.CheckUTF8(w.answer.Raw)
	if w.conn != nil && w.conn.Reply != nil && w.conn.Reply.Status >= http.StatusBadRequest && w.answer.IsForeign() {
		return garbled, nil // an HTTP error may have a body of any kind
	}
	return garbled, w.answer.CheckResponse()
}

// stray reports whether an answer that names no request of the client's has come on the
// check's own connection: it may be the one that is missing.
func (w *World) stray() bool {
	return w.conn != nil && slices.ContainsFunc(w.conn.From(0), func(f probe.Frame) bool { return f.Idless() || w.conn.Stray(f) })
}

func (w *World) unreadable(list *probe.UnreadableError, err error) error {
	switch {
	case list.Shape != nil && !w.is(shapeCheck):
		return verdict.Because(shapeCheck, "%s is answered with what is no response: %s", list.Method, list.Shape)
	case strings.Contains(list.Method, "templates") && !w.is(templateCheck):
		return verdict.Because(templateCheck, "%s", err)
	case strings.Contains(list.Method, "templates"):
		return err
	case list.Method != "tools/list" && !w.is(listsCheck):
		return verdict.Because(listsCheck, "%s", err)
	case list.Method != "tools/list":
		return err
	case w.is(toolsCheck):
		return err
	}
	return verdict.Because(toolsCheck, "%s", err)
}

// isNoMethod reports whether a kind of message has no name that methods have.
func isNoMethod(kind string) bool { return strings.ContainsAny(kind, "\n\r\u2028\u0085") }

// isCall reports whether a kind of message calls a tool.
func isCall(kind string) bool { return kind == "tools/call" || strings.HasPrefix(kind, "tools/call ") }

// builtOn is err unless the plain form of a message that it may be due to, which is the
// business of another check, does not work either.
func (w *World) builtOn(err error, due func(foundation) bool) error {
	for _, f := range foundations {
		if !due(f) || w.is(firstCheck) || !w.promised(f) {
			continue
		}
		if of := w.unserved(f.method); of != nil {
			if w.is(of.check) {
				return err
			}
			return verdict.Because(of.check, "%s is not answered for what there is either; %s", f.method, err)
		}
		if w.is(f.check) {
			continue
		}
		if wrong := w.inPlain(f); wrong != nil {
			return verdict.Because(f.check, "%s alone does not work either: %s", f.method, wrong)
		}
	}
	return err
}

// unserved is what a server does not answer for what it offers, if a method is that of such
// requests: for what there is not it need not be asked then.
func (w *World) unserved(method string) *offered {
	i := slices.IndexFunc(offers, func(o offered) bool { return o.method == method })
	if i < 0 {
		return nil
	}
	of := &offers[i]
	form := method + " of what there is"
	if _, known := w.plainForms[form]; !known {
		w.plainForms[form] = nil
		if params := of.params(w.bench); params != "" {
			w.plainForms[form] = w.bench.Plain(method, params, false)
		}
	}
	if w.plainForms[form] == nil {
		return nil
	}
	return of
}

// promised reports whether the server is to know the message at all: lists are those of
// capabilities.
func (w *World) promised(f foundation) bool {
	capability, _, _ := strings.Cut(f.method, "/")
	list := strings.HasSuffix(f.method, "/list")
	if w.bench.IsModern() && probe.IsRemoved(f.method) {
		return false
	}
	return !list || w.bench.First().Declares(capability)
}

// inPlain says what is wrong with the plain form of a message; it is tried once.
func (w *World) inPlain(f foundation) error {
	wrong, known := w.plainForms[f.method]
	if !known {
		wrong = w.bench.Plain(firstWord(f.method), f.params, f.succeeds || f.method == w.bench.Light())
		w.plainForms[f.method] = wrong
	}
	return wrong
}

// refused reports whether the last request of the check is answered with an error.
func (w *World) refused() bool { return w.err == nil && w.answer.Failure() != nil }

// byTheWay are what checks send whatever they are about.
var byTheWay = []string{"", "initialize", "notifications/initialized", "ping", "server/discover"}

// telling is the kind of message that says what a check has tried; "" = none does.
func telling(sent []string) string {
	return last(slices.DeleteFunc(slices.Clone(sent), func(kind string) bool { return slices.Contains(byTheWay, kind) }))
}

func last(kinds []string) string {
	if len(kinds) == 0 {
		return ""
	}
	return kinds[len(kinds)-1]
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}
