package mutate

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"
)

// Options say what to judge, and how.
type Options struct {
	Seed     uint64
	N        int // mutants to draw; fewer if the source has fewer
	Shard    int // 1 to Shards: of the sample, only every Shards-th
	Shards   int
	Parallel int
	Only     *regexp.Regexp // of the sample, only mutants whose line in a report matches; nil = all
	Real     bool           // ask the features in the real world about what they do not execute in the virtual one
	Features bool           // ask the features
	Tests    bool           // ask the tests about what the features do not notice, or are not asked about
	By       *regexp.Regexp // of these, only those of packages whose path matches, which may import a mutant through others; nil = all that import it
	Budget   time.Duration  // of each package, only tests that take so long together without a mutant; 0 = all that execute it
	Dir      string         // of what is built and of the journal
}

// Sample draws and keeps the part that the options ask for.
func (o Options) Sample(p *Program) []*Mutant {
	var sample []*Mutant
	for i, m := range Draw(p.Mutants(), o.Seed, o.N, p.Compiles) {
		if i%o.Shards == o.Shard-1 && (o.Only == nil || o.Only.MatchString(fmt.Sprintf("%s:%d %s", m.File, m.Line, m.ID))) {
			sample = append(sample, m)
		}
	}
	return sample
}

// Run judges a sample. tell hears of each result, also of those that the journal
// knows already.
func Run(ctx context.Context, p *Program, t Tools, o Options, sample []*Mutant, j *Journal, tell func(Result)) error {
	var open []*Mutant
	for _, m := range sample {
		if r, ok := j.Known(m.ID); ok && o.answeredBy(r) {
			r.Line = m.Line
			tell(r)
		} else {
			open = append(open, m)
		}
	}
	if len(open) == 0 {
		return nil
	}
	b, err := NewBuild(p, t, o.Dir, sample)
	if err != nil {
		return err
	}
	return errors.Join(b.judge(ctx, o, open, j, tell), b.Close())
}

// answeredBy reports whether a result says all that the options ask for.
func (o Options) answeredBy(r Result) bool {
	asked := r.Left == "" || o.Budget > 0 && r.Budget >= o.Budget
	return r.Features.dead() || (r.Features != "" || !o.Features) && (r.Tests != "" && asked || !o.Tests)
}

// judge asks the features and then the tests.
func (b *Build) judge(ctx context.Context, o Options, mutants []*Mutant, j *Journal, tell func(Result)) error {
	var features *Features // nil = are not asked
	if o.Features {
		var err error
		if features, err = NewFeatures(ctx, b, o); err != nil {
			return err
		}
	}
	tests := NewTests(b, o)
	return each(o.Parallel, mutants, func(m *Mutant) error {
		r := Result{ID: m.ID, Line: m.Line}
		var err error
		if features != nil {
			r.Features, r.By, err = features.Judge(ctx, b.numbers[m])
		}
		if err == nil && !r.Features.dead() && o.Tests {
			err = tests.Judge(ctx, m, &r)
		}
		if err != nil {
			return err
		}
		tell(r)
		return j.Add(r)
	})
}
