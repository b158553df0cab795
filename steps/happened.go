package steps

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/reports"
)

// Follow keeps the step that runs.
func (w *World) Follow(step reports.Step) {
	w.step = step
	if len(w.stopped) > 0 && restarts().MatchString(step.Text) {
		w.stopped = nil
	}
}

// place is where the step that runs is written; "" if that is not known.
func (w *World) place() string {
	if w.step.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d", w.scenario.URI, w.step.Line)
}

// faultsMissing is an error that names every rule of a script and every fault of a
// link that the scenario gave and that never acted: what passed without it proves
// nothing. A scenario that has failed anyway is not asked.
func (w *World) faultsMissing() error {
	if w.failed {
		return nil
	}
	var missing []error
	for _, s := range slices.Concat(w.declared(), nounOf[authorities](w).declared()) {
		for _, f := range s.faults {
			missing = append(missing, f.missing())
		}
		for _, err := range s.fake.NeverActed() {
			missing = append(missing, fmt.Errorf("server %q: %w", s.name, err))
		}
	}
	return errors.Join(missing...)
}

// idle reports whether there are servers and no event but those of steps.
func (w *World) idle() bool {
	return len(w.order) > 0 && !w.eventful
}

// linkFault is a fault that a step has put on the wire to a server.
type linkFault struct {
	*netem.Placed
	place        string // of the step
	mayNotHappen bool
}

// missing is an error if the fault never acted although it should have.
func (f linkFault) missing() error {
	err := f.NeverActed()
	switch {
	case err == nil || f.mayNotHappen:
		return nil
	case f.place == "":
		return err
	}
	return fmt.Errorf("%s: %w", f.place, err)
}

// addRule gives a server a rule that the step which runs stands for.
func (s *server) addRule(r fakeserver.Rule) {
	if r.Place == "" {
		r.Place = s.w.place()
	}
	s.fake.AddRule(r)
}
