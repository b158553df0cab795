package gherkin

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/reports"
)

// Variation is how one run of a scenario differs from others. The zero value runs it as
// mcpsim run does, with seed 0.
type Variation struct {
	Seed         uint64 `json:"seed"`                    // faults and latencies
	ScheduleSeed uint64 `json:"schedule_seed,omitempty"` // order of events of one instant; 0 = by name
	OrderSeed    uint64 `json:"order_seed,omitempty"`    // another such order at each instant; 0 = always the same
	// Disturb are faults of links that the scenario does not know of, as a step has them:
	// "docs cut 3 at name down". Under them what the scenario promises itself need not
	// hold: its Thens are not asked, and a Given or When that cannot be done ends it.
	Disturb []string `json:"disturb,omitempty"`
	// Laws asks at the end for what holds whatever happens, see [Lawful].
	Laws bool `json:"laws,omitempty"`
}

// Lawful is a [World] with laws that hold whatever is done to it.
type Lawful interface {
	// Laws ends what the scenario has started and returns the first law that is broken.
	// footprint says what the scenario had come to, for Laws alone to read: calm is that of
	// the same scenario without disturbance, empty if it is not known. It is called at most
	// once, after the last step, inside Do.
	Laws(calm string) (footprint string, err error)
}

// Wired is a [World] that keeps what travels, for [Batch].Wire.
type Wired interface {
	// Wire is called once, outside Do, after Finish.
	Wire() []Stream
}

// Stream is one direction of one connection.
type Stream struct {
	Link      string     `json:"link"`
	Conn      int        `json:"conn"`      // ordinal on the link, from 1
	Direction string     `json:"direction"` // up or down
	Messages  [][]string `json:"messages"`  // the classes of bytes that each has
}

// Batch is many runs of the scenario of a job, each with a variation.
type Batch struct {
	Variations []Variation `json:"variations"`
	Wire       bool        `json:"wire,omitempty"` // tell what travels in the first of them
	Enough     int         `json:"enough"`         // failures after which no more runs are made; 0 = no limit
}

// BatchAnswer is what became of a batch.
type BatchAnswer struct {
	Runs     int           `json:"runs"`               // that were made: fewer than asked for after enough failures, or if the process is spoiled
	Real     time.Duration `json:"real"`               // of all of them
	Failures []Answer      `json:"failures,omitempty"` // in the order of the variations
	Wire     []Stream      `json:"wire,omitempty"`
}

// Signature tells failures apart: two with the same one have, as far as can be seen,
// the same reason.
type Signature struct {
	Step       string `json:"step"`            // that failed; "at the end" if all passed
	Difference string `json:"difference"`      // what was wrong, without what differs between runs
	Cause      string `json:"cause,omitempty"` // the last event before it of a server that it names: kind and server
}

// atTheEnd stands for a step where the world failed after the last one.
const atTheEnd = "at the end"

// LawStep stands for a step where a law was broken, see [Lawful].
const LawStep = "every law holds"

// batch runs all variations of a job in this process.
func (x *Executor) batch(ctx context.Context, job Job) (Answer, error) {
	begin := time.Now()
	answer := Answer{Batch: &BatchAnswer{}}
	scenario := played{brief: true, calm: map[string]string{}}
	for i, v := range job.Batch.Variations {
		if ctx.Err() != nil {
			return Answer{}, context.Cause(ctx)
		}
		one, wire := x.play(job.varied(v), scenario, job.Batch.Wire && i == 0)
		answer.Batch.Runs++
		answer.Batch.Wire = append(answer.Batch.Wire, wire...)
		if one.Result.Verdict == reports.Failed {
			answer.Batch.Failures = append(answer.Batch.Failures, one)
		}
		answer.Spoiled = one.Spoiled
		if n := len(answer.Batch.Failures); answer.Spoiled || n > 0 && n == job.Batch.Enough {
			break
		}
	}
	answer.Batch.Real = time.Since(begin)
	return answer, nil
}

// playOne runs a job without a batch.
func (x *Executor) playOne(job Job) Answer {
	answer, _ := x.play(job, played{calm: map[string]string{}}, false)
	return answer
}

// varied is a job with a variation.
func (j Job) varied(v Variation) Job {
	j.Batch = nil
	j.Scenario.Variation = v
	return j
}

// played is what runs of one scenario share.
type played struct {
	brief bool              // of a run that passes only that is told
	calm  map[string]string // footprints of the undisturbed scenario, by seeds
}

// play runs a job without a batch.
func (x *Executor) play(job Job, p played, wire bool) (Answer, []Stream) {
	calm := ""
	if v := job.Scenario.Variation; len(v.Disturb) > 0 && v.Laws {
		calm = x.calm(job, p)
	}
	begin := time.Now()
	job.Scenario.Wire = wire
	world, err := x.open(job.Scenario)
	if err != nil {
		return job.failed(err, time.Since(begin)), nil
	}
	steps := &stepRun{world: world, job: job, follow: x.Follow, steps: slices.Clone(job.Steps), calm: calm}
	err = steps.play(x.Vocabulary)
	outcome := finish(world)
	if len(job.Scenario.Disturb) == 0 {
		p.calm[seedsOf(job.Scenario.Variation)] = steps.footprint
	}
	var streams []Stream
	if w, ok := world.(Wired); ok && wire {
		streams = w.Wire()
	}
	if p.brief && err == nil && outcome.Err == nil && !ExpectedToFail(job.Scenario.Tags) {
		return Answer{Result: reports.Result{Verdict: reports.Passed}}, streams
	}
	return x.answer(job, steps, err, outcome, time.Since(begin)), streams
}

// calm is the footprint of the scenario without disturbance.
func (x *Executor) calm(job Job, p played) string {
	v := job.Scenario.Variation
	v.Disturb = nil
	key := seedsOf(v)
	if _, known := p.calm[key]; !known {
		x.play(job.varied(v), p, false)
	}
	return p.calm[key]
}

func seedsOf(v Variation) string {
	return fmt.Sprint(v.Seed, v.ScheduleSeed, v.OrderSeed)
}

// play runs the steps, and asks for the laws if the variation wants that.
func (r *stepRun) play(v *Vocabulary) error {
	disturbed := len(r.job.Scenario.Disturb) > 0
	for i, needs := range r.job.Needs {
		r.next = i
		if disturbed && needs.Keyword == Then {
			continue
		}
		err := r.playStep(v, needs)
		if err != nil && disturbed && !isPanic(err) {
			r.err = nil // what comes next cannot be done
			break
		}
		if err != nil {
			r.steps[i].Status = reports.StepFailed
			return err
		}
		r.steps[i].Status = reports.StepPassed
	}
	r.next = len(r.job.Needs)
	lawful, ok := r.world.(Lawful)
	if !ok || !r.job.Scenario.Laws {
		return nil
	}
	r.steps = append(r.steps, reports.Step{Keyword: "Then", Text: LawStep, Status: reports.StepPassed})
	r.footprint, r.err = r.laws(lawful)
	if r.err != nil {
		r.steps[r.next].Status = reports.StepFailed
		_ = r.mark(reports.StepFail, nil, r.err)
	}
	return r.err
}

func (r *stepRun) playStep(v *Vocabulary, needs Needs) error {
	text := r.steps[r.next].Text
	found := v.match(needs.Keyword, text)
	if len(found) != 1 {
		return &InputError{Path: text, Reason: "this step is not known"}
	}
	return r.call(found[0], needs.blockOf(found[0]))
}

func (r *stepRun) laws(w Lawful) (footprint string, err error) {
	err = r.world.Do(func() (err error) {
		defer recoverInto(&err)
		footprint, err = w.Laws(r.calm)
		return err
	})
	return footprint, err
}

var (
	volatile = regexp.MustCompile(`0x[0-9a-f]+|\b\d{7,}\b|goroutine \d+|[\w./-]+\.(?:feature|go):\d+|synctest bubble \d+`)
	quoted   = regexp.MustCompile(`"([^"]*)"`)
)

// SignatureOf is the signature of a failure of which no events are known.
func SignatureOf(r reports.Result) *Signature { return signature(r, nil) }

// signature says by what a failure is known. Events are those of the run.
func signature(r reports.Result, events []reports.Event) *Signature {
	s := &Signature{Step: atTheEnd, Difference: differenceOf(r.Error)}
	if i := slices.IndexFunc(r.Steps, func(s reports.Step) bool { return s.Status == reports.StepFailed }); i >= 0 {
		s.Step = r.Steps[i].Text
	}
	var named []string
	for _, m := range quoted.FindAllStringSubmatch(s.Step+" "+r.Error, -1) {
		named = append(named, m[1])
	}
	for _, e := range events {
		if e.Kind == reports.StepFail {
			break
		}
		if e.Server != "" && slices.Contains(named, e.Server) {
			s.Cause = string(e.Kind) + " " + e.Server
		}
	}
	return s
}

// seen are the kinds of the events before the failure with their servers, sorted.
func seen(events []reports.Event) []string {
	found := map[string]bool{}
	for _, e := range events {
		if e.Kind == reports.StepFail {
			break
		}
		if e.Actor != stepActor {
			found[strings.TrimSpace(string(e.Kind)+" "+e.Server)] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// maxDifference bounds a difference, in lines.
const maxDifference = 8

// differenceOf is the text of an error without what differs between runs; of a stack
// only where it begins.
func differenceOf(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(volatile.ReplaceAllString(line, "…"), "\n")
		if strings.HasPrefix(line, "… [") {
			line = "goroutine" // its state differs with luck
		}
		if out = append(out, line); len(out) == maxDifference {
			break
		}
	}
	return strings.Join(out, "\n")
}

// Compare orders by step, difference, cause.
func (s Signature) Compare(o Signature) int {
	return cmp.Or(cmp.Compare(s.Step, o.Step), cmp.Compare(s.Difference, o.Difference), cmp.Compare(s.Cause, o.Cause))
}
