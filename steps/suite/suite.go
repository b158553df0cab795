// Package suite adds the vocabulary of mcpsim to godog suites of other programs. It
// stands apart from package steps because godog looks for the Go tools whenever a
// program that contains it begins.
package suite

import (
	"context"
	"sync"
	"testing"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/steps"
)

// Initializer adds the vocabulary to a godog suite of your own, beside your own
// steps; each scenario gets a virtual world of its own, with the runtime that its
// tag names (@omp, @qwen, @room, @agents):
//
//	features := godog.TestSuite{ScenarioInitializer: suite.Initializer(t), Options: &godog.Options{Strict: true}}
//	if features.Run() != 0 {
//		t.Error("see the report")
//	}
//
// t only opens worlds; nil is for "godog run", which has no test. Your steps find the world of
// their scenario with [steps.From]. A scenario fails, too, if it leaves goroutines,
// timers or connections behind.
func Initializer(t *testing.T) func(*godog.ScenarioContext) {
	handlers, err := compiled()
	if t == nil {
		t = vtime.Borrow()
	}
	return func(sc *godog.ScenarioContext) {
		if err != nil {
			sc.Before(func(ctx context.Context, _ *godog.Scenario) (context.Context, error) { return ctx, err })
			return
		}
		register(sc, handlers, func(s gherkin.Scenario) gherkin.World { return steps.New(t, s) })
	}
}

var compiled = sync.OnceValues(func() ([]gherkin.Handler, error) {
	vocabulary, err := gherkin.NewVocabulary(steps.Vocabulary())
	if err != nil {
		return nil, err
	}
	return vocabulary.Handlers(), nil
})

// register adds handlers to one scenario, whose world open opens.
func register(sc *godog.ScenarioContext, handlers []gherkin.Handler, open func(gherkin.Scenario) gherkin.World) {
	guest := &gherkin.Guest{}
	for _, h := range handlers {
		add(sc, guest, h)
	}
	sc.StepContext().After(func(ctx context.Context, _ *godog.Step, _ godog.StepResultStatus, _ error) (context.Context, error) {
		guest.Next()
		return ctx, nil
	})
	sc.Before(func(ctx context.Context, s *godog.Scenario) (context.Context, error) {
		return guest.Begin(ctx, s, open), nil
	})
	sc.After(func(ctx context.Context, _ *godog.Scenario, _ error) (context.Context, error) {
		return ctx, guest.Finish()
	})
}

// add gives godog one step: a function of its block alone.
func add(sc *godog.ScenarioContext, guest *gherkin.Guest, h gherkin.Handler) {
	var play any = func() error { return guest.Play(h, nil) }
	switch {
	case h.TakesTable():
		play = func(t *godog.Table) error { return guest.Play(h, t) }
	case h.TakesDoc(): // godog does not tell where it is
		play = func(d *godog.DocString) error {
			return guest.Play(h, &gherkin.DocString{Content: d.Content, MediaType: d.MediaType, Line: 1, Column: 1})
		}
	}
	switch h.Keyword {
	case gherkin.Given:
		sc.Given(h.Shape, play)
	case gherkin.When:
		sc.When(h.Shape, play)
	case gherkin.Then:
		sc.Then(h.Shape, play)
	}
}
