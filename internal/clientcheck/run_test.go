package clientcheck

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// program is a client that runs in the simulation; it returns its exit code. stop is
// closed by the first signal that it must obey.
type program func(c client) (code int)

type client struct {
	process.Command
	http *http.Client
	out  io.Writer
	term <-chan struct{}
	kill <-chan struct{}
}

// url is where the client is told to go.
func (c client) url() string { return c.Args[len(c.Args)-1] }

// told is a variable of its environment.
func (c client) told(name string) string {
	for _, v := range c.Env {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// post sends a message, and returns the status.
func (c client) post(message string) int {
	resp, err := c.http.Post(c.url(), "application/json", strings.NewReader(message))
	if err != nil {
		return 0
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	return resp.StatusCode
}

// running is a process that a program plays.
type running struct {
	stdout, stderr *io.PipeReader
	term, kill     func()
	ended          <-chan struct{}
	code           *int
}

func (r running) Stdin() io.WriteCloser { return nopCloser{io.Discard} }
func (r running) Stdout() io.Reader     { return r.stdout }
func (r running) Stderr() io.Reader     { return r.stderr }
func (r running) Terminate() error      { r.term(); return nil }
func (r running) Kill() error           { r.kill(); return nil }
func (r running) PID() int              { return 1 }
func (r running) Wait() (int, error)    { <-r.ended; return *r.code, nil }

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func (p program) start(c process.Command, web *http.Client) running {
	stdout, out := io.Pipe()
	stderr, errs := io.Pipe()
	term, kill, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	code := 0
	go func() {
		code = p(client{c, web, out, term, kill})
		_, _ = out.Close(), errs.Close()
		close(ended)
	}()
	return running{
		stdout, stderr, sync.OnceFunc(func() { close(term) }), sync.OnceFunc(func() { close(kill) }), ended, &code,
	}
}

// simulate gives a client over HTTP to use, in virtual time; then nothing listens any more.
func (p program) simulate(t *testing.T, use func(Target)) {
	t.Helper()
	err := vtime.Run(t, vtime.Config{Freeze: 10 * time.Second}, func(sim *vtime.Sim) {
		n := netem.New(sim)
		defer n.CloseAll()
		wires := &http.Transport{DialContext: n.Dial("client")}
		defer wires.CloseIdleConnections()
		use(Target{
			Clock: sim.Clock("bench"), Timeout: time.Minute,
			Listen: func() (net.Listener, error) { return n.Listen("127.0.0.1:80") },
			Starter: process.StarterFunc(func(c process.Command) (process.Process, error) {
				wires.CloseIdleConnections() // those to the server of an earlier run, which has the same address
				return p.start(c, &http.Client{Transport: wires}), nil
			}),
		})
		if _, err := n.Dial("late")(context.Background(), "tcp", "127.0.0.1:80"); err == nil {
			t.Error("the server of the run still listens")
		}
	})
	assert.NilError(t, err)
}

// play makes one run.
func (p program) play(t *testing.T, s Situation) (r *Run) {
	t.Helper()
	var err error
	p.simulate(t, func(target Target) { r, err = target.withDefaults().run(context.Background(), s, func() {}) })
	assert.NilError(t, err)
	return r
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

// TestContract: what the client is told, and what the run keeps of it.
func TestContract(t *testing.T) {
	var c client
	r := program(func(told client) int {
		c = told
		told.post(hello)
		_, _ = io.WriteString(told.out, "first\nthe last one\n")
		return 3
	}).play(t, Situation{Scenario: "tools_call", Context: `{"timeoutMs":5}`, Limit: time.Second})
	assert.Equal(t, c.url(), "http://127.0.0.1:80/mcp")
	assert.Equal(t, c.told("MCP_CONFORMANCE_SCENARIO"), "tools_call")
	assert.Equal(t, c.told("MCP_CONFORMANCE_PROTOCOL_VERSION"), "2025-11-25")
	assert.Equal(t, c.told("MCP_CONFORMANCE_CONTEXT"), `{"name":"tools_call","timeoutMs":5}`)
	assert.Check(t, c.Ended == nil)
	assert.Equal(t, r.Ended, true)
	assert.Error(t, r.EndedWell(), "the client exited with code 3: the last one")
	assert.Equal(t, r.Silent(), false)
	assert.Equal(t, r.Welcomed() >= 0, true)
	assert.Equal(t, r.RevisionAt(len(r.journal)), "2025-11-25")
	assert.Error(t, r.Well(), "it called no tool and exited with code 3")
}

// TestEnds: a client that stays is ended, one that does not obey is killed.
func TestEnds(t *testing.T) {
	stays := program(func(c client) int { c.post(hello); <-c.term; return 0 })
	r := stays.play(t, Plain(time.Second))
	assert.Equal(t, r.Ended, false)
	assert.Equal(t, r.End(), "still ran after 1s")
	assert.Equal(t, r.Stop.Sub(r.Begin).Round(time.Millisecond), time.Second)

	stubborn := program(func(c client) int { c.post(hello); <-c.kill; return 0 })
	r = stubborn.play(t, Plain(time.Second))
	assert.Equal(t, r.Ended, false)

	mute := program(func(client) int { return 0 })
	r = mute.play(t, Plain(time.Second))
	assert.Equal(t, r.Silent(), true)
	assert.NilError(t, r.EndedWell())
}

// TestSlowStart: the time of a run begins with the first sign of life.
func TestSlowStart(t *testing.T) {
	r := program(func(c client) int {
		time.Sleep(20 * time.Second)
		c.post(hello)
		<-c.term
		return 0
	}).play(t, Plain(3*time.Second))
	assert.Equal(t, r.Stop.Sub(r.Begin).Round(time.Second), 23*time.Second)
	assert.Equal(t, r.End(), "still ran after 3s")
}

// TestOverStdio: the words of the server's command are in the variable, too.
func TestOverStdio(t *testing.T) {
	var c client
	target := Target{
		Server: func(string) []string { return []string{"/bin/relay", "it's", "here"} }, Timeout: time.Second,
		Starter: process.StarterFunc(func(command process.Command) (process.Process, error) {
			return program(func(told client) int { c = told; return 0 }).start(command, nil), nil
		}),
	}.withDefaults()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	r, err := target.run(t.Context(), Plain(time.Second), func() {})
	assert.NilError(t, err)
	assert.Equal(t, r.Silent(), true)
	assert.DeepEqual(t, c.Args, []string{"/bin/relay", "it's", "here"})
	assert.Check(t, c.Ended != nil) // what its processes do before they are killed is told apart
	assert.Equal(t, c.told("MCPSIM_SERVER_COMMAND"), `/bin/relay 'it'\''s' here`)
	left, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Equal(t, len(left), 0)

	t.Setenv("TMPDIR", filepath.Join(dir, "none"))
	_, err = target.run(t.Context(), Plain(time.Second), func() {})
	assert.ErrorContains(t, err, "making a folder for the server's socket")
	long := filepath.Join(dir, strings.Repeat("l", 120)) // no name of a socket is so long
	assert.NilError(t, os.Mkdir(long, 0o700))
	t.Setenv("TMPDIR", long)
	_, err = target.run(t.Context(), Plain(time.Second), func() {})
	assert.Check(t, err != nil)
	left, err = os.ReadDir(long)
	assert.NilError(t, err)
	assert.Equal(t, len(left), 0)
}

// TestTailKeepsTheEnd: of much output the end is kept.
func TestTailKeepsTheEnd(t *testing.T) {
	r := program(func(c client) int {
		_, _ = c.out.Write(append(bytes.Repeat([]byte("x"), OutputKept), "\nend\n"...))
		return 1
	}).play(t, Plain(time.Second))
	assert.Equal(t, r.LastWords(), ": end")
	assert.Equal(t, len(r.output), OutputKept-1)
}

// TestFlood: a client that says more than is kept is ended, and not judged.
func TestFlood(t *testing.T) {
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	seen := newRecord(0, &store{left: bytesTogether})
	e := received("tools/list", 1)
	for range entriesKept + 1 {
		seen.add(e)
	}
	r := &Run{Begin: begin, Stop: begin.Add(1500*time.Millisecond + 700*time.Microsecond)}
	r.keep(seen)
	assert.ErrorContains(t, r.Partial(), "the client floods its server: 20001 messages and requests in 1.501s, of which the first 20000 were kept")
	assert.Equal(t, closed(seen.enough), true)

	e.Raw = strings.Repeat("x", bytesKept/2)
	seen = newRecord(0, &store{left: bytesTogether})
	for range 2 {
		seen.add(e)
	}
	r = &Run{}
	r.keep(seen)
	assert.NilError(t, r.Partial())
	seen.add(e)
	r.keep(seen)
	assert.Check(t, r.Partial() != nil)
}
