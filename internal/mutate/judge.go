package mutate

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/mutate/on"
)

// Verdict is what a judge says of a mutant.
type Verdict string

// The verdicts. A hang counts as killed.
const (
	Killed    Verdict = "killed"
	Hang      Verdict = "hang"
	Survived  Verdict = "survived"
	Unreached Verdict = "not reached" // nothing executes it where it makes a difference
)

// dead reports whether the mutant was noticed.
func (v Verdict) dead() bool { return v == Killed || v == Hang }

// suite is one run of a program that ends with 0 if all is well.
type suite struct {
	name  string
	path  string
	args  []string
	dir   string
	limit time.Duration // of a run with a mutant
}

// run runs the suite, or the part of it that is asked for, with one more variable.
func (s *suite) run(ctx context.Context, t Tools, variable string, part ...string) (outcome, error) {
	return t.run(ctx, command{
		path: s.path, args: append(slices.Clone(s.args), part...), dir: s.dir, limit: s.limit,
		env: []string{"GOMAXPROCS=1", variable},
	})
}

// green runs the suite without a mutant: it must pass, and its time gives the limit.
// The variable is that of [on.Reach], or has no meaning.
func (s *suite) green(ctx context.Context, t Tools, variable string) (outcome, error) {
	s.limit = 30 * time.Minute
	o, err := s.run(ctx, t, variable)
	if err == nil && o.code != 0 {
		err = fmt.Errorf("%s fails without a mutant:\n%s", s.name, tail(o.output))
	}
	s.limit = 10*time.Second + 10*o.took
	return o, err
}

// judge tries a mutant. What hangs is tried twice.
func (s *suite) judge(ctx context.Context, t Tools, number int, part ...string) (Verdict, string, error) {
	for try := 1; ; try++ {
		o, err := s.run(ctx, t, on.Mutant+"="+strconv.Itoa(number), part...)
		switch {
		case err != nil:
			return "", "", err
		case o.hung && try == 1:
			continue
		case o.hung:
			return Hang, s.name, nil
		case o.code == 0:
			return Survived, "", nil
		}
		return Killed, why(o.output), nil
	}
}

var failed = regexp.MustCompile(`(?m)^\s*(?:--- FAIL: (\S+).*|FAIL\s+(.*)|(panic: .*)|(fatal error: .*))$`)

// why is the first failure in an output.
func why(output string) string {
	found := failed.FindStringSubmatch(output)
	for i := 1; i < len(found); i++ {
		if found[i] != "" {
			return short(found[i])
		}
	}
	return ""
}

func tail(output string) string { return output[max(0, len(output)-4000):] }

// each calls f for every item, parallel of them at once, and returns the first error.
func each[T any](parallel int, items []T, f func(T) error) error {
	queue := make(chan T, len(items))
	for _, item := range items {
		queue <- item
	}
	close(queue)
	errs := make(chan error, max(1, parallel))
	var workers sync.WaitGroup
	for range max(1, parallel) {
		workers.Go(func() {
			for item := range queue {
				if err := f(item); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	workers.Wait()
	close(errs)
	return <-errs
}
