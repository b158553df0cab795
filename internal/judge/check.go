package judge

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Check is one check, as lists show it.
type Check struct {
	IDs       []string `json:"ids"`
	Level     string   `json:"level"`     // MUST, SHOULD or MAY
	Transport string   `json:"transport"` // stdio, http or any
	Suite     string   `json:"suite,omitempty"`
	Name      string   `json:"name"` // what is asked for
}

// List returns the chosen checks in the order of the features, or by id if there
// are no suites, each with the level of its first example and the transport of all.
func (c *Checks) List() (out []Check) {
	at := map[*gherkin.Rule]int{}
	for _, e := range c.examples {
		if i, seen := at[e.Rule]; seen {
			if transportOf(e) != out[i].Transport {
				out[i].Transport = "any"
			}
			continue
		}
		at[e.Rule] = len(out)
		check := Check{IDs: e.Rule.IDs, Transport: transportOf(e), Name: e.Rule.Name}
		if c.kind.SuiteOf != nil {
			check.Suite = c.kind.SuiteOf(e.Rule.IDs[0])
		}
		for _, level := range []string{"MUST", "SHOULD", "MAY"} {
			if slices.Contains(e.Tags, "@"+level) {
				check.Level = level
			}
		}
		out = append(out, check)
	}
	if c.kind.SuiteOf == nil {
		slices.SortStableFunc(out, func(a, b Check) int { return slices.Compare(a.IDs, b.IDs) })
	}
	return out
}

// transportOf is the transport that an example is for, or any.
func transportOf(e *gherkin.Example) string {
	for _, t := range []string{"stdio", "http"} {
		if slices.Contains(e.Tags, "@"+t) {
			return t
		}
	}
	return "any"
}

// rank says how early a check runs: first those that others build on, then those that
// must hold, then those that should.
func (k Kind) rank(r *gherkin.Rule) int {
	for i, id := range k.Early {
		if slices.Contains(r.IDs, id) {
			return i
		}
	}
	for i, level := range []string{"@MUST", "@SHOULD"} {
		if slices.Contains(r.Examples[0].Tags, level) {
			return len(k.Early) + i
		}
	}
	return len(k.Early) + 2
}

// Jobs are the chosen checks that are for a transport, stdio or http, the most telling
// ones first. None is a *[NoneError].
func (c *Checks) Jobs(transport string) ([]gherkin.Job, error) {
	other := "@http"
	if transport == "http" {
		other = "@stdio"
	}
	examples := slices.DeleteFunc(slices.Clone(c.examples), func(e *gherkin.Example) bool { return slices.Contains(e.Tags, other) })
	if len(examples) == 0 {
		return nil, c.none(transport)
	}
	slices.SortStableFunc(examples, func(a, b *gherkin.Example) int { return cmp.Compare(c.kind.rank(a.Rule), c.kind.rank(b.Rule)) })
	jobs := c.kind.sumsUpLast(gherkin.Plan(examples, gherkin.Settings{Worlds: []string{gherkin.Target}}))
	return c.shard.Jobs(jobs, c.times, c.kind.sumsUp), nil
}

// sumsUpLast puts jobs that judge all situations of a run behind those that bring them about:
// others are judged in the meantime, and not when the time for all is over.
func (k Kind) sumsUpLast(jobs []gherkin.Job) []gherkin.Job {
	if k.SumsUp == nil {
		return jobs
	}
	var first, last []gherkin.Job
	for _, j := range jobs {
		if k.SumsUp(j) {
			last = append(last, j)
			continue
		}
		first = append(first, j)
	}
	return append(first, last...)
}

// NoneFits is the error if the subject speaks no revision that a chosen check is for.
func (c *Checks) NoneFits() error {
	return &NoneError{fmt.Sprintf("no check that was asked for is for the revisions that the %s speaks; %s", c.kind.Name, c.kind.listing())}
}

// none says that all chosen checks are for another transport, and which there are
// for this one.
func (c *Checks) none(transport string) error {
	text := fmt.Sprintf("no check that was asked for is for a %s over %s", c.kind.Name, transport)
	all, err := c.kind.Choose(context.Background(), Choice{}) // which names no file
	if err != nil {
		return err
	}
	var ids []string
	for _, check := range all.List() {
		if check.Transport == transport || check.Transport == "any" {
			ids = append(ids, strings.Join(check.IDs, " "))
		}
	}
	return &NoneError{text + "\nthere are " + strings.Join(ids, ", ") + "; " + c.kind.listing()}
}
