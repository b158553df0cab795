package main

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// rudeClient is a client that begins with tools/list and goes.
func rudeClient() {
	r, err := http.NewRequest(http.MethodPost, os.Args[len(os.Args)-1], strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	if err != nil {
		os.Exit(2)
	}
	r.Header.Set("Accept", "application/json, text/event-stream")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		os.Exit(2)
	}
	_ = answer.Body.Close()
}

// A SHOULD that does not hold warns, unless it is asked to fail; a MAY never fails.
func TestFailOnOfClientChecks(t *testing.T) {
	for _, c := range []struct {
		failOn, level string
		want          reports.Verdict
	}{
		{"must", "SHOULD", reports.Warned}, {"should", "SHOULD", reports.Failed}, {"should", "MAY", reports.Warned},
	} {
		flags := clientCheckFlags{command: "it's mine", failOn: c.failOn}
		checking := flags.checking(&ui.UI{}, nil)
		checking.take(gherkin.Answer{Result: reports.Result{Verdict: reports.Warned, Level: c.level, Rule: reports.Rule{IDs: []string{"CLI-12"}}}})
		assert.Equal(t, checking.results[0].Verdict, c.want)
		assert.Equal(t, checking.results[0].Reproduce, `mcpsim client --command 'it'\''s mine' --timeout 0s --check CLI-12`)
	}
}
