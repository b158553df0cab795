package conn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// MaxRounds is how often one request may be answered with questions.
const MaxRounds = 10

// retry are the params of a request that is sent again with what was asked for.
type retry struct {
	params any
	inputs json.RawMessage // answers by the keys of the questions, compact; nil if nothing was asked
	state  json.RawMessage // as the server gave it; nil if it gave none
}

// AppendJSON adds both to the params.
func (r retry) AppendJSON(b []byte) ([]byte, error) {
	return jsonrpc.AppendMembers(b, r.params, func(b []byte) ([]byte, error) {
		if r.inputs != nil {
			b = append(append(b, `"inputResponses":`...), r.inputs...)
		}
		if r.state == nil {
			return b, nil
		}
		if r.inputs != nil {
			b = append(b, ',')
		}
		return jsonrpc.AppendRaw(append(b, `"requestState":`...), r.state)
	})
}

// questions are what a result asks before it is one.
type questions struct {
	kind   string // of the result; empty means complete
	inputs json.RawMessage
	state  json.RawMessage
}

func readQuestions(raw json.RawMessage) (q questions, err error) {
	s := jsonscan.New(raw)
	s.Object(jsonscan.Exact("resultType", "inputRequests", "requestState"), func(name string) {
		switch name {
		case "resultType":
			q.kind = kindOf(s.Value())
		case "inputRequests":
			s.Raw(&q.inputs)
		case "requestState":
			s.Raw(&q.state)
		}
	})
	return q, s.End()
}

// kindOf is the kind that a result names. One that is no string is as unknown as any other
// word, and told as it was written; null and an empty string name none.
func kindOf(raw json.RawMessage) string {
	switch {
	case len(raw) == 0 || raw[0] == 'n':
		return ""
	case raw[0] != '"':
		return string(raw)
	}
	return jsonscan.Unquote(raw, "complete")
}

// rounds sends a request until its result is one: what the server asks in between is
// answered as in a legacy session.
func (c *Conn) rounds(ctx context.Context, method string, params any, headers map[string]string) (json.RawMessage, error) {
	known, pending := c.lookUp(method, params)
	if known != nil {
		return known, nil
	}
	send := params
	for round := 0; ; round++ {
		raw, err := c.transport.Request(ctx, method, c.stamp.on(method, send, headers))
		if err != nil {
			return nil, err
		}
		q, err := readQuestions(raw)
		switch {
		case err != nil || q.kind == "" || q.kind == "complete":
			if round == 0 { // what came of answers is for those who gave them
				pending.Keep(raw)
			}
			return raw, nil // what is wrong with a result, its reader says
		case q.kind == protocol.ResultTask && c.taskTime > 0 && method == protocol.MethodCallTool:
			return c.follow(ctx, raw)
		case q.kind != "input_required":
			return nil, fmt.Errorf("reading the result of %s: unknown result type %q", method, excerpt.To(q.kind, excerpt.Word))
		case !asksFor[method]:
			return nil, fmt.Errorf("reading the result of %s: it must not ask for input", method)
		case q.inputs == nil && q.state == nil:
			return nil, fmt.Errorf("reading the result of %s: it asks for input and does not say what for", method)
		case round == MaxRounds:
			return nil, fmt.Errorf("%s asked for input more than %d times", method, MaxRounds)
		}
		again := retry{params: params, state: q.state}
		if q.inputs != nil {
			if again.inputs, err = c.answerAll(ctx, q.inputs); err != nil {
				return nil, fmt.Errorf("answering what %s asks for: %w", method, err)
			}
		}
		send = again
	}
}

// asksFor are the requests whose result may ask for input.
var asksFor = map[string]bool{protocol.MethodCallTool: true, protocol.MethodGetPrompt: true, protocol.MethodReadResource: true}

// maxInputs bounds how much one result may ask.
const maxInputs = 64

// countOf is how many questions there are, before memory is spent on them.
func countOf(inputs json.RawMessage) int {
	s := jsonscan.New(inputs)
	return s.Members()
}

// answerAll answers each question under its key, in the order of the keys. It ends with ctx.
func (c *Conn) answerAll(ctx context.Context, inputs json.RawMessage) (json.RawMessage, error) {
	if n := countOf(inputs); n > maxInputs {
		return nil, fmt.Errorf("%d questions at once, more than %d", n, maxInputs)
	}
	asked := map[string]struct {
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}{}
	if json.Unmarshal(inputs, &asked) != nil {
		return nil, errors.New("inputRequests is no object of questions")
	}
	answers := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(asked)) {
		one := asked[key]
		if one.Method == protocol.MethodPing {
			return nil, fmt.Errorf("%q is no question", one.Method)
		}
		answer, err := c.answers.answer(one.Method, one.Params, func(p protocol.ElicitParams) (any, error) { return c.answers.ask(ctx, p) })
		if err != nil {
			return nil, err
		}
		answers[key] = answer
	}
	return json.Marshal(answers)
}
