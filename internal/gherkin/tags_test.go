package gherkin_test

import (
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func TestTagExpressionsMatch(t *testing.T) {
	for _, c := range []struct {
		expr, tags string
		want       bool
	}{
		{"@omp", "@omp", true},
		{"@omp", "@room", false},
		{"not @omp", "@room", true},
		{"not not @omp", "@omp", true},
		{"@omp and @real", "@omp", false},
		{"@omp and @real", "@omp @real", true},
		{"@omp or @real", "@real", true},
		{"@omp or @room and @real", "@omp", true},    // and binds tighter
		{"(@omp or @room) and @real", "@omp", false}, // parentheses bind tightest
		{"not @omp and @real", "@real", true},
		{"not (@omp and @real)", "@omp", true},
		{"not(@omp)or(@real)", "@omp", false},
		{" \t@omp\nand  not @real ", "@omp", true},
		{"@OMP-LC-63", "@OMP-LC-63 @omp", true},
	} {
		expr, err := ids.ParseTags(c.expr)
		assert.NilError(t, err)
		assert.Check(t, is.Equal(expr.Matches(strings.Fields(c.tags)), c.want), "%s on %s", c.expr, c.tags)
	}
}

func TestTagExpressionErrorsPoint(t *testing.T) {
	for source, want := range map[string]string{
		"":                                "tag expression: a tag is missing at the end\n  \n  ^",
		"@omp and":                        "a tag is missing at the end\n  @omp and\n          ^",
		"@omp or and @real":               "a tag is missing before \"and\"\n  @omp or and @real\n          ^",
		"@omp @real":                      "\"and\" or \"or\" is missing before \"@real\"\n  @omp @real\n       ^",
		"(@omp":                           "\"(\" is never closed\n  (@omp\n  ^",
		"@omp)":                           "\")\" closes nothing\n  @omp)\n      ^",
		"()":                              "a tag is missing before \")\"",
		"omp":                             "a tag starts with @: write @omp",
		"@":                               "a tag has a name after its @",
		"~@omp":                           "\"not\" for \"~\"",
		"@omp,@real":                      "write \"or\" for \",\"",
		"@omp && @real":                   "\"and\" or \"or\" is missing before \"&&\"",
		"@omp and @rael":                  "unknown tag @rael: did you mean @real?\n  @omp and @rael\n           ^",
		"@OMP-LC-64":                      "unknown guarantee id @OMP-LC-64: did you mean OMP-LC-63?",
		"@omp\nand\n@rael":                "\n  @omp and @rael\n           ^",
		"((((@omp)))) @real":              "is missing before \"@real\"",
		strings.Repeat("(", 200) + "@omp": "nested more than 100 deep",
		strings.Repeat("not ", 200) + "@": "nested more than 100 deep",
	} {
		_, err := ids.ParseTags(source)
		var typed *gherkin.TagError
		assert.Check(t, errors.As(err, &typed), source)
		assert.Check(t, is.ErrorContains(err, want), source)
	}
}

func TestIDs(t *testing.T) {
	for id, want := range map[string]bool{
		"OMP-LC-01": true, "OMP-LC-64": false, "OMP-LC-1": false, "FF-77": true, "HARNESS-01": true,
		"X-01": true, "X-MY-TOOL-3": true, "X": false, "XY-01": false, "X-": false, "omp": false, "": false,
	} {
		assert.Check(t, is.Equal(ids.Known(id), want), id)
	}
	assert.Error(t, ids.CheckID("OMP-LC-O1"), "unknown guarantee id OMP-LC-O1: did you mean OMP-LC-01?")
}

func FuzzTagExpression(f *testing.F) {
	for _, s := range []string{"@omp", "not (@omp or @real) and @FF-01", "~@a", "((", "@omp\x00", "é@omp", "@omp\tand @é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		expr, err := ids.ParseTags(source)
		if err != nil {
			var typed *gherkin.TagError
			if !errors.As(err, &typed) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		negated, err := ids.ParseTags("not (" + source + ")")
		assert.NilError(t, err)
		for _, tags := range [][]string{nil, {"@omp"}, {"@omp", "@real"}} {
			if expr.Matches(tags) == negated.Matches(tags) {
				t.Errorf("%q and its negation agree on %v", source, tags)
			}
		}
	})
}
