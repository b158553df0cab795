// Package servertest runs the checks of servers for the tests of these checks.
//
// It makes no servers: those are of the tests, each with a table of its own.
package servertest

import (
	"context"
	"sync"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/reports"
)

// They are the same for all servers, and cost more than a short validation.
var vocabulary = sync.OnceValues(func() (*gherkin.Vocabulary, error) { return gherkin.NewVocabulary(server.Vocabulary()) })

// Catalogue returns all checks of servers, read once.
var Catalogue = sync.OnceValues(func() (*gherkin.Catalogue, error) {
	c, err := gherkin.Load(nil, features.Server)
	if err != nil {
		return nil, err
	}
	v, err := vocabulary()
	if err != nil {
		return nil, err
	}
	return c, c.Check(v, gherkin.NewIDs(nil, probe.Families()...))
})

// Judge runs checks on one era of a target, one after the other, and returns what each
// example came to. It leaves nothing of the target running.
func Judge(target probe.Target, jobs []gherkin.Job) ([]reports.Result, error) {
	return judge(target, jobs, func(world gherkin.NewWorld) gherkin.NewWorld { return world })
}

// judge is [Judge] with something around the world of each check.
func judge(target probe.Target, jobs []gherkin.Job, around func(gherkin.NewWorld) gherkin.NewWorld) (results []reports.Result, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	bench, err := probe.Open(ctx, target)
	if err != nil {
		return nil, err
	}
	defer bench.Close()
	v, err := vocabulary()
	if err != nil {
		return nil, err
	}
	err = gherkin.Run(ctx, jobs, []gherkin.Runner{&gherkin.Executor{Vocabulary: v, NewWorld: around(server.New(bench))}},
		gherkin.Options{Emit: func(a gherkin.Answer) { results = append(results, a.Result) }})
	return results, err
}
