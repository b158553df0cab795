package client_test

import (
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/internal/steps/client"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// mutants are the clients that do one thing wrong. The name begins with the check
// that must see it; those of stdio come last.
var (
	webMutants = strings.Fields(`
		CLI-01.first CLI-01.never CLI-01.late CLI-03 CLI-03.GET CLI-03.DELETE CLI-04.GET CLI-04.DELETE CLI-04.initialize
		CLI-05 CLI-06 CLI-06.405 CLI-07 CLI-08.json CLI-08.sse CLI-08.first CLI-09 CLI-09.405 CLI-10 CLI-11
		CLI-12 CLI-12.type CLI-12.twice CLI-13 CLI-14 CLI-15.busy CLI-15.error CLI-16 CLI-17 CLI-18.array
		CLI-19 CLI-19.null CLI-19.float CLI-20.trim CLI-20.number SEP-1034
		FF-34 FF-37 FF-42 FF-43 FF-45 FF-51 FF-52 FF-53 FF-58 FF-73`)
	pipeMutants = strings.Fields(`
		CLI-01.first CLI-01.never CLI-02 CLI-12 CLI-13 CLI-14 CLI-15.busy CLI-16 CLI-17 CLI-18.line CLI-19 CLI-20.trim
		FF-01 FF-05 FF-07 FF-09 FF-16 FF-27`)
)

func TestEveryCheckSeesItsBrokenClient(t *testing.T) {
	killed := map[string]bool{}
	for transport, mutants := range map[string][]string{"http": webMutants, "stdio": pipeMutants} {
		for _, mutant := range mutants {
			id, _, _ := strings.Cut(mutant, ".")
			killed[id] = true
			t.Run(transport+"/"+mutant, func(t *testing.T) {
				if id != "FF-34" && id != "FF-43" { // these must be fast enough to be seen
					t.Parallel()
				}
				verdicts, results := check(t, mutant, transport, func(e *gherkin.Example) bool {
					// Of other obligations the first example will do: there are a thousand runs as it is.
					return slices.Contains(e.Rule.IDs, id) || slices.Contains(e.Tags, "@MUST") && e == e.Rule.Examples[0]
				})
				if v := verdicts[id]; v != reports.Failed && v != reports.Warned {
					t.Errorf("%s is %s", id, v)
				}
				for _, r := range results {
					if r.Verdict == reports.Failed && !slices.Contains(r.Rule.IDs, id) {
						t.Errorf("%v fails, too: %s\n%s", r.Rule.IDs, r.Error, strings.Join(r.Timeline, "\n"))
					}
				}
			})
		}
	}
	for _, f := range checks(t).Features {
		for _, rule := range f.Rules {
			if !killed[rule.IDs[0]] {
				t.Errorf("%s was never seen to fail", rule.IDs[0])
			}
		}
	}
}

// A correct client passes everything, and comes into every situation.
func TestCorrectClientsPass(t *testing.T) {
	for _, transport := range []string{"http", "stdio"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			_, results := check(t, "correct", transport, func(*gherkin.Example) bool { return true })
			for _, r := range results {
				if r.Verdict != reports.Passed {
					t.Errorf("%v, %s: %s: %s\n%s", r.Rule.IDs, r.Name, r.Verdict, r.Error, strings.Join(r.Timeline, "\n"))
				}
			}
		})
	}
}

func checks(t *testing.T) *gherkin.Catalogue {
	t.Helper()
	c, err := gherkin.Load(nil, features.Client)
	assert.NilError(t, err)
	v, err := gherkin.NewVocabulary(client.Vocabulary())
	assert.NilError(t, err)
	assert.NilError(t, c.Check(v, gherkin.NewIDs(nil, clientcheck.Families()...)))
	return c
}

// check runs the chosen checks against this binary as a client, and returns the
// worst verdict of each.
func check(t *testing.T, mutant, transport string, chosen func(*gherkin.Example) bool) (map[string]reports.Verdict, []reports.Result) {
	t.Helper()
	bench, err := clientcheck.Open(t.Context(), target(t, mutant, transport))
	assert.NilError(t, err)
	v, err := gherkin.NewVocabulary(client.Vocabulary())
	assert.NilError(t, err)
	examples, err := checks(t).Select(gherkin.Filter{})
	assert.NilError(t, err)
	other := map[string]string{"http": "@stdio", "stdio": "@http"}[transport]
	examples = slices.DeleteFunc(examples, func(e *gherkin.Example) bool { return slices.Contains(e.Tags, other) || !chosen(e) })
	var results []reports.Result
	err = gherkin.Run(t.Context(), gherkin.Plan(examples, gherkin.Settings{Worlds: []string{gherkin.Target}}),
		[]gherkin.Runner{&gherkin.Executor{Vocabulary: v, NewWorld: client.New(bench)}},
		gherkin.Options{Emit: func(a gherkin.Answer) { results = append(results, a.Result) }})
	assert.NilError(t, err)
	verdicts := map[string]reports.Verdict{}
	for _, r := range results {
		for _, id := range r.Rule.IDs {
			if old := verdicts[id]; old != reports.Failed && (old != reports.Warned || r.Verdict == reports.Failed) {
				verdicts[id] = r.Verdict
			}
		}
	}
	return verdicts, results
}

func target(t *testing.T, mutant, transport string) clientcheck.Target {
	t.Helper()
	self, err := os.Executable()
	assert.NilError(t, err)
	out := clientcheck.Target{
		Command: process.Command{Path: self, Env: append(os.Environ(), mutantVariable+"="+mutant)},
		Timeout: 30 * time.Second,
		Listen:  listen,
	}
	if transport == "stdio" {
		out.Server = func(socket string) []string {
			return []string{"env", relay.Variable + "=" + socket, self}
		}
	}
	return out
}
func listen() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }
