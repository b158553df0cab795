package steps

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// Initializer adds the vocabulary to a godog suite of your own, beside your own
// steps; each scenario gets a virtual world of its own, with the runtime that its
// tag names (@omp, @qwen, @room, @agents):
//
//	suite := godog.TestSuite{ScenarioInitializer: steps.Initializer(t), Options: &godog.Options{Strict: true}}
//	if suite.Run() != 0 {
//		t.Error("see the report")
//	}
//
// t only opens worlds; nil is for "godog run", which has no test. Your steps find the world of
// their scenario with [From]. A scenario fails, too, if it leaves goroutines,
// timers or connections behind.
func Initializer(t *testing.T) func(*godog.ScenarioContext) {
	vocabulary, err := compiled()
	if t == nil {
		t = vtime.Borrow()
	}
	return func(sc *godog.ScenarioContext) {
		if err != nil {
			sc.Before(func(ctx context.Context, _ *godog.Scenario) (context.Context, error) { return ctx, err })
			return
		}
		vocabulary.Register(sc, func(s gherkin.Scenario) gherkin.World { return New(t, s) })
	}
}

var compiled = sync.OnceValues(func() (*gherkin.Vocabulary, error) { return gherkin.NewVocabulary(Vocabulary()) })

// From is the world of the scenario that a step of your own runs in. The error says
// that there is none: ctx is not that of a step, or the suite has no [Initializer].
func From(ctx context.Context) (*World, error) {
	if w, ok := gherkin.WorldOf(ctx).(*World); ok {
		return w, nil
	}
	return nil, errors.New("this context belongs to no scenario of steps.Initializer")
}

// Env is how a client of your own reaches the servers of the scenario: clock,
// processes and network of its world. Use it inside [World.Do] only.
func (w *World) Env() host.Env { return w.ground.hostEnv() }

// Server is how a declared server is reached, as a client's settings would say it.
func (w *World) Server(name string) (config.Server, error) {
	s, err := w.server(name)
	if err != nil {
		return config.Server{}, err
	}
	return s.config, nil
}

// Go runs f beside the scenario, in its world. actor names it among things that
// happen at one instant; f must end before the scenario does.
func (w *World) Go(actor string, f func()) { w.ground.spawn(actor, f) }
