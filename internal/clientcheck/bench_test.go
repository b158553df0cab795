package clientcheck

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// TestBench: runs that are made once, and no more of a client that floods its server.
func TestBench(t *testing.T) {
	long := "?" + strings.Repeat("x", 500<<10)
	runs := 0
	floods := program(func(c client) int {
		runs++
		c.post(hello)
		if c.told("MCP_CONFORMANCE_SCENARIO") != "tools_call" {
			for range bytesKept/len(long) + 2 {
				if resp, err := c.http.Get(c.url() + long); err == nil {
					_ = resp.Body.Close()
				}
			}
		}
		return 0
	})
	floods.simulate(t, func(target Target) {
		target.Parallel = 1
		b, err := Open(context.Background(), target)
		assert.NilError(t, err)
		defer b.Wait()
		assert.Equal(t, b.Everything(false)[0].Name, "a correct server")
		b.Expect([]Case{{Situation: Situation{Scenario: "initialize"}, Name: "CLI-01"}})
		assert.Equal(t, len(b.Everything(false)), 2)
		revision, name := b.Info()
		assert.Equal(t, revision+", "+name, "2025-11-25, c 1")
		assert.Equal(t, runs, 2) // one in each era
		for i := range floodsAtMost {
			r, err := b.Play(Situation{Scenario: "initialize", Limit: time.Minute + time.Duration(i)})
			assert.NilError(t, err)
			assert.ErrorContains(t, r.Partial(), "floods its server")
		}
		_, err = b.Play(Situation{Scenario: "initialize", Limit: time.Second})
		assert.ErrorContains(t, err, "the client flooded its server in 3 runs: no more are made")
	})
}

// TestNoHandshake: nothing is known of a client that makes none. Wait joins what was begun.
func TestNoHandshake(t *testing.T) {
	program(func(c client) int { c.post(`{"jsonrpc":"2.0","method":"x"}`); return 0 }).simulate(t, func(target Target) {
		b, err := Open(context.Background(), target)
		assert.NilError(t, err)
		revision, name := b.Info()
		assert.Equal(t, revision+name, "")
		assert.Error(t, b.Copes(false), "it called no tool and exited with code 0")
		other := Situation{Scenario: "initialize", Limit: time.Minute}
		b.Start(Case{Situation: other})
		b.Wait()
		assert.Equal(t, closed(b.runs[other].done), true)
	})
}

// TestNoRun: why there is no run at all.
func TestNoRun(t *testing.T) {
	program(func(client) int { return 0 }).simulate(t, func(target Target) {
		target = target.withDefaults()
		run := func(target Target, s Situation) error {
			_, err := target.run(context.Background(), s, func() {})
			return err
		}
		assert.ErrorContains(t, run(target, Situation{Script: "tools: {"}), "reading the script of the server")
		assert.ErrorContains(t, run(target, Situation{Context: "[]"}), "the context is no JSON object: []")
		none := target
		none.Starter = process.StarterFunc(func(process.Command) (process.Process, error) { return nil, errors.New("no such program") })
		assert.Error(t, run(none, Plain(time.Second)), "starting the client: no such program")
		none = target
		none.Listen = func() (net.Listener, error) { return nil, errors.New("no port") }
		assert.Error(t, run(none, Plain(time.Second)), "listening for the client: no port")
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(errors.New("stopped"))
		_, err := target.run(ctx, Plain(time.Second), func() {})
		assert.Error(t, err, "stopped")
	})
}

// TestTheClientIsNotBlamedForThisMachine: a run that could not begin for want of files, or whose
// connections were not accepted, is not observed, unless it is the first one.
func TestTheClientIsNotBlamedForThisMachine(t *testing.T) {
	program(func(client) int { return 0 }).simulate(t, func(target Target) {
		none := target
		none.Starter = process.StarterFunc(func(process.Command) (process.Process, error) {
			return nil, os.NewSyscallError("pipe2", syscall.EMFILE)
		})
		_, err := Open(context.Background(), none)
		_, lost := errors.AsType[*UnreachableError](err)
		assert.Assert(t, lost, "%v", err)
		_, err = Idle(context.Background(), none).Play(Plain(time.Second))
		assert.Equal(t, verdict.Of(err), reports.NotObserved, "%v", err)
		assert.ErrorContains(t, err, "ulimit -n")
	})
	for err, want := range map[error]reports.Verdict{os.NewSyscallError("accept4", syscall.EMFILE): reports.NotObserved, net.ErrClosed: ""} {
		g := &gate{}
		_, _ = gatedListener{failing{err: err}, g}.Accept()
		assert.Equal(t, verdict.Of(g.slow()), want)
	}
}

// failing is a listener that accepts nothing.
type failing struct {
	net.Listener
	err error
}

func (f failing) Accept() (net.Conn, error) { return nil, f.err }

// TestSilentClients are unreachable.
func TestSilentClients(t *testing.T) {
	program(func(c client) int { _, _ = c.out.Write([]byte("no\n")); return 2 }).simulate(t, func(target Target) {
		_, err := Open(context.Background(), target)
		assert.Error(t, err, "the client sent nothing to a correct server; it exited with code 2\nits output ends with:\nno")
	})
}

// TestSilentInOneEra: a client that ends without a word where it is asked for a handshake speaks
// without one.
func TestSilentInOneEra(t *testing.T) {
	program(func(c client) int {
		if c.told("MCP_CONFORMANCE_PROTOCOL_VERSION") != ModernRevision {
			return 2
		}
		c.post(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}`)
		return 0
	}).simulate(t, func(target Target) {
		b, err := Open(context.Background(), target)
		assert.NilError(t, err)
		legacy, modern := b.Eras()
		assert.Check(t, !legacy && modern)
		b.Wait()
	})
}

// TestSilentForEver: a client that never sends anything is waited for once, and no longer than
// all runs may take.
func TestSilentForEver(t *testing.T) {
	for _, c := range []struct{ timeout, budget, takes time.Duration }{
		{30 * time.Second, time.Hour, 30 * time.Second},
		{30 * time.Second, 31 * time.Second, 30 * time.Second},
		{30 * time.Second, 5 * time.Second, 5 * time.Second},
	} {
		program(func(c client) int { <-c.term; return 0 }).simulate(t, func(target Target) {
			target.Timeout, target.Budget = c.timeout, c.budget
			begun := target.Clock.Now()
			_, err := Open(context.Background(), target)
			assert.Error(t, err, "the client sent nothing to a correct server; it still ran after "+c.takes.String())
			took := target.Clock.Since(begun)
			assert.Check(t, took >= c.takes && took < c.takes+quietWait, "%s", took)
		})
	}
}

// TestSilentLater: so is one that has been heard of, in a situation in which it says nothing.
func TestSilentLater(t *testing.T) {
	program(func(c client) int {
		if c.told("MCP_CONFORMANCE_SCENARIO") == "tools_call" {
			c.post(hello)
			return 0
		}
		<-c.term
		return 0
	}).simulate(t, func(target Target) {
		target.Timeout, target.Budget = 30*time.Second, 40*time.Second
		b, err := Open(context.Background(), target)
		assert.NilError(t, err)
		defer b.Wait()
		r, err := b.Play(Situation{Scenario: "initialize", Limit: 3 * time.Second})
		assert.NilError(t, err)
		assert.Equal(t, r.End(), "still ran after 30s")
		begun := target.Clock.Now()
		_, err = b.Play(Situation{Scenario: "sse-retry", Limit: time.Minute})
		assert.ErrorContains(t, err, "the time for all runs of the client, 40s, is over")
		took := target.Clock.Since(begun)
		assert.Check(t, took < 10*time.Second, "%s", took)
	})
}

// TestSettle: what is on its way when the client ends is noted, and so is the end of its
// servers; neither is waited for for ever.
func TestSettle(t *testing.T) {
	r := program(func(c client) int {
		go func() { time.Sleep(quietTime / 2); c.post(hello) }()
		return 0
	}).play(t, Plain(time.Second))
	assert.Equal(t, r.Silent(), false)

	for _, c := range []struct{ ends, waits time.Duration }{
		{0, 0}, {300 * time.Millisecond, 300 * time.Millisecond}, {time.Hour, quietWait},
	} {
		assert.NilError(t, vtime.Run(t, vtime.Config{Drain: 2 * time.Hour}, func(sim *vtime.Sim) {
			target := Target{Clock: sim.Clock("bench")}
			seen := newRecord(0, &store{left: bytesTogether})
			seen.add(fakeserver.Entry{Kind: fakeserver.KindSpawn})
			end := func() { seen.add(fakeserver.Entry{Kind: fakeserver.KindExit}) }
			if c.ends == 0 {
				end()
			} else {
				sim.Go("server", func() { sim.Clock("server").Sleep(c.ends); end() })
			}
			begin := target.Clock.Now()
			target.mourn(seen)
			took := target.Clock.Since(begin)
			assert.Check(t, took >= c.waits && took <= c.waits+2*quietTime, "%s", took)
		}))
	}
}

// TestRecord: what is counted, and when it is enough.
func TestRecord(t *testing.T) {
	seen := newRecord(2, &store{left: bytesTogether})
	assert.Equal(t, closed(seen.first), false)
	seen.add(sent("", 1))
	assert.Equal(t, closed(seen.first), true)
	seen.add(received("a", 1))
	assert.Equal(t, closed(seen.enough), false)
	seen.add(received("b", 1))
	assert.Equal(t, closed(seen.enough), true)
	seen.add(received("c", 1))
	assert.Equal(t, seen.seen(), 4)
	assert.Equal(t, seen.alive(), 0)
	for _, kind := range []fakeserver.EntryKind{fakeserver.KindSpawn, fakeserver.KindSpawn, fakeserver.KindExit} {
		e := sent("", 1)
		e.Kind = kind
		seen.add(e)
	}
	assert.Equal(t, seen.alive(), 1)
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// TestQueue: those that a check waits for begin first, then the longest.
func TestQueue(t *testing.T) {
	var order []time.Duration
	q := queue{play: func(a *attempt) { order = append(order, a.wait) }}
	all := []*attempt{}
	for _, wait := range []time.Duration{1, 3, 2, 5, 4} {
		all = append(all, &attempt{wait: wait, done: make(chan struct{})})
	}
	q.add(all...)
	q.hurry(all[2])
	q.widen(1)
	for _, a := range all {
		<-a.done
	}
	q.playing.Wait()
	assert.DeepEqual(t, order, []time.Duration{2, 5, 4, 3, 1})
}

// TestRankedQueue: of a slow client those that tell most begin first, and of these as many that
// wait for most of their time as have half of the places.
func TestRankedQueue(t *testing.T) {
	var order []string
	begun, end := make(chan string), make(chan struct{})
	q := queue{ranked: true, play: func(a *attempt) { begun <- a.situation.Script; <-end }}
	var all []*attempt
	for _, a := range []attempt{
		{situation: Situation{Script: "variation"}, rank: Variation},
		{situation: Situation{Script: "long 1"}, wait: shortRun},
		{situation: Situation{Script: "long 2"}, wait: 2 * shortRun},
		{situation: Situation{Script: "long 3"}, wait: 3 * shortRun},
		{situation: Situation{Script: "short 1"}, wait: shortRun - 1},
		{situation: Situation{Script: "short 2"}},
		{situation: Situation{Script: "waited for"}, rank: Variation, urgent: true},
		{situation: Situation{Script: "foundation"}, rank: Foundation},
	} {
		a.done = make(chan struct{})
		all = append(all, &a)
	}
	q.add(all...)
	for range all { // one more each time, while none of those before has ended
		q.widen(1)
		order = append(order, <-begun)
	}
	close(end)
	q.playing.Wait()
	assert.DeepEqual(t, order, []string{"waited for", "foundation", "long 1", "long 2", "short 1", "long 3", "short 2", "variation"})
	assert.Equal(t, q.going+q.long, 0)
}

// TestWait: about how long a run takes.
func TestWait(t *testing.T) {
	for script, want := range map[string]time.Duration{
		"":                          0,
		"do: [{delay: 300ms}]":      300 * time.Millisecond,
		"a: 2s\nb: 5ms":             2005 * time.Millisecond,
		"do: [{respond: never}]":    time.Minute,
		"do: [hang]\ndelay: 1s":     time.Minute + time.Second,
		"tools: [neverland, 3 ems]": 0,
	} {
		assert.Equal(t, Situation{Script: script, Limit: time.Minute}.wait(), want, script)
	}
	assert.Equal(t, Situation{Limit: shortRun - 1}.wait(), shortRun-1)
	assert.Equal(t, Situation{Limit: shortRun}.wait(), time.Duration(0))
}

// TestScenarios: each says what to do, names the tools it offers, and has a name of its own.
func TestScenarios(t *testing.T) {
	names := map[string]bool{}
	for _, s := range Scenarios() {
		assert.Check(t, !names[s.Name], s.Name)
		names[s.Name] = true
		assert.Equal(t, s.Official, !strings.HasPrefix(s.Name, "mcpsim-"), s.Name)
		assert.Check(t, s.Task != "", s.Name)
		for _, tool := range s.tools {
			assert.Check(t, json.Valid(tool.InputSchema), tool.Name)
		}
		for _, called := range strings.Split(s.Task, ", ") {
			if rest, ok := strings.CutPrefix(called, "call "); ok {
				tool, _, _ := strings.Cut(rest, " ")
				assert.Check(t, slices.ContainsFunc(s.tools, func(offered fakeserver.Tool) bool { return offered.Name == tool }), called)
			}
		}
	}
	for _, name := range []string{"initialize", "tools_call", "sse-retry", "elicitation-sep1034-client-defaults", "mcpsim-late-answer", "mcpsim-echo"} {
		assert.Check(t, names[name], name)
	}
}
