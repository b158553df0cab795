package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
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

func TestReproduceLineOfClientChecks(t *testing.T) {
	flags := clientCheckFlags{command: "it's mine"}
	assert.Equal(t, flags.reproduce("CLI-12", outside.NewRedactor(nil)), `mcpsim client --command 'it'\''s mine' --timeout 0s --check CLI-12`)
}

func TestClientTakesChecksOfOnesOwn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.feature")
	assert.NilError(t, os.WriteFile(file, []byte(`@target
Feature: My client
  It is mine.

  @X-MINE-1 @MUST
  Rule: It uses no prompts

    Example: a correct server
      When the client runs
      Then no request needs prompts
`), 0o600))
	out, err := exec.CommandContext(t.Context(), "mcpsim", "client", "--list", "--features", file).CombinedOutput()
	assert.NilError(t, err, "%s", out)
	assert.Check(t, is.Contains(string(out), "X-MINE-1"))
	assert.Check(t, is.Contains(string(out), "CLI-18"))
}
