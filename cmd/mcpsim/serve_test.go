package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

func TestClientConfigs(t *testing.T) {
	named, err := readSubject([]string{"banner-on-stdout"})
	assert.NilError(t, err)
	script := subject{name: "my.server", argument: "/home/me/my.server.yaml", script: &fakeserver.Script{
		Rules: []fakeserver.Rule{{When: fakeserver.When{Probability: 0.5}}},
	}}
	legacy := subject{name: "old", script: &fakeserver.Script{HTTP: fakeserver.HTTPScript{Legacy: &fakeserver.LegacySSE{}}}}
	tests := []struct {
		name  string
		s     subject
		flags serveFlags
	}{
		{"stdio", named, serveFlags{networks: networkFlags}},
		{"seeded", script, serveFlags{networks: networkFlags, stdio: true, seed: 7, record: "/tmp/seen.jsonl"}},
		{"http", named, over("http", "127.0.0.1:8080")},
		{"sse", legacy, over("sse", "127.0.0.1:8080")},
	}
	for client := range clientFormats {
		for _, tt := range tests {
			t.Run(client+"/"+tt.name, func(t *testing.T) {
				tt.flags.printConfig = client
				text, err := clientConfig(tt.flags, tt.s, "/opt/R&D/mcpsim")
				if client == "codex" && tt.name == "sse" {
					assert.ErrorContains(t, err, "does not speak --sse")
					return
				}
				assert.NilError(t, err)
				golden.Assert(t, text, filepath.Join("clients", client+"_"+tt.name+".txt"))
			})
		}
	}
}

func TestAddresses(t *testing.T) {
	tests := []struct {
		flags serveFlags
		args  []string
		want  string // "" = an error
	}{
		{over("http", anyPort), nil, "127.0.0.1:0"},
		{over("http", anyPort), []string{"x.yaml", "127.0.0.1:80"}, "127.0.0.1:80"},
		{over("sse", anyPort), []string{"localhost:80", "x.yaml"}, "127.0.0.1:80"},
		{over("ws", anyPort), []string{"127.0.0.1:80"}, "127.0.0.1:80"},
		{over("http", ":80"), nil, "127.0.0.1:80"},
		{over("http", "[::1]:80"), nil, "[::1]:80"},
		{exposed(":80"), nil, ":80"},
		{exposed("0.0.0.0:80"), nil, "0.0.0.0:80"},
		{exposed("example.com:80"), nil, "example.com:80"},
		{over("http", "0.0.0.0:80"), nil, ""},
		{over("http", "example.com:80"), nil, ""},
		{over("http", "80"), nil, ""},
	}
	for _, tt := range tests {
		_, err := tt.flags.takeAddress(tt.args)
		assert.NilError(t, err)
		got, err := tt.flags.address()
		assert.Equal(t, got, tt.want)
		assert.Equal(t, err == nil, tt.want != "")
	}
}

func TestRecordHidesCredentials(t *testing.T) {
	in := fakeserver.Entry{
		Kind: fakeserver.KindMessage, Raw: `{"token":"tok-12345"} Authorization: Bearer abc`, Text: "tok-12345",
		Header: http.Header{"Authorization": {"Bearer tok-12345"}, "X-Api-Key": {"key-67890"}, "Mcp-Session-Id": {"s1"}},
	}
	out, err := json.Marshal(publicEntry(in))
	assert.NilError(t, err)
	for _, secret := range []string{"tok-12345", "key-67890", "abc"} {
		assert.Check(t, !strings.Contains(string(out), secret), "%s", out)
	}
	assert.Check(t, is.Contains(string(out), `"Mcp-Session-Id":["s1"]`))
	assert.Equal(t, in.Header.Get("Authorization"), "Bearer tok-12345") // it belongs to the server
}

func TestJournalFailsOnce(t *testing.T) {
	j, err := openJournal(filepath.Join(t.TempDir(), "seen.jsonl"))
	assert.NilError(t, err)
	assert.NilError(t, j.file.Close())
	for range 100 {
		j.add(fakeserver.Entry{Kind: fakeserver.KindEOF})
	}
	assert.ErrorContains(t, j.close(), "recording: ")
}

// serving is a server in a process of its own that is ready.
type serving struct {
	cmd    *exec.Cmd
	dir    string
	url    string
	stderr bytes.Buffer
}

func startServing(t *testing.T, args ...string) *serving {
	t.Helper()
	return startReady(t, []string{"serve"}, args)
}

// startReady starts a command that writes a ready file, and waits for that.
func startReady(t *testing.T, command, args []string) *serving {
	t.Helper()
	self, err := os.Executable()
	assert.NilError(t, err)
	s := &serving{dir: t.TempDir()}
	fifo := filepath.Join(s.dir, "ready")
	assert.NilError(t, syscall.Mkfifo(fifo, 0o600))
	s.cmd = exec.Command(self, slices.Concat(command, []string{"--ready-file", fifo}, args)...)
	s.cmd.Env = append(os.Environ(), programVariable+"=1")
	s.cmd.Stderr = &s.stderr
	_, err = s.cmd.StdinPipe() // stays open until Wait
	assert.NilError(t, err)
	assert.NilError(t, s.cmd.Start())
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); _ = s.cmd.Wait() })
	f, err := os.Open(fifo)
	assert.NilError(t, err)
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	assert.NilError(t, err)
	var r ready
	assert.NilError(t, json.Unmarshal(line, &r))
	assert.Equal(t, r.PID, s.cmd.Process.Pid)
	s.url = r.URL
	return s
}

func TestSignalsEndAServer(t *testing.T) {
	signals := map[syscall.Signal]int{syscall.SIGINT: exitInterrupt, syscall.SIGTERM: exitTerminated}
	for _, transport := range []string{"--stdio", "--http", "--sse"} {
		for signal, code := range signals {
			t.Run(transport+" "+signal.String(), func(t *testing.T) {
				s := startServing(t, transport)
				assert.NilError(t, s.cmd.Process.Signal(signal))
				_ = s.cmd.Wait()
				assert.Equal(t, s.cmd.ProcessState.ExitCode(), code, "%s", &s.stderr)
			})
		}
	}
}

func TestRecordOverHTTP(t *testing.T) {
	record := filepath.Join(t.TempDir(), "seen.jsonl")
	s := startServing(t, "one-in-five-dies", "--http", "--seed", "3", "--record", record)
	request, err := http.NewRequest(http.MethodPost, s.url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	assert.NilError(t, err)
	request.Header.Set("Authorization", "Bearer hunter2-hunter2")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	assert.NilError(t, err)
	assert.NilError(t, response.Body.Close())
	assert.NilError(t, s.cmd.Process.Signal(os.Interrupt))
	_ = s.cmd.Wait()
	assert.Check(t, is.Contains(s.stderr.String(), "seed 3\n"))
	data, err := os.ReadFile(record)
	assert.NilError(t, err)
	assert.Check(t, is.Contains(string(data), `"method":"ping"`))
	assert.Check(t, !strings.Contains(string(data), "hunter2"))
	info, err := os.Stat(record)
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), os.FileMode(0o600))
}

// over are the flags that ask for a transport at an address.
func over(name, addr string) serveFlags {
	f := serveFlags{networks: networkFlags}
	for i := range f.networks {
		if f.networks[i].name == name {
			f.networks[i].addr = addr
		}
	}
	return f
}

func exposed(addr string) serveFlags {
	f := over("http", addr)
	f.expose = true
	return f
}
