package mutate

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/mutate/on"
)

// A suite that takes so long is asked test by test, so that a mutant costs only those
// that execute it; of a test that takes so long, with all its subtests, some of these are asked.
const long = 5 * time.Second

// neighbours is how many subtests, in the order of their names, are one unit: they are about
// similar things, and a program that runs starts for all of them.
const neighbours = 8

// unit is a test, some of its subtests or a feature file.
type unit struct {
	names   []string
	took    time.Duration
	reached map[int]bool
}

var ended = regexp.MustCompile(`(?m)^ *--- (?:PASS|FAIL): (\S+) \((\S+)\)$`)

// units are the tests in the output of a run, the fastest first, and then the subtests.
func units(output string) []unit {
	var all []unit
	parents := map[string]bool{}
	for _, found := range ended.FindAllStringSubmatch(output, -1) {
		took, _ := time.ParseDuration(found[2])
		all = append(all, unit{names: found[1:2], took: took})
		for i, c := range found[1] {
			parents[found[1][:i]] = parents[found[1][:i]] || c == '/'
		}
	}
	sums := map[string]time.Duration{} // parallel subtests are not in the time of their test
	for _, u := range all {
		if top, below := u.top(); below && !parents[u.names[0]] {
			sums[top] += u.took
		}
	}
	var kept, parts []unit
	for _, u := range all {
		top, below := u.top()
		inParts := parents[top] && sums[top] >= long
		switch {
		case inParts && !parents[u.names[0]]:
			parts = append(parts, u)
		case !inParts && !below:
			u.took = max(u.took, sums[top])
			kept = append(kept, u)
		}
	}
	kept = append(kept, grouped(parts)...)
	slices.SortStableFunc(kept, func(a, b unit) int {
		return cmp.Or(cmp.Compare(a.depth(), b.depth()), cmp.Compare(a.took, b.took))
	})
	return kept
}

// grouped are neighbours put together.
func grouped(parts []unit) (groups []unit) {
	slices.SortFunc(parts, func(a, b unit) int {
		return cmp.Or(cmp.Compare(a.depth(), b.depth()), cmp.Compare(a.names[0], b.names[0]))
	})
	for _, u := range parts {
		if n := len(groups); n > 0 && len(groups[n-1].names) < neighbours && groups[n-1].beside(u) {
			groups[n-1].names = append(groups[n-1].names, u.names...)
			groups[n-1].took += u.took
		} else {
			groups = append(groups, unit{names: slices.Clone(u.names), took: u.took})
		}
	}
	return groups
}

// beside reports whether two units are parts of one test, at one depth.
func (u unit) beside(v unit) bool {
	a, _ := u.top()
	b, _ := v.top()
	return a == b && u.depth() == v.depth()
}

// top is the test that a unit is of; below says that it is part of it.
func (u unit) top() (name string, below bool) {
	name, _, below = strings.Cut(u.names[0], "/")
	return name, below
}

// depth is 0 for a test, 1 for its subtests.
func (u unit) depth() int { return strings.Count(u.names[0], "/") }

// reach runs each unit alone to see which mutants it executes. One that fails without a
// mutant, or needs another, is not asked, and failing has its names.
func (s *suite) reach(ctx context.Context, t Tools, parallel int, note string, all []unit) (asked []unit, failing []string, err error) {
	var mu sync.Mutex
	var places []int
	for i := range all {
		places = append(places, i)
	}
	err = each(parallel, places, func(i int) error {
		good, bad, err := s.reachOf(ctx, t, fmt.Sprintf("%s.%d", note, i), all[i])
		mu.Lock()
		defer mu.Unlock()
		asked, failing = append(asked, good...), append(failing, bad...)
		return err
	})
	slices.SortFunc(asked, func(a, b unit) int {
		return cmp.Or(compare(a.took >= long, b.took >= long), cmp.Compare(a.depth(), b.depth()), cmp.Compare(a.took, b.took), cmp.Compare(a.names[0], b.names[0]))
	})
	slices.Sort(failing)
	return asked, failing, err
}

// compare puts false before true.
func compare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// reachOf runs one unit alone, and where that fails each of its tests.
func (s suite) reachOf(ctx context.Context, t Tools, note string, u unit) (asked []unit, failing []string, err error) {
	s.limit = limit([]unit{u})
	o, err := s.run(ctx, t, on.Reach+"="+note, pattern([]unit{u}))
	if err != nil {
		return nil, nil, err
	}
	numbers, err := readReach(note)
	switch {
	case err != nil:
		return nil, nil, err
	case o.code != 0 && len(u.names) == 1:
		return nil, u.names, nil
	case o.code != 0:
		for _, name := range u.names {
			good, bad, err := s.reachOf(ctx, t, note, unit{names: []string{name}, took: u.took})
			if err != nil {
				return nil, nil, err
			}
			asked, failing = append(asked, good...), append(failing, bad...)
		}
		return asked, failing, nil
	}
	u.took, u.reached = o.took, map[int]bool{}
	for _, n := range numbers {
		u.reached[n] = true
	}
	return []unit{u}, nil, nil
}

// within are the first units that take so long together, and how many tests the others
// have; 0 = all of them.
func within(budget time.Duration, all []unit) (asked []unit, left int) {
	sum := time.Duration(0)
	for _, u := range all {
		if sum += u.took; budget > 0 && sum > budget && len(asked) > 0 {
			left += len(u.names)
		} else {
			asked = append(asked, u)
		}
	}
	return asked, left
}

// mostAtOnce is how many units one command line names.
const mostAtOnce = 64

// few judges with the units that execute a mutant, four times as many each time, so that
// one that is noticed anywhere costs little. args select units.
func (s suite) few(ctx context.Context, t Tools, number int, all []unit, args func([]unit) []string) (Verdict, string, error) {
	var now []unit
	rest := reaching(all, number)
	for n := 1; len(rest) > 0; n = min(4*n, mostAtOnce) {
		now, rest = together(rest, n)
		s.limit = limit(now)
		verdict, why, err := s.judge(ctx, t, number, args(now)...)
		if err != nil || verdict.dead() {
			return verdict, why, err
		}
	}
	return Survived, "", nil
}

// reaching are the units that execute a mutant.
func reaching(all []unit, number int) []unit {
	return slices.DeleteFunc(slices.Clone(all), func(u unit) bool { return !u.reached[number] })
}

// together are the first units that one pattern can select, n at most, and the rest.
func together(all []unit, n int) (now, rest []unit) {
	n = min(n, len(all))
	if i := slices.IndexFunc(all[:n], func(u unit) bool { return u.depth() != all[0].depth() }); i > 0 {
		n = i
	}
	return all[:n], all[n:]
}

// pattern selects units of one depth, and at most others besides.
func pattern(all []unit) string {
	var levels []string
	for _, name := range names(all) {
		for i, part := range strings.Split(name, "/") {
			part = regexp.QuoteMeta(part)
			switch {
			case i == len(levels):
				levels = append(levels, part)
			case !slices.Contains(strings.Split(levels[i], "|"), part):
				levels[i] += "|" + part
			}
		}
	}
	for i := range levels {
		levels[i] = "^(" + levels[i] + ")$"
	}
	return "-test.run=" + strings.Join(levels, "/")
}

// limit is how long units may take together with a mutant.
func limit(all []unit) time.Duration {
	sum := 10 * time.Second
	for _, u := range all {
		sum += 10 * u.took
	}
	return sum
}
