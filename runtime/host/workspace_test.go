package host_test

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// settingsFile is that of the user in these tests.
const settingsFile = "/home/ann/.qwen/settings.json"

// desk is a workspace whose files are in memory and whose servers are fakes that
// answer to any command.
type desk struct {
	sim   *vtime.Sim
	net   *netem.Net
	files *hotreload.Memory
	*host.Workspace

	mu     sync.Mutex
	starts []string // commands, in order
	events []event.Event
}

func (d *desk) note(e event.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, e)
}

// Start starts a fake that offers a tool named after its command.
func (d *desk) Start(c process.Command) (process.Process, error) {
	if c.Path == "missing" {
		return nil, &exec.Error{Name: c.Path, Err: exec.ErrNotFound}
	}
	d.mu.Lock()
	d.starts = append(d.starts, strings.Join(append([]string{c.Path}, c.Args...), " "))
	d.mu.Unlock()
	fake, err := fakeserver.New(&fakeserver.Script{Name: c.Path}, fakeserver.Options{Name: c.Path, Clock: d.sim.Clock(c.Path + ".server")})
	if err != nil {
		return nil, err
	}
	p := d.net.Process(c.Path)
	d.sim.Go(c.Path+".process", func() {
		p.Exit(fake.ServeStdio(fakeserver.Stdio{In: p.In(), Out: p.Out(), Err: p.Err(), Term: p.Term(), Kill: p.Killed()}))
	})
	return p, nil
}

// onDesk runs f with a workspace that has started with one text of settings.
func onDesk(t *testing.T, content string, f func(*desk)) {
	t.Helper()
	prepare(t, content, func(d *desk) {
		if assert.Check(t, d.Workspace.Start(context.Background())) {
			f(d)
		}
	})
}

// prepare runs f with a workspace that has not started.
func prepare(t *testing.T, content string, f func(*desk)) {
	t.Helper()
	err := vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		d := &desk{sim: sim, net: netem.New(sim), files: &hotreload.Memory{}}
		d.files.MakeDir("/project")
		d.files.WriteFile(settingsFile, content)
		var err error
		d.Workspace, err = host.NewWorkspace(host.QwenCode(), host.Env{
			Clock: sim.Clock("runtime"), Events: event.SinkFunc(d.note), Starter: d, Dir: "/project",
			Environ: func() []string { return nil },
		}, host.WorkspaceOptions{
			Files: d.files, Home: "/home/ann", Approvals: new(approval.Memory), Extensions: define("extra"),
		})
		if assert.Check(t, err) {
			f(d)
			d.Workspace.Close()
		}
	})
	assert.NilError(t, err)
}

// save writes the settings and lets the wait pass.
func (d *desk) save(t *testing.T, content string) {
	t.Helper()
	d.files.WriteFile(settingsFile, content)
	assert.Check(t, d.sim.Sleep(time.Second))
}

func (d *desk) tools() string {
	var names []string
	for tool := range d.Tools() {
		names = append(names, tool.Name)
	}
	return strings.Join(names, " ")
}

func (d *desk) started() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := strings.Join(d.starts, ", ")
	d.starts = nil
	return all
}

// QWEN-01: the file is saved, 300 ms pass, and the tools are there.
func TestASavedServerAppearsAfter300ms(t *testing.T) {
	onDesk(t, `{"mcpServers": {"docs": {"command": "docs"}}}`, func(d *desk) {
		assert.Check(t, is.Equal(d.tools(), "mcp__docs__echo mcp__extra__echo"))
		d.files.WriteFile(settingsFile, `{"mcpServers": {"docs": {"command": "docs"}, "mail": {"command": "mail"}}}`)
		assert.Check(t, d.sim.Sleep(299*time.Millisecond))
		assert.Check(t, is.Equal(d.tools(), "mcp__docs__echo mcp__extra__echo"))
		assert.Check(t, d.sim.Sleep(2*time.Millisecond))
		assert.Check(t, is.Equal(d.tools(), "mcp__docs__echo mcp__extra__echo mcp__mail__echo"))
		assert.Check(t, is.Equal(d.started(), "docs, extra, mail"))
	})
}

func TestABrokenFileChangesNothing(t *testing.T) {
	onDesk(t, `{"mcpServers": {"docs": {"command": "docs"}}}`, func(d *desk) {
		d.save(t, "{\n  \"mcpServers\": {]\n}")
		assert.Check(t, is.Equal(d.tools(), "mcp__docs__echo mcp__extra__echo"))
		last := d.events[len(d.events)-1]
		assert.Check(t, is.Equal(last.Kind, event.SettingsBroken))
		assert.Check(t, is.Contains(last.Err, settingsFile+":2:18: "))
	})
}

func TestASettingThatIsNoServersBusiness(t *testing.T) {
	onDesk(t, `{"mcpServers": {"docs": {"command": "missing"}}, "ui": {"theme": "light"}}`, func(d *desk) {
		d.save(t, `{"mcpServers": {"docs": {"command": "missing"}}, "ui": {"theme": "dark"}}`)
		n := 0
		for _, e := range d.events {
			if e.Kind == event.ReconcileStart {
				n++
			}
		}
		assert.Check(t, is.Equal(n, 1)) // that of the start
	})
}

// define makes definitions of servers whose command is their name.
func define(names ...string) settings.Map {
	var m settings.Map
	for _, name := range names {
		m = append(m, settings.Entry{Name: name, Definition: map[string]any{"command": name}})
	}
	return m
}

// QWEN-41 to QWEN-43, QWEN-45: before the start servers can be added and nothing
// connects; after it they are replaced, and what is of other layers stays.
func TestServersAreReplacedNotAdded(t *testing.T) {
	ctx := context.Background()
	prepare(t, `{}`, func(d *desk) {
		assert.Check(t, d.AddServers(define("docs")))
		assert.Check(t, d.Reinitialize(ctx, define("mail")))
		assert.Check(t, d.sim.Settle())
		assert.Check(t, is.Equal(d.started(), ""))
		assert.Check(t, d.Workspace.Start(ctx))
		assert.Check(t, is.ErrorIs(d.AddServers(define("chat")), host.ErrRunning))
		assert.Check(t, d.AddServer(ctx, define("own")[0]))
		assert.Check(t, d.Reinitialize(ctx, define("wiki")))
		assert.Check(t, is.Equal(d.started(), "extra, mail, own, wiki"))
		assert.Check(t, is.Equal(d.tools(), "mcp__extra__echo mcp__own__echo mcp__wiki__echo"))
		assert.Check(t, d.Reinitialize(ctx, nil))
		assert.Check(t, d.RemoveServer(ctx, "own"))
		assert.Check(t, is.Equal(d.tools(), "mcp__extra__echo"))
		assert.Check(t, is.Equal(d.Unavailable("own"), string(admission.ReasonRemoved)))
	})
}

func TestWhoeverMissesAToolIsToldWhy(t *testing.T) {
	onDesk(t, `{"mcpServers": {"docs": {"command": "docs"}}}`, func(d *desk) {
		d.save(t, `{"mcpServers": {"docs": {"command": "docs"}}, "mcp": {"excluded": ["docs"]}}`)
		_, err := d.Call(context.Background(), "mcp__docs__echo", nil)
		assert.Check(t, is.ErrorContains(err, `"docs" is excluded (mcp.excluded)`))
		var unknown *manager.UnknownToolError
		assert.Check(t, errors.As(err, &unknown))
		_, err = d.Call(context.Background(), "read", nil)
		assert.Check(t, is.ErrorContains(err, `no tool named "read"`))
		assert.Check(t, is.Equal(d.View().Lines[0].String(), "docs: disabled"))
	})
}

// What the program writes keeps what people wrote, and is no news.
func TestSettingOneKey(t *testing.T) {
	onDesk(t, "{\n  // mine\n  \"ui\": {\"theme\": \"light\"},\n}\n", func(d *desk) {
		assert.Check(t, d.Set("user", settings.Path{"mcp", "excluded"}, []string{"a/b"}))
		assert.Check(t, d.Set("user", settings.Path{"ui", "theme"}, "dark"))
		assert.Check(t, d.Set("workspace", settings.Path{"ui", "theme"}, "dark"))
		assert.Check(t, d.sim.Sleep(time.Second))
		text, err := d.files.ReadFile(settingsFile, 1000)
		assert.Check(t, err)
		assert.Check(t, is.Contains(string(text), "// mine"))
		assert.Check(t, is.Contains(string(text), `["a/b"]`))
		assert.Check(t, is.Contains(string(text), `"dark"`))
		for _, e := range d.events {
			assert.Check(t, e.Kind != event.SettingsTold)
		}
		assert.Check(t, is.ErrorContains(d.Set("moon", settings.Path{"x"}, 1), `no settings file of "moon"`))
	})
}
