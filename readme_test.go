package mcpsim_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// elsewhere are the README's commands that other tests run.
var elsewhere = map[string]string{
	"go test ./...":                         "this is it",
	"mcpsim connect --discover --list-only": "cmd/mcpsim's tests, with a home of their own",
	"mcpsim connect -- npx -y @modelcontextprotocol/server-everything stdio":        "the real-world tests",
	`mcpsim connect --config .mcp.json --call docs/echo --args '{"text": "hello"}'`: "the real-world tests",
}

// TestREADMECommandsWork runs every command that the README shows.
func TestREADMECommandsWork(t *testing.T) {
	commands := readmeCommands(t)
	assert.Check(t, len(commands) > 5, "found only %q", commands)
	bin := filepath.Join(t.TempDir(), "mcpsim")
	out, err := exec.Command("go", "build", "-o", bin, "./cmd/mcpsim").CombinedOutput()
	assert.NilError(t, err, "%s", out)
	for _, line := range commands {
		if elsewhere[line] != "" {
			continue
		}
		t.Run(line, func(t *testing.T) {
			words := strings.Fields(strings.Replace(line, "go run ./cmd/mcpsim", "mcpsim", 1))
			assert.Equal(t, words[0], "mcpsim")
			command := exec.Command(bin, words[1:]...)
			command.Env = append(os.Environ(), "PATH="+filepath.Dir(bin)+string(os.PathListSeparator)+os.Getenv("PATH"))
			out, err := command.CombinedOutput()
			assert.NilError(t, err, "%s", out)
		})
	}
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
