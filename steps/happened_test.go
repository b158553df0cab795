package steps

import (
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// What a scenario gives and what never happens fails it, with its line.
func TestFaultsThatNeverHappenFail(t *testing.T) {
	for _, c := range []struct {
		rule, fault string
		want        string // "" = the scenario passes
	}{
		{"{when: {method: tools/list}, do: [never]}", "latency 1ms", ""},
		{"{when: {method: tools/lis}, do: [never]}", "latency 1ms",
			`server "docs": x.feature:12: never of the rule (method tools/lis) never happened: the nearest moment was tools/list, but it is not tools/lis`},
		{"{when: {method: tools/lis}, do: [never], mayNotHappen: true}", "latency 1ms", ""},
		{"{when: {method: tools/list}, do: [never]}", "latency",
			`x.feature:20: the fault latency on the link to "docs" never acted: the writes that passed it were `},
		{"{when: {method: tools/list}, do: [never]}", "reset_peer atbyte 100000",
			`x.feature:20: the fault reset_peer on the link to "docs" never acted: the writes that passed it were `},
		{"{when: {method: tools/list}, do: [never]}", "reset_peer atbyte 100000, which may not happen", ""},
		{"{when: {method: tools/list}, do: [never]}", "drop nth 99, which may not happen", ""},
		{"{when: {method: tools/list}, do: [never]}", "drop nth 99", `x.feature:20: the fault drop on the link to "docs" never acted`},
		{"{when: {method: tools/list}, do: [never]}", "gemodel p 0 lossgood 0", ""},
	} {
		err := ordeal(t, func(w *World) error {
			w.scenario.URI = "x.feature"
			return w.suffer(c.rule, c.fault)
		})
		if c.want == "" {
			assert.NilError(t, err)
			continue
		}
		assert.ErrorContains(t, err, c.want)
	}
}

// suffer starts a runtime with a server that has a rule, behind a link that has a
// fault.
func (w *World) suffer(rule, fault string) error {
	if err := w.declare("docs", stdioServer); err != nil {
		return err
	}
	doc := &gherkin.DocString{URI: "x.feature", Line: 12, Column: 1}
	doc.Content = "- " + rule
	if err := w.servers["docs"].addRules(doc); err != nil {
		return err
	}
	words, may := strings.CutSuffix(fault, ", which may not happen")
	kind, values, _ := strings.Cut(words, " ")
	wire, err := wiredTo(w.servers["docs"])
	if err != nil {
		return err
	}
	w.Follow(reports.Step{Line: 20})
	if err := addFault([]wired{wire}, kind, values, "", "", may); err != nil {
		return err
	}
	if err := w.chosen().start(); err != nil {
		return err
	}
	return w.ground.sleep(time.Minute)
}
