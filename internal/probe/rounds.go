package probe

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Round is a request that was answered with questions.
type Round struct {
	Method string
	Params json.RawMessage // without metadata and answers
	Other  json.RawMessage // params of another request for the same, with a text of their own; nil = none are known
	What   string          // it, for a person
	Asked  Frame           // the first answer
	Asks   []Frame         // all answers that asked, the first one too
	Steps  int             // answers up to the final one
	Final  Frame           // what the request came to once all was answered; zero = it never ended
}

// Questions are what a result asks for, by key; nil = nothing.
func Questions(answer Frame) map[string]json.RawMessage {
	return membersOf(Page(answer)["inputRequests"])
}

// State is the requestState of a result, as JSON; nil = none.
func State(answer Frame) json.RawMessage { return Page(answer)["requestState"] }

// AsksForInput reports whether a result is no final one.
func AsksForInput(answer Frame) bool { return Text(Page(answer)["resultType"]) == inputRequired }

// QuestionMethod is what a question asks for.
func QuestionMethod(question json.RawMessage) string { return Text(membersOf(question)["method"]) }

// QuestionParams are the params of a question.
func QuestionParams(question json.RawMessage) map[string]json.RawMessage {
	return membersOf(membersOf(question)["params"])
}

// Obliging are the answers of a client with no roots, a model of few words and a user who
// accepts the first that is right.
func Obliging(questions map[string]json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for key, q := range questions {
		out[key] = obligingly(QuestionMethod(q), QuestionParams(q))
	}
	return out
}

func obligingly(method string, params map[string]json.RawMessage) json.RawMessage {
	switch method {
	case "roots/list":
		return json.RawMessage(`{"roots":[]}`)
	case "sampling/createMessage":
		return json.RawMessage(`{"role":"assistant","content":{"type":"text","text":"mcpsim"},"model":"mcpsim","stopReason":"endTurn"}`)
	}
	if Text(params["mode"]) == "url" {
		return json.RawMessage(`{"action":"accept"}`)
	}
	content, err := filledIn(params["requestedSchema"])
	if err != nil {
		return json.RawMessage(`{"action":"decline"}`)
	}
	return json.RawMessage(`{"action":"accept","content":` + string(content) + `}`)
}

// Retry are the params of the request that goes on after a question. state is the
// requestState, as JSON; nil = none. responses nil = none are given.
func Retry(params json.RawMessage, responses map[string]json.RawMessage, state json.RawMessage) string {
	members := membersOf(params)
	if members == nil {
		members = map[string]json.RawMessage{}
	}
	if responses != nil {
		members["inputResponses"], _ = json.Marshal(responses)
	}
	if state != nil {
		members["requestState"] = state
	}
	text, _ := json.Marshal(members)
	return string(text)
}

// AllAbilities are the capabilities of a client of the modern era that can do everything.
const AllAbilities = `{"roots":{},"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}}}`

// maxSteps is how often one request is answered with questions before it is given up.
const maxSteps = 8

// Rounds are the requests of a server that ask back, made once for all checks.
type Rounds struct {
	None   error // the error of a step: why nothing was tried; or nil
	All    []*Round
	Events []event.Event
}

// Rounds calls the tools that may be called, asks for prompts and reads resources as a
// client that can do everything and answers everything. The error is that of its
// connection.
func (b *Bench) Rounds() (*Rounds, error) {
	return b.ledger.rounds.get(b, func() (*Rounds, error) {
		r := &Rounds{}
		var err error
		r.Events = b.record(func() { err = b.makeRounds(r) })
		return r, err
	})
}

func (b *Bench) makeRounds(r *Rounds) error {
	c, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a connection: %w", err)
	}
	defer b.Retire(c)
	c.Capabilities = AllAbilities
	begun := b.Target.Clock.Now()
	if b.IsModern() { // what it says of itself is not to ask, whoever wants to know it
		_, _ = c.Call(b.Light(), "")
	}
	for _, request := range r.candidates(c) {
		if b.Since(begun) > surveyTime || !c.Alive() {
			break
		}
		if round := c.goOn(request); round != nil {
			r.All = append(r.All, round)
		}
	}
	return b.Partial(c)
}

// candidates are the requests that may be answered with questions.
func (r *Rounds) candidates(c *Conn) (out []*Round) {
	tools, none := (&Survey{}).choose(c)
	r.None = none
	for _, t := range tools[:min(len(tools), maxTrials)] {
		if arguments, err := t.Input.Arguments(); err == nil {
			out = append(out, &Round{Method: "tools/call", Params: json.RawMessage(CallOf(t, arguments, "")), Other: otherCall(t), What: fmt.Sprintf("the tool %q", t.Name)})
		}
	}
	for _, item := range c.itemsOf("prompts", "prompts/list") {
		var declared []struct{ Name string }
		_ = jsonparts.Unmarshal(item["arguments"], &declared)
		given := map[string]string{}
		for _, a := range declared {
			given[a.Name] = "mcpsim"
		}
		arguments, _ := json.Marshal(given)
		out = append(out, &Round{Method: "prompts/get", Params: fmt.Appendf(nil, `{"name":%s,"arguments":%s}`, item["name"], arguments), What: "the prompt " + string(item["name"])})
	}
	for _, uri := range c.watchable() {
		out = append(out, &Round{Method: "resources/read", Params: json.RawMessage(uriParams(uri)), What: "the resource " + uri})
	}
	return out
}

// otherCall are the params of a call of a tool with a text in an argument that may be any, which
// may be one that need not be given; nil = it has none.
func otherCall(t Tool) json.RawMessage {
	with, _, ok := t.Input.Texted()
	if !ok {
		return nil
	}
	arguments, err := with(sample.Plain + "-other")
	if err != nil {
		return nil
	}
	return json.RawMessage(CallOf(t, arguments, ""))
}

// goOn sends a request and answers what it asks for; nil = it asks for nothing.
func (c *Conn) goOn(r *Round) *Round {
	answer, err := c.callFor(r.Method, string(r.Params), min(TrialTime, c.Patience()))
	if err != nil || !AsksForInput(answer) {
		return nil
	}
	r.Asked, r.Asks = answer, []Frame{answer}
	for r.Steps = 1; r.Steps <= maxSteps; r.Steps++ {
		answer, err = c.callFor(r.Method, Retry(r.Params, Obliging(Questions(answer)), State(answer)), c.Patience())
		if err != nil {
			return r
		}
		if !AsksForInput(answer) {
			r.Final = answer
			return r
		}
		r.Asks = append(r.Asks, answer)
	}
	return r
}

// callFor is [Conn.Call] with a patience of its own; what takes longer is cancelled.
func (c *Conn) callFor(method, params string, patience time.Duration) (Frame, error) {
	p, err := c.Start(method, params, patience+time.Second)
	if err != nil {
		return Frame{}, err
	}
	defer p.Drop()
	answer, err := p.Await(patience)
	if err != nil && c.Process != nil {
		_ = p.GiveUp()
	}
	return answer, err
}

// NoneAsk is the error of a step if no request was answered with questions.
func (r *Rounds) NoneAsk() error {
	if len(r.All) > 0 {
		return nil
	}
	if r.None != nil {
		return r.None
	}
	return verdict.NotTestable("no tool that may be called, prompt or resource asks a client for input that declares roots, sampling and elicitation")
}

// Needs are the capabilities of the client that the questions of a round need.
func (r *Round) Needs() []string {
	needs := map[string]bool{}
	for _, q := range Questions(r.Asked) {
		if capability := guardedBy[QuestionMethod(q)]; capability != "" {
			needs[capability] = true
		}
	}
	return slices.Sorted(maps.Keys(needs))
}

// Undeclared is the capability of the client that a question needs and the client has not
// declared, such as elicitation.url; "" = none. An elicitation without parts is one of forms.
func Undeclared(client map[string]json.RawMessage, question json.RawMessage) string {
	method, params := QuestionMethod(question), QuestionParams(question)
	capability := guardedBy[method]
	declared, can := client[capability]
	parts := membersOf(declared)
	lacks := func(part string) string {
		if _, can := parts[part]; can || part == "form" && len(parts) == 0 {
			return ""
		}
		return capability + "." + part
	}
	switch {
	case capability == "":
		return ""
	case !can:
		return capability
	case method == "elicitation/create" && Text(params["mode"]) == "url":
		return lacks("url")
	case method == "elicitation/create":
		return lacks("form")
	case params["tools"] != nil || params["toolChoice"] != nil:
		return lacks("tools")
	case slices.Contains([]string{"thisServer", "allServers"}, Text(params["includeContext"])):
		return lacks("context")
	}
	return ""
}
