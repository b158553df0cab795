package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judge"
)

// checkCompletions are the ids of all checks of a kind, with what they ask for.
func checkCompletions(kind judge.Kind) []string {
	checks, err := kind.Choose(context.Background(), judge.Choice{}) // which names no file
	if err != nil {
		return nil
	}
	var out []string
	for _, c := range checks.List() {
		for _, id := range c.IDs {
			out = append(out, id+"\t"+c.Name)
		}
	}
	return out
}

// guaranteeCompletions are the ids of the registry, with their statements.
func (a *app) guaranteeCompletions() []string {
	all, err := a.guarantees()
	if err != nil {
		return nil
	}
	var out []string
	for _, g := range all {
		out = append(out, fmt.Sprintf("%s\t%s", g.ID, strings.ReplaceAll(g.Statement, "\n", " ")))
	}
	return out
}

// tagCompletions are the tags of the closed set.
func tagCompletions() []string {
	var out []string
	for _, t := range gherkin.Tags() {
		out = append(out, t.Name+"\t"+t.Manual)
	}
	return out
}
