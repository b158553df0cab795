package clientcheck

import (
	"fmt"
	"slices"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func situationSteps() []gherkin.Step {
	return []gherkin.Step{
		step(nounSituation, gherkin.Given, `a correct server`, "the server of every situation, as long as nothing else is said", "a correct server", (*World).correct),
		step(nounSituation, gherkin.Given, `this server:`, "a script of a fake server, see mcpsim help scripts; tools come from the scenario if it has none", "this server:", (*World).server),
		step(nounSituation, gherkin.Given, `the client is asked for "([^"]+)"`, "its MCP_CONFORMANCE_SCENARIO; otherwise tools_call", `the client is asked for "sse-retry"`, (*World).asked),
		step(nounSituation, gherkin.Given, `the client is told:`, "a JSON object that becomes its MCP_CONFORMANCE_CONTEXT", "the client is told:", (*World).told),
		step(nounSituation, gherkin.Given, `the client copes with a correct server`, "not testable if it does not call a tool and exit with code 0 then", "the client copes with a correct server", (*World).copes),
		step(nounSituation, gherkin.Given, `the client understands event streams`, "not testable if it does not cope with answers in this form; always over stdio", "the client understands event streams", (*World).understandsStreams),
		step(nounSituation, gherkin.Given, `the client speaks revision "([0-9-]+)" or later`, "not testable if it negotiates an older one with a correct server", `the client speaks revision "2025-06-18" or later`, (*World).speaks),
		step(nounSituation, gherkin.When, `the client runs`, "to its end, or to the timeout", "the client runs", (*World).runs),
		step(nounSituation, gherkin.When, `the client runs for at most (\S+)`, "or to the timeout, if that is shorter", "the client runs for at most 10s", (*World).runsFor),
	}
}

func (w *World) correct() error { return nil }

func (w *World) server(script *godog.DocString) error {
	w.situation.script = script.Content
	return nil
}

func (w *World) asked(scenario string) error {
	known := slices.ContainsFunc(Scenarios(), func(s Scenario) bool { return s.Name == scenario })
	if !known {
		return fmt.Errorf("there is no scenario %q", scenario)
	}
	w.situation.scenario = scenario
	return nil
}

func (w *World) told(context *godog.DocString) error {
	w.situation.context = context.Content
	return nil
}

func (w *World) copes() error {
	if err := w.bench.copes(); err != nil && w.bench.ctx.Err() == nil {
		return gherkin.NotTestable("the client does not cope with a correct server: %s", err)
	}
	return nil
}

func (w *World) understandsStreams() error {
	if w.bench.target.Server != nil {
		return nil
	}
	trouble, err := w.bench.trouble(eventStreams)
	if err == nil && trouble != nil {
		err = gherkin.NotTestable("the client does not understand answers as event streams: %s", trouble)
	}
	return err
}

func (w *World) speaks(revision string) error {
	if negotiated, _ := w.bench.Info(); negotiated < revision {
		return gherkin.NotTestable("it holds from revision %s on, the client speaks %q", revision, negotiated)
	}
	return nil
}

func (w *World) runs() (err error) {
	w.run, err = w.bench.play(w.situation)
	return err
}

func (w *World) runsFor(limit string) error {
	d, err := time.ParseDuration(limit)
	if err != nil || d <= 0 {
		return fmt.Errorf("%q is no time", limit)
	}
	w.situation.limit = d
	return w.runs()
}
