package connect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// machine is a home and a project with these files, named as in scenarios; the
// project is the working directory of the test.
func machine(t *testing.T, files map[string]string) (home string) {
	t.Helper()
	home, project := t.TempDir(), t.TempDir()
	t.Chdir(project)
	for name, content := range files {
		path := filepath.Join(project, name)
		if rest, ok := strings.CutPrefix(name, "~/"); ok {
			path = filepath.Join(home, rest)
		}
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		assert.NilError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	return home
}

// noWatcher has no flags.
type noWatcher struct{ Watcher }

func (noWatcher) Register(*pflag.FlagSet)           {}
func (noWatcher) CheckWithout(*pflag.FlagSet) error { return nil }

// runConnect runs `mcpsim connect` on such a machine.
func runConnect(t *testing.T, home string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err strings.Builder
	sys := ui.System{Stdout: &out, Stderr: &err, Environ: []string{"HOME=" + home, "PATH=/nowhere"}}
	code = ui.Main(sys, args, func(u *ui.UI) *cobra.Command { return Command(u, noWatcher{}, nil) })
	return code, out.String(), err.String()
}

var configured = map[string]string{
	"~/.claude.json": `{"mcpServers": {"docs": {"command": "docs-server", "env": {"KEY": "hidden-value"}}, "bad": {"command": 1}}}`,
	".mcp.json": `{"mcpServers": {"docs": {"command": "x"}, "browser": {"command": "x"},
"exa": {"url": "https://mcp.exa.ai/?exaApiKey=hidden-value"}}}`,
}

func TestDiscoverLists(t *testing.T) {
	home := machine(t, configured)
	code, out, hints := runConnect(t, home, "--discover", "--list-only")
	assert.Equal(t, code, ui.ExitOK)
	for _, want := range []string{
		"configured: 2\n  docs     stdio  Claude Code, user    " + home + "/.claude.json:1:17\n",
		"left out: 3\n", "shadowed by " + home + "/.claude.json:1:17", "\nfiles: 2\n",
	} {
		assert.Check(t, is.Contains(out, want))
	}
	assert.Check(t, is.Contains(hints, `/.claude.json:1:104: server "bad": left out: "command" must be a string, not a number`))
	assert.Check(t, !strings.Contains(out+hints, "hidden-value"))

	_, out, _ = runConnect(t, home, "--discover", "--list-only", "--no-project", "--no-browser", "--keep-exa")
	assert.Check(t, is.Contains(out, "configured: 1\n"))
	assert.Check(t, is.Contains(out, "project config off"))
	_, out, _ = runConnect(t, home, "--discover", "--list-only", "--no-browser", "--keep-exa")
	assert.Check(t, is.Contains(out, "configured: 2\n"))
	assert.Check(t, is.Contains(out, "  exa   http   MCP Config, project  "))
}

func TestDiscoverConnects(t *testing.T) {
	home := machine(t, configured)
	code, out, _ := runConnect(t, home, "--discover", "--server", "docs")
	assert.Equal(t, code, ui.ExitUnreachable)
	assert.Check(t, is.Contains(out, "docs  failed  stdio\n"))
	assert.Check(t, is.Contains(out, "1 server: 1 failed"))
	assert.Check(t, !strings.Contains(out, "hidden-value"))
}

func TestDiscoverAsJSON(t *testing.T) {
	code, out, _ := runConnect(t, machine(t, configured), "--discover", "--list-only", "--json")
	assert.Equal(t, code, ui.ExitOK)
	types := map[string]int{}
	for line := range strings.Lines(out) {
		var v struct {
			Version int
			Type    string
		}
		assert.NilError(t, json.Unmarshal([]byte(line), &v))
		assert.Equal(t, v.Version, ui.JSONVersion)
		types[v.Type]++
	}
	assert.DeepEqual(t, types, map[string]int{"problem": 1, "file": 2, "discovered": 2, "left_out": 3})
	assert.Check(t, !strings.Contains(out, "hidden-value"))
}

func TestDiscoverRefuses(t *testing.T) {
	home := machine(t, nil)
	for want, args := range map[string][]string{
		"go with --discover":       {"--list-only"},
		"finds the servers itself": {"--discover", "http://x.test"},
		"give no URL, command or":  {"--discover", "--config", "x.json"},
		"--header is for one URL":  {"--discover", "--header", "A: b"},
		"--env is for a command":   {"--discover", "--env", "A=b"},
	} {
		code, _, hints := runConnect(t, home, args...)
		assert.Equal(t, code, ui.ExitUsage)
		assert.Check(t, is.Contains(hints, want))
	}
	code, out, _ := runConnect(t, home, "--discover")
	assert.Equal(t, code, ui.ExitNothing)
	assert.Check(t, is.Contains(out, "configured: 0\nfiles: 0\n"))

	home = machine(t, map[string]string{"~/.omp/agent/mcp.json": "{"})
	code, _, hints := runConnect(t, home, "--discover")
	assert.Equal(t, code, ui.ExitUsage)
	assert.Check(t, is.Contains(hints, "reading the list of disabled servers: "+home+"/.omp/agent/mcp.json:1:2"))
}

// --discover says which programs it knows, and so do the docs.
func TestDiscoverNamesEveryProgram(t *testing.T) {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(discoverFlags).register(flags)
	texts := map[string]string{"--help": flags.Lookup("discover").Usage}
	for _, name := range []string{"docs/discovery.md", "docs/decisions.md"} {
		text, err := os.ReadFile("../../../../" + name)
		assert.NilError(t, err)
		texts[name] = string(text)
	}
	programs := host.DiscoveryPrograms()
	assert.Assert(t, len(programs) >= 16)
	for _, program := range programs {
		for name, text := range texts {
			assert.Check(t, strings.Contains(strings.Join(strings.Fields(text), " "), program), "%s does not name %s", name, program)
		}
	}
}
