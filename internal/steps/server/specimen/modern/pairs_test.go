package modern_test

import (
	"testing"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// What checks say of servers with two defects is a page.
func TestPairs(t *testing.T) {
	changes, names := map[string]func(*server){}, map[string][]string{}
	for _, d := range defects {
		key := d.id + " " + d.name
		changes[key] = d.change
		for _, over := range overs(d.over) {
			names[over] = append(names[over], key)
		}
	}
	judgetest.Pairs{
		Page: "pairs.golden", Others: []string{"said.golden", "failing.golden", "unjudged.golden"},
		Names: names,
		Judge: func(t *testing.T, over string, keys, only []string) []reports.Result {
			return judge(t, over, func(v *server) {
				for _, key := range keys {
					changes[key](v)
				}
			}, only...)
		},
	}.Test(t)
}
