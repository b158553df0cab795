package server

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func askingSteps() []gherkin.Step {
	return gherkin.Noun("server's request", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the tools that ask the client something are called`,
			Manual: "of those that may be called: twice for a client that can do everything, then for one that can do all but that; not observed if none asks",
			Func:   askingCalled},
		{Keyword: gherkin.Then, Pattern: `none has asked for what the client cannot do`, Manual: "the capability that was left out, and what it allows only in part",
			Func: askedWithin},
		{Keyword: gherkin.Then, Pattern: `none of their calls is an internal error for a user who says no`, Manual: "forms are declined, all else is refused; calls that succeed if all is answered", Func: noneUpset},
		{Keyword: gherkin.Then, Pattern: `none of their calls takes a form that is filled in wrong for right`, Manual: "nothing of what it requires, or an object in place of each value, is not as good as a right answer; calls that come to another end for a user who says no", Func: noneCareless},
		{Keyword: gherkin.Then, Pattern: `none of them has a model look at what other servers say`, Manual: "with an includeContext that is neither none nor absent: the client has not declared sampling.context; not observed if no model is asked", Func: noneWithContext},
		{Keyword: gherkin.Then, Pattern: `each of their calls ends for a client that refuses, too`, Manual: "if it does for one that answers", Func: endsRefused},
		{Keyword: gherkin.Then, Pattern: `none of their calls takes the answer of another session`, Manual: "to the id of what it has asked; not testable without sessions", Func: answeredByOwn},
		{Keyword: gherkin.Then, Pattern: `none of their requests comes on a GET stream`, Manual: "call after call, while the call is under way", Func: askedOnOwn},
		{Keyword: gherkin.Then, Pattern: `no two of their requests have the same id`, Manual: "in the session of the client that can do everything", Func: differentAsked},
		{Keyword: gherkin.Then, Pattern: `each of their requests has what it needs, each of its type`,
			Manual: "messages and maxTokens, or a message and a schema of plain values", Func: askedForms},
	})
}

func askingCalled(b *probe.Bench) error {
	if err := b.Ready(); err != nil {
		return err
	}
	a, err := b.Asking()
	if err != nil {
		return err
	}
	return a.NoneAsk()
}

func noneCareless(a *probe.Asking, b *probe.Bench) error {
	if len(a.Careless) == 0 {
		return nil
	}
	b.Recall(a.Events)
	one := a.Careless[0]
	return unless(false, one.Answer, "the call of %q comes to the same when the user gives %s as when the form is filled in rightly", one.Tool, one.How)
}

// contextual reports whether a request to a model is for the context of servers.
func contextual(includeContext json.RawMessage) bool {
	value := probe.Text(includeContext)
	return value == "thisServer" || value == "allServers"
}

func noneWithContext(a *probe.Asking, b *probe.Bench) error {
	seen := false
	for _, f := range slices.Concat(a.Able, a.Partly) {
		if f.Method() != "sampling/createMessage" {
			continue
		}
		if seen = true; contextual(f.Param("includeContext")) {
			b.Recall(a.Events)
			return unless(false, f, "a model is asked with the context of servers, and the client has not declared sampling.context")
		}
	}
	return verdict.NotObservedIf(!seen, "no tool asks a model")
}

func noneUpset(a *probe.Asking, b *probe.Bench) error {
	if a.Upset.Members == nil && a.Declined == nil {
		return nil
	}
	b.RecallAsking()
	if a.Declined != nil {
		return fmt.Errorf("when the user says no, the server is lost: %w", a.Declined)
	}
	return unless(false, a.Upset, "the call succeeds if its question is answered, and is an internal error if the user says no")
}

func askedOnOwn(a *probe.Asking, b *probe.Bench) error {
	if !b.StreamsCalls() {
		return verdict.NotObserved("calls are not answered with event streams, on which it could ask")
	}
	for _, f := range a.Astray {
		b.RecallAsking()
		return unless(false, f, "a tool is called, and what it asks the client comes on a GET stream")
	}
	return nil
}

func endsRefused(a *probe.Asking, b *probe.Bench) error {
	if len(a.Waiting)+len(a.Unsettled) == 0 && a.Refused == nil {
		return nil
	}
	b.RecallAsking()
	if len(a.Waiting) == 0 && a.Refused == nil {
		return fmt.Errorf("the call of %q has no answer once its user has declined the form or closed it, and ends if that is filled in", a.Unsettled[0])
	}
	if a.Refused != nil {
		return fmt.Errorf("when the client refuses what it is asked for, the server is lost: %w", a.Refused)
	}
	return fmt.Errorf("the call of %q has no answer once the client has refused what it asked for, and ends if that is answered", a.Waiting[0])
}

func answeredByOwn(b *probe.Bench) error {
	a, err := b.Elsewhere()
	if err != nil {
		return err
	}
	if a.None != nil {
		return a.None
	}
	if a.Taken.Members == nil && a.Lost == "" {
		return nil
	}
	b.Recall(a.Events)
	if a.Lost != "" {
		return fmt.Errorf("another session answers what %q has asked, and then the call has no answer, whatever its own session says", a.Lost)
	}
	return unless(false, a.Taken, "what it has asked another session has answered, and the call ends")
}

// askedWithin judges what was asked of a client without a capability, and of one that
// has it without the parts that must be declared of their own.
func askedWithin(a *probe.Asking, b *probe.Bench) error {
	for _, f := range a.Denied {
		b.RecallAsking()
		return unless(false, f, "the client has declared all but %s, and it asks for %s", probe.Ability(f.Method()), f.Method())
	}
	for _, f := range requestsIn(a.Partly) {
		if part := probe.Part(f); part != "" {
			b.RecallAsking()
			return unless(false, f, "the client has not declared %s, and it asks for that", part)
		}
	}
	return nil
}

func differentAsked(a *probe.Asking, b *probe.Bench) error {
	err := differentRequests(a.Able)
	if verdict.Of(err) == "" && err != nil {
		b.RecallAsking()
	}
	return err
}

func askedForms(a *probe.Asking, b *probe.Bench) error {
	if err := askedVisits(a.Able); err != nil {
		b.RecallAsking()
		return err
	}
	for _, f := range requestsIn(a.Able) {
		if err := form.Request(f.Method(), f.Members["params"]); err != nil {
			b.RecallAsking()
			return fmt.Errorf("%s: %w: %s", f.Method(), err, probe.Quote(f.Raw))
		}
	}
	return nil
}

// askedVisits judges the ids of visits that are told to be over: of those that were asked for. One
// may be asked for again while it goes on.
func askedVisits(frames []probe.Frame) error {
	begun := map[string]bool{}
	for _, f := range frames {
		id := string(f.Param("elicitationId"))
		switch {
		case id == "":
		case f.Method() == "notifications/elicitation/complete" && !begun[id]:
			return fmt.Errorf("%s names a visit that was not asked for: %s", f.Method(), probe.Quote(f.Raw))
		default:
			begun[id] = true
		}
	}
	return nil
}
