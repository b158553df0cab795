package gherkin

import (
	"context"
	"reflect"
	"regexp"
	"regexp/syntax"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/reports"
)

type worldKey struct{}

// WorldOf is the world of the scenario that a step of a suite runs in, nil outside
// a scenario that [Vocabulary.Register] has prepared.
func WorldOf(ctx context.Context) World {
	w, _ := ctx.Value(worldKey{}).(World)
	return w
}

// Register adds the vocabulary to one scenario of a godog suite that another
// program runs, beside that program's own steps. open opens the world of the
// scenario; it is closed with the scenario, which fails if the world has something
// to say then, such as a leak. That is a godog.ScenarioInitializer, but for open.
func (v *Vocabulary) Register(sc *godog.ScenarioContext, open func(Scenario) World) {
	r := &stepRun{}
	shapes := v.shapes()
	for i, e := range v.entries {
		r.add(sc, e, shapes[i])
	}
	sc.StepContext().After(r.after)
	sc.Before(func(ctx context.Context, s *godog.Scenario) (context.Context, error) {
		r.begin(s, open)
		return context.WithValue(ctx, worldKey{}, r.world), nil
	})
	sc.After(func(ctx context.Context, _ *godog.Scenario, _ error) (context.Context, error) {
		return ctx, r.world.Finish().Err
	})
}

// begin opens the world of a scenario. godog tells neither its line nor its Rule.
func (r *stepRun) begin(s *godog.Scenario, open func(Scenario) World) {
	scenario := Scenario{URI: s.Uri, Name: s.Name, World: Virtual, Variation: Variation{Seed: 1}}
	for _, t := range s.Tags {
		scenario.Tags = append(scenario.Tags, t.Name)
	}
	for _, step := range s.Steps {
		r.steps = append(r.steps, reports.Step{Keyword: string(keywordOf(step.Type)), Text: step.Text})
	}
	r.world = open(scenario)
}

// add gives godog one entry with a pattern that has no groups.
func (r *stepRun) add(sc *godog.ScenarioContext, e entry, pattern *regexp.Regexp) {
	switch handler := r.handler(e); e.Keyword {
	case Given:
		sc.Given(pattern, handler)
	case When:
		sc.When(pattern, handler)
	case Then:
		sc.Then(pattern, handler)
	}
}

// handler is what godog calls for a step: a function of its block alone.
func (r *stepRun) handler(e entry) any {
	switch e.argument {
	case tableType:
		return func(t *godog.Table) error { return r.call(e, reflect.ValueOf(t)) }
	case docStringType:
		return func(d *godog.DocString) error { // godog does not tell where it is
			return r.call(e, reflect.ValueOf(&DocString{Content: d.Content, MediaType: d.MediaType, Line: 1, Column: 1}))
		}
	}
	return func() error { return r.call(e, reflect.Value{}) }
}

// after goes on to the next step. What came of this one godog tells itself.
func (r *stepRun) after(ctx context.Context, _ *godog.Step, _ godog.StepResultStatus, _ error) (context.Context, error) {
	r.next++
	return ctx, nil
}

// shapesOf are the patterns of entries as godog gets them.
func shapesOf(entries []entry) []*regexp.Regexp {
	out := make([]*regexp.Regexp, len(entries))
	for i, e := range entries {
		out[i] = shapeOf(e.expr)
	}
	return out
}

// shapeOf is a pattern without its groups, of which godog would make arguments.
func shapeOf(expr *regexp.Regexp) *regexp.Regexp {
	parsed, err := syntax.Parse(expr.String(), syntax.Perl)
	if err != nil {
		return expr // cannot happen: it has been compiled
	}
	return regexp.MustCompile(ungrouped(parsed).String())
}

func ungrouped(re *syntax.Regexp) *syntax.Regexp {
	for i, sub := range re.Sub {
		re.Sub[i] = ungrouped(sub)
	}
	if re.Op == syntax.OpCapture {
		return re.Sub[0]
	}
	return re
}
