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
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func callSteps() []gherkin.Step {
	return gherkin.Noun("call", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the client calls a tool`, Manual: "whatever becomes of the call; not testable if it calls none of a correct server either", Func: (*World).calls},
		{Keyword: gherkin.Then, Pattern: `the client completes a call with a correct server`, Manual: "in JSON or in event streams, and ends with code 0",
			Func: (*World).able},
		{Keyword: gherkin.Then, Pattern: `a call that is given up is cancelled, once, with its own id`, Manual: "by notifications/cancelled", Func: cancels},
		{Keyword: gherkin.Then, Pattern: `another call follows the one that is given up`, Manual: "not observed if the first was answered, or the client ends with code 0", Func: goesOn},
		{Keyword: gherkin.Then, Pattern: `initialize is given up, and not cancelled`, Manual: "not observed if the client still waits at the end", Func: spares},
		{Keyword: gherkin.Then, Pattern: `the answer of a call that was cancelled arrives`, Manual: "not observed if the client made that impossible",
			Func: lateAnswer},
		{Keyword: gherkin.Then, Pattern: `the call is waited for`, Manual: "until its answer comes; not observed if the client cancels it, as one does that has a timeout of its own",
			Func: waitsFor},
		{Keyword: gherkin.Then, Pattern: `every call that is not cancelled is waited for`, Manual: "its answer is sent before the client leaves", Func: waits},
		{Keyword: gherkin.Given, Pattern: `the client hands a text on`, Manual: "not testable if another text comes back for one that it was given whole; characters that were lost in decoding do not count",
			Func: (*World).handsOn},
		{Keyword: gherkin.Then, Pattern: `the text that a tool gave comes back`, Manual: "in the call of mcpsim_take; not observed if there is none after a plain text either", Func: (*World).echoes},
		{Keyword: gherkin.Then, Pattern: `a text of (\d+) bytes comes back`, Manual: "ASCII, in the call that follows that of mcpsim_give; not observed if there is none after a plain text either",
			Example: "a text of 3000 bytes comes back", Func: (*World).echoesAll},
		{Keyword: gherkin.Then, Pattern: `every ping is answered within (\S+)`, Manual: "with a result that is empty", Example: "every ping is answered within 5s", Func: (*World).pongs},
		{Keyword: gherkin.Then, Pattern: `the request "([^"]+)" is answered with:`, Manual: "the members of this JSON object, and maybe others",
			Example: `the request "elicitation/create" is answered with:`, Func: answers},
	})
}

func (w *World) calls() error {
	r, err := w.seen()
	if err != nil || r.Sent("tools/call") {
		return err
	}
	if err := w.copes(); err != nil {
		return err
	}
	if w.situation.Context != "" && r.Ended && (r.Sent("tools/list") || firstWord(r) > soon || w.outwaited(r)) {
		return verdict.NotObserved("no tool is called within the time that the client was told; it %s%s", r.End(), r.LastWords())
	}
	return fmt.Errorf("no tool is called; the client %s%s", r.End(), r.LastWords())
}

// outwaited reports whether the client ended when its last request had been open, or its answer
// unread on a busy machine, for as long as it was told to wait.
func (w *World) outwaited(r *clientcheck.Run) bool {
	var told struct{ TimeoutMs int }
	_ = jsonparts.Unmarshal([]byte(w.situation.Context), &told)
	asked := r.Asked()
	return told.TimeoutMs > 0 && len(asked) > 0 && r.Stop.Sub(asked[len(asked)-1].At) >= time.Duration(told.TimeoutMs)*time.Millisecond
}

// foundation is a rule without which no server can be expected to work with a client.
type foundation struct {
	id    string
	judge func(*clientcheck.Run) error
}

// foundations are those of the era with a handshake.
var foundations = []foundation{
	{"CLI-41", encoded}, {"CLI-18", pure}, {"CLI-42", idsWhereTheyBelong}, {"CLI-19", idTypes}, {"CLI-46", introduced},
	{"CLI-01", initializeFirst}, {"CLI-01", afterEach(initializedFollows)}, {"CLI-04", afterEach(carriesSession)},
	{"CLI-03", afterEach(namesRevision)}, {"CLI-49", shaped}, {"CLI-20", cursors}, {"CLI-118", argumentsFit},
}

// modernFoundations are those of the era without a handshake.
var modernFoundations = []foundation{
	{"M-CLI-41", neverInitializes}, {"M-CLI-18", messagesAlone}, {"M-CLI-22", eachRequest(saysProtocol)}, {"M-CLI-19", idTypes},
	{"M-CLI-23", mirrors}, {"M-CLI-130", shaped}, {"M-CLI-20", cursors}, {"M-CLI-129", eachRequest(keysOfFit)},
}

// able says that a client completes no call, unless another check says why.
func (w *World) able() error {
	trouble := w.bench.Able(w.modern)
	if trouble == nil || w.bench.Stopped() != nil {
		return nil
	}
	r, err := w.bench.Play(w.bench.Plain(w.modern))
	if err != nil {
		return err
	}
	basis := foundations
	if w.modern {
		basis = modernFoundations
	}
	for _, f := range basis {
		if err := f.judge(r); err != nil && verdict.Of(err) == "" {
			return verdict.NotTestable("see %s: %s", f.id, err)
		}
	}
	return trouble
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

// isSecond reports whether this is the second of the two calls that the client was asked
// for: it gave up the first before a busy machine had sent it.
func (r firstCall) isSecond() bool {
	var p struct{ Name string }
	clientcheck.Params(r.call.Raw, &p)
	return p.Name != "slow" && schemaOf(r.Run, "slow", r.call.Place) != nil
}

// spared reports whether the call that is to be given up is not among the requests that are cancelled,
// but the one that followed it.
func (r firstCall) spared(cancelled []string) bool {
	slow := callsOf(r.Run, "slow")
	return len(slow) > 0 && !slices.ContainsFunc(slow, func(m clientcheck.Indexed) bool { return slices.Contains(cancelled, m.ID) })
}

// awaited reports whether the call was answered before the client asked for anything else.
func (r firstCall) awaited() bool {
	for _, a := range r.SentBack("tools/call") {
		if a.ID == r.call.ID {
			return !slices.ContainsFunc(r.Asked(), func(m clientcheck.Indexed) bool { return m.Place > r.call.Place && m.Place < a.Place })
		}
	}
	return false
}

// unanswered reports whether an id is that of a call whose answer came after the client had
// cancelled something, or never. A client may have called other tools before.
func (r firstCall) unanswered(id string) bool {
	cancelled := r.All("notifications/cancelled")
	answered := slices.ContainsFunc(r.SentBack("tools/call"), func(a clientcheck.Indexed) bool {
		return a.ID == id && len(cancelled) > 0 && a.Place < cancelled[0].Place
	})
	return !answered && slices.ContainsFunc(r.All("tools/call"), func(m clientcheck.Indexed) bool { return m.ID == id })
}

func cancels(r firstCall) error {
	cancelled := r.Cancelled()
	switch {
	case len(cancelled) == 0 && pure(r.Run) != nil:
		return verdict.NotTestable("what it sends is no message: see CLI-18")
	case len(cancelled) == 0 && !r.Ended:
		return verdict.NotObserved("the client waited for the answer for the whole %s", r.Limit)
	case len(cancelled) == 0 && !r.AsksAfter(r.call):
		return verdict.NotObserved("the client ended its session together with the call")
	case len(cancelled) == 0 && r.awaited():
		return verdict.NotObserved("the client waited for the answer, %s", r.End())
	case len(cancelled) > 0 && r.isSecond():
		return verdict.NotObserved("the call that the client gave up did not arrive")
	case len(cancelled) == 0:
		return fmt.Errorf("the client gave up the call %s without notifications/cancelled and went on", r.call.ID)
	case !r.unanswered(cancelled[0]) || r.spared(cancelled):
		return fmt.Errorf("cancelled is %s, the id of the call is %s", orNothing(cancelled[0]), r.call.ID)
	case slices.Contains(cancelled[1:], cancelled[0]):
		return fmt.Errorf("the call %s is cancelled more than once", cancelled[0])
	}
	return nil
}

func spares(r *clientcheck.Run) error {
	hello, cancelled := r.All("initialize"), r.Cancelled()
	switch {
	case len(hello) == 0:
		return verdict.NotObserved("the client sent no initialize")
	case len(cancelled) > 0:
		return fmt.Errorf("%s is cancelled, the id of initialize is %s", orNothing(cancelled[0]), hello[0].ID)
	case !r.Ended:
		return verdict.NotObserved("the client waited for the answer for the whole %s", r.Limit)
	}
	return nil
}

// goesOn says that a client which gave up its call could make no other one.
func goesOn(r firstCall) error {
	answered := slices.ContainsFunc(r.SentBack("tools/call"), func(a clientcheck.Indexed) bool { return a.ID == r.call.ID })
	switch {
	case len(r.All("tools/call")) > 1:
		return nil
	case answered, r.isSecond(), !r.Ended, r.Code == 0:
		return verdict.NotObserved("the client gave up no call to make another one; it %s", r.End())
	}
	return fmt.Errorf("no call follows the one that was given up; the client %s%s", r.End(), r.LastWords())
}

func lateAnswer(r firstCall) error {
	cancelled := r.Cancelled()
	if len(cancelled) == 0 || cancelled[0] != r.call.ID {
		return verdict.NotObserved("the client did not cancel the call")
	}
	for _, a := range r.SentBack("tools/call") {
		gone := r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindGone && e.ID == r.call.ID })
		if a.ID == r.call.ID && (len(gone) == 0 || gone[0].Place > a.Place) {
			return nil
		}
	}
	return verdict.NotObserved("the client closed the way for the late answer")
}

// waits says which call the client takes for answered before it is: it took another
// answer for that of this call.
func waits(r *clientcheck.Run) error {
	left, cancelled, answered := r.Leaves(), map[string]bool{}, map[connected]bool{}
	for _, id := range r.Cancelled() {
		cancelled[id] = true
	}
	for _, a := range r.SentBack("tools/call") {
		if !a.At.After(left) {
			answered[connected{a.Conn, a.ID}] = true
		}
	}
	for _, call := range r.All("tools/call") {
		if cancelled[call.ID] || !r.Ended || r.Code != 0 {
			continue
		}
		if !answered[connected{call.Conn, call.ID}] {
			return fmt.Errorf("the client leaves as if the call %s had been answered: it took another answer for that", call.ID)
		}
	}
	return nil
}

// waitsFor says that the client ends, or fails, before the call was answered.
func waitsFor(r firstCall) error {
	answered := slices.ContainsFunc(r.SentBack("tools/call"), func(a clientcheck.Indexed) bool { return a.ID == r.call.ID && !a.At.After(r.Leaves()) })
	after := r.Stop.Sub(r.call.At).Round(100 * time.Millisecond)
	switch {
	case answered && r.EndedWell() == nil:
		return nil
	case slices.Contains(r.Cancelled(), r.call.ID):
		return verdict.NotObserved("the client has given up the call %s, whatever it was told", r.call.ID)
	case answered && !r.Ended:
		return verdict.NotObserved("the client %s: see %s", r.End(), completes)
	}
	return fmt.Errorf("the client %s, %s after the call %s%s", r.End(), after, r.call.ID, r.LastWords())
}

// leaving is how long before its end a client may leave a ping unanswered.
const leaving = time.Second

func (w *World) pongs(most time.Duration) error {
	r, err := w.seen()
	if err != nil {
		return err
	}
	dies := r.Ended && r.Code != 0 && w.bench.Copes(w.modern) == nil
	return pongs(r, most, dies)
}

// pongs judges a run; dies = the client has failed in it, and does not fail else.
func pongs(r *clientcheck.Run, most time.Duration, dies bool) error {
	pings := r.SentBack("ping")
	judged := 0
	for _, ping := range pings {
		if membersOf(ping.Entry)["method"] == nil {
			continue // the answer to a ping of the client
		}
		pong, answered := r.AnswerTo(ping.ID)
		switch {
		case !answered && r.Stop.Sub(ping.At) < leaving && !dies:
			continue
		case !answered && endsSession(r, ping):
			continue
		case !answered && unheard(r) != nil:
			return unheard(r)
		case !answered && waitsForGET(r, ping):
			return verdict.NotTestable("nobody asked for the rest of the stream that the ping %s was in: see CLI-11", ping.ID)
		case !answered:
			return fmt.Errorf("the ping %s has no answer after %s", ping.ID, r.Stop.Sub(ping.At).Round(time.Millisecond))
		case clientcheck.Result(pong.Raw) == nil:
			return fmt.Errorf("the ping %s is answered with %s", ping.ID, quote(pong.Raw))
		case !isEmpty(clientcheck.Result(pong.Raw)):
			return fmt.Errorf("the ping %s is answered with %s, want an empty result", ping.ID, quote(pong.Raw))
		case pong.At.Sub(ping.At) > most+r.Slowness():
			return fmt.Errorf("the ping %s is answered after %s", ping.ID, pong.At.Sub(ping.At).Round(time.Millisecond))
		}
		judged++
	}
	return verdict.NotObservedIf(judged == 0, "no ping reached the client; it %s", r.End())
}

// endsSession reports whether the client ended the session that a request of the server came in soon
// after it, or had ended it when its answer came: that is no answer to anything any more.
func endsSession(r *clientcheck.Run, asked clientcheck.Indexed) bool {
	for _, end := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == "session ended" && e.Conn == asked.Conn }) {
		late := slices.ContainsFunc(r.Received(), func(m clientcheck.Indexed) bool {
			return m.Method == "" && m.ID == asked.ID && m.Conn == asked.Conn && m.Place > end.Place
		})
		if after := end.At.Sub(asked.At); after >= 0 && (after < soon || late && after < leaving) {
			return true
		}
	}
	return false
}

// waitsForGET reports whether a message was said after the end of the stream of a call, which no
// GET has asked for.
func waitsForGET(r *clientcheck.Run, m clientcheck.Indexed) bool {
	cut, err := broken(r)
	return err == nil && m.Transport == "http" && m.At.After(cut.cut) && len(cut.back) == 0
}

// isEmpty reports whether a result says nothing; anything may have metadata.
func isEmpty(result json.RawMessage) bool {
	var members map[string]json.RawMessage
	err := jsonparts.Unmarshal(result, &members)
	delete(members, "_meta")
	return err != nil || len(members) == 0 // what is no object is another check's business
}

// unheard says which check is about why an answer of the client did not arrive as one;
// nil = it is not known.
func unheard(r *clientcheck.Run) error {
	for _, other := range []struct {
		id    string
		judge func(*clientcheck.Run) error
	}{{"CLI-18", pure}, {"CLI-43", answersFit}, {"CLI-04", afterEach(carriesSession)}} {
		if err := other.judge(r); err != nil && verdict.Of(err) == "" {
			return verdict.NotTestable("its answers are not understood: see %s", other.id)
		}
	}
	return nil
}

func answers(r *clientcheck.Run, method string, wanted *gherkin.DocString) error {
	requests := r.SentBack(method)
	if len(requests) == 0 {
		return verdict.NotObserved("the client was not asked for %s; it %s", method, r.End())
	}
	answer, answered := r.AnswerTo(requests[0].ID)
	switch {
	case !answered && unheard(r) != nil:
		return unheard(r)
	case !answered:
		return errors.New("there is no answer; the client " + r.End())
	}
	var want, got any
	if err := jsonparts.Unmarshal([]byte(wanted.Content), &want); err != nil {
		return fmt.Errorf("reading what is wanted: %w", err)
	}
	_ = jsonparts.Unmarshal(clientcheck.Result(answer.Raw), &got)
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
