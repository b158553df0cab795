package manager_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

var names = []string{"a", "b", "c"}

// op is one thing that happens to a manager or to one of its servers.
type op struct {
	kind   string
	server string
	span   time.Duration
	how    behaviour
}

func (o op) String() string { return fmt.Sprintf("%s %s %s %+v", o.kind, o.server, o.span, o.how) }

var kinds = []string{"start", "start all", "stop", "stop all", "reconnect", "drop", "notice", "call", "abort calls", "pass", "behave"}

func drawOp(t *rapid.T) op {
	span := rapid.SampledFrom([]time.Duration{0, time.Millisecond, 300 * time.Millisecond, 2 * time.Second, 30 * time.Second})
	return op{
		kind:   rapid.SampledFrom(kinds).Draw(t, "kind"),
		server: rapid.SampledFrom(names).Draw(t, "server"),
		span:   rapid.SampledFrom([]time.Duration{0, time.Millisecond, 500 * time.Millisecond, time.Second, 10 * time.Second}).Draw(t, "span"),
		how: behaviour{
			connect:   span.Draw(t, "connect"),
			list:      span.Draw(t, "list"),
			call:      span.Draw(t, "call"),
			close:     min(span.Draw(t, "close"), 5*time.Second),
			refuse:    rapid.Bool().Draw(t, "refuse"),
			listFails: rapid.Bool().Draw(t, "listFails"),
		},
	}
}

// life is what a history of operations must leave true at every moment.
type life struct {
	*bench
	stopped map[string]int // attempts of a server when it was stopped last
	calls   []context.CancelFunc
}

// TestEveryHistoryKeepsTheInvariants plays random histories. It checks U-02, U-03,
// U-04 and U-06 of the universal guarantees, and that no caller waits for ever.
func TestEveryHistoryKeepsTheInvariants(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		gate := rapid.SampledFrom([]time.Duration{0, 250 * time.Millisecond}).Draw(rt, "gate")
		schedule := rapid.Uint64Range(0, 3).Draw(rt, "schedule")
		history := rapid.SliceOfN(rapid.Custom(drawOp), 1, 25).Draw(rt, "history")
		p := policy()
		p.Gate = gate
		var problem error
		err := vtime.Run(t, vtime.Config{ScheduleSeed: schedule}, func(s *vtime.Sim) {
			l := &life{bench: newBench(t, s, p), stopped: map[string]int{"a": 0, "b": 0, "c": 0}}
			problem = l.play(history)
		})
		assert.NilError(rt, problem)
		assert.NilError(rt, err)
	})
}

// play returns the first broken invariant.
func (l *life) play(history []op) error {
	for i, o := range history {
		before := l.Servers()
		l.do(o)
		if err := l.check(o, before); err != nil {
			return fmt.Errorf("after step %d, %s: %w", i, o, err)
		}
	}
	if err := l.recover(); err != nil {
		return err
	}
	return l.shutDown()
}

func (l *life) do(o op) {
	switch o.kind {
	case "start":
		l.startNow(o.server)
	case "start all":
		l.startNow(names...)
	case "stop":
		l.stopped[o.server] = l.fakes.attempts(o.server)
		l.begin("stop", func() { l.Stop(o.server) })
	case "stop all":
		for _, name := range names {
			l.stopped[name] = l.fakes.attempts(name)
		}
		l.begin("stop", l.StopAll)
	case "reconnect":
		l.begin("reconnect", func() { _ = l.Reconnect(context.Background(), o.server) })
	case "call":
		l.call()
	case "abort calls":
		for _, abort := range l.calls {
			abort()
		}
		l.after(0)
	case "pass":
		l.after(o.span)
	case "behave":
		l.fakes.set(o.server, o.how)
	default:
		l.disturb(o)
	}
}

func (l *life) startNow(which ...string) {
	for _, name := range which {
		delete(l.stopped, name)
	}
	l.start(which...)
}

// disturb lets a server's connection drop or say something.
func (l *life) disturb(o op) {
	for _, c := range l.fakes.open(o.server) {
		if o.kind == "drop" {
			c.drop()
		} else {
			c.life.OnNotification(protocol.NotifyToolsChanged, nil)
		}
	}
	l.after(0)
}

// call calls every tool of the view.
func (l *life) call() {
	ctx, abort := context.WithCancel(context.Background())
	l.calls = append(l.calls, abort)
	for _, tool := range l.Tools() {
		l.begin("call", func() { _, _ = l.CallTool(ctx, tool, nil) })
	}
}

// check is what holds whenever everything due has happened.
func (l *life) check(o op, before []manager.ServerView) error {
	for _, name := range names {
		if err := l.checkServer(name); err != nil {
			return err
		}
	}
	if o.kind == "pass" || o.kind == "behave" {
		return nil
	}
	for _, was := range before { // U-02
		now := l.view(was.Name)
		if was.State == manager.Ready && !l.concerns(o, was.Name) && (now.State != was.State || now.Epoch != was.Epoch) {
			return fmt.Errorf("healthy server %s was touched: %v, now %v", was.Name, was, now)
		}
	}
	return nil
}

// concerns reports whether an operation may change a healthy server.
func (l *life) concerns(o op, name string) bool {
	return o.server == name || o.kind == "stop all" || o.kind == "call"
}

func (l *life) checkServer(name string) error {
	v, open := l.view(name), l.fakes.open(name)
	attempts, isStopped := l.stopped[name]
	switch {
	case len(open) > 1:
		return fmt.Errorf("%d connections to %s are in use", len(open), name)
	case isStopped && (v.Name != "" || len(open) > 0):
		return fmt.Errorf("%s was stopped and is there: %v, %d connections", name, v, len(open))
	case isStopped && l.fakes.attempts(name) != attempts: // U-03
		return fmt.Errorf("%s was connected after it was stopped", name)
	case isStopped && l.Status(name) != manager.StatusDisconnected:
		return fmt.Errorf("%s was stopped and is %s", name, l.Status(name))
	case v.Connected && len(open) == 0 && v.State == manager.Ready:
		return fmt.Errorf("%s counts as connected without a connection", name)
	case isStopped && slices.ContainsFunc(l.toolNames(), func(t string) bool { return t == "mcp__"+name+"_echo" }): // U-04
		return fmt.Errorf("%s was stopped and has tools", name)
	}
	return nil
}

// recover makes all servers well, lets what was begun before come to its end and
// asks for each server that is known: all who wait are served, and every
// server is there again.
func (l *life) recover() error {
	for _, name := range names {
		l.fakes.set(name, behaviour{})
	}
	for _, abort := range l.calls {
		abort()
	}
	l.after(5 * time.Minute)
	for _, v := range l.Servers() {
		l.begin("reconnect", func() { _ = l.Reconnect(context.Background(), v.Name) })
	}
	l.after(time.Minute)
	for _, v := range l.Servers() {
		if now := l.view(v.Name); now.State != manager.Ready {
			return fmt.Errorf("%s did not recover: %v", v.Name, now)
		}
	}
	if n := l.pending(); n > 0 {
		return fmt.Errorf("%d callers wait for ever", n)
	}
	return nil
}

// shutDown is U-06, in the middle of things: one server between two attempts, the
// others while they say goodbye to a connection before. The simulation itself
// reports goroutines and timers.
func (l *life) shutDown() error {
	for _, name := range names {
		l.fakes.set(name, behaviour{close: 2 * time.Second, refuse: name == names[0]})
		for _, c := range l.fakes.open(name) {
			c.drop()
		}
	}
	l.after(4 * time.Second)
	for _, v := range l.Servers() {
		l.begin("reconnect", func() { _ = l.Reconnect(context.Background(), v.Name) })
	}
	for _, name := range names[1:] {
		l.fakes.set(name, behaviour{}) // only the old connections are slow to end
	}
	begin := l.sim.Elapsed()
	l.StopAll()
	took := l.sim.Elapsed() - begin
	l.after(0)
	switch {
	case took > 2100*time.Millisecond:
		return fmt.Errorf("stopping took %s", took)
	case l.pending() > 0:
		return fmt.Errorf("%d callers wait for ever", l.pending())
	case l.fakes.leftOpen() > 0:
		return fmt.Errorf("%d connections are left open", l.fakes.leftOpen())
	case len(l.Servers())+len(l.Tools()) > 0:
		return fmt.Errorf("servers %v and tools %v are left", l.Servers(), l.toolNames())
	case len(l.sim.Pending()) > 0:
		return fmt.Errorf("timers are left: %v", l.sim.Pending())
	}
	for _, name := range names {
		if _, known := l.Source(name); known {
			return fmt.Errorf("the source of %s is left", name)
		}
	}
	return nil
}
