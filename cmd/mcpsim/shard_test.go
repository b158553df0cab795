package main

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/shard"
	"github.com/mcpsim/mcpsim/internal/steps/server"
)

// places are the jobs that a shard has of a kind of checks, over a transport.
func places(t *testing.T, kind judge.Kind, transport string, s shard.Shard) map[string]int {
	t.Helper()
	checks, err := kind.Choose(t.Context(), judge.Choice{Shard: s})
	assert.NilError(t, err)
	jobs, err := checks.Jobs(transport)
	assert.NilError(t, err)
	out := map[string]int{}
	for _, j := range jobs {
		out[fmt.Sprintf("%s:%d", j.Scenario.URI, j.Scenario.Line)]++
	}
	return out
}

// Every check is in one shard, but for those that sum up: these are in all.
func TestShardsHaveEveryCheck(t *testing.T) {
	const of = 3
	for name, kind := range map[string]judge.Kind{"server": server.Checks(), "client": clientChecks()} {
		for _, transport := range []string{"stdio", "http"} {
			all := places(t, kind, transport, shard.Shard{})
			found := map[string]int{}
			for number := 1; number <= of; number++ {
				part := places(t, kind, transport, shard.Shard{Number: number, Of: of})
				assert.Check(t, len(part) > len(all)/(of+1) && len(part) < len(all)*2/of, "%s over %s: %d of %d", name, transport, len(part), len(all))
				for place := range part {
					found[place]++
				}
			}
			everywhere := 0
			for place := range all {
				assert.Check(t, found[place] == 1 || found[place] == of, "%s is in %d shards", place, found[place])
				everywhere += (found[place] - 1) / (of - 1)
			}
			assert.Check(t, len(found) == len(all) && everywhere > 5 && everywhere < len(all)/4, "%s over %s: %d sum up", name, transport, everywhere)
		}
	}
}
