//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// idleRule is a rule that no message meets, so that each is looked at.
const idleRule = "- when: {method: no/such}\n  do: [never]\n"

// BenchmarkProxyStdio measures a message there and back through a process that says what it
// hears: without the proxy, through it, and with a rule. The difference is its cost for two
// messages.
func BenchmarkProxyStdio(b *testing.B) {
	self, err := os.Executable()
	assert.NilError(b, err)
	rules := filepath.Join(b.TempDir(), "rules.yaml")
	assert.NilError(b, os.WriteFile(rules, []byte(idleRule), 0o600))
	for _, size := range []int{100, 1 << 20} {
		for name, command := range map[string][]string{
			"direct": {"cat"}, "proxy": {self, "proxy", "--", "cat"}, "rules": {self, "proxy", "--rules", rules, "--", "cat"},
			"fault": {self, "proxy", "--fault", "latency 0s", "--", "cat"},
		} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) { echoes(b, command, size) })
		}
	}
}

func echoes(b *testing.B, command []string, size int) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), programVariable+"=1")
	in, err := cmd.StdinPipe()
	assert.NilError(b, err)
	out, err := cmd.StdoutPipe()
	assert.NilError(b, err)
	assert.NilError(b, cmd.Start())
	message := []byte(`{"jsonrpc":"2.0","method":"x","params":"` + strings.Repeat("x", size) + `"}` + "\n")
	heard := bufio.NewReaderSize(out, 1<<16)
	buf := make([]byte, len(message))
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		go func() { _, _ = in.Write(message) }()
		if _, err := io.ReadFull(heard, buf); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	report(b, took)
	_ = in.Close()
	_ = cmd.Wait()
}

// report adds the median: the mean of a busy machine says little.
func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "µs/median")
}

// BenchmarkProxyHTTP is BenchmarkProxyStdio over HTTP.
func BenchmarkProxyHTTP(b *testing.B) {
	self, err := os.Executable()
	assert.NilError(b, err)
	rules := filepath.Join(b.TempDir(), "rules.yaml")
	assert.NilError(b, os.WriteFile(rules, []byte(idleRule), 0o600))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(b, err)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.Copy(w, r.Body)
	})}
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	real := "http://" + l.Addr().String()
	for _, size := range []int{100, 1 << 20} {
		b.Run(fmt.Sprintf("direct/%d", size), func(b *testing.B) { posts(b, real, size) })
		for name, flags := range map[string][]string{"proxy": nil, "rules": {"--rules", rules}} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				cmd := exec.Command(self, slices.Concat([]string{"proxy", "--http", ":0", "--to", real}, flags)...)
				cmd.Env = append(os.Environ(), programVariable+"=1")
				told, err := cmd.StderrPipe()
				assert.NilError(b, err)
				assert.NilError(b, cmd.Start())
				line, err := bufio.NewReader(told).ReadString('\n')
				assert.NilError(b, err)
				posts(b, strings.Fields(line)[3], size)
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
			})
		}
	}
}

func posts(b *testing.B, url string, size int) {
	message := []byte(`{"jsonrpc":"2.0","id":1,"method":"x","params":"` + strings.Repeat("x", size) + `"}`)
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		resp, err := client.Post(url, "application/json", bytes.NewReader(message))
		if err != nil {
			b.Fatal(err)
		}
		n, err := io.Copy(io.Discard, resp.Body)
		if err != nil || n != int64(len(message)) {
			b.Fatal(n, err)
		}
		_ = resp.Body.Close()
		took = append(took, time.Since(start))
	}
	report(b, took)
}
