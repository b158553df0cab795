package gherkin_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/cucumber/godog"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func TestMalformedStepsAreNamed(t *testing.T) {
	good := gherkin.Step{Noun: "n", Keyword: gherkin.When, Pattern: `x (\d+)`, Example: "x 1", Manual: "m",
		Func: func(*fakeWorld, int) error { return nil }}
	v, err := gherkin.NewVocabulary(gherkin.Source{Steps: []gherkin.Step{good}})
	assert.NilError(t, err)
	assert.Equal(t, v.Count(good.Keyword, good.Example), 1)
	assert.Equal(t, v.Count(good.Keyword, good.Example+" and more"), 0, "of which tests of vocabularies know a wrong example")
	for want, spoil := range map[string]func(*gherkin.Step){
		"keyword is not":                 func(s *gherkin.Step) { s.Keyword = "And" },
		"are required":                   func(s *gherkin.Step) { s.Manual = "" },
		"reading its pattern":            func(s *gherkin.Step) { s.Pattern = "(" },
		"not a function":                 func(s *gherkin.Step) { s.Func = 1 },
		"return one error":               func(s *gherkin.Step) { s.Func = func(*fakeWorld, int) {} },
		"need as many":                   func(s *gherkin.Step) { s.Func = func(*fakeWorld) error { return nil } },
		"neither a group nor a resolver": func(s *gherkin.Step) { s.Func = func(*fakeWorld, float64) error { return nil } },
		"one doc string or table": func(s *gherkin.Step) {
			s.Func = func(*fakeWorld, int, *godog.Table, *gherkin.DocString) error { return nil }
		},
		"a parameter too many": func(s *gherkin.Step) { s.Func = func(*fakeWorld, int, string) error { return nil } },
	} {
		bad := good
		spoil(&bad)
		_, err := gherkin.NewVocabulary(gherkin.Source{Steps: []gherkin.Step{good, bad}})
		assert.Check(t, is.ErrorContains(err, want))
	}
}

func TestDictionaryGroupsByNoun(t *testing.T) {
	f := func(*fakeWorld) error { return nil }
	v, err := gherkin.NewVocabulary(gherkin.Source{Steps: []gherkin.Step{
		{Noun: "b", Keyword: gherkin.Then, Pattern: "t", Example: "t", Manual: "sees", Func: f},
		{Noun: "b", Keyword: gherkin.Given, Pattern: "g", Example: "g", Manual: "sets", Func: f},
		{Noun: "a", Keyword: gherkin.When, Pattern: "w", Example: "w", Manual: "does", Func: f},
	}})
	assert.NilError(t, err)
	assert.Equal(t, gherkin.Dictionary(v.Steps()), `a
  When  w
          does
          pattern: w

b
  Given g
          sets
          pattern: g
  Then  t
          sees
          pattern: t
`)
}

type tally struct{ n int }

// Groups and resolvers make arguments in the order of the parameters; a resolver
// may need another one.
func TestArgumentsAreResolved(t *testing.T) {
	type pair struct{ first, second *tally }
	tallyOf := func(w *fakeWorld, name string) (*tally, error) {
		if name == "none" {
			return nil, errors.New("there is no tally none")
		}
		return &tally{w.count + len(name)}, nil
	}
	got := ""
	v := func(f any) *gherkin.Vocabulary {
		v, err := gherkin.NewVocabulary(gherkin.Source{
			Resolvers: []any{tallyOf, func(first, second *tally) pair { return pair{first, second} }},
			Steps: []gherkin.Step{{Noun: "n", Keyword: gherkin.When, Manual: "m", Example: `"a" then "b" after 2s, the 3rd time`,
				Pattern: `"(\w+)" then "(\w+)" after (\S+), the (\S+) time( again)?`, Func: f}},
		})
		assert.NilError(t, err)
		return v
	}(func(p pair, d time.Duration, n int, again bool) error {
		got = fmt.Sprint(p.first.n, p.second.n, d, n, again)
		return nil
	})
	for text, want := range map[string]string{
		`"ab" then "c" after 1.5s, the 2nd time`:    "2 1 1.5s 2 false",
		`"a" then "b" after 10ms, the 4 time again`: "1 1 10ms 4 true",
		`"a" then "none" after 1s, the 1st time`:    "there is no tally none",
		`"a" then "b" after soon, the 1st time`:     `"soon" is no time`,
	} {
		f, _ := gherkin.ParseFeature("x.feature", []byte(one("", "e", "When "+text)))
		assert.Equal(t, len(f.Check(v, ids)), 0, text)
		got = ""
		a, err := (&gherkin.Executor{Vocabulary: v, NewWorld: newFake}).Run(t.Context(), gherkin.Plan(examples(f), settings)[0])
		assert.NilError(t, err)
		assert.Equal(t, got+a.Result.Error, want)
	}
}

func TestResolversAreChecked(t *testing.T) {
	step := gherkin.Step{Noun: "n", Keyword: gherkin.When, Pattern: "x", Manual: "m", Func: func(*tally) error { return nil }}
	for want, resolvers := range map[string][]any{
		"neither a group nor a resolver makes a *gherkin_test.tally": nil,
		"the resolver of *gherkin_test.tally needs itself":           {func(*tally) *tally { return nil }},
		"there is another one":                                       {func() *tally { return nil }, func() (*tally, error) { return nil, nil }},
		"more than a value and an error":                             {func() (*tally, int) { return nil, 0 }},
		"for its own func":                                           {func(*godog.Table) *tally { return nil }},
	} {
		_, err := gherkin.NewVocabulary(gherkin.Source{Steps: []gherkin.Step{step}, Resolvers: resolvers})
		assert.Check(t, is.ErrorContains(err, want))
	}
}
