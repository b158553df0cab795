package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// secretValue is in the settings of these tests and must be nowhere else.
const secretValue = "sekrit-1234567"

// place is a home and a project with real files.
type place struct {
	home, project, program string
	mark                   string // in the environment of every process
}

func newPlace(t *testing.T) *place {
	t.Helper()
	program, err := os.Executable()
	assert.NilError(t, err)
	root, err := filepath.EvalSymlinks(t.TempDir())
	assert.NilError(t, err)
	p := &place{filepath.Join(root, "home"), filepath.Join(root, "project"), program, "MCPSIM_MARK=" + root}
	for _, dir := range []string{p.home, p.project} {
		assert.NilError(t, os.MkdirAll(filepath.Join(dir, ".qwen"), 0o700))
	}
	// A linked package runs the go command as the program starts, if that was built with
	// -trimpath; its telemetry would stay for a while.
	telemetry := filepath.Join(p.home, ".config", "go", "telemetry")
	assert.NilError(t, os.MkdirAll(telemetry, 0o700))
	assert.NilError(t, os.WriteFile(filepath.Join(telemetry, "mode"), []byte("off"), 0o600))
	return p
}

// command runs mcpsim connect --watch in the place.
func (p *place) command(args ...string) *exec.Cmd {
	return p.mcpsim(append([]string{"connect", "--watch", p.project}, args...)...)
}

// mcpsim runs a command in the place.
func (p *place) mcpsim(args ...string) *exec.Cmd {
	cmd := exec.Command(p.program, args...)
	system := filepath.Join(p.home, "system")
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.home, "TERM=xterm", programVariable + "=1", p.mark,
		"QWEN_CODE_SYSTEM_SETTINGS_PATH=" + filepath.Join(system, "settings.json"),
	}
	return cmd
}

func (p *place) userFile() string      { return filepath.Join(p.home, ".qwen", "settings.json") }
func (p *place) workspaceFile() string { return filepath.Join(p.project, ".qwen", "settings.json") }

// server defines a fake one.
func (p *place) server(extra string) string {
	return fmt.Sprintf(`{"command": %q, "args": ["serve", "--stdio"]%s}`, p.program, extra)
}

// save replaces a file, as editors do.
func (p *place) save(t *testing.T, file, content string) {
	t.Helper()
	temporary := filepath.Join(p.home, "saving")
	assert.NilError(t, os.WriteFile(temporary, []byte(content), 0o600))
	assert.NilError(t, os.Rename(temporary, file))
}

func servers(definitions ...string) string {
	return `{"mcpServers": {` + strings.Join(definitions, ", ") + `}}`
}

// nobodyCarries wants no process of the place, where processes can be seen.
func (p *place) nobodyCarries(t *testing.T) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/environ")
	assert.NilError(t, err)
	for _, name := range names {
		data, _ := os.ReadFile(name) // it may be gone
		if slices.Contains(strings.Split(string(data), "\x00"), p.mark) {
			command, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
			t.Errorf("left: %q", command)
		}
	}
}

// follower reads the lines of a program until the one that is waited for.
type follower struct {
	lines chan string
	all   []string
}

func follow(r io.Reader) *follower {
	f := &follower{lines: make(chan string, 1000)}
	go func() { // ends with the program
		defer close(f.lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			f.lines <- s.Text()
		}
	}()
	return f
}

// until returns the next line that ok says yes to.
func (f *follower) until(t *testing.T, what string, ok func(line string) bool) {
	t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case line, open := <-f.lines:
			f.all = append(f.all, line)
			switch {
			case !open:
				t.Fatalf("ended before %s:\n%s", what, strings.Join(f.all, "\n"))
			case ok(line):
				return
			}
		case <-deadline:
			t.Fatalf("nothing of %s:\n%s", what, strings.Join(f.all, "\n"))
		}
	}
}

// untilText wants all of these texts, in any order.
func (f *follower) untilText(t *testing.T, texts ...string) {
	t.Helper()
	f.until(t, fmt.Sprintf("%q", texts), func(line string) bool {
		texts = slices.DeleteFunc(texts, func(text string) bool { return strings.Contains(line, text) })
		return len(texts) == 0
	})
}

// rest reads to the end.
func (f *follower) rest() string {
	for line := range f.lines {
		f.all = append(f.all, line)
	}
	return strings.Join(f.all, "\n")
}

// begin starts a program and kills it if the test fails.
func begin(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() {
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
}

// ended is how a program ends, by a kill if it does not.
func ended(cmd *exec.Cmd) error {
	kill := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	return cmd.Wait()
}

func TestWatchFollowsTheSettings(t *testing.T) {
	p := newPlace(t)
	docs := `"docs": ` + p.server("")
	p.save(t, p.userFile(), servers(docs))
	cmd := p.command()
	stdout, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	begin(t, cmd)
	f := follow(stdout)
	f.untilText(t, "docs: connected, 1 tool")

	p.save(t, p.userFile(), servers(docs, `"bad": {"command": "no-such-program"}`))
	f.untilText(t, "added bad; kept 1; failed bad", "bad: disconnected: ")

	p.save(t, p.userFile(), "{\n  \"mcpServers\": {]\n}")
	f.untilText(t, p.userFile()+":2:18: ")

	p.save(t, p.userFile(), servers(`"docs": `+p.server(`, "env": {"LEVEL": "1"}`)))
	f.untilText(t, "can be used again", "removed bad; changed docs")

	p.save(t, p.workspaceFile(), servers(`"mail": `+p.server(fmt.Sprintf(`, "env": {"API_KEY": %q}`, secretValue))))
	f.untilText(t, "mail: needs approval: stdio, from .qwen/settings.json; env API_KEY")

	p.save(t, p.userFile(), "{}")
	f.untilText(t, "removed docs", "docs: gone")

	assert.NilError(t, cmd.Process.Signal(os.Interrupt))
	text := f.rest()
	assert.ErrorContains(t, ended(cmd), "exit status 130")
	assert.Check(t, is.Contains(stderr.String(), "interrupted"))
	assert.Check(t, !strings.Contains(text+stderr.String(), secretValue))
	assert.Check(t, !strings.Contains(text, "\x1b"), "%s", text)
	p.nobodyCarries(t)
}

// Servers are reached through the proxy that the environment names for their URLs, with
// variables filled in.
// What the command line says outranks settings, and they cannot widen it.
func TestWatchWithLayers(t *testing.T) {
	p := newPlace(t)
	wiki := `"wiki": ` + p.server("")
	p.save(t, p.userFile(), servers(wiki))
	cmd := p.command("--mcp-config", servers(`"docs": `+p.server(`, "env": {"KEY": "`+secretValue+`"}`)), "--allowed-mcp-server-names", "docs,mail")
	stdout, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	begin(t, cmd)
	f := follow(stdout)
	f.untilText(t, "docs: connected, 1 tool")
	p.save(t, p.userFile(), servers(wiki, `"mail": `+p.server("")))
	f.untilText(t, "mail: connected, 1 tool")
	assert.NilError(t, cmd.Process.Signal(syscall.SIGINT))
	_ = ended(cmd)
	out := f.rest()
	assert.Check(t, !strings.Contains(out, "wiki: connected") && !strings.Contains(out, secretValue), out)
	p.nobodyCarries(t)
}

func TestWatchThroughAProxy(t *testing.T) {
	p := newPlace(t)
	p.save(t, p.userFile(), servers(`"web": {"httpUrl": "http://${HOST_OF_WEB}/mcp"}`, `"near": {"httpUrl": "http://near.test/mcp"}`))
	cmd := p.command()
	cmd.Env = append(cmd.Env, "HOST_OF_WEB=far.test", "NO_PROXY=near.test", "HTTP_PROXY=http://user:"+secretValue+"@127.0.0.1:1")
	stdout, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	begin(t, cmd)
	f := follow(stdout)
	f.untilText(t, "web: disconnected: sending POST: reaching the proxy http://***@127.0.0.1:1: ", "near: disconnected: sending POST: dial tcp: ")
	assert.NilError(t, cmd.Process.Signal(os.Interrupt))
	text := f.rest()
	assert.ErrorContains(t, ended(cmd), "exit status 130")
	assert.Check(t, !strings.Contains(text, secretValue))
}

func TestWatchAsJSON(t *testing.T) {
	p := newPlace(t)
	p.save(t, filepath.Join(p.project, ".mcp.json"), servers(
		`"mail": `+p.server(fmt.Sprintf(`, "env": {"API_KEY": %q, "B": "x"}`, secretValue)),
		fmt.Sprintf(`"web": {"type": "http", "url": "http://127.0.0.1:1/%s", "headers": {"Authorization": "Bearer %[1]s"}}`, secretValue)))
	cmd := p.command("--json")
	stdout, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	begin(t, cmd)
	f := follow(stdout)
	wait := func(kind, server string) map[string]any {
		var object map[string]any
		f.until(t, kind+" "+server, func(line string) bool {
			object = nil
			assert.NilError(t, json.Unmarshal([]byte(line), &object), "%s", line)
			assert.Equal(t, object["version"], float64(ui.JSONVersion))
			_, err := time.Parse(time.RFC3339, object["time"].(string))
			assert.NilError(t, err)
			return object["type"] == kind && (server == "" || object["server"] == server)
		})
		return object
	}
	mail := wait("approval", "mail")
	assert.DeepEqual(t, mail["env"], []any{"API_KEY", "B"})
	assert.Equal(t, mail["source"], ".mcp.json")
	web := wait("approval", "web")
	assert.Equal(t, web["transport"], "http")
	assert.DeepEqual(t, web["headers"], []any{"Authorization"})

	p.save(t, p.userFile(), servers(`"docs": `+p.server("")))
	docs := wait("server", "docs")
	assert.Equal(t, docs["state"], "connected")
	assert.Equal(t, docs["tools"], 1.0)
	assert.Equal(t, docs["source"], "~/.qwen/settings.json:1:17")
	p.save(t, p.userFile(), "[")
	assert.Equal(t, wait("broken", "")["path"], p.userFile())

	assert.NilError(t, cmd.Process.Signal(syscall.SIGTERM))
	assert.Check(t, !strings.Contains(f.rest(), secretValue))
	assert.ErrorContains(t, ended(cmd), "exit status 143")
	p.nobodyCarries(t)
}

// Nobody reads the lines any more: that is the end, not a failure of its own.
func TestWatchWithoutReader(t *testing.T) {
	p := newPlace(t)
	cmd := p.command()
	stdout, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	begin(t, cmd)
	f := follow(stdout)
	f.untilText(t, "nothing to do")
	assert.NilError(t, stdout.Close())
	p.save(t, p.userFile(), servers(`"docs": `+p.server("")))
	assert.ErrorContains(t, ended(cmd), "exit status 141")
	p.nobodyCarries(t)
}

func TestWatchUsage(t *testing.T) {
	p := newPlace(t)
	file := filepath.Join(p.home, "file")
	assert.NilError(t, os.WriteFile(file, nil, 0o600))
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"http://127.0.0.1:1/mcp"}, "one directory"},
		{[]string{"--", "server"}, "no command"},
		{[]string{"--config", "x"}, "--config does not go with --watch"},
		{[]string{"--discover"}, "--discover does not go with --watch"},
		{[]string{"--call", "x"}, "--call does not go with --watch"},
		{[]string{"--switch", "no.such=thing"}, `unknown switch "no.such"`},
		{[]string{"--no-wait"}, "--no-wait does not go with --watch"},
		{[]string{"--mcp-config", "none.json"}, "--mcp-config: open none.json"},
		{[]string{"--mcp-config", `{"mcpServers": {"docs": 7}}`}, "left out: must be an object"},
	} {
		out, _ := p.command(tt.args...).CombinedOutput()
		assert.Check(t, is.Contains(string(out), tt.want))
	}
	for target, want := range map[string]string{
		"https://127.0.0.1:1/mcp": "no URL", file: "is not a directory", p.home + "/none": "no such file",
	} {
		cmd := p.command()
		cmd.Args[len(cmd.Args)-1] = target
		out, _ := cmd.CombinedOutput()
		assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitUsage)
		assert.Check(t, is.Contains(string(out), want))
	}
}
