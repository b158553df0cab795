package specimen_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// What checks say of servers with two defects is a page.
func TestPairs(t *testing.T) {
	named, names := map[string]defect{}, map[string][]string{}
	for _, d := range defects() {
		key := d.id + " " + d.name
		named[key] = d
		for _, over := range d.overs() {
			names[over] = append(names[over], key)
		}
	}
	judgetest.Pairs{
		Page: "pairs.golden", Others: []string{"said.golden", "causes.golden", "failing.golden", "failing-messages.golden", "unjudged.golden"},
		Names: names,
		Judge: func(t *testing.T, over string, keys, only []string) []reports.Result {
			tr := trial{over: over, only: only, header: http.Header{}, change: func(v *server) {
				for _, key := range keys {
					if change := named[key].change; change != nil {
						change(v)
					}
				}
			}}
			for _, key := range keys {
				maps.Copy(tr.header, named[key].header)
			}
			return tr.judge(t)
		},
	}.Test(t)
}
