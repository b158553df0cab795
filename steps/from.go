package steps

import (
	"context"
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// From is the world of the scenario that a step of your own runs in. The error says
// that there is none: ctx is not that of a step, or the suite has no
// suite.Initializer.
func From(ctx context.Context) (*World, error) {
	if w, ok := gherkin.WorldOf(ctx).(*World); ok {
		return w, nil
	}
	return nil, errors.New("this context belongs to no scenario of suite.Initializer")
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
