package mcpsim_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// elsewhere are the README's commands that other tests run.
var elsewhere = map[string]string{
	"go test ./...": "this is it",
	"go install github.com/mcpsim/mcpsim/cmd/mcpsim@latest":                         "needs a published version; build makes the same program",
	"mcpsim connect --watch .":                                                      "cmd/mcpsim's tests, with a project of their own",
	"mcpsim control serve --config appsettings.json":                                "cmd/mcpsim's tests, with free ports",
	"mcpsim integration":                                                            "cmd/mcpsim's tests, with shorter waits",
	"mcpsim connect --discover --list-only":                                         "cmd/mcpsim's tests, with a home of their own",
	"mcpsim connect -- npx -y @modelcontextprotocol/server-everything stdio":        "the real-world tests",
	`mcpsim connect --config .mcp.json --call docs/echo --args '{"text": "hello"}'`: "the real-world tests",
}

// TestREADMECommandsWork runs every command that the README shows.
func TestREADMECommandsWork(t *testing.T) {
	commands := readmeCommands(t)
	assert.Check(t, len(commands) > 5, "found only %q", commands)
	bin := build(t)
	for _, line := range commands {
		if elsewhere[line] != "" {
			continue
		}
		t.Run(line, func(t *testing.T) {
			command := exec.Command("sh", "-c", strings.Replace(line, "go run ./cmd/mcpsim", "mcpsim", 1))
			command.Env = append(os.Environ(), "PATH="+filepath.Dir(bin)+string(os.PathListSeparator)+os.Getenv("PATH"))
			out, err := command.CombinedOutput()
			assert.NilError(t, err, "%s", out)
		})
	}
}

// build makes the program once more, as a user does.
func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "mcpsim")
	out, err := exec.Command("go", "build", "-o", bin, "./cmd/mcpsim").CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return bin
}

// TestGuaranteesPageIsCurrent keeps docs/guarantees.md in step with the features.
func TestGuaranteesPageIsCurrent(t *testing.T) {
	var page, problems bytes.Buffer
	command := exec.Command(build(t), "guarantees", "--markdown")
	command.Stdout, command.Stderr = &page, &problems
	assert.NilError(t, command.Run(), "%s", problems.String())
	stored, err := os.ReadFile("docs/guarantees.md")
	assert.NilError(t, err)
	assert.Assert(t, page.String() == string(stored),
		"docs/guarantees.md is out of step: go run ./cmd/mcpsim guarantees --markdown > docs/guarantees.md")
}

// readmeCommands lists the lines after "$ " in console blocks.
func readmeCommands(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	assert.NilError(t, err)
	var commands []string
	for line := range strings.Lines(string(text)) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands = append(commands, strings.TrimSpace(command))
		}
	}
	return commands
}

// TestREADMEScenarioIsTheTestedOne keeps the scenario in the README equal to the
// file that the commands run.
func TestREADMEScenarioIsTheTestedOne(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	assert.NilError(t, err)
	feature, err := os.ReadFile("testdata/field.feature")
	assert.NilError(t, err)
	_, rule, ok := strings.Cut(string(feature), "  @X-1\n")
	assert.Check(t, ok)
	var shown strings.Builder
	shown.WriteString("@X-1\n")
	for line := range strings.Lines(rule) {
		shown.WriteString(strings.TrimPrefix(line, "  "))
	}
	assert.Check(t, strings.Contains(string(readme), shown.String()), "README.md does not show:\n%s", shown.String())
}
