package client

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func roundSteps() []gherkin.Step {
	return gherkin.Noun("round", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `every round goes on as a new request`,
			Manual: "with an id of its own, the requestState as it was given, and an answer to each question; not observed if none does", Func: each(roundsGoOn)},
		{Keyword: gherkin.Given, Pattern: `the client answers a form that says its mode`, Manual: "not observed if it does not", Func: (*World).answersForms},
		{Keyword: gherkin.Then, Pattern: `every answer fits its question`, Manual: "actions and contents of forms, messages, and roots that are files; not observed if no question is answered", Func: each(answersFitQuestions)},
		{Keyword: gherkin.Then, Pattern: `every question is answered`, Manual: "in a request that goes on; not observed if there is no question", Func: each(answersQuestions)},
		{Keyword: gherkin.Then, Pattern: `a form is answered by a client that has declared forms`, Manual: "in the clientCapabilities of the call; not observed if it has not",
			Func: answersWhatItDeclares},
		{Keyword: gherkin.Then, Pattern: `nothing is answered that was not declared`,
			Manual: "in the clientCapabilities of the request; not observed if nothing is asked", Func: each(answersDeclared)},
		{Keyword: gherkin.Then, Pattern: `the answer to "([^"]+)" has the content:`, Manual: "of a form, by the key of the question; not observed if it is not accepted",
			Example: `the answer to "form" has the content:`, Func: acceptedContent},
	})
}

// asksForm is the script of a server that asks for a form and says that it is one.
const asksForm = `era: modern
rules:
  - when: {method: tools/call, nth: 1}
    do: [{result: {resultType: input_required, inputRequests: {form: {method: elicitation/create, params: {mode: form, message: m, requestedSchema: {type: object, properties: {}}}}}}}]`

// formLimit bounds the run with it, which M-CLI-57 shares.
const formLimit = 15 * time.Second

func (w *World) answersForms() error {
	s := w.situation
	s.Script, s.Limit = asksForm, min(s.Limit, formLimit)
	return w.requires(s, func(r *clientcheck.Run) error {
		if answersQuestions(r) != nil {
			return verdict.NotObserved("the client answers no form; it %s%s", r.End(), r.LastWords())
		}
		return nil
	})
}

func answersQuestions(r *clientcheck.Run) error {
	rounds := roundsOf(r)
	for _, one := range rounds {
		if one.next.Raw == "" {
			return fmt.Errorf("the client does not go on after the question; it %s%s", r.End(), r.LastWords())
		}
	}
	return verdict.NotObservedIf(len(rounds) == 0, "the client was asked nothing; it %s%s", r.End(), r.LastWords())
}

func answersWhatItDeclares(r firstCall) error {
	var can map[string]json.RawMessage
	_ = jsonparts.Unmarshal(r.call.Meta()[clientcheck.MetaCapabilities], &can)
	if can["elicitation"] == nil {
		return verdict.NotObserved("the client has declared no elicitation")
	}
	return answersQuestions(r.Run)
}

// round is a result that asks for something, and the request that goes on after it.
type round struct {
	request, next clientcheck.Indexed // next.Raw = "": there is none
	state         json.RawMessage     // nil = none was given
	questions     map[string]question
}

// question is what a server asks for.
type question struct {
	Method string
	Params struct {
		Mode            string
		RequestedSchema schema
		MaxTokens       int
		Tools           []struct{ Name string }
		ToolChoice      struct{ Mode string }
	}
}

// going is what a request of a round adds to the first one.
type going struct {
	State     json.RawMessage            `json:"requestState"`
	Responses map[string]json.RawMessage `json:"inputResponses"`
}

// roundsOf are the rounds of a run.
func roundsOf(r *clientcheck.Run) (out []round) {
	for _, m := range r.Asked() {
		for _, a := range r.SentBack(m.Method) {
			var result struct {
				ResultType    string
				RequestState  json.RawMessage
				InputRequests map[string]question
			}
			if a.ID != m.ID || a.Conn != m.Conn || a.Place < m.Place || jsonparts.Unmarshal(clientcheck.Result(a.Raw), &result) != nil || result.ResultType != "input_required" {
				continue
			}
			out = append(out, round{request: m, next: successor(r, m, a.Place), state: result.RequestState, questions: result.InputRequests})
			break
		}
	}
	return out
}

// successor is the request that goes on after a question at a place: the next one with the method
// and the name of the one before. Those that add nothing, and are done all the same while
// others follow, are calls beside it.
func successor(r *clientcheck.Run, m clientcheck.Indexed, at int) (next clientcheck.Indexed) {
	later := slices.DeleteFunc(r.All(m.Method), func(o clientcheck.Indexed) bool { return o.Place < at || aboutOf(o) != aboutOf(m) })
	for i, o := range later {
		var adds going
		clientcheck.Params(o.Raw, &adds)
		if adds.State != nil || adds.Responses != nil || !done(r, o) || len(later) == 1 {
			return later[i]
		}
	}
	return next
}

// done reports whether a request was answered with a result that asks for nothing.
func done(r *clientcheck.Run, m clientcheck.Indexed) bool {
	return slices.ContainsFunc(r.SentBack(m.Method), func(a clientcheck.Indexed) bool {
		var result struct{ ResultType string }
		return a.ID == m.ID && a.Conn == m.Conn && a.Place > m.Place &&
			jsonparts.Unmarshal(clientcheck.Result(a.Raw), &result) == nil && result.ResultType == "complete"
	})
}

// aboutOf is the name or URI that a request is about.
func aboutOf(m clientcheck.Indexed) string {
	var p struct{ Name, URI string }
	clientcheck.Params(m.Raw, &p)
	return p.Name + p.URI
}

func roundsGoOn(r *clientcheck.Run) error {
	seen, goOn := false, map[int]bool{}
	for _, one := range roundsOf(r) {
		if one.next.Raw == "" {
			continue
		}
		if err := one.asksTheSame(); err != nil {
			return fmt.Errorf("%w: %s", err, quote(one.next.Raw))
		}
		seen, goOn[one.next.Place] = true, true
		if err := one.goesOn(); err != nil {
			return fmt.Errorf("%w: %s", err, quote(one.next.Raw))
		}
	}
	for _, m := range r.Asked() {
		var with going
		if clientcheck.Params(m.Raw, &with); !goOn[m.Place] && (with.State != nil || with.Responses != nil) {
			return fmt.Errorf("a request that is not asked for it has a requestState or inputResponses: %s", quote(m.Raw))
		}
	}
	return verdict.NotObservedIf(!seen, "the client went on after no question; it %s%s", r.End(), r.LastWords())
}

// asksTheSame says which of its params the request has lost, or changed, as it goes on.
func (o round) asksTheSame() error {
	before, after := askedBy(o.request), askedBy(o.next)
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if !reflect.DeepEqual(before[name], after[name]) {
			return fmt.Errorf("the request goes on with other %s", name)
		}
	}
	return nil
}

// askedBy are the params of a request that stay what they are from round to round. What is
// empty may be left out.
func askedBy(m clientcheck.Indexed) map[string]any {
	out := map[string]any{}
	clientcheck.Params(m.Raw, &out)
	for name, value := range out {
		members, object := value.(map[string]any)
		if slices.Contains([]string{"_meta", "requestState", "inputResponses"}, name) || object && len(members) == 0 {
			delete(out, name)
		}
	}
	return out
}

// answerMember is what an answer to a question always has, by the method of the question.
var answerMember = map[string]string{"elicitation/create": "action", "sampling/createMessage": "content", "roots/list": "roots"}

// goesOn says what is wrong with the request that goes on.
func (o round) goesOn() error {
	var with going
	clientcheck.Params(o.next.Raw, &with)
	given, stated := textOf(o.state)
	back, comes := textOf(with.State)
	comes = comes || with.State != nil
	switch {
	case o.next.ID == o.request.ID:
		return fmt.Errorf("the id %s is used again", o.next.ID)
	case stated && !comes:
		return fmt.Errorf("the requestState does not come back")
	case comes && !stated:
		return fmt.Errorf("a requestState comes that was not given")
	case given != back:
		return fmt.Errorf("the requestState comes back changed")
	}
	for _, key := range slices.Sorted(maps.Keys(with.Responses)) {
		if _, asked := o.questions[key]; !asked {
			return fmt.Errorf("there is an answer to %q, which was not asked", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(o.questions)) {
		var answer map[string]json.RawMessage
		if jsonparts.Unmarshal(with.Responses[key], &answer) != nil || answer == nil {
			return fmt.Errorf("the question %q has no answer", key)
		}
		if member := answerMember[o.questions[key].Method]; member != "" && answer[member] == nil {
			return fmt.Errorf("the answer to the question %q has no %s", key, member)
		}
	}
	return nil
}

func answersFitQuestions(r *clientcheck.Run) error {
	seen := false
	for _, one := range roundsOf(r) {
		var with going
		clientcheck.Params(one.next.Raw, &with)
		for _, key := range slices.Sorted(maps.Keys(one.questions)) {
			answer := with.Responses[key]
			if !isObject(answer) {
				continue // the business of M-CLI-27
			}
			seen = true
			if err := one.questions[key].fits(answer); err != nil && verdict.Of(err) == "" {
				return fmt.Errorf("the answer to %q: %w: %s", key, err, quote(one.next.Raw))
			}
		}
	}
	return verdict.NotObservedIf(!seen, "the client answers no question; it %s%s", r.End(), r.LastWords())
}

// fits says why an answer is none to a question.
func (q question) fits(answer json.RawMessage) error {
	var got struct{ Action, Content, Roots json.RawMessage }
	_ = jsonparts.Unmarshal(answer, &got)
	alone := clientcheck.Indexed{Entry: fakeserver.Entry{Raw: `{"result":` + string(answer) + `}`}}
	switch action, _ := textOf(got.Action); {
	case q.Method == "roots/list" && got.Roots == nil, q.Method == "sampling/createMessage" && got.Content == nil:
		return fmt.Errorf("it has no %s", answerMember[q.Method])
	case q.Method == "roots/list":
		return rootsIn(alone)
	case q.Method == "sampling/createMessage":
		return sampled(alone)
	case q.Method != "elicitation/create" || got.Action == nil:
		return nil
	case !slices.Contains([]string{"accept", "decline", "cancel"}, action):
		return fmt.Errorf("the action is %s", got.Action)
	case action == "accept" && got.Content == nil && len(q.Params.RequestedSchema.Required) > 0:
		return fmt.Errorf("the form is accepted without a content, and %s is required", q.Params.RequestedSchema.Required[0])
	case action != "accept" || !isObject(got.Content) || len(q.Params.RequestedSchema.Properties) == 0:
		return nil
	}
	return cmp.Or(q.Params.RequestedSchema.fits(got.Content), q.Params.RequestedSchema.asksFor(got.Content))
}

func answersDeclared(r *clientcheck.Run) error {
	rounds := roundsOf(r)
	for _, one := range rounds {
		var with going
		if clientcheck.Params(one.next.Raw, &with); one.request.Meta()[clientcheck.MetaCapabilities] == nil {
			continue // the business of M-CLI-22
		}
		for _, key := range slices.Sorted(maps.Keys(one.questions)) {
			question := one.questions[key]
			if with.Responses[key] != nil && !declaredFor(one.request, question.Method) {
				return fmt.Errorf("%s is answered, which the request did not declare: %s", question.Method, quote(one.next.Raw))
			}
		}
	}
	return verdict.NotObservedIf(len(rounds) == 0, "the client was asked nothing; it %s%s", r.End(), r.LastWords())
}

// declaredFor reports whether a request declares what a question needs.
func declaredFor(request clientcheck.Indexed, question string) bool {
	var can map[string]json.RawMessage
	_ = jsonparts.Unmarshal(request.Meta()[clientcheck.MetaCapabilities], &can)
	needed, _, _ := strings.Cut(question, "/")
	return can[needed] != nil
}

func acceptedContent(r *clientcheck.Run, key string, want *gherkin.DocString) error {
	for _, one := range roundsOf(r) {
		var with struct {
			Responses map[string]struct {
				Action  string
				Content json.RawMessage
			} `json:"inputResponses"`
		}
		clientcheck.Params(one.next.Raw, &with)
		if answer, ok := with.Responses[key]; ok && answer.Action == "accept" {
			var given, wanted map[string]any
			_ = jsonparts.Unmarshal(answer.Content, &given)
			if err := jsonparts.Unmarshal([]byte(want.Content), &wanted); err != nil {
				return fmt.Errorf("the content of this step is no object: %w", err)
			}
			for _, name := range slices.Sorted(maps.Keys(wanted)) {
				if fmt.Sprint(given[name]) != fmt.Sprint(wanted[name]) {
					return fmt.Errorf("its member %q is %v: %s", name, given[name], quote(one.next.Raw))
				}
			}
			return nil
		}
	}
	return verdict.NotObserved("the client accepts nothing; it %s%s", r.End(), r.LastWords())
}
