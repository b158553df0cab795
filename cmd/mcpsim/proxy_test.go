//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/scenario"
)

// proxied is the command that stands for a server.
func proxied(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	assert.NilError(t, err)
	cmd := exec.Command(self, append([]string{"proxy"}, args...)...)
	cmd.Env = append(os.Environ(), programVariable+"=1")
	return cmd
}

// A client of the proxy sees what a client of the server sees: the bytes of both outputs, and
// how it ends.
func TestProxyStandsForAProcess(t *testing.T) {
	for name, tc := range map[string]struct {
		script, in, out, err string
		code                 int
	}{
		"bytes and code":         {`cat; printf 'a\377\000b'; exit 7`, "x\r\n\x00\xffy", "x\r\n\x00\xffya\xff\x00b", "", 7},
		"stderr":                 {`printf 'e\377' >&2`, "", "", "e\xff", 0},
		"a signal":               {`kill -9 $$`, "", "", "", 137},
		"stdout closed early":    {`exec 1>&-; cat >/dev/null; printf done >&2`, "x", "", "done", 0},
		"stdin closed early":     {`exec 0<&-; printf said`, strings.Repeat("x", 1<<20), "said", "", 0},
		"the environment passes": {`printf "$MCPSIM_TEST_PASSED"`, "", "yes", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := proxied(t, "--", "sh", "-c", tc.script)
			cmd.Env = append(cmd.Env, "MCPSIM_TEST_PASSED=yes")
			var out, err bytes.Buffer
			cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(tc.in), &out, &err
			_ = cmd.Run()
			assert.Equal(t, out.String(), tc.out)
			assert.Equal(t, err.String(), tc.err)
			assert.Equal(t, cmd.ProcessState.ExitCode(), tc.code)
		})
	}
}

// Each signal goes to all of the server's process group; the proxy lives on with it.
func TestProxyPassesSignals(t *testing.T) {
	cmd := proxied(t, "--", "sh", "-c", `
		trap 'wait; echo leader; exit 3' USR1
		sh -c 'trap "echo child; exit" USR1; echo ready; while :; do sleep 0.01; done' &
		wait; wait`)
	out, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	_, err = cmd.StdinPipe()
	assert.NilError(t, err)
	assert.NilError(t, cmd.Start())
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	assert.NilError(t, err)
	assert.Equal(t, first, "ready\n")
	assert.NilError(t, cmd.Process.Signal(userSignal))
	rest, err := io.ReadAll(lines)
	assert.NilError(t, err)
	_ = cmd.Wait()
	assert.Equal(t, string(rest), "child\nleader\n")
	assert.Equal(t, cmd.ProcessState.ExitCode(), 3)
}

// A server that ignores TERM keeps the proxy alive, as it would itself live on; the second
// one is passed on like the first.
func TestProxyOutlivesATermThatIsIgnored(t *testing.T) {
	cmd := proxied(t, "--", "sh", "-c", `trap 'n=x$n; echo term$n; [ "$n" = xx ] && exit 5' TERM; echo ready; while :; do sleep 0.01; done`)
	out, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	assert.NilError(t, cmd.Start())
	lines := bufio.NewReader(out)
	for _, want := range []string{"ready\n", "termx\n", "termxx\n"} {
		line, err := lines.ReadString('\n')
		assert.NilError(t, err)
		assert.Equal(t, line, want)
		if want != "termxx\n" {
			assert.NilError(t, cmd.Process.Signal(syscall.SIGTERM))
		}
	}
	_ = cmd.Wait()
	assert.Equal(t, cmd.ProcessState.ExitCode(), 5)
}

// A server that has ended is not waited for when the client has had enough: what a fault or a
// rule still holds is lost.
func TestProxyEndsAlthoughSomethingIsHeld(t *testing.T) {
	hold := written(t, "- when: {method: ping}\n  do: [{hold: x}]\n")
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"
	for name, flags := range map[string][]string{
		"a fault": {"--fault", "stall down"},
		"a rule":  {"--rules", written(t, "- when: {method: ping}\n  do: [{delay: 1h}]\n")},
		"both":    {"--fault", "latency 1h down", "--rules", hold},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := proxied(t, append(flags, "--", "sh", "-c", `read x; echo '{"jsonrpc":"2.0","id":1,"result":{}}'; echo over >&2; exit 3`)...)
			told, err := cmd.StderrPipe()
			assert.NilError(t, err)
			cmd.Stdin = strings.NewReader(ping)
			assert.NilError(t, cmd.Start())
			line, err := bufio.NewReader(told).ReadString('\n')
			assert.NilError(t, err)
			assert.Check(t, line != "")
			ended := make(chan struct{})
			go func() { defer close(ended); _ = cmd.Wait() }()
			for alive := true; alive; { // a signal may come before the server has ended
				_ = cmd.Process.Signal(syscall.SIGTERM)
				select {
				case <-ended:
					alive = false
				default:
				}
			}
		})
	}
}

// outputs runs a command line of this program and returns what it wrote.
func outputs(t *testing.T, code int, args ...string) (out, err string) {
	t.Helper()
	self, failure := os.Executable()
	assert.NilError(t, failure)
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), programVariable+"=1", "PROXY_TEST_TOKEN=canary-of-the-proxy")
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	_ = cmd.Run()
	assert.Equal(t, cmd.ProcessState.ExitCode(), code, "%s%s", &o, &e)
	return o.String(), e.String()
}

// written is a file of a test.
func written(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "rules.yaml")
	assert.NilError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

// The runtime works through the proxy as it does without, over both transports: with faults
// that only take time, and what rules change is what it sees.
func TestRuntimeThroughTheProxy(t *testing.T) {
	self, err := os.Executable()
	assert.NilError(t, err)
	rules := written(t, "- when: {method: tools/list}\n  do: [{patch: {tools: []}}]\n")
	server := startServing(t, "--http")
	for name, tc := range map[string]struct {
		flags []string
		want  string
	}{
		"nothing":                   {nil, "1 tool"},
		"a rule that meets nothing": {[]string{"--rules", written(t, "- when: {method: no/such}\n  do: [never]\n")}, "1 tool"},
		"faults":                    {[]string{"--fault", "latency 2ms jitter 1ms", "--fault", "slicer 11 gap 10us"}, "1 tool"},
		"a rule":                    {[]string{"--rules", rules}, "no tool"},
	} {
		t.Run(name, func(t *testing.T) {
			args := slices.Concat([]string{"connect", "--", self, "proxy"}, tc.flags, []string{"--", self, "serve", "--stdio"})
			out, _ := outputs(t, 0, args...)
			assert.Check(t, is.Contains(out, "live"))
			overPipes := counted(out)
			front := startReady(t, []string{"proxy"}, slices.Concat([]string{"--http", ":0", "--to", server.url}, tc.flags))
			out, _ = outputs(t, 0, "connect", front.url)
			assert.Check(t, is.Contains(out, "live"))
			assert.Check(t, is.Equal(counted(out), overPipes))
			assert.Check(t, is.Equal(counted(out), tc.want), out)
		})
	}
}

// A WebSocket passes, with faults of the link, and its messages are recorded.
func TestWebSocketThroughTheProxy(t *testing.T) {
	server := startServing(t, "--ws")
	record := filepath.Join(t.TempDir(), "seen.jsonl")
	front := startReady(t, []string{"proxy"}, []string{"--ws", ":0", "--to", server.url, "--fault", "slicer 7", "--record", record})
	assert.Check(t, strings.HasPrefix(front.url, "ws://"), front.url)
	out, _ := outputs(t, 0, "connect", front.url)
	assert.Check(t, is.Equal(counted(out), "1 tool"), out)
	entries, err := recording.ReadFile(t.Context(), record)
	assert.NilError(t, err)
	_, err = scenario.Understand(entries, "")
	assert.NilError(t, err)
	said := map[string]int{}
	for _, e := range entries {
		said[e.From+" "+string(e.Kind)]++
	}
	assert.Check(t, is.Equal(said["client chunk"], 3), "%v", said)
	assert.Check(t, is.Equal(said["server chunk"], 2), "%v", said)
	assert.Check(t, is.Equal(said["client end"], 1), "%v", said)
}

// counted says how many tools an output of connect speaks of.
func counted(out string) string {
	if strings.Contains(out, "1 tool") {
		return "1 tool"
	}
	return "no tool"
}

// A recording holds what both sides said and what was done, and no secrets.
func TestProxyRecords(t *testing.T) {
	record := filepath.Join(t.TempDir(), "seen.jsonl")
	rules := written(t, "- when: {method: initialize}\n  do: [{delay: 1ms}]\n")
	self, err := os.Executable()
	assert.NilError(t, err)
	_, _ = outputs(t, 0, "connect", "--", self, "proxy", "--record", record, "--rules", rules,
		"--", "sh", "-c", `echo "token $PROXY_TEST_TOKEN" >&2; exec "$0" serve --stdio`, self)
	file, err := os.Open(record)
	assert.NilError(t, err)
	defer file.Close()
	entries, err := recording.Read(file)
	assert.NilError(t, err)
	said, kinds := map[string]string{}, map[recording.Kind]int{}
	for _, e := range entries {
		said[e.From] += string(e.Data)
		kinds[e.Kind]++
		assert.Check(t, !strings.Contains(string(e.Data)+e.Text, "canary"), "%+v", e)
	}
	assert.Check(t, is.Contains(said[recording.Client], `"method":"initialize"`))
	assert.Check(t, is.Contains(said[recording.Server], `"serverInfo"`))
	for _, kind := range []recording.Kind{recording.Open, recording.Act, recording.Exit, recording.End} {
		assert.Check(t, kinds[kind] > 0, kind)
	}
}

// Settings for clients name this program, and files as they are found from anywhere.
func TestProxySettings(t *testing.T) {
	rules := written(t, "[]")
	out, _ := outputs(t, 0, "proxy", "--print-config", "claude", "--rules", rules, "--fault", "latency 20ms", "--", "npx", "-y", "docs")
	for _, want := range []string{`"npx"`, `"--rules"`, rules, `"latency 20ms"`, `"--"`, `"docs"`} {
		assert.Check(t, is.Contains(out, want))
	}
	out, _ = outputs(t, 0, "proxy", "--print-config", "codex", "--http", "127.0.0.1:8081", "--to", "https://docs.example/mcp?k=v")
	assert.Check(t, is.Contains(out, "http://127.0.0.1:8081/mcp"))
}

// What is wrong with a command line is said before anything runs.
func TestProxyUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"want the command of a server":      {},
		"--http and --ws need --to URL":     {"--http", ":0"},
		"--to needs --http":                 {"--to", "http://h"},
		"want a command or --to":            {"--http", ":0", "--to", "http://h", "--", "cat"},
		"want http, https, ws or wss":       {"--http", ":0", "--to", "ftp://h"},
		"other machines could connect":      {"--http", "0.0.0.0:0", "--to", "http://h"},
		`unknown fault "latencyy"`:          {"--fault", "latencyy 3", "--", "cat"},
		"clients resolve names":             {"--fault", "no_such_host", "--", "cat"},
		"only a fake server keeps a ledger": {"--rules", written(t, "- do: [{commit: x}]"), "--", "cat"},
		"rules.yaml:1:":                     {"--rules", written(t, "- do: [dance]"), "--", "cat"},
		"did you mean claude?":              {"--print-config", "claud", "--", "cat"},
		"--control with --expose needs":     {"--control", ":0", "--expose", "--", "cat"},
		"the variable is not set":           {"--control", ":0", "--control-token-env", "NO_SUCH_VARIABLE", "--", "cat"},
		"needs a port that stays":           {"--print-config", "claude", "--http", ":0", "--to", "http://h"},
	} {
		_, err := outputs(t, 2, append([]string{"proxy"}, args...)...)
		assert.Check(t, is.Contains(err, want))
	}
}
