package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
)

// checks are those that there are, and of them the examples that were asked for.
type checks struct {
	rules    []*gherkin.Rule
	examples []*gherkin.Example
}

// choose loads the checks, those of --features included, and selects those of
// --check, --suite and --tags. Its errors are usage errors.
func (f *validateFlags) choose(v *gherkin.Vocabulary) (checks, error) {
	catalogues, err := f.load()
	if err != nil {
		return checks{}, err
	}
	ids := gherkin.NewIDs(nil, probe.Families()...)
	var chosen checks
	for _, c := range catalogues {
		if err := c.Check(v, ids); err != nil {
			return checks{}, ui.Usage(err)
		}
		for _, feature := range c.Features {
			chosen.rules = append(chosen.rules, feature.Rules...)
		}
	}
	var filter gherkin.Filter
	if filter.Guarantees, err = f.selected(chosen.rules); err != nil {
		return checks{}, ui.Usage(err)
	}
	if f.tags != "" {
		if filter.Tags, err = ids.ParseTags(f.tags); err != nil {
			return checks{}, ui.Usage(err)
		}
	}
	for _, c := range catalogues {
		examples, err := c.Select(filter)
		if err != nil {
			return checks{}, ui.Usage(err)
		}
		chosen.examples = append(chosen.examples, examples...)
	}
	if len(chosen.examples) == 0 {
		return checks{}, ui.Fail(ui.ExitNothing, errors.New("no check matches; mcpsim validate --list shows all"))
	}
	return chosen, nil
}

// load reads the checks that are built in and those of --features.
func (f *validateFlags) load() ([]*gherkin.Catalogue, error) {
	own, err := gherkin.Load(nil, features.Server)
	if err != nil {
		return nil, err
	}
	catalogues := []*gherkin.Catalogue{own}
	if len(f.features) > 0 {
		added, err := gherkin.Load(f.features, features.Server)
		if err != nil {
			return nil, ui.Usage(err)
		}
		catalogues = append(catalogues, added)
	}
	return catalogues, nil
}

// selected are the ids of --check and --suite; none means all.
func (f *validateFlags) selected(rules []*gherkin.Rule) ([]string, error) {
	var all []string
	for _, rule := range rules {
		all = append(all, rule.IDs...)
	}
	for _, id := range f.checks {
		if !slices.Contains(all, id) {
			return nil, unknownName("--check "+id+": no such check; mcpsim validate --list shows all", id, all)
		}
	}
	names := suiteNames()
	for _, name := range f.suites {
		if !slices.Contains(names, name) {
			return nil, unknownName("--suite "+name+": no such suite; there are "+strings.Join(names, ", "), name, names)
		}
	}
	out := slices.Clone(f.checks)
	for _, id := range all {
		if slices.Contains(f.suites, probe.SuiteOf(id)) {
			out = append(out, id)
		}
	}
	if len(f.suites) > 0 && len(out) == 0 {
		return nil, fmt.Errorf("--suite %s: there is no check in it; add yours with --features", strings.Join(f.suites, ","))
	}
	return out, nil
}

func unknownName(text, word string, known []string) error {
	if hint := didYouMean(word, known); hint != "" {
		text += "\n" + hint
	}
	return errors.New(text)
}

// known reads the baseline. Its errors are usage errors.
func (f *validateFlags) known(rules []*gherkin.Rule) (*baseline, error) {
	b, err := readBaseline(f.baseline, roleServer)
	if err != nil {
		return nil, err
	}
	return b, b.known(rules)
}

// forTransport leaves out the checks that are for another transport.
func forTransport(examples []*gherkin.Example, transport string) []*gherkin.Example {
	other := "@http"
	if transport == "http" {
		other = "@stdio"
	}
	return slices.DeleteFunc(slices.Clone(examples), func(e *gherkin.Example) bool { return slices.Contains(e.Tags, other) })
}

// listChecks prints one line per check: id, level, transport, suite, requirement.
func (a *app) listChecks(examples []*gherkin.Example) error {
	for _, c := range checksOf(examples) {
		_, err := fmt.Fprintf(a.ui.Out, "%-8s  %-6s  %-5s  %-13s  %s\n",
			strings.Join(c.rule.IDs, " "), c.level, c.transport, probe.SuiteOf(c.rule.IDs[0]), c.rule.Name)
		if err != nil {
			return ui.Written(err)
		}
	}
	return nil
}

// check is a Rule about a server or a client.
type check struct {
	rule             *gherkin.Rule
	level, transport string
}

// checksOf are the checks that examples belong to, as their first example is tagged.
func checksOf(examples []*gherkin.Example) (out []check) {
	seen := map[*gherkin.Rule]bool{}
	for _, e := range examples {
		if seen[e.Rule] {
			continue
		}
		seen[e.Rule] = true
		c := check{rule: e.Rule, transport: "any"}
		for _, t := range e.Tags {
			switch t {
			case "@MUST", "@SHOULD", "@MAY":
				c.level = t[1:]
			case "@stdio", "@http":
				c.transport = t[1:]
			}
		}
		out = append(out, c)
	}
	return out
}

// suiteNames are those of --suite.
func suiteNames() []string {
	var out []string
	for _, s := range probe.Suites() {
		out = append(out, s.Name)
	}
	return append(out, probe.OwnSuite)
}

// suitesHelp lists the suites, one per line.
func suitesHelp() string {
	var b strings.Builder
	for _, s := range probe.Suites() {
		fmt.Fprintf(&b, "  %-13s  %s (%s)\n", s.Name, s.Manual, strings.Join(s.Families, " "))
	}
	fmt.Fprintf(&b, "  %-13s  %s\n", probe.OwnSuite, "those of --features")
	return b.String()
}
