package clientcheck

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func callSteps() []Step {
	return gherkin.Noun("call", []Step{
		{Keyword: Then, Pattern: `the client calls a tool`, Manual: "whatever becomes of the call", Func: (*World).calls},
		{Keyword: Then, Pattern: `a call that is given up is cancelled, once, with its own id`, Manual: "by notifications/cancelled",
			Func: (*World).cancels},
		{Keyword: Then, Pattern: `initialize is given up, and not cancelled`, Manual: "not observed if the client still waits at the end",
			Func: (*World).spares},
		{Keyword: Then, Pattern: `the answer of a call that was cancelled arrives`, Manual: "not observed if the client made that impossible",
			Func: (*World).lateAnswer},
		{Keyword: Then, Pattern: `every ping is answered within (\S+)`, Manual: "with a result", Example: "every ping is answered within 5s",
			Func: (*World).pongs},
		{Keyword: Then, Pattern: `the request "([^"]+)" is answered with:`, Manual: "the members of this JSON object, and maybe others",
			Example: `the request "elicitation/create" is answered with:`, Func: (*World).answers},
	})
}

func (w *World) calls() error {
	r, err := w.seen()
	if err == nil && !r.sent("tools/call") {
		err = fmt.Errorf("no tool is called; the client %s%s", r.end(), r.lastWords())
	}
	return err
}

// cancelled are the ids that the client cancelled, as raw tokens, in order.
func (r *run) cancelled() []string {
	var out []string
	for _, m := range r.all("notifications/cancelled") {
		var p struct{ RequestID json.RawMessage }
		params(m.Raw, &p)
		out = append(out, string(p.RequestID))
	}
	return out
}

// firstCall is the run and the first tools/call in it.
func (w *World) firstCall() (*run, indexed, error) {
	r, err := w.seen()
	if err != nil {
		return nil, indexed{}, err
	}
	calls := r.all("tools/call")
	if len(calls) == 0 {
		return nil, indexed{}, verdict.NotObserved("the client called no tool; it %s", r.end())
	}
	return r, calls[0], nil
}

func (w *World) cancels() error {
	r, call, err := w.firstCall()
	if err != nil {
		return err
	}
	cancelled := r.cancelled()
	switch {
	case len(cancelled) == 0 && !r.ended:
		return verdict.NotObserved("the client waited for the answer for the whole %s", r.limit)
	case len(cancelled) == 0 && !r.asksAfter(call):
		return verdict.NotObserved("the client ended its session together with the call")
	case len(cancelled) == 0:
		return fmt.Errorf("the client gave up the call %s without notifications/cancelled and went on", call.ID)
	case cancelled[0] != call.ID:
		return fmt.Errorf("cancelled is %s, the id of the call is %s", orNothing(cancelled[0]), call.ID)
	case len(cancelled) > 1 && cancelled[1] == call.ID:
		return fmt.Errorf("the call %s is cancelled more than once", call.ID)
	}
	return nil
}

// asksAfter reports whether a request follows another.
func (r *run) asksAfter(call indexed) bool {
	return slices.ContainsFunc(r.asked(), func(m indexed) bool { return m.at > call.at })
}

func (w *World) spares() error {
	r, err := w.seen()
	if err != nil {
		return err
	}
	hello := r.all("initialize")
	switch {
	case len(hello) == 0:
		return verdict.NotObserved("the client sent no initialize")
	case r.sent("notifications/cancelled"):
		return fmt.Errorf("%s is cancelled, the id of initialize is %s", orNothing(r.cancelled()[0]), hello[0].ID)
	case !r.ended:
		return verdict.NotObserved("the client waited for the answer for the whole %s", r.limit)
	}
	return nil
}

func (w *World) lateAnswer() error {
	r, call, err := w.firstCall()
	if err != nil {
		return err
	}
	cancelled := r.cancelled()
	if len(cancelled) == 0 || cancelled[0] != call.ID {
		return verdict.NotObserved("the client did not cancel the call")
	}
	for _, a := range r.sentBack("tools/call") {
		gone := r.entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindGone && e.Verb == "POST" })
		if a.ID == call.ID && (len(gone) == 0 || gone[0].at > a.at) {
			return nil
		}
	}
	return verdict.NotObserved("the client closed the way for the late answer")
}

// leaving is how long before its end a client may leave a ping unanswered.
const leaving = time.Second

func (w *World) pongs(within string) error {
	most, err := time.ParseDuration(within)
	if err != nil {
		return fmt.Errorf("%q is no time", within)
	}
	r, err := w.seen()
	if err != nil {
		return err
	}
	pings := r.sentBack("ping")
	judged := 0
	for _, ping := range pings {
		if ping.ID == "" || result(ping.Raw) != nil {
			continue // the answer to a ping of the client
		}
		pong, answered := r.answerTo(ping.ID)
		switch {
		case !answered && r.stop.Sub(ping.At) < leaving:
			continue
		case !answered:
			return fmt.Errorf("the ping %s has no answer after %s", ping.ID, r.stop.Sub(ping.At).Round(time.Millisecond))
		case result(pong.Raw) == nil:
			return fmt.Errorf("the ping %s is answered with %s", ping.ID, quote(pong.Raw))
		case pong.At.Sub(ping.At) > most:
			return fmt.Errorf("the ping %s is answered after %s", ping.ID, pong.At.Sub(ping.At).Round(time.Millisecond))
		}
		judged++
	}
	if judged == 0 {
		return verdict.NotObserved("no ping reached the client; it %s", r.end())
	}
	return nil
}

// answerTo is the client's answer to a request of the server.
func (r *run) answerTo(id string) (indexed, bool) {
	found := r.entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindAnswered && e.ID == id })
	if len(found) == 0 {
		return indexed{}, false
	}
	return found[0], true
}

func (w *World) answers(method string, wanted *godog.DocString) error {
	r, err := w.seen()
	if err != nil {
		return err
	}
	requests := r.sentBack(method)
	if len(requests) == 0 {
		return verdict.NotObserved("the client was not asked for %s; it %s", method, r.end())
	}
	answer, answered := r.answerTo(requests[0].ID)
	if !answered {
		return errors.New("there is no answer; the client " + r.end())
	}
	var want, got any
	if err := json.Unmarshal([]byte(wanted.Content), &want); err != nil {
		return fmt.Errorf("reading what is wanted: %w", err)
	}
	_ = json.Unmarshal(result(answer.Raw), &got)
	if path := missing(want, got, "result"); path != "" {
		return fmt.Errorf("%s is not as wanted: %s", path, quote(answer.Raw))
	}
	return nil
}

// missing is the path at which got does not have what want has, or "".
func missing(want, got any, path string) string {
	members, isObject := want.(map[string]any)
	if !isObject {
		if reflect.DeepEqual(want, got) {
			return ""
		}
		return path
	}
	has, _ := got.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if at := missing(members[name], has[name], path+"."+name); at != "" {
			return at
		}
	}
	return ""
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}
