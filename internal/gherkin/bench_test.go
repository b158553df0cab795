package gherkin_test

import (
	"fmt"
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// BenchmarkVocabulary makes a vocabulary of 500 steps and asks for one of them, as every
// process of a run does.
func BenchmarkVocabulary(b *testing.B) {
	var steps []gherkin.Step
	for i := range 500 {
		steps = append(steps, gherkin.Step{
			Noun: "n", Keyword: gherkin.When, Manual: "m", Example: fmt.Sprintf(`server "a" and server "b" do thing %d within 5s`, i),
			Pattern: fmt.Sprintf(`server "([^"]+)" and server "([^"]+)" do thing %d within (\S+)`, i),
			Func:    func(*fakeWorld, string, string, string) error { return nil },
		})
	}
	b.ReportAllocs()
	for b.Loop() {
		v, err := gherkin.NewVocabulary(gherkin.Source{Steps: steps})
		if err != nil || v.Count(gherkin.When, steps[77].Example) != 1 {
			b.Fatal(err)
		}
	}
}
