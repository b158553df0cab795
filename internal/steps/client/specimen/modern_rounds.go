package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// roundsAtMost bounds the rounds of a call.
const roundsAtMost = 10

// rounds makes a request until its result asks for nothing, and returns that.
func (c *miniClient) rounds(method, params string, result json.RawMessage, timeout time.Duration) (json.RawMessage, error) {
	for n := 0; ; n++ {
		var asked struct {
			ResultType    string
			RequestState  json.RawMessage
			InputRequests map[string]struct {
				Method string
				Params json.RawMessage
			}
		}
		_ = json.Unmarshal(result, &asked)
		switch {
		case asked.ResultType == "task" && c.is("M-TASK-19"):
			return result, nil
		case asked.ResultType == "task" && !c.is("bare"):
			c.taskCall = c.ids
			return c.follow(result, timeout)
		case asked.ResultType != "" && asked.ResultType != "complete" && asked.ResultType != "input_required" && !c.is("M-CLI-26") && !(c.is("M-CLI-26.round") && n > 0),
			asked.ResultType == "" && c.is("M-CLI-26.none"):
			return nil, fmt.Errorf("a result of the type %q", asked.ResultType)
		case asked.ResultType != "input_required":
			return result, nil
		case c.is("M-CLI-57"):
			return nil, errors.New("a question")
		case n == roundsAtMost && !c.is("M-CLI-83"):
			return nil, errors.New("too many rounds")
		}
		p, answers := message{}, message{}
		if c.is("M-CLI-27.heap") {
			answers = c.heap
		}
		_ = json.Unmarshal([]byte(params), &p)
		if c.is("M-CLI-27.arguments") || c.is("M-CLI-27.prompt") && method == "prompts/get" {
			delete(p, "arguments")
		}
		for key, question := range asked.InputRequests {
			answer, err := c.answerRound(question.Method, question.Params)
			if err != nil {
				return nil, err
			}
			if c.is("M-CLI-27.wrapped") {
				answer = `{"result":` + answer + `}`
			}
			if c.is("M-CLI-27.keys") {
				key = strings.ToLower(key)
			}
			if !c.is("M-CLI-27.first") || len(answers) == 0 {
				answers.set(key, answer)
			}
		}
		if len(answers) > 0 && !c.is("M-CLI-27.answers") {
			raw, _ := json.Marshal(answers)
			p.set("inputResponses", string(raw))
		}
		if c.is("M-CLI-27.resource") && method == "resources/read" {
			asked.RequestState = trimmed(asked.RequestState)
		}
		if state := c.state(asked.RequestState); state != "" && !(c.is("M-CLI-27.third") && n > 1) {
			p.set("requestState", state)
		}
		raw, _ := json.Marshal(p)
		if c.is("M-CLI-27.id") {
			c.ids--
		}
		var err error
		if result, err = c.request(method, string(raw), timeout); err != nil {
			return nil, err
		}
	}
}
