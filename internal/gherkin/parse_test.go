package gherkin_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

const sample = `@omp
Feature: sample

  Background:
    Given a counter at 1

  @OMP-LC-01
  Rule: first
    A description.

    Example: a
      Then the counter is 1

    @should
    Example: b
      When it counts
      Then the counter is 2

  @OMP-LC-02 @FF-07
  Rule: second

    Background:
      Given a counter at 2

    Scenario Outline: row <n>
      When it counts
      Then the counter is <n>

      Examples:
        | n |
        | 3 |
        | 4 |

      @expected-failure
      Examples:
        | n |
        | 5 |

    Example: text
      Given a counter of these lines:
        """
        Rule: not a rule
        Example: not an example
        """
`

func TestAnyLineSelects(t *testing.T) {
	f := feature(t, sample)
	for line := 1; line <= strings.Count(sample, "\n"); line++ {
		var want string
		switch {
		case line < 7:
			want = "nothing"
		case line <= 10:
			want = "a, b"
		case line <= 13:
			want = "a"
		case line <= 18:
			want = "b"
		case line <= 24:
			want = "row 3, row 4, row 5, text"
		case line == 31:
			want = "row 3"
		case line == 32:
			want = "row 4"
		case line == 37:
			want = "row 5"
		case line <= 38:
			want = "row 3, row 4, row 5"
		default:
			want = "text"
		}
		got := "nothing"
		if found, ok := f.Examples(line); ok {
			var all []string
			for _, e := range found {
				all = append(all, e.Name)
			}
			got = strings.Join(all, ", ")
		}
		assert.Check(t, is.Equal(got, want), "line %d", line)
	}
}

func TestJobsSayWhatTheyAre(t *testing.T) {
	jobs := gherkin.Plan(examples(feature(t, sample)), settings)
	row5 := jobs[4]
	assert.DeepEqual(t, row5.Scenario.Tags, []string{"@omp", "@OMP-LC-02", "@FF-07", "@expected-failure"})
	assert.DeepEqual(t, row5.Rule.IDs, []string{"OMP-LC-02", "FF-07"})
	assert.Equal(t, row5.Rule.Scenarios, 4)
	assert.Equal(t, row5.Steps[1].Text, "a counter at 2")
}

func TestPlanKeepsToWorlds(t *testing.T) {
	text := one("@virtual", "v", "When it counts") + `
    @real
    Example: r
      When it counts

    Example: both
      When it counts

    @real @virtual
    Example: also both
      When it counts
`
	all := examples(feature(t, text))
	for world, want := range map[string]string{
		gherkin.Virtual:                      "v both also both",
		gherkin.Real:                         "r both also both",
		gherkin.Virtual + " " + gherkin.Real: "v r both both also both also both",
	} {
		var got []string
		for _, j := range gherkin.Plan(all, gherkin.Settings{Worlds: strings.Fields(world), Repeat: 1}) {
			got = append(got, j.Scenario.Name)
		}
		assert.Check(t, is.Equal(strings.Join(got, " "), want), world)
	}
}

// A scenario that expects what a seed draws is run with that one.
func TestPlanKeepsToSeeds(t *testing.T) {
	for tag, want := range map[string]uint64{"": 7, "@seed-1": 1} {
		jobs := gherkin.Plan(examples(feature(t, one(tag, "e", "When it counts"))), gherkin.Settings{
			Worlds: []string{gherkin.Virtual}, Variation: gherkin.Variation{Seed: 7, ScheduleSeed: 3},
		})
		assert.Equal(t, len(jobs), 1)
		assert.DeepEqual(t, jobs[0].Scenario.Variation, gherkin.Variation{Seed: want, ScheduleSeed: 3})
	}
}

func TestStructureIsChecked(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no feature":        {"", "x.feature:1:1: there is no feature in this file"},
		"not UTF-8":         {"Feature: f\n # \xff\n", "x.feature:2:1: this line is not UTF-8\n   # \xff\n  ^"},
		"no gherkin":        {"Feature: f\nnonsense: \n  Rule\n  Given\n  Example:\n\n Foo", "x.feature:"},
		"outside a rule":    {"Feature: f\n  Example: e\n    When it counts\n", "x.feature:2:3: this scenario belongs to no Rule"},
		"no id":             {"Feature: f\n  @omp\n  Rule: r\n    Example: e\n      When it counts\n", "x.feature:3:3: this Rule has no guarantee id"},
		"no steps":          {"Feature: f\n  @FF-01\n  Rule: r\n    Example: e\n", "x.feature:4:5: this scenario has no steps"},
		"no example":        {"Feature: f\n  @FF-01\n  Rule: r\n", "x.feature:3:3: this Rule has no example"},
		"no rows":           {"Feature: f\n  @FF-01\n  Rule: r\n    Scenario Outline: e\n      When it counts\n      Examples:\n        | n |\n", "x.feature:4:5: this outline has no rows"},
		"inconsistent rows": {one("", "e", "Given a counter of these rows:", "  | a |", "  | a | b |"), "inconsistent cell count"},
	} {
		_, problems := gherkin.ParseFeature("x.feature", []byte(c.text))
		assert.Check(t, len(problems) > 0, name)
		assert.Check(t, is.Contains(problems.Error(), c.want), name)
	}
}

func TestCheckSaysWhereAndWhatNext(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown tag": {one("@omq", "e", "When it counts"),
			"x.feature:6:5: unknown tag @omq\n      @omq\n      ^\n  did you mean @omp?"},
		"far tag": {one("@wip-and-more", "e", "When it counts"), "known tags: @omp @qwen"},
		"id on a scenario": {one("@OMP-LC-02", "e", "When it counts"),
			"x.feature:6:5: a guarantee id belongs on a Rule"},
		"unknown id": {strings.Replace(one("", "e", "When it counts"), "@OMP-LC-01", "@OMP-LC-64", 1),
			"x.feature:3:3: unknown guarantee id @OMP-LC-64"},
		"unknown step": {one("", "e", "When it count"),
			"x.feature:8:7: unknown step: When it count\n        When it count\n        ^\n  did you mean: When it counts"},
		"far step":      {one("", "e", "When the moon is blue and cheese is green"), "mcpsim steps lists"},
		"other keyword": {one("", "e", "Then it counts"), "it is known as a When step, not as a Then step"},
		"leading and":   {one("", "e", "And it counts"), "x.feature:8:7: And has no step before it to follow"},
		"star":          {one("", "e", "* it counts"), "* has no step before it"},
		"missing text":  {one("", "e", "Given a counter of these lines:"), "needs a doc string"},
		"missing table": {one("", "e", "Given a counter of these rows:"), "needs a table"},
		"text too many": {one("", "e", "When it counts", `"""`, `"""`), "takes no doc string or table"},
	} {
		f, problems := gherkin.ParseFeature("x.feature", []byte(c.text))
		assert.Equal(t, len(problems), 0, "%s: %v", name, problems)
		problems = f.Check(vocabulary(t), ids)
		assert.Check(t, is.Len(problems, 1), name)
		assert.Check(t, is.Contains(problems.Error(), c.want), name)
	}
}

// Of very many mistakes the first ones are shown, and only of these it is looked for what was meant.
// Some editors put a byte order mark before what they save, and end lines with CR LF.
func TestFilesOfOtherEditors(t *testing.T) {
	text := outline("", "      When it counts\n", "|n|", "|1|")
	for _, data := range []string{"\ufeff" + text, strings.ReplaceAll("\ufeff"+text, "\n", "\r\n")} {
		f, problems := gherkin.ParseFeature("x.feature", []byte(data))
		assert.Equal(t, len(problems), 0, "%v", problems)
		assert.Equal(t, f.Name, "f")
	}
}

func TestManyMistakes(t *testing.T) {
	f, problems := gherkin.ParseFeature("x.feature", []byte(one("", "e", strings.Split(strings.Repeat("When it count\n", gherkin.MostShown)+"When it count", "\n")...)))
	assert.Equal(t, len(problems), 0)
	problems = f.Check(vocabulary(t), ids)
	assert.Equal(t, len(problems), gherkin.MostShown+1)
	assert.Equal(t, strings.Count(problems.Error(), "unknown step"), gherkin.MostShown)
	assert.Equal(t, problems[gherkin.MostShown-1].Hint, "did you mean: When it counts")
	assert.Equal(t, problems[gherkin.MostShown].Hint, "")
}

// A step of the virtual world is refused where it could only fail, however late.
func TestStepsOfTheVirtualWorld(t *testing.T) {
	more := append(fakeSteps(), gherkin.InVirtual([]gherkin.Step{{Noun: "n", Keyword: gherkin.When, Pattern: "wires break", Manual: "-",
		Func: func(*fakeWorld) error { return nil }}})...)
	v, err := gherkin.NewVocabulary(gherkin.Source{Steps: more})
	assert.NilError(t, err)
	check := func(tags string, steps ...string) gherkin.Problems {
		f, problems := gherkin.ParseFeature("x.feature", []byte(one(tags, "e", steps...)))
		assert.Equal(t, len(problems), 0)
		return f.Check(v, ids)
	}
	for _, tags := range []string{"@real", "@virtual @real"} {
		problems := check(tags, "When it counts", "When wires break").Error()
		assert.Check(t, is.Contains(problems, "x.feature:9:7: this step works in the virtual world only, and the scenario is tagged @real: wires break"), tags)
	}
	for _, tags := range []string{"", "@virtual"} {
		assert.Check(t, is.Len(check(tags, "When wires break"), 0), tags)
	}
	assert.Check(t, is.Len(check("@real", "When it counts"), 0))
	assert.Check(t, is.Contains(gherkin.Dictionary(v.Steps()), "- (virtual world only)"))
}

func TestAmbiguousStepsAreFound(t *testing.T) {
	more := append(fakeSteps(), gherkin.Step{Noun: "n", Keyword: gherkin.When, Pattern: "it (.*)", Example: "it x", Manual: "-",
		Func: func(*fakeWorld, string) error { return nil }})
	v, err := gherkin.NewVocabulary(gherkin.Source{Steps: more})
	assert.NilError(t, err)
	f := feature(t, one("", "e", "When it counts"))
	assert.Check(t, is.Contains(f.Check(v, ids).Error(), "x.feature:8:7: ambiguous step: When it counts"))
}

func FuzzParseFeature(f *testing.F) {
	f.Add(sample)
	f.Add(one("@should", "e", "When it counts", `"""`, `"""`))
	f.Add(one("@should", "e", "When \x80"))
	f.Add("# language: fr\nFonctionnalité: f\n  @FF-01\n  Règle: r\n    Exemple: e\n      Quand it counts\n")
	f.Add("Feature: f\n\n  @FF-01\n  Rule: r\n    Scenario Outline: o\n      When <x>\n      Examples:\n      | x |\n      | a |\n")
	v := vocabulary(f)
	f.Fuzz(func(t *testing.T, text string) {
		feature, problems := gherkin.ParseFeature("x.feature", []byte(text))
		if len(problems) > 0 {
			_ = problems.Error()
			return
		}
		_ = feature.Check(v, ids).Error()
		for _, j := range gherkin.Plan(examples(feature), settings) {
			if len(j.Steps) != len(j.Needs) {
				t.Errorf("of %d steps of line %d, %d are told", len(j.Steps), j.Scenario.Line, len(j.Needs))
			}
		}
	})
}
