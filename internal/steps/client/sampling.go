package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// samplingSteps are about what the model of a client may do, and does.
func samplingSteps() []gherkin.Step {
	return gherkin.Noun("sampling", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the model answers as it was asked`,
			Manual: "by toolChoice, with the tools that there are, and within maxTokens; not observed if the client has not declared what this needs, or does not sample", Func: samplesAsAsked},
		{Keyword: gherkin.Then, Pattern: `messages that lack results of tools are refused with (-\d+)`, Manual: "by a client that has declared sampling.tools; not observed if it has not",
			Example: `messages that lack results of tools are refused with -32602`, Func: refusesBrokenMessages},
		{Keyword: gherkin.Then, Pattern: `the model answers each question as it was asked`, Manual: "the same without a handshake, by the clientCapabilities of the request", Func: each(questionsSampled)},
		{Keyword: gherkin.Then, Pattern: `no question with a URL is answered with the content of a form`, Manual: "not observed if none is answered", Func: each(urlsWithoutContent)},
	})
}

// samplingRequest is what a server asks of a model.
type samplingRequest struct {
	MaxTokens  int
	Tools      []struct{ Name string }
	ToolChoice struct{ Mode string }
}

// needs is the capability without which the client need not sample.
func (s samplingRequest) needs() string {
	if len(s.Tools) > 0 {
		return "sampling.tools"
	}
	return "sampling"
}

// wordsPerToken is how many words no token has.
const wordsPerToken = 5

// modelUse is what a model did: the tools that it uses, and the words that it says.
type modelUse struct {
	names, ids []string
	words      int
	cut        bool // there were no tokens left
}

func usedBy(result json.RawMessage) (out modelUse) {
	var message struct {
		Content    json.RawMessage
		StopReason string
	}
	_ = jsonparts.Unmarshal(result, &message)
	var blocks []struct{ Type, Text, Name, ID string }
	if jsonparts.Unmarshal(message.Content, &blocks) != nil {
		_ = jsonparts.Unmarshal(json.RawMessage("["+string(message.Content)+"]"), &blocks)
	}
	out.cut = message.StopReason == "maxTokens"
	for _, b := range blocks {
		if b.Type == "tool_use" {
			out.names, out.ids = append(out.names, b.Name), append(out.ids, b.ID)
		}
		out.words += len(strings.Fields(b.Text))
	}
	return out
}

// fits says why the result of a sampling is none that was asked for.
func (s samplingRequest) fits(result json.RawMessage) error {
	used := usedBy(result)
	given := func(name string) bool {
		return slices.ContainsFunc(s.Tools, func(t struct{ Name string }) bool { return t.Name == name })
	}
	for i, name := range used.names {
		if !given(name) {
			return fmt.Errorf("the model uses the tool %q, which there is not", name)
		}
		if slices.Contains(used.ids[:i], used.ids[i]) {
			return fmt.Errorf("two uses of tools have the id %q", used.ids[i])
		}
	}
	switch mode := s.ToolChoice.Mode; {
	case mode == "none" && len(used.names) > 0:
		return errors.New("the model uses a tool, and the mode of toolChoice is none")
	case mode == "required" && len(used.names) == 0 && !used.cut:
		return errors.New("the model uses no tool, and the mode of toolChoice is required")
	case s.MaxTokens > 0 && used.words > wordsPerToken*s.MaxTokens:
		return fmt.Errorf("the model says %d words, and maxTokens is %d", used.words, s.MaxTokens)
	}
	return nil
}

// samplings are the answers of a client with sampling, each with what was asked.
func samplings(r *clientcheck.Run, judge func(asked samplingRequest, answer clientcheck.Indexed) error) error {
	all, err := answered(r, "sampling/createMessage")
	if len(all) == 0 {
		return verdict.NotObserved("no sampling is answered: %s", err)
	}
	for i, answer := range all {
		var asked samplingRequest
		clientcheck.Params(r.SentBack("sampling/createMessage")[i].Raw, &asked)
		if !declares(r, asked.needs()) {
			return verdict.NotObserved("the client has not declared %s", asked.needs())
		}
		if err := judge(asked, answer); err != nil {
			return err
		}
	}
	return nil
}

func samplesAsAsked(r *clientcheck.Run) error {
	return samplings(r, func(asked samplingRequest, answer clientcheck.Indexed) error {
		if _, failed := errorOf(answer.Raw); failed {
			return verdict.NotObserved("the client does not sample: %s", quote(answer.Raw))
		}
		if err := sampled(answer); err != nil {
			return err
		}
		if err := asked.fits(clientcheck.Result(answer.Raw)); err != nil {
			return fmt.Errorf("%w: %s", err, quote(answer.Raw))
		}
		return nil
	})
}

func refusesBrokenMessages(r *clientcheck.Run, code string) error {
	return samplings(r, func(_ samplingRequest, answer clientcheck.Indexed) error {
		got, failed := errorOf(answer.Raw)
		switch {
		case !failed:
			return fmt.Errorf("they are answered with no error: %s", quote(answer.Raw))
		case got.String() == userRejected:
			return verdict.NotObserved("the user refuses: %s", quote(answer.Raw))
		}
		return verdict.FailedIf(got.String() != code, "they are refused with the code %s: %s", got, quote(answer.Raw))
	})
}

// userRejected is the code of the error for what a user does not want.
const userRejected = "-1"

// answersTo judges the answers to questions of a method that a run has without a handshake.
func answersTo(r *clientcheck.Run, method string, judge func(one round, q question, answer json.RawMessage) error) error {
	seen := false
	for _, one := range roundsOf(r) {
		var with going
		clientcheck.Params(one.next.Raw, &with)
		for _, key := range slices.Sorted(maps.Keys(one.questions)) {
			q, answer := one.questions[key], with.Responses[key]
			if q.Method != method || !isObject(answer) {
				continue
			}
			err := judge(one, q, answer)
			if verdict.Of(err) != "" {
				continue
			}
			if seen = true; err != nil {
				return fmt.Errorf("the answer to %q: %w: %s", key, err, quote(one.next.Raw))
			}
		}
	}
	return verdict.NotObservedIf(!seen, "the client answers no such question; it %s%s", r.End(), r.LastWords())
}

func questionsSampled(r *clientcheck.Run) error {
	return answersTo(r, "sampling/createMessage", func(one round, q question, answer json.RawMessage) error {
		asked := samplingRequest{MaxTokens: q.Params.MaxTokens, Tools: q.Params.Tools, ToolChoice: q.Params.ToolChoice}
		if needed := asked.needs(); !allows(one.request, needed) {
			return verdict.NotObserved("the request does not declare %s", needed)
		}
		return asked.fits(answer)
	})
}

// allows reports whether a request declares a capability, such as sampling.tools.
func allows(request clientcheck.Indexed, capability string) bool {
	at := request.Meta()[clientcheck.MetaCapabilities]
	for _, name := range strings.Split(capability, ".") {
		of, _ := members(at)
		at = of[name]
	}
	return at != nil
}

func urlsWithoutContent(r *clientcheck.Run) error {
	return answersTo(r, "elicitation/create", func(one round, q question, answer json.RawMessage) error {
		if q.Params.Mode != "url" || !allows(one.request, "elicitation.url") {
			return verdict.NotObserved("it is no URL, or URLs are not declared")
		}
		has, _ := members(answer)
		return verdict.FailedIf(has["content"] != nil, "a URL is answered with the content of a form")
	})
}
