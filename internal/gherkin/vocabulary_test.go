package gherkin_test

import (
	"testing"

	"github.com/cucumber/godog"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func TestMalformedStepsAreNamed(t *testing.T) {
	good := gherkin.Step{Noun: "n", Keyword: gherkin.When, Pattern: `x (\d+)`, Example: "x 1", Manual: "m",
		Func: func(*fakeWorld, int) error { return nil }}
	_, err := gherkin.NewVocabulary(gherkin.Source{Steps: []gherkin.Step{good}})
	assert.NilError(t, err)
	for want, spoil := range map[string]func(*gherkin.Step){
		"keyword is not":                 func(s *gherkin.Step) { s.Keyword = "And" },
		"are required":                   func(s *gherkin.Step) { s.Manual = "" },
		"compiling its pattern":          func(s *gherkin.Step) { s.Pattern = "(" },
		"does not match":                 func(s *gherkin.Step) { s.Example = "x 1 and more" },
		"not a function":                 func(s *gherkin.Step) { s.Func = 1 },
		"return one error":               func(s *gherkin.Step) { s.Func = func(*fakeWorld, int) {} },
		"need as many":                   func(s *gherkin.Step) { s.Func = func(*fakeWorld) error { return nil } },
		"neither a group nor a resolver": func(s *gherkin.Step) { s.Func = func(*fakeWorld, float64) error { return nil } },
		"one doc string or table": func(s *gherkin.Step) {
			s.Func = func(*fakeWorld, int, *godog.Table, *godog.DocString) error { return nil }
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
