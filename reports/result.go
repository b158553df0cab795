package reports

import (
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Verdict is what a run of one scenario came to.
type Verdict string

// The verdicts. Nothing is green unless it was observed.
const (
	Passed   Verdict = "passed"
	Failed   Verdict = "failed"
	Warned   Verdict = "warned"   // a scenario tagged @should did not hold
	Expected Verdict = "expected" // failed or warned, as its tag @expected-failure or a baseline says

	NotObserved Verdict = "not observed" // the situation that it speaks of never arose
	NotTestable Verdict = "not testable" // a precondition is missing; the error names it
	NotRun      Verdict = "not run"      // there was no time left for it
)

var verdictWords = map[Verdict]string{
	Passed: "pass", Failed: "FAIL", Warned: "warn", Expected: "expected", NotObserved: "none", NotTestable: "skip", NotRun: "late",
}

// Word is the verdict as consoles and tables show it, most in four letters; "" = it
// is none.
func (v Verdict) Word() string { return verdictWords[v] }

// Result is one run of one scenario. All texts are redacted.
type Result struct {
	URI          string        `json:"uri"`
	Line         int           `json:"line"` // of the scenario, or of the row of its examples
	Feature      string        `json:"feature"`
	Rule         Rule          `json:"rule"`
	Name         string        `json:"name"`
	Tags         []string      `json:"tags"`
	World        string        `json:"world"`
	Seed         uint64        `json:"seed,string"`
	ScheduleSeed uint64        `json:"schedule_seed,string"`
	Racing       bool          `json:"racing,omitempty"` // events of one instant had no order
	OrderSeed    uint64        `json:"order_seed,omitempty,string"`
	Disturb      []string      `json:"disturb,omitempty"` // faults of links that the scenario does not know of
	Laws         bool          `json:"laws,omitempty"`    // the laws of every runtime were asked for at the end
	Attempt      int           `json:"attempt"`           // from 1; more than one with --repeat
	Verdict      Verdict       `json:"verdict"`
	Level        string        `json:"level,omitempty"` // MUST, SHOULD or MAY, if it has one
	Suite        string        `json:"suite,omitempty"` // the group of its check, if it has one
	Steps        []Step        `json:"steps"`
	Error        string        `json:"error,omitempty"`    // why it is not passed
	Timeline     []string      `json:"timeline,omitempty"` // the last events before a failure
	See          string        `json:"see,omitempty"`      // the check that says why this one is not testable
	Broke        string        `json:"-"`                  // what was left without an answer, or ended the subject; "" = nothing
	Trace        string        `json:"-"`                  // the file of its trace; "" = there is none
	SeeIt        string        `json:"-"`                  // the command line that shows its timeline, if it is not that of Reproduce
	Expected     string        `json:"expected,omitempty"` // why a baseline expects it to fail, if that says so
	Stale        bool          `json:"stale,omitempty"`    // failed because an expected failure is gone
	Idle         bool          `json:"idle,omitempty"`     // nothing happened in it, and it does not promise that
	Difference   *Difference   `json:"difference,omitempty"`
	Virtual      time.Duration `json:"virtual_ns"`
	Real         time.Duration `json:"real_ns"`
	Reproduce    string        `json:"reproduce"` // command line
}

// Rule is the guarantee that a scenario is an example of.
type Rule struct {
	Name string   `json:"name"`
	Line int      `json:"line"`
	IDs  []string `json:"ids"`
	// Text is the description below the Rule's name; of a check of servers it
	// says where the specification asks for it and what to change.
	Text string `json:"text,omitempty"`
	// Practice says how bad it is in practice if the guarantee does not hold; "" = no
	// case is known.
	Practice string `json:"practice,omitempty"`
	// Scenarios is how many examples the Rule has in its file, selected or not.
	Scenarios int `json:"scenarios"`
}

// Step is one step of a scenario that was run.
type Step struct {
	Keyword string     `json:"keyword"` // as written: "Given", "And" …
	Text    string     `json:"text"`
	Line    int        `json:"line"`
	Status  StepStatus `json:"status"`
}

// StepStatus is what became of one step.
type StepStatus string

// The statuses of steps.
const (
	StepPassed  StepStatus = "passed"
	StepFailed  StepStatus = "failed"
	StepSkipped StepStatus = "skipped" // after a failed one
	StepUnknown StepStatus = "unknown" // the process that ran it died
)

// Difference is the first place at which two traces of the same scenario and
// seeds differ. A missing line is empty.
type Difference struct {
	Attempt int    `json:"attempt"` // the other trace is that of attempt 1
	Line    int    `json:"line"`
	First   string `json:"first"`
	Other   string `json:"other"`
}

// Place is the position that `mcpsim run` accepts.
func (r Result) Place() string { return fmt.Sprintf("%s:%d", r.URI, r.Line) }

// ReproduceLine is the command that runs exactly this scenario again.
func (r Result) ReproduceLine() string {
	var b strings.Builder
	fmt.Fprintf(&b, "mcpsim run %s --seed %d", words.Quote(r.Place()), r.Seed)
	if r.ScheduleSeed != 0 {
		fmt.Fprintf(&b, " --schedule-seed %d", r.ScheduleSeed)
	}
	if r.OrderSeed != 0 {
		fmt.Fprintf(&b, " --order-seed %d", r.OrderSeed)
	}
	for _, fault := range r.Disturb {
		fmt.Fprintf(&b, " --disturb %s", words.Quote(fault))
	}
	if r.Laws && len(r.Disturb) == 0 {
		b.WriteString(" --laws")
	}
	if r.Racing {
		b.WriteString(" --racing")
	}
	if r.World != "virtual" {
		fmt.Fprintf(&b, " --world %s", r.World)
	}
	if r.Difference != nil {
		fmt.Fprintf(&b, " --strict-determinism --repeat %d", r.Difference.Attempt)
	}
	return b.String()
}
