package agents_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
)

// fate is how one server behaves, whenever it completes.
type fate struct {
	Name      string
	Err       string // "", refused, cancelled or fatal
	ToolNames []string
}

func (f fate) err() error {
	switch f.Err {
	case "refused":
		return errRefused
	case "cancelled":
		return context.Canceled
	case "fatal":
		return &agents.FatalError{Err: errRefused}
	}
	return nil
}

// outcome connects servers that complete in the given order and returns all that
// can be seen of it: views, error, tools, what closed in which order, leaks.
func outcome(t *testing.T, p agents.Policy, fates []fate, order []int, seed uint64) (seen string) {
	err := vtime.Run(t, vtime.Config{ScheduleSeed: seed}, func(s *vtime.Sim) {
		b := &bench{t: t, sim: s, fakes: newFakes(s.Clock("fake"))}
		var names []string
		for i, f := range fates {
			names = append(names, f.Name)
			how := b.fakes.of(f.Name)
			how.connect, how.connectErr = time.Duration(order[i]+1)*time.Second, f.err()
			for _, tool := range f.ToolNames {
				how.tools = append(how.tools, fmt.Sprintf(`{"name":%q}`, tool))
			}
		}
		m := b.manager(p, names...)
		active, err := m.ConnectAll(bg)
		seen = fmt.Sprintln(views(m), err)
		b.fakes.seen()
		for _, prefix := range []bool{false, true} {
			functions, err := agents.Functions(bg, active, nil, &agenttools.Agent{PrefixNames: prefix})
			for _, f := range functions {
				seen += f.Server.Name() + "=" + f.Name + " "
			}
			seen += fmt.Sprintln(err)
		}
		b.fakes.seen()
		_, err = m.Reconnect(bg, true)
		seen += fmt.Sprintln(views(m), err)
		b.fakes.seen()
		err = m.CleanupAll(bg)
		seen += fmt.Sprintln(b.fakes.seen(), views(m), err, b.fakes.open)
	})
	if err != nil {
		seen += err.Error()
	}
	return seen
}

// The order in which servers complete shows nowhere (OAI-30 to 32, 73, 74; D-O1,
// D-O8), nor does that of events of one instant.
func TestCompletionOrderShowsNowhere(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(r, "servers")
		p := agents.Policy{
			Parallel: true, Strict: rapid.Bool().Draw(r, "strict"), DropFailed: rapid.Bool().Draw(r, "drop failed"),
			SuppressCancelled: rapid.Bool().Draw(r, "suppress cancelled"),
		}
		var fates []fate
		var order []int
		for i := range n {
			order = append(order, i)
			fates = append(fates, fate{
				Name: string(rune('a' + i)),
				Err:  rapid.SampledFrom([]string{"", "", "", "refused", "refused", "cancelled", "fatal"}).Draw(r, "error"),
				ToolNames: rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "y", "x!", "z"}), 0, 3, rapid.ID[string]).
					Draw(r, "tools"),
			})
		}
		want := outcome(t, p, fates, order, 0)
		got := outcome(t, p, fates, rapid.Permutation(order).Draw(r, "order"), rapid.Uint64().Draw(r, "schedule"))
		if got != want {
			r.Fatalf("in order:\n%s\nin another order:\n%s", want, got)
		}
		if !strings.HasSuffix(want, "workers= <nil> 0\n") {
			r.Fatalf("not clean in the end:\n%s", want)
		}
	})
}

// Whatever is done, and whenever a caller goes away: views agree with each other and
// with the connections there are, and in the end nothing is left (OAI-77, U-06, U-07).
func TestLifecycleInvariants(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := agents.Policy{
			Parallel: rapid.Bool().Draw(r, "parallel"), Strict: rapid.Bool().Draw(r, "strict"), DropFailed: true,
			SuppressCancelled: rapid.Bool().Draw(r, "suppress cancelled"),
			ConnectTimeout:    10 * time.Second, CleanupTimeout: 10 * time.Second,
		}
		type action struct {
			do       string
			giveUpMs int
			how      []behaviour
		}
		times := rapid.SampledFrom([]time.Duration{0, time.Second, 3 * time.Second, time.Minute})
		errs := rapid.SampledFrom([]error{nil, nil, nil, errRefused, context.Canceled, &agents.FatalError{Err: errRefused}})
		script := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) action {
			a := action{do: rapid.SampledFrom([]string{"connect", "failed", "all", "cleanup"}).Draw(r, "do")}
			a.giveUpMs = rapid.SampledFrom([]int{0, 500, 1000, 1500, 3500, 60_000}).Draw(r, "gives up")
			for range 3 {
				a.how = append(a.how, behaviour{
					connect: times.Draw(r, "connect"), connectErr: errs.Draw(r, "error"), late: rapid.Bool().Draw(r, "late"),
					close: times.Draw(r, "close"), closeErr: errs.Draw(r, "close error"),
				})
			}
			return a
		}), 1, 5).Draw(r, "script")
		var bad string
		err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
			b := &bench{t: t, sim: s, fakes: newFakes(s.Clock("fake"))}
			m := b.manager(p, "a", "b", "c")
			for _, a := range script {
				for i, name := range []string{"a", "b", "c"} {
					*b.fakes.of(name) = a.how[i]
				}
				ctx := bg
				if a.giveUpMs > 0 {
					ctx = b.cancelAfter(time.Duration(a.giveUpMs) * time.Millisecond)
				}
				before := m.Connected()
				err := act(ctx, m, a.do)
				bad += b.check(m, p, a.do, before, err)
			}
			_ = m.CleanupAll(bg)
			if b.fakes.open != 0 || len(m.Connected())+len(m.Active())+len(m.Workers()) > 0 {
				bad += fmt.Sprintln("left over:", b.fakes.open, views(m))
			}
			_ = b.sim.Sleep(2 * time.Minute) // timers of callers
		})
		if err != nil || bad != "" {
			r.Fatalf("%s%v", bad, err)
		}
	})
}

func act(ctx context.Context, m *agents.Manager, what string) (err error) {
	switch what {
	case "connect":
		_, err = m.ConnectAll(ctx)
	case "failed":
		_, err = m.Reconnect(ctx, true)
	case "all":
		_, err = m.Reconnect(ctx, false)
	case "cleanup":
		err = m.CleanupAll(ctx)
	}
	return err
}

// check returns what is wrong with a manager after an action.
func (b *bench) check(m *agents.Manager, p agents.Policy, did string, before []*agents.Server, err error) string {
	var bad string
	connected := m.Connected()
	if b.fakes.open != len(connected) {
		bad += fmt.Sprintf("%d connections for %s\n", b.fakes.open, views(m))
	}
	if !slices.Equal(connected, m.Active()) {
		bad += "connected is not active: " + views(m) + "\n"
	}
	if p.Parallel && !slices.Equal(connected, m.Workers()) || !p.Parallel && len(m.Workers()) > 0 {
		bad += "wrong workers: " + views(m) + "\n"
	}
	if err != nil && did == "connect" && !slices.Equal(connected, before) {
		bad += "not what it was before: " + views(m) + "\n"
	}
	if did == "connect" || did == "failed" {
		for _, s := range before { // a healthy connection is not touched (OAI-24, OAI-27)
			if !slices.Contains(connected, s) {
				bad += s.Name() + " is gone: " + views(m) + "\n"
			}
		}
	}
	if bad != "" {
		bad = did + ": " + bad
	}
	return bad
}

// Approval and duplicates are about names only: the order of definitions in an
// answer changes nothing either.
func TestAnswerOrderShowsNowhere(t *testing.T) { // OAI-73, OAI-74
	rapid.Check(t, func(r *rapid.T) {
		tools := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "x!", "x?", "y", "z"}), 1, 5, rapid.ID[string]).Draw(r, "tools")
		public := func(order []string) (out string) {
			assert.NilError(t, vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
				b := &bench{t: t, sim: s, fakes: newFakes(s.Clock("fake"))}
				for _, name := range order {
					b.fakes.of("a").tools = append(b.fakes.of("a").tools, fmt.Sprintf(`{"name":%q}`, name))
				}
				server := b.server(agents.Settings{Config: config.Server{Name: "a"}})
				assert.Check(t, server.Connect(bg))
				functions, err := agents.Functions(bg, []*agents.Server{server}, nil, &agenttools.Agent{PrefixNames: true})
				assert.Check(t, err)
				var names []string
				for _, f := range functions {
					names = append(names, f.Original+"="+f.Name)
				}
				slices.Sort(names)
				out = strings.Join(names, " ")
				assert.Check(t, server.Cleanup(bg))
			}))
			return out
		}
		if a, b := public(tools), public(rapid.Permutation(tools).Draw(r, "order")); a != b {
			r.Fatalf("%s, then %s", a, b)
		}
	})
}
