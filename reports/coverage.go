package reports

// State is what results say about one guarantee.
type State string

// The states of a guarantee, best first.
const (
	Passing  State = "passing"  // every scenario of each of its Rules passed
	Unproven State = "unproven" // some did not run, warned or are expected to fail
	Failing  State = "failing"  // at least one failed
	None     State = "none"     // no Rule that ran carries the id
)

// Coverage tells the state of every guarantee id that the results mention. An
// id is passing only if each Rule that carries it ran completely and passed.
func Coverage(results []Result) map[string]State {
	out := map[string]State{}
	for _, rule := range byRule(results) {
		state := rule.state()
		for _, id := range rule.ids {
			if old, ok := out[id]; !ok || rank[state] > rank[old] {
				out[id] = state
			}
		}
	}
	return out
}

var rank = map[State]int{Passing: 0, Unproven: 1, Failing: 2}

// ruleRuns is what is known of one Rule.
type ruleRuns struct {
	ids       []string
	scenarios int
	worst     Verdict
	passed    map[int]bool // lines of scenarios that passed
}

func byRule(results []Result) map[ruleKey]*ruleRuns {
	rules := map[ruleKey]*ruleRuns{}
	for _, r := range results {
		rule := rules[r.rule()]
		if rule == nil {
			rule = &ruleRuns{ids: r.Rule.IDs, scenarios: r.Rule.Scenarios, passed: map[int]bool{}}
			rules[r.rule()] = rule
		}
		rule.worst = worse(rule.worst, r.Verdict)
		if r.Verdict == Passed {
			rule.passed[r.Line] = true
		}
	}
	return rules
}

func (r *ruleRuns) state() State {
	switch {
	case r.worst == Failed:
		return Failing
	case r.worst == Passed && len(r.passed) == r.scenarios:
		return Passing
	}
	return Unproven
}
