package shrink_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/shrink"
	"github.com/mcpsim/mcpsim/steps"
)

const longDay = `@omp @virtual
Feature: Many things happen

  @X-01
  Rule: Nobody is connected twice

    Background:
      Given servers "docs, mail, wiki, chat" over stdio
      And server "code" over http
      And server "docs" offers the tools "a, b, c"

    Scenario Outline: a long day <x>
      Given server "mail" answers "tools/call" after <x>
      And server "wiki" follows these rules:
        """yaml
        - {when: {method: tools/call, nth: 3}, do: [{delay: 2s}, {exit: 1}]}
        - {when: {method: tools/list}, do: [{delay: 40ms}, answer]}
        """
      And the links to "docs, mail, wiki" have latency 20ms jitter 5ms
      When the runtime starts
      And 2s pass
      Then server "docs" is connected
      And server "mail" is connected
      When tools of "docs, mail, wiki" are called
      And 3s pass
      And tools of "docs, mail, wiki" are called
      And 3s pass
      And server "chat" goes down
      And 4s pass
      And server "chat" comes up
      And tools of "wiki, code" are called
      And 1700ms pass
      And server "<which>" exits with code 1
      And 700ms pass
      Then server "wiki" was started <n> times

      Examples:
        | x  | which | n |
        | 1s | docs  | 1 |
        | 2s | wiki  | 1 |
        | 2s | wiki  | 5 |
`

// example is a scenario of the long day, and what runs it.
func example(t *testing.T, row int) (gherkin.Runner, *gherkin.Example) {
	t.Helper()
	vocabulary, err := gherkin.NewVocabulary(steps.Vocabulary())
	assert.NilError(t, err)
	feature, problems := gherkin.ParseFeature("long.feature", []byte(longDay))
	assert.Equal(t, len(problems), 0, "%v", problems)
	return &gherkin.Executor{T: t, Vocabulary: vocabulary, NewWorld: steps.New}, feature.Rules[0].Examples[row]
}

// A scenario of 23 steps becomes one that a person understands at a glance, and keeps what
// it fails by: rule 3 of wiki is what makes it exit in one of them.
func TestALongDayBecomesShort(t *testing.T) {
	runner, e := example(t, 0)
	result, err := shrink.Job{Runner: runner, Example: e, URI: "long.feature", Variation: gherkin.Variation{Seed: 1}}.Run(t.Context())
	assert.NilError(t, err)
	text := result.Text("small.feature", "long.feature:37")
	t.Logf("%d runs\n%s", result.Runs, text)
	assert.Check(t, len(result.Draft.Steps) <= 6, "%d steps are left", len(result.Draft.Steps))
	assert.Check(t, strings.Contains(text, "exit: 1"), "what makes the server exit is gone")
	assert.Check(t, !strings.Contains(text, "chat") && !strings.Contains(text, "mail"))
	assert.Check(t, strings.Contains(text, "\n# nth: 2 in `server \"wiki\" follows these rules:` "), "a number without its name:\n%s", text)
	assert.Check(t, strings.Contains(text, "\n# exit: 1 in `"))
	assert.Check(t, result.Whole)
}

func TestWhatPassesIsNotMadeSmaller(t *testing.T) {
	runner, e := example(t, 0)
	e.Steps = e.Steps[:3]
	_, err := shrink.Job{Runner: runner, Example: e, URI: "long.feature", Variation: gherkin.Variation{Seed: 1}}.Run(t.Context())
	assert.ErrorContains(t, err, "the scenario passes")
}

// What --keep names stays, although the failure does not need it.
func TestKeptEventsStay(t *testing.T) {
	runner, e := example(t, 0)
	job := shrink.Job{Runner: runner, Example: e, URI: "long.feature", Variation: gherkin.Variation{Seed: 1}, Keep: []string{"call.end mail"}}
	result, err := job.Run(t.Context())
	assert.NilError(t, err)
	assert.Check(t, strings.Contains(result.Draft.Text(), "mail"))
}
