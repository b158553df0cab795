package hotreload_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// driven is a runtime whose passes take a second; two of them share one.
type driven struct {
	sim *vtime.Sim

	mu      sync.Mutex
	want    hotreload.Wanted // what the sources say
	servers settings.Map
	lists   admission.Lists
	failure error
	until   time.Time
	did     []string
}

func (d *driven) note(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.did = append(d.did, fmt.Sprintf(format, args...))
}

func (d *driven) assemble() hotreload.Wanted {
	d.note("assemble")
	return d.want
}

func (d *driven) SettingsServers() settings.Map { return d.servers }
func (d *driven) Gating() admission.Lists       { return d.lists }

func (d *driven) SetExcluded(names []string) {
	d.note("excluded %q", names)
	d.lists.Excluded = names
}

func (d *driven) SetAllowed(names []string) {
	d.note("allowed %q", names)
	d.lists.Allowed = names
}

func (d *driven) SetPending(names []string) {
	d.note("pending %q", names)
	d.lists.Pending = names
}

func (d *driven) SetServers(servers settings.Map) {
	d.note("servers %q", servers.Names())
	d.servers = servers
}

func (d *driven) Reconcile(context.Context) error {
	d.note("reconcile")
	clk := d.sim.Clock("pass")
	d.mu.Lock()
	if d.until.Before(clk.Now()) {
		d.until = clk.Now().Add(time.Second)
	}
	left := clk.Until(d.until)
	d.mu.Unlock()
	clk.Sleep(left)
	return d.failure
}

func (d *driven) Emit(e event.Event) { d.note("%s %s", e.Kind, e.Text) }

func (d *driven) take() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := strings.Join(d.did, "\n")
	d.did = nil
	return all
}

func server(name string) settings.Map {
	return settings.Map{{Name: name, Definition: map[string]any{"command": name}}}
}

func atTheGate(t *testing.T, f func(*driven, *hotreload.Gate)) {
	t.Helper()
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		d := &driven{sim: sim}
		g := hotreload.NewGate(hotreload.GateOptions{
			Runtime: d, Assemble: d.assemble, OnApproval: func() { d.note("told") }, Clock: sim.Clock("gate"), Events: d,
		})
		f(d, g)
		g.Close()
	}))
}

func (d *driven) change(t *testing.T, g *hotreload.Gate, wait time.Duration) string {
	t.Helper()
	assert.Check(t, g.Changed(context.Background(), nil))
	assert.Check(t, d.sim.Sleep(wait))
	return d.take()
}

func TestTheOrderOfOneChange(t *testing.T) {
	atTheGate(t, func(d *driven, g *hotreload.Gate) {
		d.want = hotreload.Wanted{
			Servers: server("a"), Promptable: []string{"a"},
			Gating: admission.Lists{Excluded: []string{"x"}, Pending: []string{"a"}},
		}
		assert.Check(t, is.Equal(d.change(t, g, time.Minute), strings.TrimSpace(`
assemble
excluded ["x"]
allowed []
pending ["a"]
servers ["a"]
reconcile
approval.needed a
told`)))
		assert.Check(t, is.Equal(d.change(t, g, time.Minute), "assemble")) // QWEN-27, QWEN-113
	})
}

func TestChangesThatShareAPassAskOnce(t *testing.T) {
	atTheGate(t, func(d *driven, g *hotreload.Gate) {
		d.failure = errors.New("oops")
		d.want = hotreload.Wanted{Servers: server("a"), Promptable: []string{"a"}}
		d.change(t, g, 100*time.Millisecond)
		d.want = hotreload.Wanted{Servers: server("b"), Promptable: []string{"b"}}
		all := d.change(t, g, time.Minute)
		assert.Check(t, is.Equal(strings.Count(all, hotreload.FailureText), 1))
		assert.Check(t, is.Contains(all, "approval.needed b\ntold"))
		assert.Check(t, is.Equal(strings.Count(all, "told"), 1))
	})
}

func TestAbsentIsNotEmptyForAllowedOnly(t *testing.T) {
	atTheGate(t, func(d *driven, g *hotreload.Gate) {
		d.want.Gating = admission.Lists{Excluded: []string{}, Pending: []string{}}
		assert.Check(t, is.Equal(d.change(t, g, 0), "assemble"))
		d.want.Gating.Allowed = []string{}
		assert.Check(t, is.Contains(d.change(t, g, time.Minute), "reconcile"))
	})
}
