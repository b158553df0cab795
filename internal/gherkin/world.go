package gherkin

import (
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// The kinds of world, as scenarios' tags and the command line name them.
const (
	Virtual = "virtual" // in-memory wires, virtual clock
	Real    = "real"    // real processes and sockets, wall clock
	Target  = "target"  // a user's server, looked at from outside, wall clock
)

// Scenario says which scenario a world is made for.
type Scenario struct {
	URI     string   `json:"uri"`  // path of the feature file
	Line    int      `json:"line"` // of the scenario, or of the row of its examples
	Feature string   `json:"feature"`
	Rule    string   `json:"rule"`
	IDs     []string `json:"ids"` // of the Rule
	Name    string   `json:"name"`
	Tags    []string `json:"tags"` // effective tags with their @
	World   string   `json:"world"`
	Racing  bool     `json:"racing"`         // what happens at one instant has no order
	Wire    bool     `json:"wire,omitempty"` // what travels is kept, see Wired
	Traced  bool     `json:"traced"`         // the trace is wanted: events are worth more than time
	Variation
}

// Last reports whether the scenario judges what all others have seen.
func (s Scenario) Last() bool { return slices.Contains(s.Tags, tagLast) }

// World is what one scenario runs in. It has one user at a time, and its
// concrete type is the first parameter of every step function.
type World interface {
	// Do runs f in the world and returns its error, or the error of the world
	// itself. Each step is one call.
	Do(f func() error) error
	// Emit records an event of the scenario itself (a step that starts or fails)
	// among the world's own. It is called inside Do only.
	Emit(event.Event)
	// Finish closes the world and says what happened in it. It is called exactly
	// once, outside Do, whether the steps passed or not.
	Finish() Outcome
}

// Awaiter is a [World] in which what a Then checks may need a moment. Await calls
// check until it succeeds or has had time enough, inside Do, and returns its last
// error.
type Awaiter interface {
	Await(check func() error) error
}

// Follower is a [World] that is told which step runs next, inside Do, so that what
// it says at the end can name the line. In a suite of another program lines are 0.
type Follower interface {
	Follow(step reports.Step)
}

// Outcome is what is known of a scenario once its world is closed.
type Outcome struct {
	// Err fails the scenario even if every step passed: a leak, a freeze, a
	// panic in the background.
	Err error
	// Begin is the instant, in the world's time, that traces count from.
	Begin time.Time
	// Elapsed is the world's time from Begin to the end of the last step.
	Elapsed time.Duration
	// Events are all events in canonical order, see [reports.Sort]; nil = none. They
	// may be asked for more than once.
	Events iter.Seq[reports.Event]
	// Idle says that there was something to speak to, such as a server, and that nothing
	// happened: no message, no connection, no change of a state.
	Idle bool
	// Secrets are texts that must not appear in anything written.
	Secrets []string
	// Spoiled says that the process is not fit to run another scenario, because
	// goroutines that cannot be ended were left behind.
	Spoiled bool
}

// NewWorld opens the world of one scenario. t only opens bubbles: it is never
// failed. A world that could not be opened returns its error from the first Do.
type NewWorld func(t *testing.T, s Scenario) World
