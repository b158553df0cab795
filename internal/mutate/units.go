package mutate

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/mutate/on"
)

// A suite that takes so long is asked test by test, so that a mutant costs only those
// that execute it; a test that takes so long is asked subtest by subtest.
const long = 5 * time.Second

// unit is a test, a subtest or a feature file.
type unit struct {
	name    string
	took    time.Duration
	reached map[int]bool
}

var passed = regexp.MustCompile(`(?m)^ *--- PASS: (\S+) \((\S+)\)$`)

// units are the tests in the output of a run, the fastest first, and then the subtests.
func units(output string) []unit {
	var all []unit
	for _, found := range passed.FindAllStringSubmatch(output, -1) {
		took, _ := time.ParseDuration(found[2])
		all = append(all, unit{name: found[1], took: took})
	}
	parts := map[string]bool{} // of which parts are units
	for _, u := range all {
		name, _, below := strings.Cut(u.name, "/")
		if i := slices.IndexFunc(all, func(u unit) bool { return u.name == name }); below && all[i].took >= long {
			parts[name] = true
		}
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(u unit) bool {
		name, _, below := strings.Cut(u.name, "/")
		return below != parts[name] || below && slices.ContainsFunc(all, func(o unit) bool { return strings.HasPrefix(o.name, u.name+"/") })
	})
	slices.SortStableFunc(kept, func(a, b unit) int {
		return cmp.Or(cmp.Compare(a.depth(), b.depth()), cmp.Compare(a.took, b.took))
	})
	return kept
}

// depth is 0 for a test, 1 for its subtests.
func (u unit) depth() int { return strings.Count(u.name, "/") }

// unitsAtOnce is how many units are looked at together to see what they execute: those that
// take long wait for other programs.
const unitsAtOnce = 4

// reach runs each unit alone to see which mutants it executes. One that needs another is
// left out.
func (s *suite) reach(ctx context.Context, t Tools, note string, all []unit) ([]unit, error) {
	var places []int
	for i := range all {
		places = append(places, i)
	}
	err := each(unitsAtOnce, places, func(i int) error {
		note := fmt.Sprintf("%s.%d", note, i)
		o, err := s.run(ctx, t, on.Reach+"="+note, pattern([]unit{all[i]}))
		if err != nil {
			return err
		}
		numbers, err := readReach(note)
		if err != nil || o.code != 0 {
			return err
		}
		all[i].reached, all[i].took = map[int]bool{}, o.took
		for _, n := range numbers {
			all[i].reached[n] = true
		}
		return nil
	})
	return slices.DeleteFunc(all, func(u unit) bool { return u.reached == nil }), err
}

// few judges with the units that execute a mutant, four times as many each time, so that
// one that is noticed anywhere costs little. args select units.
func (s suite) few(ctx context.Context, t Tools, number int, all []unit, args func([]unit) []string) (Verdict, string, error) {
	var now []unit
	rest := reaching(all, number)
	for n := 1; len(rest) > 0; n *= 4 {
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
	for _, u := range all {
		for i, part := range strings.Split(u.name, "/") {
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
