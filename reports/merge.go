package reports

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/words"
)

// MaxShards is how many shards a run has at most.
const MaxShards = 10_000

// Part is what one shard of a run has written, as [ReadResults] reads it.
type Part struct {
	Name    string // of the file, for errors
	Run     Run
	Results []Result

	number, of int
}

// Merge joins the shards of a run: the same results in the order of files and lines,
// whatever the order of the parts. Of a scenario that several shards have run, since it
// sums up what each has seen, the result is there that says most: a failure before a pass,
// a pass before what was not observed. gaps are the shards that are missing, and those that
// ended early. It fails if the parts are not of one run, or one is there twice. A run that
// was not split is its own only part.
func Merge(parts []Part) (run Run, results []Result, gaps []string, err error) {
	if len(parts) == 0 {
		return run, nil, nil, errors.New("there are no results")
	}
	parts = slices.Clone(parts)
	for i := range parts {
		if err := parts[i].place(len(parts) == 1); err != nil {
			return run, nil, nil, err
		}
	}
	slices.SortFunc(parts, func(a, b Part) int { return cmp.Or(a.number-b.number, cmp.Compare(a.Name, b.Name)) })
	for i, p := range parts[1:] {
		if err := p.fits(parts[i]); err != nil {
			return run, nil, nil, err
		}
	}
	run = parts[0].Run
	run.Planned, run.Shard = 0, ""
	for _, p := range parts {
		run.Planned += p.Run.Planned
		for _, r := range p.Results {
			results = append(results, r.onLines())
		}
	}
	visible(&run.Mcpsim, &run.Go, &run.World)
	all := len(results)
	results = decisive(results)
	run.Planned -= all - len(results)
	return run, results, gapsIn(parts), nil
}

// place reads which shard the part is.
func (p *Part) place(only bool) error {
	if p.Run.Shard == "" && only {
		p.number, p.of = 1, 1
		return nil
	}
	if p.Run.Shard == "" {
		return fmt.Errorf("%s has all results of its run: only those of --shard can be joined", p.Name)
	}
	_, err := fmt.Sscanf(p.Run.Shard, "%d/%d", &p.number, &p.of)
	if err != nil || p.number < 1 || p.number > p.of || p.of > MaxShards || fmt.Sprintf("%d/%d", p.number, p.of) != p.Run.Shard {
		return fmt.Errorf("%s: %.40q is no shard", p.Name, p.Run.Shard)
	}
	return nil
}

// fits says why a part is not of the run of the one before it.
func (p Part) fits(before Part) error {
	for _, one := range []struct{ what, a, b string }{
		{"the number of shards", fmt.Sprint(before.of), fmt.Sprint(p.of)},
		{"the version of mcpsim", before.Run.Mcpsim, p.Run.Mcpsim},
		{"the version of Go", before.Run.Go, p.Run.Go},
		{"the world", before.Run.World, p.Run.World},
		{"the seed", fmt.Sprint(before.Run.Seed), fmt.Sprint(p.Run.Seed)},
		{"the schedule seed", fmt.Sprint(before.Run.ScheduleSeed), fmt.Sprint(p.Run.ScheduleSeed)},
	} {
		if one.a != one.b {
			return fmt.Errorf("%s and %s are not of one run: %s is %s, and %s", before.Name, p.Name, one.what, one.a, one.b)
		}
	}
	if p.number == before.number {
		return fmt.Errorf("%s and %s are both shard %s", before.Name, p.Name, p.Run.Shard)
	}
	return nil
}

// says orders verdicts by how much one says beside others of the same scenario.
var says = map[Verdict]int{NotRun: 0, NotTestable: 1, NotObserved: 2, Passed: 3, Expected: 4, Warned: 5, Failed: 6}

// decisive sorts results and leaves of each scenario the one that says most, the first of
// them if several do.
func decisive(results []Result) []Result {
	inOrder := func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.URI, b.URI), a.Line-b.Line, -cmp.Compare(a.World, b.World), a.Attempt-b.Attempt) // virtual before real
	}
	slices.SortStableFunc(results, inOrder)
	var out []Result
	for _, r := range results {
		last := len(out) - 1
		switch {
		case last < 0 || inOrder(out[last], r) != 0:
			out = append(out, r)
		case says[r.Verdict] > says[out[last].Verdict]:
			out[last] = r
		}
	}
	return out
}

// gapsIn are the shards that are missing or ended early. parts are sorted.
func gapsIn(parts []Part) (gaps []string) {
	i := 0
	for number := 1; number <= parts[0].of; number++ {
		switch {
		case i == len(parts) || parts[i].number != number:
			gaps = append(gaps, fmt.Sprintf("shard %d/%d is missing", number, parts[0].of))
			continue
		case len(parts[i].Results) < parts[i].Run.Planned:
			gaps = append(gaps, fmt.Sprintf("shard %d/%d ended early: %s has %d of %d results", number, parts[i].of, parts[i].Name, len(parts[i].Results), parts[i].Run.Planned))
		}
		i++
	}
	return gaps
}

// onLines is a result of a file, which anyone may have written: what a run writes on one
// line is on one line.
func (r Result) onLines() Result {
	visible(&r.URI, &r.Feature, &r.Rule.Name, &r.Rule.Practice, &r.Name, &r.World, &r.Level, &r.Suite, &r.See, &r.Expected, &r.Reproduce)
	for _, list := range []*[]string{&r.Rule.IDs, &r.Tags, &r.Disturb, &r.Timeline} {
		*list = slices.Clone(*list)
		for i := range *list {
			visible(&(*list)[i])
		}
	}
	r.Steps = slices.Clone(r.Steps)
	for i := range r.Steps {
		visible(&r.Steps[i].Keyword, &r.Steps[i].Text, (*string)(&r.Steps[i].Status))
	}
	if r.Difference != nil {
		d := *r.Difference
		visible(&d.First, &d.Other)
		r.Difference = &d
	}
	return r
}

// visible makes each of the texts one line that may be shown.
func visible(texts ...*string) {
	for _, s := range texts {
		*s = words.Visible(*s)
	}
}
