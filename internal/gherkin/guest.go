package gherkin

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"regexp/syntax"

	messages "github.com/cucumber/messages/go/v21"

	"github.com/mcpsim/mcpsim/reports"
)

// Guest is a scenario that another runner plays with steps of a vocabulary, beside
// steps of its own. The zero value is one that has not begun.
type Guest struct{ run stepRun }

// Handler is a step of a vocabulary for the runner that has guests.
type Handler struct {
	entry
	Shape *regexp.Regexp // matches the whole text; without groups, of which a runner would make arguments
}

// Handlers are the steps of the vocabulary, in the order of [Vocabulary.Steps].
func (v *Vocabulary) Handlers() []Handler {
	out := make([]Handler, len(v.entries))
	for i, e := range v.entries {
		out[i] = Handler{e, shapeOf(e.expr())}
	}
	return out
}

// TakesTable says that the step has a table below it.
func (h Handler) TakesTable() bool { return h.argument == tableType }

// TakesDoc says that the step has a doc string below it.
func (h Handler) TakesDoc() bool { return h.argument == docStringType }

// Begin opens the world of a scenario and returns ctx with it, for [WorldOf]. A pickle
// tells neither the line of the scenario nor its Rule.
func (g *Guest) Begin(ctx context.Context, pickle *messages.Pickle, open func(Scenario) World) context.Context {
	scenario := Scenario{URI: pickle.Uri, Name: pickle.Name, World: Virtual, Variation: Variation{Seed: 1}}
	for _, t := range pickle.Tags {
		scenario.Tags = append(scenario.Tags, t.Name)
	}
	for _, step := range pickle.Steps {
		g.run.steps = append(g.run.steps, reports.Step{Keyword: string(keywordOf(step.Type)), Text: step.Text})
	}
	g.run.world = open(scenario)
	return context.WithValue(ctx, worldKey{}, g.run.world)
}

// Play plays the step that is next, by its handler. block is what is below it: a
// [*Table], a [*DocString], or nil.
func (g *Guest) Play(h Handler, block any) error {
	var value reflect.Value
	if block != nil {
		value = reflect.ValueOf(block)
	}
	return g.run.call(h.entry, value)
}

// Next goes on to the next step, whoever has played this one.
func (g *Guest) Next() { g.run.next++ }

// Finish closes the world. The error is what it has to say, such as a leak.
func (g *Guest) Finish() error { return g.run.world.Finish().Err }

type worldKey struct{}

// WorldOf is the world of the scenario that a step of another runner runs in, nil
// outside of one that a [Guest] has begun.
func WorldOf(ctx context.Context) World {
	w, _ := ctx.Value(worldKey{}).(World)
	return w
}

// shapeOf is a pattern without its groups.
func shapeOf(expr *regexp.Regexp) *regexp.Regexp {
	parsed, err := syntax.Parse(expr.String(), syntax.Perl)
	if err != nil {
		panic(fmt.Sprintf("a pattern that compiled is no pattern: %v", err))
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
