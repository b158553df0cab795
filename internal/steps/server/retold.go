package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// retold is the error of a step whose finding another check tells from nearer by; nil = none
// does, as far as the check itself can see.
func (w *World) retold(err error) error {
	on, _ := errors.AsType[*frameError](err)
	switch {
	case w.isLost(err) && !w.is(linesCheck) && w.conn != nil && w.conn.Spoils(w.conn.Asked):
		return verdict.Because(linesCheck, "%s, and a line of standard output begins like a message with its id, and is none", err)
	case w.isLost(err) && w.is("TOOL-05") && isCall(last(w.bench.SentInCheck())) && !w.bench.Found(probe.ErrorsNamed):
		return verdict.Because(w.ownID("TOOL-04"), "a call with wrong arguments has no answer: %s", err)
	case slices.ContainsFunc(ofUse, w.is) && w.forgets():
		return w.ofForgotten(err)
	case w.is("PROG-02") && !w.bench.IsModern() && w.reportsUnasked():
		return verdict.Because("PROG-01", "a call without a progress token reports with the one of an earlier call; %s", err)
	case w.is("CAN-01") && isProgress(on) && w.bench.Found(probe.Ended):
		return verdict.Because(w.ownID("PROG-03"), "progress comes behind answers, too; %s", err)
	case w.isMeta(err):
		return verdict.Because(w.introduction(), "the _meta of the answer that introduces the server is no object either; %s", err)
	case w.is("PAG-01") && w.passesOverCursors():
		return verdict.Because(w.ownID("PAG-03"), "the cursor of a first page leads to the first page again, too; %s", err)
	case slices.ContainsFunc(ofPages, w.is) && w.turnsPages():
		return verdict.Because(w.ownID("PAG-02"), "a cursor leads to another page each time; %s", err)
	case w.is("M-TASK-11") && on != nil && on.frame.Members["result"] != nil && w.saysMore():
		return verdict.Because("M-TASK-10", "other answers to tasks/update say something, too; %s", err)
	case slices.ContainsFunc(ofReading, w.is) && w.usesCursorsUp():
		return verdict.Because("PAG-02", "a list that was read to its end is another when it is read once more in the session; %s", err)
	case slices.ContainsFunc(ofStart, w.is) && w.isUnready():
		return verdict.Because("LIFE-11", "right after the handshake a session lists less than a little later; %s", err)
	case slices.ContainsFunc(ofOneStream, w.is) && w.hushed():
		return verdict.Because("PROG-04", "the request that is answered with an event stream has no answer once it has a progress token; %s", err)
	case w.is("SUB-10") && w.keepsSubscriptions():
		return verdict.Because("RES-05", "resources/subscribe or resources/unsubscribe is refused; %s", err)
	}
	for _, known := range []error{w.ofModern(err), w.ofPieces(err), w.ofRun(err), w.ofPlain(on, err), w.ofRefusal(on, err), w.ofUse()} {
		if known != nil {
			return known
		}
	}
	return w.ofEnded(err)
}

// isMeta reports whether a finding is about a _meta that is no object, as it is where the server
// introduces itself.
func (w *World) isMeta(err error) bool {
	first := w.bench.First()
	if first == nil || w.is(w.introduction()) || !strings.Contains(err.Error(), "_meta ") {
		return false
	}
	meta := probe.Page(first.Init)["_meta"]
	return meta != nil && !strings.HasPrefix(string(meta), "{")
}

// ofRefusal is the error of a finding about what was to be refused, or nil: all of its capability
// is unknown, or the request is answered twice.
func (w *World) ofRefusal(on *frameError, err error) error {
	if on == nil {
		return nil
	}
	if list := listOfRefusal[w.ids[0]]; list != "" && on.frame.IsUnknownMethod() {
		if found := w.builtOn(err, func(f foundation) bool { return f.method == list }); found != err { //nolint:errorlint // the same one
			return found
		}
	}
	if slices.ContainsFunc(ofFailedCalls, w.is) && !w.bench.IsModern() && on.refusal && on.frame.Failure() == nil && w.callsNobody() {
		return verdict.Because("TOOL-03", "a call of a tool that does not exist succeeds, too, as if no call could fail; %s", err)
	}
	if on.refusal && w.conn != nil && slices.ContainsFunc(ofRefusals, w.is) && probe.CountAnswers(w.conn.From(0), on.frame.ID()) > 1 {
		return verdict.Because(idCheck, "the request is answered twice; %s", err)
	}
	return nil
}

// alike is the error of a finding that no other check tells of: the one wrong code of all that
// does not exist, tools, resources, prompts and what is completed, is told once, and so is what
// else is refused with it.
func (w *World) alike(err error) error {
	on, found := errors.AsType[*frameError](err)
	if !found || !on.refusal || verdict.See(err) != "" || on.frame.Failure() == nil {
		return err
	}
	code := on.frame.Failure().Code
	unknown := slices.ContainsFunc(ofRefusals, w.is) && code != "-32601"
	if unknown || slices.ContainsFunc(ofWrongParams, w.is) && code != "" && code == w.onlyCode() {
		return verdict.Broke(err, refusing+code)
	}
	return err
}

// ofWrongParams are checks of other requests whose params are wrong.
var ofWrongParams = []string{"BASE-29", "PAG-01", "LOG-02", "M-MRTR-09", "M-MRTR-11", "M-TASK-07"}

// ofFailedCalls are checks of calls that are to fail.
var ofFailedCalls = []string{"TOOL-02", "TOOL-04"}

// callsNobody reports whether the call of a tool that there is not has a result without isError.
func (w *World) callsNobody() bool {
	return learn(&w.nobody, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		answer, err := c.Call("tools/call", noTool)
		*found = err == nil && answer.Members["result"] != nil && !probe.Failed(answer)
		return err
	})
}

// onlyCode is the wrong code that everything that does not exist is refused with, "" if there are
// several or none.
func (w *World) onlyCode() string {
	return learn(&w.only, w.bench.Aside, func(c *probe.Conn, found *string) error {
		code := ""
		for _, f := range foundations {
			capability, _, _ := strings.Cut(f.method, "/")
			if !slices.Contains(ofRefusals, f.check) || !c.Declares(capability) {
				continue
			}
			answer, err := c.Call(firstWord(f.method), f.params)
			if err != nil || answer.Failure() == nil || code != "" && code != answer.Failure().Code {
				return err
			}
			code = answer.Failure().Code
		}
		if code != "-32601" && code != "-32602" {
			*found = code
		}
		return nil
	})
}

// refusing is what has broken where what does not exist is refused with a wrong code.
const refusing = "refusing what does not exist with the error "

// reportsUnasked reports whether a call without a progress token reports with the one of a call
// that has ended.
func (w *World) reportsUnasked() bool { return w.reportsFirst(&w.unasked, `"mcpsim-ended"`, "") }

// reportsFirst reports whether of calls of a tool that reports progress, one with each of these
// tokens, the last one does so with the first token; "" = none.
func (w *World) reportsFirst(at **bool, tokens ...string) bool {
	return learn(at, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		s, err := w.bench.Survey()
		if err != nil {
			return err
		}
		i := slices.IndexFunc(s.Trials, func(t *probe.Trial) bool { return len(t.Progress) > 0 && t.Err == nil })
		if i < 0 {
			return nil
		}
		begin := 0
		for _, token := range tokens {
			if err != nil {
				return err
			}
			begin = c.Size()
			_, err = c.Call("tools/call", probe.CallOf(s.Trials[i].Tool, s.Trials[i].Arguments, token))
		}
		*found = slices.ContainsFunc(c.From(begin), func(f probe.Frame) bool { return sameValue(probe.ProgressToken(f), tokens[0]) })
		return err
	})
}

// isProgress reports whether a finding is about progress.
func isProgress(on *frameError) bool {
	return on != nil && on.frame.Method() == "notifications/progress"
}

// ofEnded is the error of a step in a session that the server has ended, else nil.
func (w *World) ofEnded(err error) error {
	why := w.ended()
	if why == nil {
		return nil
	}
	w.bench.Unopened(why)
	return verdict.Because(sessionsCheck, "%s; %s", why, err)
}

// ofRefusals are checks of what does not exist.
var ofRefusals = []string{"TOOL-03", "RES-01", "PRM-01", "COMP-03"}

// saysMore reports whether the answers to tasks/update that right keys get are not empty.
func (w *World) saysMore() bool {
	all, err := w.bench.Tasks()
	if err != nil {
		return false
	}
	err = updatesEmpty(all, w.bench)
	return err != nil && verdict.Of(err) == ""
}

// keepsSubscriptions reports whether subscriptions of the watch were refused, or could not be ended.
func (w *World) keepsSubscriptions() bool {
	watched, err := w.bench.Watch()
	return err == nil && (watched.Kept || watched.Refused)
}

// ofEndedSessions are checks of sessions that have ended, or that there are none of.
var ofEndedSessions = []string{sessionsCheck, endedCheck, leaveCheck, "HL-24", "HL-25", "HL-27", "LIFE-01"}

// ended says that a session over HTTP has ended that no client has ended: a ping in it is
// answered with 404, too, and one in another session is not; nil = nothing speaks for it.
func (w *World) ended() error {
	c := w.conn
	if w.bench.IsModern() || c == nil || c.Session == "" || c.Reply == nil || c.Reply.Status != http.StatusNotFound ||
		w.verbSent == http.MethodDelete {
		return nil
	}
	if slices.ContainsFunc(ofEndedSessions, w.is) {
		return nil
	}
	if _, edited := c.Edits["Mcp-Session-Id"]; edited {
		return nil
	}
	if !w.isForgotten(c.Session) {
		return nil
	}
	return fmt.Errorf("after %d requests a session that was not ended is answered with 404, as if there were none", c.Requests())
}

// errForgotten is said of a server that knows sessions for a while only.
var errForgotten = errors.New("a session that was not ended is answered with 404, as if there were none")

// ofUse are checks of what was seen while the server was used in sessions of other checks.
var ofUse = []string{
	"BASE-01", "CAN-01", "CAN-06", "COMP-01", "COMP-03", "HL-05", "HL-22", "HL-32", "HL-37", "LIFE-11", "LIFE-17", "PRM-01", "PRM-02", "PRM-03", "RES-07", "RES-08", "SUB-07", "SUB-08", "SUB-09", "TASK-01", "TASK-02", "TASK-03", "RES-01", "TOOL-03", "TOOL-04", "TOOL-05", "TOOL-10",
}

// forgets reports whether a session of any check is not known any more that no client has ended.
func (w *World) forgets() bool {
	session := w.bench.Unknown()
	if session == "" || w.bench.IsModern() || w.bench.Ready() != nil {
		return false
	}
	if !w.bench.HasForgotten() && w.isForgotten(session) {
		w.bench.Forgets()
	}
	return w.bench.HasForgotten()
}

// ofForgotten leaves what was found in a forgotten session to the check of sessions.
func (w *World) ofForgotten(err error) error {
	w.bench.Unopened(errForgotten)
	return verdict.Because(sessionsCheck, "%s; %s", errForgotten, err)
}
