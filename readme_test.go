package mcpsim_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// elsewhere are the README's commands that other tests run.
var elsewhere = map[string]string{
	"go test ./...": "this is it",
	"go install github.com/mcpsim/mcpsim/cmd/mcpsim@latest":                         "needs a published version; build makes the same program",
	"mcpsim session --profile omp":                                                  "cmd/mcpsim's tests, on a terminal",
	"mcpsim connect --watch .":                                                      "cmd/mcpsim's tests, with a project of their own",
	"mcpsim connect --watch . --allowed-mcp-server-names docs,mail":                 "cmd/mcpsim's tests, with a project of their own",
	"mcpsim control serve --config appsettings.json":                                "cmd/mcpsim's tests, with free ports",
	"mcpsim run .artifacts/begun --watch":                                           "cmd/mcpsim's tests, until they interrupt it",
	"mcpsim run --world real":                                                       "make real",
	"mcpsim guarantees --world all":                                                 "make real, and mcpsim guarantees in TestGuaranteesPageIsCurrent",
	"mcpsim integration":                                                            "cmd/mcpsim's tests, with shorter waits",
	"mcpsim integration --fast --ports free":                                        "cmd/mcpsim's tests",
	"mcpsim login https://mcp.example.com/mcp":                                      "cmd/mcpsim's tests, with a home of their own",
	"mcpsim connect --discover --list-only":                                         "cmd/mcpsim's tests, with a home of their own",
	"mcpsim connect --config .mcp.json":                                             "the real-world tests",
	"mcpsim connect -- npx -y @modelcontextprotocol/server-everything stdio":        "the real-world tests",
	`mcpsim connect --config .mcp.json --call docs/echo --args '{"text": "hello"}'`: "the real-world tests",
}

// TestREADMECommandsWork runs every command that the README and the pages for beginners show.
func TestREADMECommandsWork(t *testing.T) {
	commands := readmeCommands(t)
	assert.Check(t, len(commands) > 5, "found only %q", commands)
	for line := range elsewhere {
		assert.Check(t, slices.Contains(commands, line), "%s is on no page", line)
	}
	environ := withProgram(t)
	for _, line := range commands {
		if elsewhere[line] != "" {
			continue
		}
		t.Run(line, func(t *testing.T) {
			command := exec.Command("sh", "-c", strings.Replace(line, "go run ./cmd/mcpsim", "mcpsim", 1))
			command.Env = environ
			out, err := command.CombinedOutput()
			assert.NilError(t, err, "%s", out)
		})
	}
}

// program is the folder of the program that build makes; the tests share it.
var program string

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(program)
	os.Exit(code)
}

// build makes the program once, as a user does.
func build(t *testing.T) string {
	t.Helper()
	if program == "" {
		dir, err := os.MkdirTemp("", "mcpsim-program-")
		assert.NilError(t, err)
		program = dir
		out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "mcpsim"), "./cmd/mcpsim").CombinedOutput()
		assert.NilError(t, err, "%s", out)
	}
	return filepath.Join(program, "mcpsim")
}

// withProgram is an environment in which mcpsim is the one that build makes.
func withProgram(t *testing.T, more ...string) []string {
	t.Helper()
	path := "PATH=" + filepath.Dir(build(t)) + string(os.PathListSeparator) + os.Getenv("PATH")
	return slices.Concat(os.Environ(), []string{path}, more)
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

// inTable is a command in a table of the README.
var inTable = regexp.MustCompile("^\\|.*\\| `(mcpsim [^`]+)` \\|")

// readmeCommands lists the lines after "$ " in console blocks of the README and of the
// pages for beginners, and the commands in the README's tables, each once, in their order.
func readmeCommands(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("docs/howto/*.md")
	assert.NilError(t, err)
	files = append([]string{"README.md", "docs/start.md", "docs/connect.md", "docs/room.md", "docs/conformance.md"}, files...)
	var commands []string
	for _, file := range files {
		for line := range strings.Lines(read(t, file)) {
			command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ ")
			if m := inTable.FindStringSubmatch(line); m != nil && file == "README.md" {
				command, ok = m[1], true
			}
			if ok && !slices.Contains(commands, command) {
				commands = append(commands, command)
			}
		}
	}
	return commands
}

// taken are times that differ from run to run.
var taken = regexp.MustCompile(`((?:connected in|listed in|returned after|virtual,|virtual in) )[0-9.]+(?:ns|µs|ms|s)`)

// TestREADMETranscriptIsWhatIsSaid compares the first transcript of the README with what its
// commands say, times aside.
func TestREADMETranscriptIsWhatIsSaid(t *testing.T) {
	_, transcript, _ := strings.Cut(read(t, "README.md"), "```console\n")
	transcript, _, _ = strings.Cut(transcript, "```")
	environ := withProgram(t)
	var said strings.Builder
	for line := range strings.Lines(transcript) {
		line, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		said.WriteString("$ " + line)
		command := exec.Command("sh", "-c", line)
		command.Env = environ
		out, err := command.CombinedOutput()
		assert.NilError(t, err, "%s", out)
		said.Write(out)
	}
	assert.Equal(t, taken.ReplaceAllString(transcript, "${1}TIME"), taken.ReplaceAllString(said.String(), "${1}TIME"))
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
