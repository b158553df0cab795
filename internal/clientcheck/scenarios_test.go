package clientcheck

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// TestScenariosArePinned: the names are those that clients know, and the tasks are what
// people write clients from. -update rewrites them.
func TestScenariosArePinned(t *testing.T) {
	var text strings.Builder
	for _, s := range Scenarios() {
		fmt.Fprintf(&text, "%s (official: %v): %s\n", s.Name, s.Official, s.Task)
		for _, tool := range s.tools {
			fmt.Fprintf(&text, "\t%s: %s; answers %q; %s\n", tool.Name, tool.Description, tool.Answer.Text, tool.InputSchema)
		}
	}
	golden.Assert(t, text.String(), "scenarios.golden")
}

// TestServersOfSituations: a script's own tools are offered, and else those of the scenario.
func TestServersOfSituations(t *testing.T) {
	for _, c := range []struct {
		s     Situation
		tools string
	}{
		{Situation{Scenario: "tools_call"}, "add_numbers"},
		{Situation{Scenario: "mcpsim-late-answer"}, "slow add_numbers"},
		{Situation{Scenario: "tools_call", Script: "tools: [other]"}, "other"},
		{Situation{Scenario: "tools_call", Script: "tools: []"}, ""},
		{Situation{Scenario: "no-such"}, "echo"}, // as a server without a script has
	} {
		fake, err := c.s.fake(fakeserver.Options{})
		assert.NilError(t, err)
		var out strings.Builder
		fake.ServeStdio(fakeserver.Stdio{
			In: strings.NewReader(hello + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n"), Out: &out, Err: io.Discard,
		})
		fake.Close()
		var names []string
		for _, found := range regexp.MustCompile(`"name":"(\w+)","(?:desc|input)`).FindAllStringSubmatch(out.String(), -1) {
			names = append(names, found[1])
		}
		assert.Equal(t, strings.Join(names, " "), c.tools, "%+v: %s", c.s, &out)
	}
}

// TestSituations: those that others are made of.
func TestSituations(t *testing.T) {
	assert.Equal(t, Plain(3), Situation{Scenario: "tools_call", Limit: 3})
	assert.Equal(t, PlainModern(3), Situation{Scenario: "tools_call", Limit: 3, Script: "era: modern", Modern: true})
	assert.Equal(t, PlainLogin(time.Second, false), Situation{Scenario: "auth/metadata-default", Limit: time.Second, Script: "authorization: {}"})
	assert.Equal(t, PlainLogin(time.Hour, false).Limit, 10*time.Second)
	assert.Equal(t, PlainLogin(time.Second, true), Situation{Scenario: "auth/metadata-default", Limit: time.Second, Script: "era: modern\nauthorization: {}", Modern: true})
	assert.Equal(t, Plain(3).InEventStreams().Script, "http: {answers: sse}")
	assert.Equal(t, Situation{Script: "tools: []"}.InEventStreams().Script, "tools: []\nhttp: {answers: sse}")

	told, err := PlainModern(1).environment()
	assert.NilError(t, err)
	assert.DeepEqual(t, told, []string{"MCP_CONFORMANCE_SCENARIO=tools_call", "MCP_CONFORMANCE_PROTOCOL_VERSION=2026-07-28"})
}

// TestTargets: what is usual, and what is given.
func TestTargets(t *testing.T) {
	d := Target{}.withDefaults()
	assert.Equal(t, d.Timeout, 30*time.Second)
	assert.Equal(t, d.Budget, 10*time.Minute)
	assert.Check(t, d.Starter != nil && d.Clock != nil)
	assert.Check(t, cap(d.Starts) >= 4, "%d", cap(d.Starts))
	starts := make(chan struct{}, 1)
	d = Target{Timeout: 1, Budget: 2, Starts: starts}.withDefaults()
	assert.Equal(t, d.Timeout, time.Duration(1))
	assert.Equal(t, d.Budget, time.Duration(2))
	assert.Equal(t, cap(d.Starts), 1)
	assert.Equal(t, Target{}.Transport(), "http")
	assert.Equal(t, Target{Server: func(string) []string { return nil }}.Transport(), "stdio")
	assert.DeepEqual(t, Families(), []string{"CLI", "OAC", "SEP", "M"})

	assert.Equal(t, (&Bench{Target: Target{Parallel: 7}, Slow: true}).parallel(), 7)
	assert.Equal(t, (&Bench{}).parallel(), 64)
	assert.Equal(t, (&Bench{Slow: true}).parallel(), 16)
}
