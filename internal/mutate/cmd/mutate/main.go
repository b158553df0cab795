// Command mutate makes random mutants of the packages that it is given and says
// which of them neither the features nor the tests notice; see package mutate.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/mutate"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// flags are what the command line says.
type flags struct {
	mutate.Options
	shard, explained string
	check, list      bool
	patterns         []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func parse(args []string, errs io.Writer) (flags, error) {
	var f flags
	set := flag.NewFlagSet("mutate [flags] [packages, ./runtime/... by default]", flag.ContinueOnError)
	set.SetOutput(errs)
	set.IntVar(&f.N, "n", 60, "how many mutants to draw")
	set.Uint64Var(&f.Seed, "seed", 1, "seed of the draw")
	set.IntVar(&f.Parallel, "p", goruntime.NumCPU(), "how many mutants to judge at once")
	set.StringVar(&f.shard, "shard", "1/1", "judge only part `I/N` of the sample")
	expression(set, &f.Only, "only", "of the sample, only mutants whose line in the report matches this `EXPRESSION`")
	set.BoolVar(&f.Real, "real", true, "ask the features in the real world about what they do not execute in the virtual one")
	set.BoolVar(&f.Features, "features", true, "ask the features; false asks the tests alone, which is what judges of other programs are held by")
	set.BoolVar(&f.Tests, "tests", true, "ask the tests about what the features do not notice")
	expression(set, &f.By, "by", "of the tests, ask only those of packages whose path matches this `EXPRESSION`, also if they import a mutant through others; use a -dir of its own")
	set.DurationVar(&f.Budget, "budget", 0, "of the tests of each package that execute a mutant, ask the quickest that take so long together; 0 = all")
	set.BoolVar(&f.check, "check", false, "fail if a mutant survives that the list does not explain")
	set.BoolVar(&f.list, "list", false, "show the sample, judge nothing")
	set.StringVar(&f.Dir, "dir", ".artifacts/mutate", "`DIR` of results and programs; a run goes on where the last one ended")
	set.StringVar(&f.explained, "explained", "features/mutants.yaml", "the `FILE` that explains mutants that may survive")
	if err := set.Parse(args); err != nil {
		return f, err
	}
	if _, err := fmt.Sscanf(f.shard, "%d/%d", &f.Shard, &f.Shards); err != nil || f.Shard < 1 || f.Shard > f.Shards {
		return f, fmt.Errorf("-shard %s: want I/N, such as 2/8", f.shard)
	}
	if f.patterns = set.Args(); len(f.patterns) == 0 {
		f.patterns = []string{"./runtime/..."}
	}
	dir, err := filepath.Abs(f.Dir)
	f.Dir = dir
	return f, err
}

// expression adds a flag for a regular expression; nil = it is not given.
func expression(set *flag.FlagSet, to **regexp.Regexp, name, usage string) {
	set.Func(name, usage, func(text string) (err error) {
		*to, err = regexp.Compile(text)
		return err
	})
}

func run(ctx context.Context, args []string, out, errs io.Writer) error {
	f, err := parse(args, errs)
	if err != nil {
		return err
	}
	explained, err := mutate.ReadExplained(f.explained)
	if err != nil {
		return err
	}
	tools := mutate.Tools{Starter: process.OS(), Clock: clock.Real(), Environ: os.Environ()}
	program, err := mutate.Load(tools, ".", f.patterns)
	if err != nil {
		return err
	}
	if f.check {
		if err := stale(tools, program.Root, explained, f.explained); err != nil {
			return err
		}
	}
	sample := f.Sample(program)
	if f.list {
		for _, m := range sample {
			_, _ = fmt.Fprintf(out, "%s:%d %s\n", m.File, m.Line, m.ID)
		}
		return nil
	}
	results, err := judge(ctx, f, program, tools, sample, errs)
	mutate.Report(out, results, explained)
	if err != nil || !f.check {
		return err
	}
	return unexplained(results, explained, f.explained)
}

// stale is an error for what the list explains and no package of the module has any more.
func stale(t mutate.Tools, root string, explained mutate.Explained, list string) error {
	module, err := mutate.Load(t, root, []string{"./..."})
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range explained.Stale(module) {
		errs = append(errs, fmt.Errorf("%s:%d: %s", list, s.Line, s))
	}
	return errors.Join(errs...)
}

// judge tells of progress on errs and returns what it has, also after an error.
func judge(ctx context.Context, f flags, p *mutate.Program, t mutate.Tools, sample []*mutate.Mutant, errs io.Writer) ([]mutate.Result, error) {
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return nil, err
	}
	journal, err := mutate.OpenJournal(filepath.Join(f.Dir, "results.jsonl"), p.Root)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var results []mutate.Result
	err = mutate.Run(ctx, p, t, f.Options, sample, journal, func(r mutate.Result) {
		mu.Lock()
		defer mu.Unlock()
		results = append(results, r)
		_, _ = fmt.Fprintf(errs, "%d/%d %s:%d %s:%s%s %s\n",
			len(results), len(sample), r.File, r.Line, r.ID, asked("features", r.Features), asked("tests", r.Tests), r.By)
	})
	return results, errors.Join(err, journal.Close())
}

func unexplained(results []mutate.Result, explained mutate.Explained, list string) error {
	var entries []string
	for _, r := range results {
		if r.Survived() && explained[r.ID].Why == "" {
			entry, err := mutate.Entry(r.ID, "")
			if err != nil {
				return err
			}
			entries = append(entries, entry)
		}
	}
	if len(entries) == 0 {
		return nil
	}
	return fmt.Errorf("nothing notices %d of %d mutants: let a Rule or a test notice each, or explain it in %s\n%s",
		len(entries), len(results), list, strings.Join(entries, ""))
}

// asked is what features or tests say, if they were asked.
func asked(who string, v mutate.Verdict) string {
	if v == "" {
		return ""
	}
	return " " + who + " " + string(v)
}
