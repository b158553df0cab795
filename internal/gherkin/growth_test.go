package gherkin_test

import (
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// outline is a feature whose outline has some steps, and a table of examples.
func outline(background, steps string, header string, rows ...string) string {
	return "@omp\nFeature: f\n\n  Background:\n    Given a counter at 1\n" + background +
		"\n  @OMP-LC-01\n  Rule: r\n\n    Scenario Outline: o\n" + steps + "\n      Examples:\n" + header + "\n" + strings.Join(rows, "\n") + "\n"
}

// chain is a header of placeholders and a row in which each value has the next placeholder twice.
func chain(n int) (header, row string) {
	for i := range n {
		header += fmt.Sprintf("|p%d", i)
		row += fmt.Sprintf("|<p%d><p%d>", i+1, i+1)
	}
	return header + "|", row + "|"
}

// What a small file becomes is counted before it is made.
func TestGrowthIsBounded(t *testing.T) {
	const step = "      When it counts\n"
	repeated := func(text string, n int) string { return strings.Repeat(text, n) }
	rows := func(row string, n int) []string {
		return strings.Split(strings.TrimSuffix(repeated(row+"\n", n), "\n"), "\n")
	}
	names, values := chain(60)
	for name, c := range map[string]struct{ text, want string }{
		"steps of the background": {outline(repeated("    * a\n", 50_000), step, "|n|", rows("|1|", 100_000)...), "x.feature:50010:5: up to here the examples have more than 200000 steps"},
		"steps":                   {outline("", repeated(step, 5_000), "|n|", rows("|1|", 5_000)...), "more than 200000 steps"},
		"tables of the background": {outline("    Given a counter of these rows:\n      |"+repeated("1|", 10_000)+"\n", step, "|n|", rows("|1|", 10_000)...),
			"more than 200000 steps, cells and tags"},
		"tags":       {repeated("@omp ", 5_000) + outline("", step, "|n|", rows("|1|", 10_000)...), "more than 200000 steps, cells and tags"},
		"long value": {outline("", "      When it counts "+repeated("<n>", 10_000)+"\n", "|n|", "|"+repeated("x", 30_000)+"|"), "with the values of this row the examples have more than 16777216 bytes"},
		"chain":      {outline("", "      When it counts <p0>\n", names, values), "x.feature:15:1: with the values of this row"},
		"text":       {outline("", step+"      \"\"\"\n      <p0>\n      \"\"\"\n", names, values), "with the values of this row"},
		"table":      {outline("", step+"      |<p0>|\n", names, values), "with the values of this row"},
		"name":       {strings.Replace(outline("", step, names, values), "Outline: o", "Outline: <p0>", 1), "with the values of this row"},
		"many names": {outline("", repeated(step[:len(step)-1]+repeated("x", 30_000)+"\n", 5), repeated("|n", 10_000)+"|", rows(repeated("|1", 10_000)+"|", 10)...), "too many placeholders"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after goruntime.MemStats
			goruntime.ReadMemStats(&before)
			_, problems := gherkin.ParseFeature("x.feature", []byte(c.text))
			goruntime.ReadMemStats(&after)
			assert.Check(t, is.Len(problems, 1))
			assert.Check(t, is.Contains(problems.Error(), c.want))
			used := after.TotalAlloc - before.TotalAlloc
			assert.Check(t, used < 400<<20, "%d bytes", used)
		})
	}
}

// What is as large as it may be is read.
func TestGrowthUpToTheBound(t *testing.T) {
	const step = "      When it counts\n"
	for rows, whole := range map[int]bool{199: true, 200: false} { // of 1,000 steps, 2 tags, 2 more steps and themselves
		text := outline("", strings.Repeat(step, 1_000), "|n|", strings.Split(strings.Repeat("|1|\n", rows-1)+"|1|", "\n")...)
		f, problems := gherkin.ParseFeature("x.feature", []byte(text))
		assert.Equal(t, len(problems) == 0, whole, "%d: %v", rows, problems)
		if whole {
			assert.Equal(t, len(f.Rules[0].Examples), rows)
		}
	}
	for n, whole := range map[int]bool{21: true, 22: false} { // the text has 2^n placeholders of 5 bytes
		names, values := chain(n)
		_, problems := gherkin.ParseFeature("x.feature", []byte(outline("", "      When it counts <p0>\n", names, values)))
		assert.Equal(t, len(problems) == 0, whole, n)
	}
}

// The parser copies what a doc string has for each of its lines, so these are counted.
func TestDocStringsAreBounded(t *testing.T) {
	for _, fence := range []string{`"""yaml`, "```"} {
		for n, want := range map[int]string{
			10_000: "", 10_001: "x.feature:12:1: the doc string has more than 10000 lines", 400_000: "more than 10000 lines",
		} {
			text := outline("", "      When it counts\n      "+fence+"\n"+strings.Repeat("x\n", n)+"      "+fence[:3], "|n|", "|1|")
			var before, after goruntime.MemStats
			goruntime.ReadMemStats(&before)
			_, problems := gherkin.ParseFeature("x.feature", []byte(text))
			goruntime.ReadMemStats(&after)
			assert.Check(t, is.Contains(problems.Error(), want))
			assert.Check(t, len(problems) == 0 || want != "", problems)
			used := after.TotalAlloc - before.TotalAlloc
			assert.Check(t, used < 400<<20, "%d lines: %d bytes", n, used)
		}
	}
	several := strings.Repeat("      When it counts\n      \"\"\"\n"+strings.Repeat("```\n", 9_999)+"      \"\"\"\n", 5)
	_, problems := gherkin.ParseFeature("x.feature", []byte(outline("", several, "|n|", "|1|")))
	assert.Check(t, is.Len(problems, 0))
}
