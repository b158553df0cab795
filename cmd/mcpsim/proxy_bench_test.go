//go:build unix

package main

import (
	"bufio"
	"bytes"
	"cmp"
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

// way is one way from here to an echo, and back.
type way struct {
	name string
	once func() error // a message there and back
}

// sideBySide takes each way in turn, so that all of them meet the same machine, and reports
// the median of each in µs and what the proxy costs beyond the direct one. The mean of a
// busy machine says little.
func sideBySide(b *testing.B, ways []way, goal float64) {
	took := make([][]time.Duration, len(ways))
	for b.Loop() {
		for i, w := range ways {
			start := time.Now()
			if err := w.once(); err != nil {
				b.Fatal(w.name, err)
			}
			took[i] = append(took[i], time.Since(start))
		}
	}
	median := map[string]float64{}
	for i, w := range ways {
		slices.Sort(took[i])
		median[w.name] = float64(took[i][len(took[i])/2].Nanoseconds()) / 1e3
		b.ReportMetric(median[w.name], w.name+"-µs")
	}
	b.ReportMetric(median["proxy"]-median["direct"], "overhead-µs")
	b.ReportMetric(goal, "goal-µs")
	b.ReportMetric(0, "ns/op") // of all ways together: it says nothing
}

// BenchmarkProxyStdio measures a message there and back through a process that says what it
// hears: without the proxy, through it, with a rule and with a fault (goal: 30 µs a message,
// which is half of it).
func BenchmarkProxyStdio(b *testing.B) {
	self, err := os.Executable()
	assert.NilError(b, err)
	rules := rulesFile(b)
	for _, size := range []int{100, 1 << 20} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			var ways []way
			for _, w := range []struct {
				name    string
				command []string
			}{
				{"direct", []string{"cat"}},
				{"proxy", []string{self, "proxy", "--", "cat"}},
				{"rules", []string{self, "proxy", "--rules", rules, "--", "cat"}},
				{"fault", []string{self, "proxy", "--fault", "latency 0s", "--", "cat"}},
			} {
				ways = append(ways, way{w.name, echo(b, w.command, size)})
			}
			sideBySide(b, ways, 60)
		})
	}
}

func rulesFile(b *testing.B) string {
	rules := filepath.Join(b.TempDir(), "rules.yaml")
	assert.NilError(b, os.WriteFile(rules, []byte(idleRule), 0o600))
	return rules
}

// echo starts a process that says what it hears.
func echo(b *testing.B, command []string, size int) func() error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), programVariable+"=1")
	in, err := cmd.StdinPipe()
	assert.NilError(b, err)
	out, err := cmd.StdoutPipe()
	assert.NilError(b, err)
	assert.NilError(b, cmd.Start())
	b.Cleanup(func() { _, _ = in.Close(), cmd.Wait() })
	message := []byte(`{"jsonrpc":"2.0","method":"x","params":"` + strings.Repeat("x", size) + `"}` + "\n")
	heard := bufio.NewReaderSize(out, 1<<16)
	buf := make([]byte, len(message))
	return func() error {
		go func() { _, _ = in.Write(message) }()
		_, err := io.ReadFull(heard, buf)
		return err
	}
}

// toxiproxy is the variable with the path of that program, which "make proxies" builds: what
// a proxy costs that passes bytes on and knows nothing of HTTP.
const toxiproxy = "MCPSIM_TOXIPROXY"

// BenchmarkProxyHTTP is BenchmarkProxyStdio over HTTP (goal: 100 µs there and back), beside
// toxiproxy if there is one.
func BenchmarkProxyHTTP(b *testing.B) {
	server := echoServer(b)
	through := map[string]string{"direct": server, "proxy": throughProxy(b, server), "rules": throughProxy(b, server, "--rules", rulesFile(b))}
	if program := os.Getenv(toxiproxy); program != "" {
		through["toxiproxy"] = throughToxiproxy(b, program, server)
	}
	for _, size := range []int{100, 1 << 20} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			var ways []way
			for name, host := range through {
				ways = append(ways, way{name, post(b, "http://"+host, size)})
			}
			slices.SortFunc(ways, func(a, b way) int { return cmp.Compare(a.name, b.name) })
			sideBySide(b, ways, 100)
		})
	}
}

// echoServer answers with what it is sent; it returns its host and port.
func echoServer(b *testing.B) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(b, err)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.Copy(w, r.Body)
	})}
	go func() { _ = server.Serve(l) }()
	b.Cleanup(func() { _ = server.Close() })
	return l.Addr().String()
}

// throughProxy starts the proxy in front of a server, and returns where it is.
func throughProxy(b *testing.B, server string, flags ...string) string {
	self, err := os.Executable()
	assert.NilError(b, err)
	told := started(b, exec.Command(self, slices.Concat([]string{"proxy", "--http", ":0", "--to", "http://" + server}, flags)...))
	line, err := told.ReadString('\n')
	assert.NilError(b, err)
	return strings.TrimSuffix(strings.TrimPrefix(strings.Fields(line)[3], "http://"), "/")
}

// throughToxiproxy does the same with toxiproxy.
func throughToxiproxy(b *testing.B, program, server string) string {
	free := func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		assert.NilError(b, err)
		defer l.Close()
		return l.Addr().String()
	}
	control, listen := free(), free()
	host, port, err := net.SplitHostPort(control)
	assert.NilError(b, err)
	started(b, exec.Command(program, "-host", host, "-port", port))
	body := fmt.Sprintf(`{"name":"x","listen":%q,"upstream":%q,"enabled":true}`, listen, server)
	for {
		resp, err := http.Post("http://"+control+"/proxies", "application/json", strings.NewReader(body))
		if err != nil {
			continue // it does not listen yet
		}
		_ = resp.Body.Close()
		assert.Equal(b, resp.StatusCode, http.StatusCreated)
		return listen
	}
}

// started runs a program until the benchmark ends, and returns its stderr.
func started(b *testing.B, cmd *exec.Cmd) *bufio.Reader {
	cmd.Env = append(os.Environ(), programVariable+"=1")
	told, err := cmd.StderrPipe()
	assert.NilError(b, err)
	assert.NilError(b, cmd.Start())
	b.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	return bufio.NewReader(told)
}

// post sends a message and reads it back, over one connection.
func post(b *testing.B, url string, size int) func() error {
	message := []byte(`{"jsonrpc":"2.0","id":1,"method":"x","params":"` + strings.Repeat("x", size) + `"}`)
	client := &http.Client{Transport: &http.Transport{}}
	b.Cleanup(client.CloseIdleConnections)
	return func() error {
		resp, err := client.Post(url, "application/json", bytes.NewReader(message))
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if n, err := io.Copy(io.Discard, resp.Body); err != nil || n != int64(len(message)) {
			return fmt.Errorf("%d bytes came back: %w", n, err)
		}
		return nil
	}
}
