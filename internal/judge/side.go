package judge

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// split returns the jobs that may run side by side, and those that may not: the checks
// that measure, and after them the examples that do nothing themselves but sum up what
// was seen.
func (k Kind) split(jobs []gherkin.Job) (together, alone []gherkin.Job) {
	var last []gherkin.Job
	for _, j := range jobs {
		switch {
		case j.Last():
			last = append(last, j)
		case k.apart(j):
			alone = append(alone, j)
		default:
			together = append(together, j)
		}
	}
	return together, append(alone, last...)
}

func (k Kind) apart(j gherkin.Job) bool {
	return looks(j) || k.Alone != nil && k.Alone(j.Rule.IDs[0])
}

// looks reports whether a job does nothing itself, but looks at what others have done.
func looks(j gherkin.Job) bool {
	return strings.TrimSpace(j.Steps[0].Keyword) == string(gherkin.Then)
}

// sumsUp reports whether a job judges all that the others have seen: every shard of a run
// has it, each for its own part.
func (k Kind) sumsUp(j gherkin.Job) bool {
	return j.Last() || looks(j) || k.SumsUp != nil && k.SumsUp(j)
}

// Side is where checks run beside others: it looks at the subject in its own way.
type Side struct {
	Open func() (gherkin.NewWorld, error) // makes its worlds; it is done without one that fails
	Over func() bool                      // whether it is done without from now on; nil = never
}

// side runs checks beside other sides. One whose world cannot be opened, or that is over, lets the
// first side run its jobs, in turn.
type side struct {
	gherkin.Executor
	Side
	turn  sync.Mutex
	first *side // nil = it is the first one

	running *Running
}

// sides are those of a trial, the first one first.
func (t Trial) sides(v *gherkin.Vocabulary) []gherkin.Runner {
	first := &side{Executor: gherkin.Executor{Vocabulary: v, NewWorld: t.World, Version: t.Version, Follow: t.Running.follow}, running: t.Running}
	out := []gherkin.Runner{first}
	for _, more := range t.More {
		out = append(out, &side{Executor: gherkin.Executor{Vocabulary: v, Version: t.Version, Follow: t.Running.follow}, Side: more, first: first, running: t.Running})
	}
	return out
}

// opened reports whether the side has worlds, which it opens for its first job.
func (s *side) opened() bool {
	if s.Over != nil && s.Over() {
		return false
	}
	if s.Open != nil {
		s.NewWorld, _ = s.Open()
		s.Open = nil
	}
	return s.NewWorld != nil
}

// Run implements [gherkin.Runner].
func (s *side) Run(ctx context.Context, job gherkin.Job) (gherkin.Answer, error) {
	if s.first != nil && !s.opened() {
		return s.first.Run(ctx, job)
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	defer s.running.ended(job.Scenario.URI, job.Scenario.Line)
	return s.Executor.Run(ctx, job)
}

// Running knows what runs at the moment. A nil one knows nothing.
type Running struct {
	Now func() time.Time // required

	mu    sync.Mutex
	steps map[string]Moment
}

// Moment is a step that runs.
type Moment struct {
	IDs     []string // of the check
	Example string
	Step    string // with its keyword; its reason for waiting
	Since   time.Time
}

func (r *Running) follow(j gherkin.Job, s reports.Step) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.steps == nil {
		r.steps = map[string]Moment{}
	}
	r.steps[place(j.Scenario.URI, j.Scenario.Line)] = Moment{j.Rule.IDs, j.Scenario.Name, strings.TrimSpace(s.Keyword) + " " + s.Text, r.Now()}
}

// ended says that the example at a place has ended.
func (r *Running) ended(uri string, line int) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.steps, place(uri, line))
}

// Moments are the steps that run, the one that has run longest first.
func (r *Running) Moments() []Moment {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.SortedFunc(maps.Values(r.steps), func(a, b Moment) int { return a.Since.Compare(b.Since) })
}

func place(uri string, line int) string { return fmt.Sprintf("%s:%d", uri, line) }
