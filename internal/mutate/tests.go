package mutate

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/mutate/on"
)

// Of a suite, four parallel tests run at once: many wait for other programs.
const manyTests = "-test.parallel=4"

// Tests judges with the tests of the mutated package and of those that import it.
type Tests struct {
	build    *Build
	by       *regexp.Regexp // nil = every package is asked
	budget   time.Duration  // of the tests of a package that one mutant is shown to; 0 = all
	parallel int
	mu       sync.Mutex
	built    map[string]*builtTest
}

// builtTest is the test program of one package, built when it is first needed.
type builtTest struct {
	once    sync.Once
	suite   suite
	units   []unit   // of a suite that takes long; nil: all tests run together
	failing []string // tests that fail without a mutant, and are not asked
	err     error
}

// NewTests builds nothing yet.
func NewTests(b *Build, o Options) *Tests {
	return &Tests{build: b, by: o.By, budget: o.Budget, parallel: max(1, o.Parallel), built: map[string]*builtTest{}}
}

// Judge runs the tests of one package after the other until one notices the mutant, and
// enters what they say, or who did not judge one that survives.
func (t *Tests) Judge(ctx context.Context, m *Mutant, r *Result) error {
	var left []string
	r.Tests, r.Budget = Survived, t.budget
	for _, path := range t.build.program.testers(m, t.by) {
		b := t.tests(ctx, path)
		if b.err != nil {
			return b.err
		}
		verdict, why, more, err := b.judge(ctx, t.build.tools, t.build.numbers[m], t.budget)
		if err != nil {
			return err
		}
		name := path[strings.LastIndex(path, "/")+1:]
		if verdict.dead() {
			r.Tests, r.By = verdict, strings.TrimSpace(name+": "+why)
			return nil
		}
		if more != "" {
			left = append(left, more+" of "+name)
		}
	}
	r.Left = strings.Join(left, ", ")
	return nil
}

// tests builds the tests of a package once and runs them without a mutant.
func (t *Tests) tests(ctx context.Context, path string) *builtTest {
	t.mu.Lock()
	b := t.built[path]
	if b == nil {
		b = &builtTest{}
		t.built[path] = b
	}
	t.mu.Unlock()
	b.once.Do(func() { b.err = b.prepare(ctx, t.build, path, t.parallel) })
	return b
}

func (b *builtTest) prepare(ctx context.Context, build *Build, path string, parallel int) error {
	program, err := build.tests(path)
	if err != nil {
		return err
	}
	dir := filepath.Join(build.program.Root, filepath.FromSlash(strings.TrimPrefix(path, build.program.Module)))
	b.suite = suite{name: path, path: program, dir: dir, args: []string{"-test.v", manyTests}}
	if err := b.suite.askAll(ctx, build.tools); err != nil {
		return err
	}
	o, err := b.suite.green(ctx, build.tools, on.Mutant+"=0")
	if o.took < long || o.hung || o.code > 1 { // a panic ends a program with 2
		return err
	}
	b.units, b.failing, err = b.suite.reach(ctx, build.tools, parallel, program+".reach", units(o.output))
	return err
}

// askAll lets a suite of which usually only a part is run, such as that of the day, run
// as a whole: what it says of a mutant must not depend on the day.
func (s *suite) askAll(ctx context.Context, t Tools) error {
	s.limit = time.Minute
	o, err := s.run(ctx, t, on.Mutant+"=0", "-help")
	if strings.Contains(o.output, "\n  -part ") {
		s.args = append(s.args, "-part=1/1")
	}
	return err
}

const failFast = "-test.failfast"

// judge runs all tests, or those that execute a mutant, as far as the budget goes. left
// are those that were not asked about a mutant that survives.
func (b *builtTest) judge(ctx context.Context, t Tools, number int, budget time.Duration) (v Verdict, why, left string, err error) {
	if b.units == nil {
		v, why, err = b.suite.judge(ctx, t, number, failFast)
		return v, why, "", err
	}
	asked, beyond := within(budget, reaching(b.units, number))
	v, why, err = b.suite.few(ctx, t, number, asked, func(now []unit) []string { return []string{failFast, pattern(now)} })
	var parts []string
	if beyond > 0 {
		parts = append(parts, fmt.Sprintf("%d tests beyond the budget", beyond))
	}
	if n := len(b.failing); n > 0 {
		parts = append(parts, fmt.Sprintf("%d tests that fail without a mutant (first %s)", n, b.failing[0]))
	}
	return v, why, strings.Join(parts, " and "), err
}
