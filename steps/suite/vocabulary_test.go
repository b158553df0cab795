package suite_test

import (
	"testing"

	"github.com/cucumber/godog"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/steps/suite"
)

func TestMalformedStepsAreNamed(t *testing.T) {
	good := suite.Step{Noun: "n", Keyword: suite.When, Pattern: `x (\d+)`, Example: "x 1", Manual: "m",
		Func: func(*fakeWorld, int) error { return nil }}
	_, err := suite.NewVocabulary([]suite.Step{good})
	assert.NilError(t, err)
	for want, spoil := range map[string]func(*suite.Step){
		"keyword is not":         func(s *suite.Step) { s.Keyword = "And" },
		"are required":           func(s *suite.Step) { s.Manual = "" },
		"compiling its pattern":  func(s *suite.Step) { s.Pattern = "(" },
		"does not match":         func(s *suite.Step) { s.Example = "x 1 and more" },
		"not a function":         func(s *suite.Step) { s.Func = 1 },
		"return one error":       func(s *suite.Step) { s.Func = func(*fakeWorld, int) {} },
		"not a world":            func(s *suite.Step) { s.Func = func(int) error { return nil } },
		"need as many":           func(s *suite.Step) { s.Func = func(*fakeWorld) error { return nil } },
		"neither string nor int": func(s *suite.Step) { s.Func = func(*fakeWorld, bool) error { return nil } },
		"too many": func(s *suite.Step) {
			s.Func = func(*fakeWorld, int, *godog.Table, *godog.DocString) error { return nil }
		},
		"1 parameters too many": func(s *suite.Step) { s.Func = func(*fakeWorld, int, string) error { return nil } },
	} {
		bad := good
		spoil(&bad)
		_, err := suite.NewVocabulary([]suite.Step{good, bad})
		assert.Check(t, is.ErrorContains(err, want))
	}
}

func TestDictionaryGroupsByNoun(t *testing.T) {
	f := func(*fakeWorld) error { return nil }
	v, err := suite.NewVocabulary([]suite.Step{
		{Noun: "b", Keyword: suite.Then, Pattern: "t", Example: "t", Manual: "sees", Func: f},
		{Noun: "b", Keyword: suite.Given, Pattern: "g", Example: "g", Manual: "sets", Func: f},
		{Noun: "a", Keyword: suite.When, Pattern: "w", Example: "w", Manual: "does", Func: f},
	})
	assert.NilError(t, err)
	assert.Equal(t, suite.Dictionary(v.Steps()), `a
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
