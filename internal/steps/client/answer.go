package client

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func answerSteps() []gherkin.Step {
	return gherkin.Noun("answer", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the client answers pings during a call`, Manual: "not testable if it does not: see CLI-15", Func: (*World).answersPings},
		{Keyword: gherkin.Given, Pattern: `the client copes with revision "([0-9-]+)"`, Manual: "not observed if it does not use a session in it",
			Example: `the client copes with revision "2025-03-26"`, Func: (*World).copesWith},
		{Keyword: gherkin.Then, Pattern: `the request "([^"]+)" is answered with an error`, Manual: "of any code",
			Example: `the request "mcpsim/unknown" is answered with an error`, Func: refused},
		{Keyword: gherkin.Then, Pattern: `the request "([^"]+)" is answered with the error (-\d+)`, Manual: "not observed if it is answered with no error",
			Example: `the request "mcpsim/unknown" is answered with the error -32601`, Func: refusedWith},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is refused unless the client has declared (\S+)`, Manual: "not observed if it has",
			Example: `"roots/list" is refused unless the client has declared roots`, Func: refusedUndeclared},
		{Keyword: gherkin.Then, Pattern: `a URL is not accepted unless the client has declared the mode`, Manual: "url, in elicitation; not observed if it has",
			Func: acceptsNoURL},
		{Keyword: gherkin.Then, Pattern: `the answer to a URL has no content`, Manual: "which is that of a form; not observed if the client has not declared the mode url", Func: urlHasNoContent},
		{Keyword: gherkin.Then, Pattern: `a client that has declared "(form|url)" does not refuse it`, Manual: "the mode of elicitation; not observed if it has not, or if it fails in another way",
			Example: `a client that has declared "url" does not refuse it`, Func: refusesNoMode},
		{Keyword: gherkin.Then, Pattern: `a client with (\S+) answers "([^"]+)" with the member (\S+)`, Manual: "not observed if it has not declared that capability",
			Example: `a client with roots answers "roots/list" with the member roots`, Func: keepsPromise},
		{Keyword: gherkin.Then, Pattern: `a client that has declared another mode than "([a-z]+)" refuses it with (-\d+)`, Manual: "the mode of elicitation; not observed if it has declared it, or none",
			Example: `a client that has declared another mode than "url" refuses it with -32602`, Func: refusesOtherMode},
		{Keyword: gherkin.Then, Pattern: `every root is a file`, Manual: "has a uri that begins with file://, and a text as its name if it has one; not observed if no roots are told", Func: rootsAreFiles},
		{Keyword: gherkin.Then, Pattern: `the action is accept, decline or cancel`, Manual: "of the answer to elicitation/create; not observed if it is an error",
			Func: actionKnown},
		{Keyword: gherkin.Then, Pattern: `the form is not declined`, Manual: "nor cancelled; not observed if it is", Func: notDeclined},
		{Keyword: gherkin.Then, Pattern: `the content that is accepted fits the form`, Manual: "the members that are given, by their types and enums",
			Func: contentFits},
		{Keyword: gherkin.Then, Pattern: `a client with sampling answers with a message`, Manual: "role, model and content; not observed if it refuses",
			Func: samples},
		{Keyword: gherkin.Given, Pattern: `the client takes an error of a tool for a result`, Manual: "not testable if it does not end with code 0 after a result with isError",
			Func: (*World).takesErrors},
		{Keyword: gherkin.Then, Pattern: `the arguments of every call fit the schema of the tool`, Manual: "what is required, and simple types", Func: each(argumentsFit)},
		{Keyword: gherkin.Then, Pattern: `no method is sent that clients do not have`, Manual: "those of servers, of JSON-RPC itself, and of other protocols",
			Func: each(clientMethods)},
		{Keyword: gherkin.Then, Pattern: `every progress token is a string or an integer, and of one request`, Manual: "not observed if none is given",
			Func: each(tokens)},
	})
}

// toolFails is the script of a server whose tool fails.
const toolFails = `rules: [{when: {method: tools/call}, do: [{result: {content: [{type: text, text: "no numbers"}], isError: true}}]}]`

func (w *World) takesErrors() error {
	s := w.bench.Plain(w.modern)
	s.Script = toolFails
	return w.requires(s, func(r *clientcheck.Run) error {
		if r.Well() != nil {
			return verdict.NotTestable("the client ends otherwise than with code 0 when a tool fails, as it may")
		}
		return nil
	})
}

// asksPing is the script of a server that pings during a call.
const asksPing = `
http: {answers: sse}
rules:
  - when: {method: tools/call}
    do: [{request: {method: ping, wait: true}}, {request: {method: ping, id: 7}}]`

const (
	pingLimit = 15 * time.Second // bounds the run with it
	promptly  = 2 * time.Second  // as in CLI-15: who answers later answers nothing in the checks that follow
)

func (w *World) answersPings() error {
	s := w.bench.Plain(w.modern)
	s.Script, s.Limit = asksPing, pingLimit
	return w.requires(s, func(r *clientcheck.Run) error {
		if r.Well() != nil || pongs(r, promptly, false) != nil || answersFit(r) != nil {
			return verdict.NotTestable("the client does not answer a ping promptly during a call, or does not go on after it: see CLI-15")
		}
		return nil
	})
}

func (w *World) copesWith(revision string) error {
	s := w.bench.Plain(w.modern)
	s.Script = fmt.Sprintf("revisions: [%q]", revision)
	return w.requires(s, func(r *clientcheck.Run) error {
		return verdict.NotObservedIf(r.Well() != nil, "the client uses no session in revision %s", revision)
	})
}

// answered are the answers to the requests of the server with a method, and what keeps one of
// them from having an answer.
func answered(r *clientcheck.Run, method string) (all []clientcheck.Indexed, err error) {
	for _, request := range r.SentBack(method) {
		answer, err := answerTo(r, request, method)
		if err != nil && len(all) > 0 && verdict.Of(err) != "" {
			return all, nil // those before are judged
		}
		if err != nil {
			return all, err
		}
		all = append(all, answer)
	}
	return all, verdict.NotObservedIf(len(all) == 0, "the client was not asked for %s; it %s", method, r.End())
}

// everyAnswer judges the answers to all requests of the server with a method.
func everyAnswer(r *clientcheck.Run, method string, judge func(clientcheck.Indexed) error) error {
	all, err := answered(r, method)
	for _, answer := range all {
		if err := judge(answer); err != nil {
			return err
		}
	}
	return err
}

func answerTo(r *clientcheck.Run, request clientcheck.Indexed, method string) (clientcheck.Indexed, error) {
	answer, ok := r.AnswerTo(request.ID)
	switch {
	case !ok && unheard(r) != nil:
		return answer, unheard(r)
	case !ok && r.Ended && r.Code != 0: // it copes with other servers
		return answer, fmt.Errorf("%s has no answer; the client %s%s", method, r.End(), r.LastWords())
	case !ok && r.Stop.Sub(request.At) < leaving:
		return answer, verdict.NotObserved("the client %s before it could answer %s", r.End(), method)
	case !ok:
		return answer, fmt.Errorf("%s has no answer; the client %s", method, r.End())
	}
	return answer, nil
}

// errorOf is the code of an answer that is an error; ok = it is one.
func errorOf(raw string) (code json.Number, ok bool) {
	var m struct{ Error *struct{ Code json.Number } }
	if jsonparts.Unmarshal([]byte(raw), &m) != nil || m.Error == nil {
		return "", false
	}
	return m.Error.Code, true
}

func refused(r *clientcheck.Run, method string) error {
	if _, err := answered(r, method); err == nil && unheard(r) != nil {
		return unheard(r)
	}
	return everyAnswer(r, method, func(answer clientcheck.Indexed) error {
		_, isError := errorOf(answer.Raw)
		return verdict.FailedIf(!isError, "%s is answered with no error: %s", method, quote(answer.Raw))
	})
}

func refusedWith(r *clientcheck.Run, method, code string) error {
	if refused(r, method) != nil {
		return verdict.NotObserved("%s is not answered with an error", method)
	}
	return everyAnswer(r, method, func(answer clientcheck.Indexed) error {
		got, _ := errorOf(answer.Raw)
		return verdict.FailedIf(string(got) != code, "%s is answered with the error %s: %s", method, orNothing(string(got)), quote(answer.Raw))
	})
}

// declares reports whether the client has declared a capability in the run, or what follows its name
// and a dot in it.
func declares(r *clientcheck.Run, capability string) bool {
	return slices.ContainsFunc(r.All("initialize"), func(m clientcheck.Indexed) bool {
		var p struct{ Capabilities map[string]json.RawMessage }
		clientcheck.Params(m.Raw, &p)
		name, option, has := strings.Cut(capability, ".")
		if !has {
			return p.Capabilities[name] != nil
		}
		can, _ := members(p.Capabilities[name])
		return can[option] != nil
	})
}

// methodNotFound is the code of the error for methods that are not known.
const methodNotFound = "-32601"

// parseError is the code of the error for what could not be read.
const parseError = "-32700"

func refusedUndeclared(r *clientcheck.Run, method, capability string) error {
	if declares(r, capability) {
		return verdict.NotObserved("the client has declared %s", capability)
	}
	if introduced(r) != nil {
		return verdict.NotTestable("what the client has declared cannot be read: see CLI-46")
	}
	return refused(r, method)
}

// declaresMode reports whether a client has declared a mode of elicitation; no mode at all is
// that of forms.
func declaresMode(r *clientcheck.Run, mode string) bool {
	return slices.ContainsFunc(r.All("initialize"), func(m clientcheck.Indexed) bool {
		var p struct {
			Capabilities struct{ Elicitation map[string]json.RawMessage }
		}
		clientcheck.Params(m.Raw, &p)
		can := p.Capabilities.Elicitation
		return can[mode] != nil || mode == "form" && can != nil && len(can) == 0
	})
}

// invalidParams is the code of the error for modes that were not declared.
const invalidParams = "-32602"

func refusesNoMode(r *clientcheck.Run, mode string) error {
	if !declaresMode(r, mode) {
		return verdict.NotObserved("the client has not declared the mode %s", mode)
	}
	if all, err := answered(r, "elicitation/create"); len(all) == 0 {
		return verdict.NotObserved("no question is answered: %s", err)
	}
	return everyAnswer(r, "elicitation/create", func(answer clientcheck.Indexed) error {
		code, _ := errorOf(answer.Raw)
		return verdict.FailedIf(code == invalidParams || code == methodNotFound, "the mode %s was declared, and is refused: %s", mode, quote(answer.Raw))
	})
}

func refusesOtherMode(r *clientcheck.Run, mode, code string) error {
	if declaresMode(r, mode) || !declares(r, "elicitation") {
		return verdict.NotObserved("the client has declared the mode %s, or no elicitation", mode)
	}
	return everyAnswer(r, "elicitation/create", func(answer clientcheck.Indexed) error {
		got, _ := errorOf(answer.Raw)
		return verdict.FailedIf(string(got) != code, "the mode %s was not declared, and is answered otherwise: %s", mode, quote(answer.Raw))
	})
}

func urlHasNoContent(r *clientcheck.Run) error {
	if !declaresMode(r, "url") {
		return verdict.NotObserved("the client has not declared URLs")
	}
	return everyAnswer(r, "elicitation/create", func(answer clientcheck.Indexed) error {
		var got struct{ Content json.RawMessage }
		_ = jsonparts.Unmarshal(clientcheck.Result(answer.Raw), &got)
		return verdict.FailedIf(got.Content != nil, "a URL is answered with the content of a form: %s", quote(answer.Raw))
	})
}

func acceptsNoURL(r *clientcheck.Run) error {
	if declaresMode(r, "url") {
		return verdict.NotObserved("the client has declared URLs")
	}
	return everyAnswer(r, "elicitation/create", func(answer clientcheck.Indexed) error {
		var got struct{ Action json.RawMessage }
		_ = jsonparts.Unmarshal(clientcheck.Result(answer.Raw), &got)
		action, _ := textOf(got.Action)
		return verdict.FailedIf(action == "accept", "a URL is accepted, and the mode url was not declared: %s", quote(answer.Raw))
	})
}

func keepsPromise(r *clientcheck.Run, capability, method, member string) error {
	if !declares(r, capability) {
		return verdict.NotObserved("the client has not declared %s", capability)
	}
	return everyAnswer(r, method, func(answer clientcheck.Indexed) error {
		if code, failed := errorOf(answer.Raw); failed && code != methodNotFound {
			return verdict.NotObserved("the client fails to answer %s: %s", method, quote(answer.Raw))
		}
		var result map[string]json.RawMessage
		_ = jsonparts.Unmarshal(clientcheck.Result(answer.Raw), &result)
		value := result[member]
		return verdict.FailedIf(value == nil || string(value) == "null", "%s is answered without %s: %s", method, member, quote(answer.Raw))
	})
}

func rootsAreFiles(r *clientcheck.Run) error {
	if all, err := answered(r, "roots/list"); len(all) == 0 {
		return verdict.NotObserved("no roots are told: %s", err)
	}
	return everyAnswer(r, "roots/list", rootsIn)
}

func rootsIn(answer clientcheck.Indexed) error {
	var told struct {
		Roots []struct {
			URI  string
			Name json.RawMessage
			Meta json.RawMessage `json:"_meta"`
		}
	}
	if result := clientcheck.Result(answer.Raw); isObject(result) && jsonparts.Unmarshal(result, &told) != nil {
		return fmt.Errorf("the roots are no array of objects with a uri: %s", quote(answer.Raw))
	}
	for _, root := range told.Roots {
		if err := notFile(root.URI); err != nil {
			return fmt.Errorf("a root has the uri %q: %w", root.URI, err)
		}
		if _, ok := textOf(root.Name); root.Name != nil && !ok {
			return fmt.Errorf("a root has the name %s, which is no text", root.Name)
		}
		if root.Meta != nil && !isObject(root.Meta) {
			return fmt.Errorf("a root has the _meta %s, which is no object", root.Meta)
		}
	}
	return verdict.NotObservedIf(len(told.Roots) == 0, "no roots are told")
}

// sureToWait is how long a client waits for an answer at least, whatever it was told.
const sureToWait = 400 * time.Millisecond

// cancelledIn are the requests that the client has cancelled.
func cancelledIn(r *clientcheck.Run) map[connected]bool {
	out := map[connected]bool{}
	for _, m := range r.All("notifications/cancelled") {
		out[connected{m.Conn, string(cancelledID(m))}] = true
	}
	return out
}

// tokens says which progress token is none, or that of a request that the client waits for.
func tokens(r *clientcheck.Run) error {
	owner, answered := map[connected]clientcheck.Indexed{}, firstAnswers(r) // owner: requests that are not answered yet, by token
	seen, gone := false, cancelledIn(r)
	for _, m := range r.Asked() {
		var p struct {
			Meta struct{ ProgressToken json.RawMessage } `json:"_meta"`
		}
		clientcheck.Params(m.Raw, &p)
		token := p.Meta.ProgressToken
		if token == nil {
			continue
		}
		seen = true
		if !stringOrInteger(token) {
			return fmt.Errorf("the progress token of %s is %s", m.Method, token)
		}
		key := connected{m.Conn, string(token)}
		earlier, taken := owner[key]
		at, came := answered[earlier.ID]
		open := taken && earlier.ID != m.ID && !(came && at < m.Place) && !gone[connected{m.Conn, earlier.ID}]
		if open && !r.BrokeBefore(m.Place) && !r.Refused() && m.At.Sub(earlier.At) < sureToWait {
			return fmt.Errorf("the progress token %s of %s is that of %s, which is still open", token, m.Method, earlier.Method)
		}
		owner[key] = m
	}
	return verdict.NotObservedIf(!seen, "the client gives no progress token")
}

// firstAnswers are the places of the first message of the server with each id.
func firstAnswers(r *clientcheck.Run) map[string]int {
	out := map[string]int{}
	for _, a := range r.Entries(isSent) {
		if _, known := out[a.ID]; !known {
			out[a.ID] = a.Place
		}
	}
	return out
}

func stringOrInteger(token json.RawMessage) bool {
	var text *string
	var number *int64
	return jsonparts.Unmarshal(token, &text) == nil && text != nil || jsonparts.Unmarshal(token, &number) == nil && number != nil
}
