package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func answerSteps() []gherkin.Step {
	return gherkin.Noun("answer", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `it is answered`, Manual: "with a result or an error", Func: isAnswered},
		{Keyword: gherkin.Then, Pattern: `it is answered, if only with an HTTP error`, Manual: "with a result, an error, or HTTP 4xx or 5xx", Func: (*check).answeredAtAll},
		{Keyword: gherkin.Then, Pattern: `it is answered as any other ping`, Manual: "with a result; not testable if no ping is answered with one",
			Func: (*check).likeOthers},
		{Keyword: gherkin.Then, Pattern: `it is answered, or an error comes instead`, Manual: "also one without an id", Func: (*check).answeredSomehow},
		{Keyword: gherkin.Then, Pattern: `no message of another JSON-RPC is served`, Manual: "with a result", Func: notServed},
		{Keyword: gherkin.Then, Pattern: `the answer is a result`, Manual: "and no error", Func: isResult},
		{Keyword: gherkin.Then, Pattern: `the answer is an empty result`, Manual: "a result without members of its own: _meta and what the results of initialize have, too, are none", Func: isEmptyResult},
		{Keyword: gherkin.Then, Pattern: `the answer is an error`, Manual: "of any code", Func: isError},
		{Keyword: gherkin.Then, Pattern: `the answer is an error or a result with isError`, Manual: "what a call that failed is answered with", Func: isAnyError},
		{Keyword: gherkin.Then, Pattern: `the answer is the error (-?\d+)`, Manual: "with exactly this code", Example: "the answer is the error -32601",
			Func: isCode},
		{Keyword: gherkin.Then, Pattern: `the answer carries the id of its request`, Manual: "the same JSON token, so in value and type", Func: (*check).sameID},
		{Keyword: gherkin.Then, Pattern: `it is answered once`, Manual: "a ping later nothing else has come for it", Func: (*check).answeredOnce},
		{Keyword: gherkin.Then, Pattern: `none of them is answered twice`, Manual: "of what was sent last, a ping later", Func: (*check).noneTwice},
		{Keyword: gherkin.Then, Pattern: `the status is 4xx or 5xx, or the body is an error`, Manual: "an error of JSON-RPC, whatever the status", Func: refusedSomehow},
		{Keyword: gherkin.Then, Pattern: `nothing is answered`, Manual: "up to the answer of a ping that follows; an HTTP error may have an error without an id as its body", Func: (*check).nothingAnswered},
		{Keyword: gherkin.Then, Pattern: `nothing is answered but an error without an id`, Manual: "up to the answer of a ping that follows, and another one behind it",
			Func: (*check).nothingButNull},
		{Keyword: gherkin.Then, Pattern: `an error that tells of it has the code of malformed JSON`, Manual: "-32700; up to the answer of a ping that follows, nothing is as good",
			Func: (*check).codeOfMalformed},
		{Keyword: gherkin.Then, Pattern: `nothing succeeds`, Manual: "no result comes up to the answer of a ping that follows", Func: (*check).nothingSucceeds},
	})
}

func isAnswered(probe.Frame) error { return nil }

func (c *check) likeOthers(answer probe.Frame) error {
	if answer.Members["result"] != nil {
		return nil
	}
	other, err := c.call(c.bench.Light(), "")
	if err != nil {
		return err
	}
	if other.Members["result"] == nil {
		return verdict.Because(pingCheck, "a plain ping is answered with %s", probe.Quote(other.Raw))
	}
	return unless(false, answer, "it is answered otherwise than a plain ping")
}

func (c *check) answeredSomehow() error {
	for _, f := range c.conn.From(c.sent) {
		if f.Failure() != nil {
			return nil
		}
	}
	return c.err
}

func (c *check) answeredAtAll() error {
	if reply := c.conn.Reply; reply != nil && reply.Status >= http.StatusBadRequest {
		return nil // what is wrong with that is the business of other checks
	}
	return c.err
}

func notServed(r *probe.Reply, all messages) error {
	for _, f := range all {
		if f.ID() == `"mcpsim-old"` && f.Members["result"] != nil {
			return unless(false, f, "it succeeds")
		}
	}
	return nil
}

func isResult(answer probe.Frame) error {
	return unless(answer.Members["result"] != nil, answer, "the answer is no result")
}

// resultOf is the result in an answer without white space.
func resultOf(answer probe.Frame) string {
	return strings.Join(strings.Fields(string(answer.Members["result"])), "")
}

// isEmptyResult leaves out what every result may have, and what this server adds to its first
// one, too: members that the schema does not know are allowed in any.
func isEmptyResult(answer probe.Frame, b *probe.Bench) error {
	members := ownMembers(answer, b)
	return unless(members != nil && len(members) == 0, answer, "the answer is not {}")
}

func ownMembers(answer probe.Frame, b *probe.Bench) map[string]json.RawMessage {
	members := probe.Page(answer)
	maps.DeleteFunc(members, func(name string, _ json.RawMessage) bool { return name == "_meta" || b.First().Introduces(name) })
	return members
}

func isError(answer probe.Frame) error {
	return refused(answer.Failure() != nil, answer, "the answer is no error")
}

func isAnyError(answer probe.Frame) error {
	return refused(probe.Failed(answer), answer, "it succeeds")
}

func isCode(answer probe.Frame, code string) error {
	if err := isError(answer); err != nil {
		return err
	}
	return refusedWith(code, answer, "the code is %s, want %s", probe.OrNothing(answer.Failure().Code), code)
}

// isHTTPError reports whether an answer is the body of an HTTP error, which may name no request.
func (c *check) isHTTPError(answer probe.Frame) bool {
	return c.conn.Reply != nil && c.conn.Reply.Status >= http.StatusBadRequest && answer.Failure() != nil && (answer.ID() == "" || answer.ID() == "null")
}

// largestID is the largest number that every program can keep: [idCheck] sends it.
const largestID = "9007199254740991"

// sameID leaves ids that a server changes however small they are, and any that are smaller
// than [largestID], to the check of these.
func (c *check) sameID(answer probe.Frame) error {
	if answer.ID() == c.id || c.isHTTPError(answer) {
		return nil
	}
	other, err := c.call(c.bench.Light(), "")
	if err == nil && c.conn.Stray(other) {
		return verdict.Because(idCheck, "a plain ping is answered with %s", probe.Quote(other.Raw))
	}
	if answer.Failure() != nil {
		if other, err := c.call("x/unknown", ""); err == nil && (c.conn.Stray(other) || other.Idless()) {
			return verdict.Because(idCheck, "any error has another id: %s", probe.Quote(other.Raw))
		}
	}
	if probe.Misread(c.id, answer.ID()) {
		return verdict.Because(textCheck, "the id %s comes back as %s", c.id, answer.ID())
	}
	if c.id != largestID && c.id[0] != '"' && len(c.id) >= len("2147483648") {
		if safe, err := c.conn.Request(c.conn.Message(c.bench.Light(), "", largestID), largestID); err == nil && safe.ID() != largestID {
			return verdict.Because(idCheck, "the id %s is answered with %s", largestID, probe.OrNothing(safe.ID()))
		}
	}
	return fmt.Errorf("the id is %s, want %s", probe.OrNothing(answer.ID()), c.id)
}

// later returns what came since the last thing was sent, up to the answer of a
// ping. What names an earlier request is late and answers something else.
func (c *check) later() ([]probe.Frame, error) {
	if err := c.stillAnswers(); err != nil {
		return nil, err
	}
	var out []probe.Frame
	for _, f := range c.conn.From(c.sent) {
		if f.IsResponse() && (probe.Alike(f.ID(), c.id) || !c.conn.Used(f.ID())) {
			out = append(out, f)
		}
	}
	return out, nil
}

func (c *check) answeredOnce(answer probe.Frame) error {
	frames, err := c.later() // what answers the rest of what was sent may come behind
	if f := c.again(); f != nil {
		return refused(false, *f, "the answer to what cannot be read has the id of an earlier request")
	}
	if n := probe.CountAnswers(frames, answer.ID()); err == nil && n > 1 {
		err = fmt.Errorf("%d answers came for one request", n)
	}
	return err
}

func (c *check) noneTwice() error {
	if err := c.stillAnswers(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, f := range c.conn.From(c.sent) {
		if f.IsResponse() && c.conn.Used(f.ID()) && seen[f.ID()] {
			return unless(false, f, "it is answered once more")
		}
		seen[f.ID()] = seen[f.ID()] || f.IsResponse()
	}
	return nil
}

func refusedSomehow(r *probe.Reply) error {
	if r.Status >= http.StatusBadRequest || probe.ParseFrame(r.Body).Failure() != nil {
		return nil
	}
	return &statusError{r.Status, "it is accepted: " + r.String()}
}

func (c *check) nothingAnswered() error {
	if c.faulted {
		return errors.New("it is answered with an HTTP status which says that the server has failed")
	}
	return c.onlyAnswers(unless, "it is answered", func(f probe.Frame) bool {
		return c.refused && f.Failure() != nil && (f.ID() == "" || f.ID() == "null") // the body of an HTTP error
	})
}

// again is an error that came since the last thing was sent and names a request that had an
// answer before; nil = there is none.
func (c *check) again() *probe.Frame {
	answered := map[string]bool{}
	for _, f := range c.conn.From(0)[:c.sent] {
		answered[f.ID()] = answered[f.ID()] || f.IsResponse()
	}
	for _, f := range c.conn.From(c.sent) {
		if f.Failure() != nil && answered[f.ID()] && f.ID() != "" && f.ID() != "null" {
			return &f
		}
	}
	return nil
}

func (c *check) nothingButNull() error {
	err := c.onlyAnswers(refused, "an answer names a request that was not sent", func(f probe.Frame) bool {
		return f.Failure() != nil && (f.ID() == "" || f.ID() == "null")
	})
	if err != nil || c.conn.Process == nil {
		return err
	}
	if err := c.bench.Sleep(apart); err != nil { // a process may answer what has come with the rest, and end then
		return err
	}
	return c.stillAnswers()
}

// codeOfNoJSON says that the client has sent what is no JSON.
const codeOfNoJSON = "-32700"

// codeOfMalformed judges errors without an id; others are the business of another example.
func (c *check) codeOfMalformed() error {
	return c.onlyAnswers(refused, "the code is not -32700", func(f probe.Frame) bool {
		return f.Failure() == nil || f.ID() != "" && f.ID() != "null" || f.Failure().Code == codeOfNoJSON
	})
}

func (c *check) nothingSucceeds() error {
	return c.onlyAnswers(refused, "it succeeds", func(f probe.Frame) bool { return f.Failure() != nil })
}

// onlyAnswers judges what came since the last thing was sent.
func (c *check) onlyAnswers(judge func(bool, probe.Frame, string, ...any) error, wrong string, right func(probe.Frame) bool) error {
	frames, err := c.later()
	for _, f := range frames {
		if !right(f) {
			return judge(false, f, "%s", wrong)
		}
	}
	return err
}
