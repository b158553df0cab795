package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/schema"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// The bounds of calls that are made again for their structured content.
const (
	structuredAgain = 8                      // tools
	structuredTimes = 2                      // calls of each
	structuredFast  = 500 * time.Millisecond // that the first one has taken at most
)

// structured judges the calls of the survey, and then what the same calls are answered with
// again, and with other arguments: what a server keeps of the first one may be less than that.
func (c *check) structured(s *probe.Survey, b *probe.Bench) error {
	if err := structured(s, b); err != nil {
		return err
	}
	returning := slices.DeleteFunc(wellFormed(s, b), func(t *probe.Trial) bool { return len(t.Tool.Output) == 0 })
	return c.calledAgain(returning, b, func(t *probe.Trial) error {
		if err := conforming([]*probe.Trial{t}, b, c.blameAgain); err != nil && verdict.Of(err) == "" && c.publishes(t) {
			return err
		}
		return nil
	})
}

// calledAgain makes the calls again that have succeeded fast, each tool's with the same and with other
// arguments, and judges each. What is wrong with an answer as such is the business of other checks.
func (c *check) calledAgain(trials []*probe.Trial, b *probe.Bench, judge func(*probe.Trial) error) error {
	for _, t := range fastOnes(trials) {
		for _, arguments := range append(slices.Repeat([]json.RawMessage{t.Arguments}, structuredTimes), t.Tool.Input.Others()...) {
			answer, err := c.conn.Call("tools/call", probe.CallOf(t.Tool, arguments, ""))
			if err != nil {
				c.trouble = true
				return nil
			}
			again := *t
			again.Arguments, again.Answer = arguments, answer
			if form.Result(b.IsModern(), "tools/call", answer.Members["result"]) != nil {
				return nil
			}
			if err := judge(&again); err != nil {
				return err
			}
		}
	}
	return nil
}

// fastOnes are the first calls of tools that have succeeded fast, of as many tools as are called again.
func fastOnes(trials []*probe.Trial) (out []*probe.Trial) {
	called := map[string]bool{}
	for _, t := range trials {
		if called[t.Tool.Name] || len(out) == structuredAgain || t.Took > structuredFast || t.Result() == nil {
			continue
		}
		called[t.Tool.Name] = true
		out = append(out, t)
	}
	return out
}

// publishes reports whether a tool has the output schema still that it had when it was called first.
func (c *check) publishes(t *probe.Trial) bool {
	items, err := c.conn.ListAll("tools/list")
	return err == nil && slices.ContainsFunc(items, func(item probe.Item) bool {
		return probe.Text(item["name"]) == t.Tool.Name && sameValue(string(item["outputSchema"]), string(t.Tool.Output))
	})
}

func (c *check) blameAgain(_ *probe.Bench, t *probe.Trial, format string, args ...any) error {
	return fmt.Errorf("the tool %q, called again with %s: %w", t.Tool.Name, probe.Quote(t.Arguments), fmt.Errorf(format, args...))
}

// structured judges the calls of the survey.
func structured(s *probe.Survey, b *probe.Bench) error { return conforming(wellFormed(s, b), b, blame) }

// conforming judges calls by the output schemas of their tools; tell is the error of one.
func conforming(trials []*probe.Trial, b *probe.Bench, tell func(*probe.Bench, *probe.Trial, string, ...any) error) error {
	judged := 0
	var limit *schema.LimitError
	for _, t := range trials {
		r := t.Result()
		if r == nil || len(t.Tool.Output) == 0 || string(t.Tool.Output) == "null" {
			continue
		}
		output, err := sample.Compile(t.Tool.Output)
		if err != nil || !b.IsModern() && !isObjectSchema(t.Tool.Output) {
			errors.As(err, &limit)
			continue // what is wrong with it is the business of another check
		}
		if r.StructuredContent == nil {
			return tell(b, t, "it has an outputSchema, and the result has no structuredContent: %s", probe.Quote(t.Answer.Raw))
		}
		err = output.Check(r.StructuredContent)
		if errors.As(err, &limit) {
			continue
		}
		if err != nil {
			return tell(b, t, "its structuredContent violates its outputSchema: %w: %s", err, probe.Quote(r.StructuredContent))
		}
		judged++
	}
	if judged == 0 && limit != nil {
		return verdict.NotObserved("no structured content can be judged: %s", limit.Reason)
	}
	return verdict.NotObservedIf(judged == 0, "no tool that may be called has an outputSchema and succeeds")
}
