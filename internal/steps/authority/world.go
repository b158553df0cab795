package authority

import (
	"errors"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Checks is what the checks of authorization servers are about.
func Checks() judge.Kind {
	return judge.Kind{
		Name: "server", Command: "mcpsim validate --authorization-server URL", Features: features.Issuer,
		Source: Vocabulary(), Families: []string{"AS"}, Early: []string{"AS-01", "AS-02"},
	}
}

// World is what one check runs in.
type World struct {
	bench  *authcheck.Bench
	begin  time.Time
	client *authcheck.Client
	asked  *authcheck.Asked
	code   string
	reply  *authcheck.Reply  // of the token endpoint
	tokens *authcheck.Reply  // of the login
	less   bool              // a registration says less than it usually does
	pair   []string          // of secrets that were given one after the other
	more   string            // the scope that a renewal asks for, and the login did not
	canary *authcheck.Canary // nil = there is none
}

// New opens worlds of checks on a bench.
func New(b *authcheck.Bench) gherkin.NewWorld {
	return func(*testing.T, gherkin.Scenario) gherkin.World {
		b.TakeEvents()
		return &World{bench: b, begin: b.Target.Clock.Now()}
	}
}

// Do implements [gherkin.World].
func (w *World) Do(f func() error) error { return f() }

// Emit implements [gherkin.World].
func (w *World) Emit(e event.Event) { w.bench.Emit(e) }

// Finish says what was sent and what came.
func (w *World) Finish() gherkin.Outcome {
	if w.canary != nil {
		w.canary.Close()
	}
	var all []reports.Event
	for _, e := range w.bench.TakeEvents() {
		all = append(all, reports.Event{Event: e})
	}
	return gherkin.Outcome{
		Begin: w.begin, Elapsed: w.bench.Target.Clock.Since(w.begin), Events: reports.InOrder(all), Secrets: w.bench.Secrets(),
	}
}

var errNotAsked = errors.New("no user was sent: start with a When")

// request is what a user was sent with.
func (w *World) request() (*authcheck.Asked, error) {
	if w.asked == nil {
		return nil, errNotAsked
	}
	return w.asked, nil
}

// answer is the last one of the token endpoint.
func (w *World) answer() (*authcheck.Reply, error) {
	if w.reply == nil {
		return nil, errors.New("nothing was asked of the token endpoint: start with a When")
	}
	return w.reply, nil
}
