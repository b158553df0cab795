package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// told are clients with one defect that several checks meet, and the check that tells it.
var told = map[string]string{
	"stdio CLI-38":                    "CLI-38",
	"stdio CLI-91":                    "CLI-91",
	"stdio CLI-67":                    "CLI-67",
	"stdio CLI-67.waits":              "CLI-67",
	"http CLI-11.post":                "CLI-11",
	"stdio CLI-50.hangs":              "CLI-50",
	"stdio cancelled/id":              "CLI-49",
	"http list/escaped cursor":        "CLI-20",
	"http list/upper case cursor":     "CLI-20",
	"http CLI-51":                     "CLI-51",
	"http end/ten seconds late":       "CLI-140",
	"stdio end/ten seconds late":      "CLI-140",
	"http writes/as Latin-1":          "CLI-41",
	"stdio reads/as Latin-1":          "CLI-54",
	"http refused/waits all the same": "CLI-64",
	"stdio dies of/a bare schema":     "CLI-113",
	"http CLI-09.405":                 "CLI-09",
	"http CLI-01.early":               "CLI-01",
	"http CLI-04.GET":                 "CLI-04",
	"http FF-46.refused":              "FF-46",
	"http OAC-28.none":                "OAC-28",
	"http M-CLI-22.header":            "M-CLI-22",
	"http M-CLI-135.hangs":            "M-CLI-135",
	"http M-CLI-63":                   "M-CLI-63",
	"http M-CLI-23.name":              "M-CLI-23",
	"http CLI-15.late":                "CLI-15",
	"stdio M-TASK-19":                 "M-TASK-19",
}

func TestACauseIsToldOnce(t *testing.T) {
	t.Parallel()
	if underRace {
		t.Skip("runs of many situations")
	}
	mine := judgetest.Part(t, 6)
	for client, id := range told {
		if !mine(client) {
			continue
		}
		t.Run(client, func(t *testing.T) {
			t.Parallel()
			transport, mutant, _ := strings.Cut(client, " ")
			judgetest.Twice(t, func(problem func(string, ...any)) {
				verdicts, results := check(t, mutant, transport, func(e *gherkin.Example) bool {
					login := strings.HasPrefix(e.Rule.IDs[0], "OAC")
					return isModern(e.Rule.IDs[0]) == isModern(id) && login == strings.HasPrefix(id, "OAC")
				})
				if v := verdicts[id]; v != reports.Failed && v != reports.Warned {
					problem("%s is %s", id, v)
				}
				for _, r := range results {
					if (r.Verdict == reports.Failed || r.Verdict == reports.Warned) && !slices.Contains(r.Rule.IDs, id) {
						problem("%v says it, too: %s", r.Rule.IDs, r.Error)
					}
				}
			})
		})
	}
}

// What is wrong with one header explains no other one.
func TestAHeaderExplainsNoOther(t *testing.T) {
	t.Parallel()
	bothAreTold(t, "M-CLI-65.beside", "M-CLI-63", "M-CLI-65")
}

// A header that is wrong in one era says nothing of what messages lack in the other.
func TestAHeaderExplainsNoMessage(t *testing.T) {
	t.Parallel()
	bothAreTold(t, "M-CLI-22.both", "CLI-03", "M-CLI-22")
}

// That a lost session ends the client says nothing of what it sends in one that is not lost.
func TestALostSessionExplainsNoOther(t *testing.T) {
	t.Parallel()
	bothAreTold(t, "CLI-05 + session/not in GET", "CLI-04", "CLI-05")
}

// bothAreTold wants two findings about a client over HTTP, apart from those about every situation.
func bothAreTold(t *testing.T, mutant string, ids ...string) {
	t.Helper()
	verdicts, _ := check(t, mutant, "http", func(e *gherkin.Example) bool {
		return e.Name != "every situation" && slices.Contains(ids, e.Rule.IDs[0])
	})
	for _, id := range ids {
		if v := verdicts[id]; v != reports.Failed {
			t.Errorf("%s is %s", id, v)
		}
	}
}
