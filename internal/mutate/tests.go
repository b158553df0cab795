package mutate

import (
	"context"
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
	build *Build
	by    *regexp.Regexp // nil = every package is asked
	mu    sync.Mutex
	built map[string]*builtTest
}

// builtTest is the test program of one package, built when it is first needed.
type builtTest struct {
	once  sync.Once
	suite suite
	units []unit // of a suite that takes long; nil: all tests run together
	err   error
}

// NewTests builds nothing yet. by is [Options.By].
func NewTests(b *Build, by *regexp.Regexp) *Tests {
	return &Tests{build: b, by: by, built: map[string]*builtTest{}}
}

// Judge runs the tests of one package after the other until one notices the mutant.
func (t *Tests) Judge(ctx context.Context, m *Mutant) (Verdict, string, error) {
	for _, path := range t.build.program.testers(m) {
		if t.by != nil && !t.by.MatchString(path) {
			continue
		}
		b := t.tests(ctx, path)
		if b.err != nil {
			return "", "", b.err
		}
		verdict, why, err := b.judge(ctx, t.build.tools, t.build.numbers[m])
		if err != nil || verdict.dead() {
			return verdict, strings.TrimSpace(path[strings.LastIndex(path, "/")+1:] + ": " + why), err
		}
	}
	return Survived, "", nil
}

// tests builds the tests of a package once and sees them pass without a mutant.
func (t *Tests) tests(ctx context.Context, path string) *builtTest {
	t.mu.Lock()
	b := t.built[path]
	if b == nil {
		b = &builtTest{}
		t.built[path] = b
	}
	t.mu.Unlock()
	b.once.Do(func() { b.err = b.prepare(ctx, t.build, path) })
	return b
}

func (b *builtTest) prepare(ctx context.Context, build *Build, path string) error {
	program, err := build.tests(path)
	if err != nil {
		return err
	}
	dir := filepath.Join(build.program.Root, filepath.FromSlash(strings.TrimPrefix(path, build.program.Module)))
	b.suite = suite{name: path, path: program, dir: dir, args: []string{"-test.failfast", "-test.v", manyTests}}
	if err := b.suite.askAll(ctx, build.tools); err != nil {
		return err
	}
	o, err := b.suite.green(ctx, build.tools, on.Mutant+"=0")
	if err != nil || o.took < long {
		return err
	}
	b.units, err = b.suite.reach(ctx, build.tools, program+".reach", units(o.output))
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

// judge runs all tests, or those that execute a mutant.
func (b *builtTest) judge(ctx context.Context, t Tools, number int) (Verdict, string, error) {
	if b.units == nil {
		return b.suite.judge(ctx, t, number)
	}
	return b.suite.few(ctx, t, number, b.units, func(now []unit) []string { return []string{pattern(now)} })
}
