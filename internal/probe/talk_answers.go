package probe

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe/form"
)

// answer judges a response. t.mu is held.
func (t *talk) answer(ch *channel, f Frame, say sayFunc) {
	switch ch.kind {
	case resumedChannel:
		if a := t.asked[f.ID()]; a != nil {
			a.answers = max(a.answers, 1)
			t.cameBack(a, say)
		}
	case getChannel:
		say(NoAnswerOnGet, fmt.Errorf("a GET stream, which resumes none, carries an answer"))
	case pipeChannel:
		t.answerOf(f, t.asked[f.ID()], say)
	default:
		t.answerTo(ch, f, say)
	}
}

// answerTo judges an answer whose request is known by where it came.
func (t *talk) answerTo(ch *channel, f Frame, say sayFunc) {
	var own *asked
	readable := len(ch.request) == 1
	for _, r := range ch.request {
		if r.IsRequest() && (own == nil || r.ID() == f.ID()) {
			own = t.asked[r.ID()]
		}
		readable = readable && r.IsMessage() && r.ID() != "null"
	}
	none := f.Nameless()
	other := t.asked[f.ID()]
	switch {
	case own != nil && own.id == f.ID():
		ch.ended = len(ch.request) == 1
		if ch.kind == postChannel && !ch.odd && f.Members["result"] != nil {
			t.bench.noteServed(ch.request)
		}
		t.answerOf(f, own, say)
	case !readable || none && own != nil && own.old && f.Failure() != nil || none && (ch.status >= 400 || (ch.edited || ch.batch || t.left) && f.Failure() != nil):
		// an error in what could not be read, or of HTTP alone, or in a session that has ended
	case none && f.Failure() != nil && t.bench.IsModern(): // [ErrorsNamed] says so
	case own == nil: // a notification or a response was sent, whose answer HTTP is judged by
	case ch.kind == postChannel && other != nil && !Alike(own.id, f.ID()): // its own, as another type, is mangled
		say(OwnMessages, fmt.Errorf("the event stream of %s carries the answer to %s", own.what, other.what))
	default:
		own.answers++
		t.mangled(f, own, say)
	}
}

// answerOf judges an answer that may be that of a request; a is nil if its id is
// that of none.
func (t *talk) answerOf(f Frame, a *asked, say sayFunc) {
	id := f.ID()
	switch {
	case t.gaveUp[id] && f.Failure() != nil && (a == nil || a.answers > 0): // to the cancellation itself, of which another check tells
	case a != nil && t.unreadable && f.isParseError(): // of what was no message, of which another check tells
	case a != nil:
		a.answers++
		a.answered = f.At
		t.watch.calls.end(a, f.At)
		garbled := t.unreadable && f.Failure() != nil // another check's business
		say(AnsweredByID, errorIf(a.answers > a.times && !garbled, "%s is answered twice", a.what))
		if strings.HasSuffix(a.what, "/list") && f.Members["result"] != nil {
			t.bench.seen.list()
		}
		if a.answers <= a.times {
			t.formed(a, f, say)
			t.results(a, f, say)
		}
		if t.notified != "" {
			say(Unanswered, nil)
		}
	case t.unreadable && (f.Nameless() || f.Failure() != nil), f.isParseError(): // of what was no message, or not read as one
	case f.Nameless():
		after := t.notified
		if t.cancelled || len(t.needless) > 0 && f.Failure() != nil { // of which other checks tell
			after = ""
		}
		if len(t.idless) < maxIdless {
			t.idless = append(t.idless, idless{f.ID(), Quote(f.Raw), t.shown(f), after})
		}
	default:
		like := t.unansweredLike(id)
		if like != nil && isLarge(like.id) {
			like.answers++ // the next strange id is that of another
		}
		t.mangled(f, like, say)
	}
}

// formed judges the result of a call, whatever it was given. One that is not complete, or a
// success of a tool which does not exist, or was given what its schema forbids, is the business
// of others.
func (t *talk) formed(a *asked, f Frame, say sayFunc) {
	if failure := f.Failure(); failure != nil && failure.Code == form.LoginCode && t.bench.Target.Revision == AugmentedRevision {
		err := form.Login(partOf(f.Members["error"], "data"))
		say(RequestFormed, errorIf(err != nil, "the data of error %s: %s", failure.Code, err))
	}
	kind := Text(Page(f)["resultType"])
	if HasQuestions(f) && t.bench.IsModern() {
		return
	}
	refused := Failed(f) || form.Misspelled(Page(f), "isError") != ""
	if a.method != "tools/call" || (a.noTool || a.misfit) && !refused || f.Members["error"] != nil || kind != "" && kind != "complete" {
		return
	}
	if f.CheckShape() != nil || f.CheckResponse() != nil || a.task {
		return // which is told once; what a call with a task is answered with, is told by TASK-01
	}
	if t.bench.IsModern() && IsTask(f) { // of another resultType, which is told by M-TASK-03
		return
	}
	err := form.Result(t.bench.IsModern(), a.method, f.Members["result"])
	say(CallFormed, errorIf(err != nil, "the result of %s: %s", a.what, err))
	if !t.bench.IsModern() && err == nil {
		say(ContentEncoded, encodedWrongly(a.what, f))
	}
}

// unansweredLike is the request that an answer with a strange id is most probably
// that of: one with the same id but for its type, one whose id is so large that it may
// come back as anything, or the first without an answer; nil = none.
func (t *talk) unansweredLike(id string) *asked {
	var first *asked
	for _, a := range t.order {
		if Alike(a.id, id) {
			return a
		}
		if a.answers == 0 && (first == nil || isLarge(a.id) && !isLarge(first.id)) {
			first = a
		}
	}
	return first
}

// isLarge reports whether the id of a request is a number above 2^31, which programs
// round or cut.
func isLarge(id string) bool {
	n, err := strconv.ParseInt(id, 10, 64)
	return err == nil && (n > 1<<31-1 || n < -1<<31)
}

// mangled says that an id came back as another. Large numbers are another check's
// business, and so is an answer to a response that belongs to no request.
func (t *talk) mangled(f Frame, a *asked, say sayFunc) {
	if CheckUTF8(f.Raw) != nil || t.needless[f.ID()] {
		return // another rule says so, and the id in it is anything
	}
	if a == nil {
		say(AnsweredByID, fmt.Errorf("an answer with the id %s answers nothing that was asked", OrNothing(f.ID())))
		return
	}
	if isLarge(a.id) {
		return
	}
	if Misread(a.id, f.ID()) {
		say(InUTF8, fmt.Errorf("the id %s comes back as %s", a.id, f.ID()))
		return
	}
	say(Crossed, errorIf(t.asked[f.ID()] != nil && !Alike(a.id, f.ID()), "the answer to %s has the id of another request", a.what))
	say(AnsweredByID, fmt.Errorf("the answer to %s has the id %s, not %s", a.what, OrNothing(f.ID()), a.id))
}

// late judges a request or notification that comes on the event stream of a request behind its
// answer, which ends the stream: no client reads on. Of progress another check tells.
func (t *talk) late(ch *channel, f Frame, say sayFunc) {
	if ch.ended && ch.kind == postChannel && f.Method() != "notifications/progress" {
		say(StreamsEnd, fmt.Errorf("the event stream of %s goes on with %s after the answer", described(ch.request[0]), f.Method()))
	}
}
