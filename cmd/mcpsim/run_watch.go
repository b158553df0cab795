package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// checkWatch returns a usage error for what makes no sense while files are followed.
func (f runFlags) checkWatch(paths []string) error {
	switch {
	case len(paths) == 0:
		return ui.Usage(errors.New("--watch needs files or folders: the features that are built in do not change"))
	case f.explore.wanted() || f.list || f.inProcess || f.shard.text != "" || len(f.reports) > 0 || cmp.Or(f.traceDir, f.failedDir) != "":
		return ui.Usage(errors.New("--watch only tells what happened: leave out --explore, --for, --list, --in-process, --shard, --report and traces"))
	}
	return nil
}

// watch runs the scenarios of paths, and then those of each feature file that is saved,
// until the command is ended.
func (a *app) watch(ctx context.Context, f runFlags, paths []string) error {
	if err := f.checkWatch(paths); err != nil {
		return err
	}
	saves, err := watchFeatures(paths)
	if err != nil {
		return ui.Usage(fmt.Errorf("--watch: %w", err))
	}
	defer saves.close()
	runners, err := a.runners(f.parallel(math.MaxInt), f.racing)
	if err != nil {
		return err
	}
	runners, end := gherkin.Keep(runners)
	defer end()
	for chosen := paths; ; {
		if len(chosen) > 0 {
			if err := a.runSaved(ctx, f, chosen, runners); err != nil {
				return err
			}
			a.ui.Hint("watching %s", strings.Join(paths, " "))
		}
		saved, err := saves.next(ctx, clock.Real())
		if err != nil {
			return err
		}
		chosen = touched(paths, saved)
	}
}

// runSaved runs what paths name and tells what is wrong with it. An error ends the watch.
func (a *app) runSaved(ctx context.Context, f runFlags, paths []string, runners []gherkin.Runner) error {
	examples, err := a.choose(f, paths)
	if problems := (gherkin.Problems)(nil); errors.As(err, &problems) {
		a.ui.Tell(err)
		return nil
	}
	if err != nil {
		return err
	}
	jobs := gherkin.Plan(examples, f.settings())
	if len(jobs) == 0 {
		a.ui.Tell(nothingMatched(f, len(examples)))
		return nil
	}
	err = a.newRunRecord(f, jobs, nil).follow(ctx, jobs, runners[:min(len(runners), len(jobs))], f)
	if told := (*ui.Failure)(nil); errors.As(err, &told) && told.Err == nil {
		return nil
	}
	return err
}

var pathLine = regexp.MustCompile(`:\d+$`)

// touched are those of paths that name a saved file, and saved files below the others; all
// paths if it is not known what was saved.
func touched(paths, saved []string) []string {
	if saved == nil {
		return paths
	}
	var out []string
	for _, p := range paths {
		clean := filepath.Clean(pathLine.ReplaceAllString(p, ""))
		for _, file := range saved {
			switch rel, err := filepath.Rel(clean, file); {
			case rel == ".":
				out = append(out, p)
			case err == nil && filepath.IsLocal(rel):
				out = append(out, file)
			}
		}
	}
	return slices.Compact(out)
}
