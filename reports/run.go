package reports

import "time"

// Run says what was run; it is the first line of written results.
type Run struct {
	Mcpsim       string `json:"mcpsim"` // version
	Go           string `json:"go"`
	World        string `json:"world"` // virtual, real or all
	Seed         uint64 `json:"seed,string"`
	ScheduleSeed uint64 `json:"schedule_seed,string"`
	Planned      int    `json:"planned"`         // runs of scenarios that were meant to happen
	Shard        string `json:"shard,omitempty"` // which part of a run this is, such as "2/8"; "" = all of it
}

// Summary counts results.
type Summary struct {
	Verdicts  map[Verdict]int // runs of scenarios
	Rules     map[Verdict]int // Rules, by the worst verdict of their scenarios
	Stale     int             // failed runs whose only fault is that they were to fail
	Different int             // runs whose trace differs from the first one
	Ran       int
	Blocked   int // Rules that are not testable for what another check tells
	Virtual   time.Duration
}

// ruleKey names a Rule across results.
type ruleKey struct {
	uri  string
	line int
}

func (r Result) rule() ruleKey { return ruleKey{r.URI, r.Rule.Line} }

// severity orders verdicts; the worst one of its scenarios is a Rule's.
var severity = map[Verdict]int{Passed: 0, NotTestable: 1, NotObserved: 2, NotRun: 3, Expected: 4, Warned: 5, Failed: 6}

func worse(a, b Verdict) Verdict {
	if a == "" || severity[b] > severity[a] {
		return b
	}
	return a
}

// Summarise counts results.
func Summarise(results []Result) Summary {
	s := Summary{Verdicts: map[Verdict]int{}, Rules: map[Verdict]int{}}
	worst, blocked := map[ruleKey]Verdict{}, map[ruleKey]bool{}
	for _, r := range results {
		s.Ran++
		s.Virtual += r.Virtual
		s.Verdicts[r.Verdict]++
		if r.Stale {
			s.Stale++
		}
		if r.Difference != nil {
			s.Different++
		}
		worst[r.rule()] = worse(worst[r.rule()], r.Verdict)
		blocked[r.rule()] = blocked[r.rule()] || r.See != ""
	}
	for rule, v := range worst {
		s.Rules[v]++
		if v == NotTestable && blocked[rule] {
			s.Blocked++
		}
	}
	return s
}
