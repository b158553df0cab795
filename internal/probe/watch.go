package probe

import (
	"fmt"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Rule is what every message of a run is judged by, whichever check caused it. Its
// text says what holds.
type Rule string

// The rules.
const (
	AnsweredByID    Rule = "every request was answered with its own id, and once"
	Shaped          Rule = "every message was a request, a notification or a response"
	Resultless      Rule = "every answer had a result or an error" // which is why it is missing; [Shaped] tells it
	Crossed         Rule = "no answer was that of another request" // which is why calls get mixed up; [AnsweredByID] tells it
	Versioned       Rule = "every message named its version of JSON-RPC"
	Unanswered      Rule = "no notification was answered"
	Plain           Rule = "no notification had an id"
	InUTF8          Rule = "every message was UTF-8"
	OwnRequestIDs   Rule = "every request of the server's had an id of its own"
	MetaWellFormed  Rule = "every key of every _meta was well-formed"
	MetaReserved    Rule = "no key of a _meta had a reserved prefix"
	Negotiated      Rule = "nothing was asked of a client that cannot do it"
	OneLine         Rule = "every message was one line"
	LF              Rule = "every line ended with LF"
	Typed           Rule = "every request was answered with JSON or an event stream"
	OneObject       Rule = "every JSON answer was one object"
	Accepted        Rule = "every notification was answered with 202 and no body, or refused"
	AcceptedToo     Rule = "every response was answered with 202 and no body, or refused"
	StreamsEnd      Rule = "every event stream ended after its answer"
	StreamsAnswered Rule = "no event stream of a request ended without its answer, and for good"
	StreamsFull     Rule = "no event stream of a request ended with nothing on it"
	OwnMessages     Rule = "no event stream carried the answer to another request"
	Primed          Rule = "every event stream began with an event that had an id and no data"
	EventIDs        Rule = "no two events of a session had the same id"
	NoAnswerOnGet   Rule = "no answer came on a GET stream"
	OneStream       Rule = "no message came on two event streams"
	OwnStream       Rule = "no progress came on a GET stream"
	EventsPlain     Rule = "every event was plain"
	EventsEnded     Rule = "every event ended with an empty line" // the same
	EventsWhole     Rule = "every event held what it was to hold" // which is why answers are missing; others tell what is wrong
	Wanted          Rule = "no resource was told of to a client that had subscribed to none"
	CallFormed      Rule = "every result of a call had what it needs, each of its type"
	RequestFormed   Rule = "every request of the server's had what it needs, each of its type"
	NoticeFormed    Rule = "every notification of the server's had members of the right types"
	RetrySaid       Rule = "every event stream that ended before its answer had said when to come back"
	GoesOn          Rule = "no request with wrong params was answered as if the session had ended"
	OneSession      Rule = "no answer in a session had the id of another one"
	OwnFault        Rule = "no mistake of the client's was answered with a status that says the server has failed"
)

// finding is how a rule was broken.
type finding struct {
	what   string        // the first case
	events []event.Event // of it
	cases  int
}

// watch judges every message of a run when it comes, for the checks that say so at
// its end. It may be used at any time.
type watch struct {
	calls callLog

	mu       sync.Mutex
	judged   map[Rule]int
	findings map[Rule]*finding
	talks    []*talk
}

func newWatch() *watch { return &watch{judged: map[Rule]int{}, findings: map[Rule]*finding{}} }

// blame takes a case that breaks a rule; "" is one that does not.
func (w *watch) blame(rule Rule, what string, events ...event.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.judged[rule]++
	if what == "" {
		return
	}
	if w.findings[rule] == nil {
		w.findings[rule] = &finding{what: what, events: events}
	}
	w.findings[rule].cases++
}

// Found reports whether anything in the run so far has broken a rule.
func (b *Bench) Found(rule Rule) bool { return b.watch.found(rule) }

// cases is how often a rule was broken.
func (w *watch) cases(rule Rule) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f := w.findings[rule]; f != nil {
		return f.cases
	}
	return 0
}

// found reports whether a rule was broken.
func (w *watch) found(rule Rule) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.findings[rule] != nil
}

// Judge is an error if anything in the run so far has broken a rule, not observed if
// there was nothing to judge, and not testable if the server opens no session.
func (b *Bench) Judge(rule Rule) error {
	if err := b.Ready(); err != nil && !(slices.Contains([]Rule{EventsPlain, Accepted, Shaped, OneObject, Typed}, rule) && b.watch.found(rule)) {
		return err // what has no handshake is judged by it
	}
	if rule == AnsweredByID || rule == Unanswered {
		b.watch.settle()
	}
	b.watch.mu.Lock()
	judged, found := b.watch.judged[rule], b.watch.findings[rule]
	b.watch.mu.Unlock()
	switch {
	case found == nil:
		return verdict.NotObservedIf(judged == 0, "there was nothing of the kind in the whole run")
	case found.cases == 1:
		b.Recall(found.events)
		return fmt.Errorf("%s", found.what)
	}
	b.Recall(found.events)
	return fmt.Errorf("%s (and %d more like it in the whole run)", found.what, found.cases-1)
}

// settle says of answers without an id what they answered, which shows only when no
// request is under way any more. Where there are more of them than requests that stayed
// without answer, notifications were answered.
func (w *watch) settle() {
	w.mu.Lock()
	talks := w.talks
	w.mu.Unlock()
	var open []*talk
	notified := false
	for _, t := range talks {
		t.mu.Lock()
		switch n, missing := len(t.idless), t.missing(); {
		case n == 0:
		case n > missing && t.notified != "":
			notified = true
			w.answered(t)
			t.idless = nil
		default:
			open = append(open, t)
		}
		t.mu.Unlock()
	}
	for _, t := range open {
		t.mu.Lock()
		for _, f := range t.idless {
			if !notified {
				w.blame(AnsweredByID, fmt.Sprintf("the answer to %s has the id %s: %s", t.oldest(), OrNothing(f.id), f.quote), f.shown...)
			}
		}
		t.idless = nil
		t.mu.Unlock()
	}
}

// cancelling is a notification with a check of its own for being answered.
const cancelling = "notifications/cancelled"

// answered says that notifications are answered. t.mu is held.
func (w *watch) answered(t *talk) {
	for _, f := range t.idless {
		if f.after != "" {
			w.blame(Unanswered, fmt.Sprintf("the notification %q is answered: %s", f.after, f.quote), f.shown...)
		}
	}
}

// shown are the events of a case: what was sent last, and what came.
func (t *talk) shown(f Frame) []event.Event {
	e := event.Event{At: f.At, Actor: "server", Kind: "received", Raw: shown(f.Raw)}
	if t.sent.Raw == "" {
		return []event.Event{e}
	}
	return slices.Clip([]event.Event{t.sent, e})
}
