package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func callSteps() []gherkin.Step {
	return gherkin.Noun("call", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the client calls a tool`, Manual: "whatever becomes of the call", Func: calls},
		{Keyword: gherkin.Then, Pattern: `a call that is given up is cancelled, once, with its own id`, Manual: "by notifications/cancelled", Func: cancels},
		{Keyword: gherkin.Then, Pattern: `initialize is given up, and not cancelled`, Manual: "not observed if the client still waits at the end", Func: spares},
		{Keyword: gherkin.Then, Pattern: `the answer of a call that was cancelled arrives`, Manual: "not observed if the client made that impossible",
			Func: lateAnswer},
		{Keyword: gherkin.Then, Pattern: `every ping is answered within (\S+)`, Manual: "with a result", Example: "every ping is answered within 5s", Func: pongs},
		{Keyword: gherkin.Then, Pattern: `the request "([^"]+)" is answered with:`, Manual: "the members of this JSON object, and maybe others",
			Example: `the request "elicitation/create" is answered with:`, Func: answers},
	})
}

func calls(r *clientcheck.Run) error {
	return verdict.FailedIf(!r.Sent("tools/call"), "no tool is called; the client %s%s", r.End(), r.LastWords())
}

// firstCall is a run with the first tools/call in it.
type firstCall struct {
	*clientcheck.Run
	call clientcheck.Indexed
}

func firstCallOf(r *clientcheck.Run) (firstCall, error) {
	calls := r.All("tools/call")
	if len(calls) == 0 {
		return firstCall{}, verdict.NotObserved("the client called no tool; it %s", r.End())
	}
	return firstCall{r, calls[0]}, nil
}

func cancels(r firstCall) error {
	cancelled := r.Cancelled()
	switch {
	case len(cancelled) == 0 && !r.Ended:
		return verdict.NotObserved("the client waited for the answer for the whole %s", r.Limit)
	case len(cancelled) == 0 && !r.AsksAfter(r.call):
		return verdict.NotObserved("the client ended its session together with the call")
	case len(cancelled) == 0:
		return fmt.Errorf("the client gave up the call %s without notifications/cancelled and went on", r.call.ID)
	case cancelled[0] != r.call.ID:
		return fmt.Errorf("cancelled is %s, the id of the call is %s", orNothing(cancelled[0]), r.call.ID)
	case len(cancelled) > 1 && cancelled[1] == r.call.ID:
		return fmt.Errorf("the call %s is cancelled more than once", r.call.ID)
	}
	return nil
}

func spares(r *clientcheck.Run) error {
	hello := r.All("initialize")
	switch {
	case len(hello) == 0:
		return verdict.NotObserved("the client sent no initialize")
	case r.Sent("notifications/cancelled"):
		return fmt.Errorf("%s is cancelled, the id of initialize is %s", orNothing(r.Cancelled()[0]), hello[0].ID)
	case !r.Ended:
		return verdict.NotObserved("the client waited for the answer for the whole %s", r.Limit)
	}
	return nil
}

func lateAnswer(r firstCall) error {
	cancelled := r.Cancelled()
	if len(cancelled) == 0 || cancelled[0] != r.call.ID {
		return verdict.NotObserved("the client did not cancel the call")
	}
	for _, a := range r.SentBack("tools/call") {
		gone := r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindGone && e.Verb == "POST" })
		if a.ID == r.call.ID && (len(gone) == 0 || gone[0].Place > a.Place) {
			return nil
		}
	}
	return verdict.NotObserved("the client closed the way for the late answer")
}

// leaving is how long before its end a client may leave a ping unanswered.
const leaving = time.Second

func pongs(r *clientcheck.Run, most time.Duration) error {
	pings := r.SentBack("ping")
	judged := 0
	for _, ping := range pings {
		if ping.ID == "" || clientcheck.Result(ping.Raw) != nil {
			continue // the answer to a ping of the client
		}
		pong, answered := r.AnswerTo(ping.ID)
		switch {
		case !answered && r.Stop.Sub(ping.At) < leaving:
			continue
		case !answered:
			return fmt.Errorf("the ping %s has no answer after %s", ping.ID, r.Stop.Sub(ping.At).Round(time.Millisecond))
		case clientcheck.Result(pong.Raw) == nil:
			return fmt.Errorf("the ping %s is answered with %s", ping.ID, quote(pong.Raw))
		case pong.At.Sub(ping.At) > most:
			return fmt.Errorf("the ping %s is answered after %s", ping.ID, pong.At.Sub(ping.At).Round(time.Millisecond))
		}
		judged++
	}
	return verdict.NotObservedIf(judged == 0, "no ping reached the client; it %s", r.End())
}

func answers(r *clientcheck.Run, method string, wanted *gherkin.DocString) error {
	requests := r.SentBack(method)
	if len(requests) == 0 {
		return verdict.NotObserved("the client was not asked for %s; it %s", method, r.End())
	}
	answer, answered := r.AnswerTo(requests[0].ID)
	if !answered {
		return errors.New("there is no answer; the client " + r.End())
	}
	var want, got any
	if err := json.Unmarshal([]byte(wanted.Content), &want); err != nil {
		return fmt.Errorf("reading what is wanted: %w", err)
	}
	_ = json.Unmarshal(clientcheck.Result(answer.Raw), &got)
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
