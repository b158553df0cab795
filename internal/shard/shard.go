// Package shard splits the jobs of a run among machines. Each of them is told its number
// and how many there are, and nothing else: the same jobs and times give the same parts
// everywhere. It starts no machine, and package reports joins the results.
package shard

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// Shard is one part of a run. The zero value is the whole of it.
type Shard struct {
	Number int // from 1
	Of     int
}

// Parse reads "2/8", or "auto/8" with the index from 0 that a job of Kubernetes has in
// JOB_COMPLETION_INDEX. "" is the whole.
func Parse(text, index string) (s Shard, err error) {
	if text == "" {
		return s, nil
	}
	number, of, _ := strings.Cut(text, "/")
	if s.Of, err = strconv.Atoi(of); err != nil || s.Of < 1 || s.Of > reports.MaxShards {
		return s, fmt.Errorf("%s: want NUMBER/OF, such as 2/8, of at most %d", text, reports.MaxShards)
	}
	if number == "auto" {
		i, err := strconv.Atoi(index)
		if err != nil || i < 0 || i >= s.Of {
			return s, fmt.Errorf("%s: the number comes from JOB_COMPLETION_INDEX, which is %q: want 0 to %d", text, index, s.Of-1)
		}
		s.Number = i + 1
		return s, nil
	}
	if s.Number, err = strconv.Atoi(number); err != nil || s.Number < 1 || s.Number > s.Of {
		return s, fmt.Errorf("%s: want a number from 1 to %d before the slash", text, s.Of)
	}
	return s, nil
}

// String is the shard as Parse reads it; "" for the whole.
func (s Shard) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Number, s.Of)
}

// Times are how long Rules took in an earlier run. A Rule that is none of them takes the
// mean of them.
type Times map[string]time.Duration

// TimesOf are the times of results.
func TimesOf(results []reports.Result) Times {
	out := Times{}
	for _, r := range results {
		out[unit(r.URI, r.Rule.Name)] += r.Real
	}
	return out
}

// unit names a Rule: its jobs stay together.
func unit(uri, rule string) string { return uri + "\n" + rule }

// mean is how long a Rule takes of which nothing is known; 1 = nothing is known of any.
func (t Times) mean() time.Duration {
	var sum time.Duration
	for _, took := range t {
		sum += took
	}
	return max(1, sum/time.Duration(max(1, len(t))))
}

// Jobs are the jobs of the shard, in their order. Those of a Rule stay together, and the
// shards take about as long; without times they have as many Rules. Jobs that are for
// everywhere are in every shard.
func (s Shard) Jobs(jobs []gherkin.Job, times Times, everywhere func(gherkin.Job) bool) []gherkin.Job {
	if s.Of == 0 {
		return jobs
	}
	owner := s.owners(jobs, times, everywhere)
	var out []gherkin.Job
	for _, j := range jobs {
		if everywhere(j) || owner[unit(j.Scenario.URI, j.Rule.Name)] == s.Number {
			out = append(out, j)
		}
	}
	return out
}

// owners are the numbers of the shards that units belong to: the longest units first, each
// to the shard that has least to do.
func (s Shard) owners(jobs []gherkin.Job, times Times, everywhere func(gherkin.Job) bool) map[string]int {
	owner, takes, mean := map[string]int{}, map[string]time.Duration{}, times.mean()
	var units []string
	for _, j := range jobs {
		name := unit(j.Scenario.URI, j.Rule.Name)
		if _, known := owner[name]; known || everywhere(j) {
			continue
		}
		owner[name], takes[name] = 0, mean
		if took, known := times[name]; known {
			takes[name] = took
		}
		units = append(units, name)
	}
	slices.SortStableFunc(units, func(a, b string) int { return cmp.Compare(takes[b], takes[a]) })
	load := make([]time.Duration, s.Of)
	for _, name := range units {
		least := 0
		for i := range load {
			if load[i] < load[least] {
				least = i
			}
		}
		load[least] += takes[name]
		owner[name] = least + 1
	}
	return owner
}
