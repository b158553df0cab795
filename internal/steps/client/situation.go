package client

import (
	"fmt"
	goruntime "runtime"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func situationSteps() []gherkin.Step {
	return gherkin.Noun("situation", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a correct server`, Manual: "the server of every situation, as long as nothing else is said", Func: (*World).correct},
		{Keyword: gherkin.Given, Pattern: `this server:`,
			Manual: "a script of a fake server, see mcpsim help scripts; tools come from the scenario if it has none", Func: (*World).server},
		{Keyword: gherkin.Given, Pattern: `the client is asked for "([^"]+)"`, Manual: "its MCP_CONFORMANCE_SCENARIO; otherwise tools_call",
			Example: `the client is asked for "sse-retry"`, Func: (*World).asked},
		{Keyword: gherkin.Given, Pattern: `the server is the child of what the client starts`, Manual: "which passes no signal on; not observed on Windows", Func: (*World).wraps},
		{Keyword: gherkin.Given, Pattern: `the client is told:`, Manual: "a JSON object that becomes its MCP_CONFORMANCE_CONTEXT", Func: (*World).told},
		{Keyword: gherkin.Given, Pattern: `the client copes with a correct server`,
			Manual: "not testable if it does not call a tool and exit with code 0 then", Func: (*World).copes},
		{Keyword: gherkin.Given, Pattern: `the client copes with one form of answers`, Manual: "the same, of answers as JSON or as event streams",
			Func: (*World).copesInAForm},
		{Keyword: gherkin.Given, Pattern: `the client understands event streams`,
			Manual: "not testable if it does not cope with answers in this form; always over stdio", Func: (*World).understandsStreams},
		{Keyword: gherkin.Given, Pattern: `the client speaks revision "([0-9-]+)" or later`,
			Manual: "not testable if it negotiates an older one with a correct server", Example: `the client speaks revision "2025-06-18" or later`,
			Func: (*World).speaks},
		{Keyword: gherkin.When, Pattern: `the client runs`, Manual: "to its end, or to the timeout", Func: (*World).runs},
		{Keyword: gherkin.When, Pattern: `the client runs for at most (\S+)`, Manual: "or to the timeout, if that is shorter",
			Example: "the client runs for at most 10s", Func: (*World).runsFor},
		{Keyword: gherkin.When, Pattern: `the client runs for at most (\S+) or (\d+) messages`,
			Manual: "and is ended as soon as it has sent so many", Example: "the client runs for at most 10s or 150 messages", Func: (*World).runsForOr},
		{Keyword: gherkin.When, Pattern: everywhereStep,
			Manual: "of all checks; what follows is judged in each of these runs", Func: (*World).runsEverywhere},
	})
}

func (w *World) correct() error {
	w.situation.Script = w.bench.Plain(w.modern).Script
	return nil
}

func (w *World) server(script *gherkin.DocString) error {
	w.situation.Script = script.Content
	return nil
}

func (w *World) asked(scenario string) error {
	known := slices.ContainsFunc(clientcheck.Scenarios(), func(s clientcheck.Scenario) bool { return s.Name == scenario })
	if !known {
		return fmt.Errorf("there is no scenario %q", scenario)
	}
	w.situation.Scenario = scenario
	return nil
}

func (w *World) wraps() error {
	w.situation.Wrapped = true
	return verdict.NotObservedIf(goruntime.GOOS == "windows", "there is no shell that could start the server")
}

func (w *World) told(context *gherkin.DocString) error {
	w.situation.Context = context.Content
	return nil
}

func (w *World) copes() error { return w.needs(w.bench.Copes) }

func (w *World) copesInAForm() error { return w.needs(w.bench.Able) }

// needs makes a check not testable if the client has trouble with a correct server.
func (w *World) needs(trouble func(modern bool) error) error {
	if err := trouble(w.modern); err != nil && w.bench.Stopped() == nil {
		return verdict.NotTestable("the client does not cope with a correct server: %s", err)
	}
	return nil
}

func (w *World) understandsStreams() error {
	if w.bench.Target.Server != nil {
		return nil
	}
	s := w.bench.Plain(w.modern)
	s = s.InEventStreams()
	return w.requires(s, func(r *clientcheck.Run) error {
		if trouble := r.Completed(); trouble != nil {
			return verdict.NotTestable("the client does not understand answers as event streams: %s", trouble)
		}
		return nil
	})
}

// requires judges the run of a precondition. A world that looks ahead lets that run begin
// and takes for granted that the client does well in it, or of a slow client sees no further.
func (w *World) requires(s clientcheck.Situation, judge func(*clientcheck.Run) error) error {
	if w.ahead {
		w.bench.Start(clientcheck.Case{Situation: s, Rank: clientcheck.Foundation})
		return verdict.NotObservedIf(w.bench.Slow, "what follows depends on another run")
	}
	r, err := w.bench.Play(s)
	if err != nil {
		return err
	}
	return judge(r)
}

func (w *World) speaks(revision string) error {
	if negotiated := w.bench.Negotiated(); negotiated < revision {
		return verdict.NotTestable("it holds from revision %s on, the client speaks %q", revision, negotiated)
	}
	return nil
}

func (w *World) runs() (err error) {
	if w.plan != nil {
		w.plan(w.situation)
		return errPlanned
	}
	w.run, err = w.bench.Play(w.situation)
	return err
}

func (w *World) runsFor(limit time.Duration) error {
	if limit <= 0 {
		return fmt.Errorf("%s is no time to run", limit)
	}
	w.situation.Limit = limit
	return w.runs()
}

func (w *World) runsForOr(limit time.Duration, messages int) error {
	w.situation.Most = messages
	return w.runsFor(limit)
}

func endSteps() []gherkin.Step {
	return gherkin.Noun("end", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the client has done what it was asked for`, Manual: "called a tool and exited with code 0", Func: (*clientcheck.Run).Well},
		{Keyword: gherkin.Then, Pattern: `the client ends with code 0`, Manual: "by itself", Func: (*clientcheck.Run).EndedWell},
		{Keyword: gherkin.Then, Pattern: `the client ends within (\S+) of the last answer`, Manual: "that the server gave to a request of the client; not observed if it does not end by itself",
			Example: `the client ends within 5s of the last answer`, Func: endsSoon},
		{Keyword: gherkin.Then, Pattern: `the client ends by itself`, Manual: "with whatever code", Func: ends},
	})
}

func ends(r *clientcheck.Run) error {
	return verdict.FailedIf(!r.Ended, "the client %s", r.End())
}

// briefly is how long CLI-140 gives a client for its end.
const briefly = 5 * time.Second

// endsSoon looks at the time between the last answer and the end of the client.
func endsSoon(r *clientcheck.Run, within time.Duration) error {
	if !r.Ended {
		return verdict.NotObserved("the client %s: see %s", r.End(), completes)
	}
	var last time.Time
	for _, a := range r.Entries(isSent) {
		if membersOf(a.Entry)["method"] == nil {
			last = a.At
		}
	}
	took := r.Stop.Sub(last)
	switch {
	case last.IsZero():
		return verdict.NotObserved("nothing was answered; the client %s", r.End())
	case took > within+r.Slowness():
		return fmt.Errorf("the client ends %s after the last answer", took.Round(100*time.Millisecond))
	}
	return nil
}
