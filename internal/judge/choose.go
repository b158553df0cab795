package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/shard"
	"github.com/mcpsim/mcpsim/internal/words"
)

// Choice says which checks are meant. The zero value means all that are built in.
type Choice struct {
	Checks   []string // ids, besides those of Suites
	Suites   []string // names
	Tags     string   // a tag expression; "" = any
	Features []string // files and folders with more checks
	Baseline string   // the file of what is expected to fail; "" = nothing
	Shard    shard.Shard
	Times    shard.Times // of an earlier run, by which shards take about as long; nil = they have as many checks
}

// Checks are chosen checks and what is expected of them.
type Checks struct {
	kind       Kind
	vocabulary *gherkin.Vocabulary
	examples   []*gherkin.Example
	baseline   *Baseline
	shard      shard.Shard
	times      shard.Times
}

// Choose loads the checks, selects those that are meant, and reads the baseline, for which
// it waits no longer than ctx. Its errors are a *[UsageError], a *[NoneError], or a
// mistake in what is built in.
func (k Kind) Choose(ctx context.Context, c Choice) (*Checks, error) {
	vocabulary, err := gherkin.NewVocabulary(k.Source)
	if err != nil {
		return nil, err
	}
	catalogues, err := k.load(c.Features)
	if err != nil {
		return nil, err
	}
	out := &Checks{kind: k, vocabulary: vocabulary, shard: c.Shard, times: c.Times}
	ids := gherkin.NewIDs(nil, k.Families...)
	var rules []*gherkin.Rule
	for _, catalogue := range catalogues {
		if err := catalogue.Check(vocabulary, ids); err != nil {
			return nil, &UsageError{err}
		}
		rules = append(rules, catalogue.Rules()...)
	}
	filter, err := k.filter(c, ids, rules)
	if err != nil {
		return nil, &UsageError{err}
	}
	for _, catalogue := range catalogues {
		examples, err := catalogue.Select(filter)
		if err != nil {
			return nil, &UsageError{err}
		}
		out.examples = append(out.examples, examples...)
	}
	if len(out.examples) == 0 {
		return nil, &NoneError{"no check matches; " + k.listing()}
	}
	out.baseline, err = ReadBaseline(ctx, c.Baseline, k.Name)
	if err == nil {
		err = out.baseline.check(rules)
	}
	return out, err
}

func (k Kind) listing() string { return k.Command + " --list shows all" }

// load reads the checks that are built in and those that are added.
func (k Kind) load(added []string) ([]*gherkin.Catalogue, error) {
	own, err := gherkin.Load(nil, k.Features)
	if err != nil || len(added) == 0 {
		return []*gherkin.Catalogue{own}, err
	}
	more, err := gherkin.Load(added, k.Features)
	if err != nil {
		return nil, &UsageError{err}
	}
	return []*gherkin.Catalogue{own, more}, nil
}

func (k Kind) filter(c Choice, ids *gherkin.IDs, rules []*gherkin.Rule) (f gherkin.Filter, err error) {
	if f.Guarantees, err = k.selected(c, idsOf(rules)); err == nil && c.Tags != "" {
		f.Tags, err = ids.ParseTags(c.Tags)
	}
	return f, err
}

// selected are the ids of the checks and suites that were named; none means all.
func (k Kind) selected(c Choice, all []string) ([]string, error) {
	var out []string
	for _, id := range c.Checks {
		if slices.Contains(all, id) {
			out = append(out, id)
			continue
		}
		if k.Stands != nil && len(k.Stands(id)) > 0 {
			out = append(out, k.Stands(id)...)
			continue
		}
		if k.Instead != nil && k.Instead(id) != "" {
			return nil, &UsageError{fmt.Errorf("--check %s: no such check; %s", id, k.Instead(id))}
		}
		return nil, unknownName("--check "+id+": no such check; "+k.listing(), id, all)
	}
	for _, name := range c.Suites {
		if !slices.Contains(k.Suites, name) {
			return nil, unknownName("--suite "+name+": no such suite; there are "+strings.Join(k.Suites, ", "), name, k.Suites)
		}
	}
	for _, id := range all {
		if len(c.Suites) > 0 && slices.Contains(c.Suites, k.SuiteOf(id)) {
			out = append(out, id)
		}
	}
	if len(c.Suites) > 0 && len(out) == 0 {
		return nil, fmt.Errorf("--suite %s: there is no check in it; add yours with --features", strings.Join(c.Suites, ","))
	}
	return out, nil
}

// idsOf are the ids of rules, sorted.
func idsOf(rules []*gherkin.Rule) (out []string) {
	for _, rule := range rules {
		out = append(out, rule.IDs...)
	}
	slices.Sort(out)
	return out
}

func unknownName(text, word string, known []string) error {
	if hint := didYouMean(word, known); hint != "" {
		text += "\n" + hint
	}
	return errors.New(text)
}

func didYouMean(word string, known []string) string {
	if near := words.Nearest(word, known); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}
