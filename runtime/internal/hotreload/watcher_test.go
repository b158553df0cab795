package hotreload_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

const (
	home = "/home/user/.qwen/settings.json"
	work = "/project/.qwen/settings.json"
)

// paths are the settings that lines of a file stand for.
var paths = map[string]settings.Path{
	"hot": {"mcpServers", "docs"}, "other": {"mcp", "excluded"}, "restart": {"mcp", "serverCommand"},
}

// lines are contents of which each line is a setting. A line "broken" cannot be
// read.
type lines struct {
	files hotreload.Files
	known map[string]map[string]bool
	paths map[string]string
}

func (c *lines) Reload(scope string) (hotreload.Difference, error) {
	data, err := c.files.ReadFile(c.paths[scope], 1<<20)
	if strings.Contains(string(data), "broken") {
		return hotreload.Difference{}, errors.New("settings.json:1:1: broken")
	}
	now := map[string]bool{}
	for line := range strings.SplitSeq(string(data), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			now[line] = true
		}
	}
	was, existed := c.known[scope]
	d := hotreload.Difference{Existed: existed, Exists: err == nil}
	for _, key := range []string{"hot", "other", "restart"} {
		if was[key] != now[key] {
			d.Keys = append(d.Keys, paths[key])
		}
	}
	c.known[scope] = now
	if err != nil {
		delete(c.known, scope)
	}
	return d, nil
}

// told is what a listener was told, and when.
type told struct {
	sim *vtime.Sim
	mu  sync.Mutex
	all []string
}

func (l *told) listen(_ context.Context, changes []hotreload.Change) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var parts []string
	for _, c := range changes {
		parts = append(parts, c.Scope+" "+string(c.Type))
	}
	at := time.Since(l.sim.Begin()).Round(time.Millisecond)
	l.all = append(l.all, at.String()+" "+strings.Join(parts, ", "))
	return nil
}

func (l *told) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.all
	l.all = nil
	return all
}

// bench is a watcher of two files on a file system in memory.
type bench struct {
	sim   *vtime.Sim
	files *hotreload.Memory
	seen  *told
	*hotreload.Watcher

	mu     sync.Mutex
	events []event.Event
}

func (b *bench) note(e event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, e)
}

// counted are files that know how many watches there are.
type counted struct {
	*hotreload.Memory
	open atomic.Int64
}

func (c *counted) Watch(dir string, changed func(string)) (func(), error) {
	stop, err := c.Memory.Watch(dir, changed)
	if err != nil {
		return nil, err
	}
	c.open.Add(1)
	return sync.OnceFunc(func() { c.open.Add(-1); stop() }), nil
}

// simulate runs f with a watcher that watches a project without settings and a
// home with settings. Of its watches none must be left.
func simulate(t *testing.T, f func(b *bench)) {
	t.Helper()
	err := vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		b := &bench{sim: sim, files: &hotreload.Memory{}, seen: &told{sim: sim}}
		b.files.MakeDir("/project")
		b.files.WriteFile(home, "other")
		files := &counted{Memory: b.files}
		contents := &lines{
			files: b.files, known: map[string]map[string]bool{"user": {"other": true}},
			paths: map[string]string{"user": home, "workspace": work},
		}
		b.Watcher = hotreload.NewWatcher(hotreload.Options{
			Files:    files,
			Watched:  []hotreload.File{{Scope: "user", Path: home}, {Scope: "workspace", Path: work}},
			Contents: contents,
			Clock:    sim.Clock("watcher"),
			Events:   event.SinkFunc(b.note),
		})
		b.AddListener(b.seen.listen)
		b.Start()
		f(b)
		b.Stop()
		assert.Check(t, is.Equal(files.open.Load(), int64(0)), "watches are left")
	})
	assert.NilError(t, err)
}

func (b *bench) reach(t *testing.T, d time.Duration) {
	t.Helper()
	assert.Check(t, b.sim.Sleep(b.sim.Begin().Add(d).Sub(b.sim.Clock("test").Now())))
}

const ms = time.Millisecond

func TestEachSaveStartsTheWaitAnew(t *testing.T) {
	simulate(t, func(b *bench) {
		for _, at := range []time.Duration{0, 100 * ms, 200 * ms} {
			b.reach(t, at)
			b.files.WriteFile(home, "hot"+strings.Repeat("\n", int(at)/1e6))
		}
		b.reach(t, 499*ms)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string(nil)))
		b.reach(t, 501*ms)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string{"500ms user modified"}))
		b.reach(t, time.Hour)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string(nil)))
	})
}

func TestOneWaitServesAllFiles(t *testing.T) {
	simulate(t, func(b *bench) {
		b.files.WriteFile(home, "hot")
		b.reach(t, 200*ms)
		b.files.WriteFile(work, "hot")
		b.reach(t, time.Second)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string{"500ms user modified, workspace created"}))
	})
}

func TestWhatIsNoNews(t *testing.T) {
	for name, content := range map[string]string{
		"the same again": "other", "white space": "\n  other\n\n", "restart only": "other\nrestart", "broken": "hot\nbroken",
	} {
		t.Run(name, func(t *testing.T) {
			simulate(t, func(b *bench) {
				b.files.WriteFile(home, content)
				b.files.WriteFile("/home/user/.qwen/settings.json.tmp", "hot")
				b.reach(t, time.Hour)
				assert.Check(t, is.DeepEqual(b.seen.take(), []string(nil)))
			})
		})
	}
}

func TestABrokenFileIsReportedAndMended(t *testing.T) {
	simulate(t, func(b *bench) {
		b.files.WriteFile(home, "broken")
		b.reach(t, time.Second)
		assert.Check(t, is.Equal(len(b.events), 1))
		assert.Check(t, is.Equal(b.events[0].Kind, event.SettingsBroken))
		assert.Check(t, is.Equal(b.events[0].Err, "settings.json:1:1: broken"))
		b.files.WriteFile(home, "other")
		b.reach(t, 2*time.Second)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string(nil))) // as before the mishap
	})
}

func TestADirectoryThatComesAndGoes(t *testing.T) {
	simulate(t, func(b *bench) {
		b.files.MakeDir("/project/.qwen")
		b.reach(t, time.Second)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string(nil)))
		b.files.WriteFile(work, "hot")
		b.reach(t, 2*time.Second)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string{"1.3s workspace created"}))
		b.files.RemoveDir("/project/.qwen")
		b.reach(t, 3*time.Second)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string{"2.3s workspace deleted"}))
		b.files.WriteFile(work, "hot")
		b.reach(t, 4*time.Second)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string{"3.3s workspace created"}))
		b.files.WriteFile(work, "other")
		b.reach(t, 5*time.Second)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string{"4.3s workspace modified"}))
	})
}

func TestChangesAreToldOneAfterTheOther(t *testing.T) {
	simulate(t, func(b *bench) {
		b.AddListener(func(ctx context.Context, _ []hotreload.Change) error {
			b.sim.Clock("slow").Sleep(10 * time.Second)
			return nil
		})
		b.files.WriteFile(home, "hot")
		b.reach(t, time.Second)
		b.files.WriteFile(home, "other\nhot")
		b.reach(t, 2*time.Second)
		b.files.WriteFile(work, "hot")
		b.reach(t, time.Minute)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string{"300ms user modified", "10.3s user modified, workspace created"}))
	})
}

func TestListenersAreWaitedFor30Seconds(t *testing.T) {
	simulate(t, func(b *bench) {
		b.AddListener(func(ctx context.Context, _ []hotreload.Change) error {
			<-ctx.Done()
			return context.Cause(ctx)
		})
		b.AddListener(func(context.Context, []hotreload.Change) error { return errors.New("oops") })
		b.files.WriteFile(home, "hot")
		b.reach(t, time.Second)
		b.files.WriteFile(work, "hot")
		b.reach(t, time.Hour)
		assert.Check(t, is.DeepEqual(b.seen.take(), []string{"300ms user modified", "30.3s workspace created"}))
	})
}

func TestStoppingAndDisposing(t *testing.T) {
	simulate(t, func(b *bench) {
		other := &told{sim: b.sim}
		dispose := b.AddListener(other.listen)
		b.Start() // a second time
		b.files.WriteFile(home, "hot")
		b.reach(t, time.Second)
		dispose()
		dispose()
		b.files.WriteFile(home, "other")
		b.reach(t, 2*time.Second)
		assert.Check(t, is.Equal(len(other.take()), 1))
		assert.Check(t, is.Equal(len(b.seen.take()), 2))
		b.files.WriteFile(home, "hot")
		b.Stop() // before the wait is over
		b.Stop()
		b.files.WriteFile(home, "hot\nrestart")
		b.reach(t, time.Hour)
		assert.Check(t, is.Equal(len(b.seen.take()), 0))
		b.Start() // it is over
		b.files.WriteFile(home, "hot")
		b.reach(t, 2*time.Hour)
		assert.Check(t, is.Equal(len(b.seen.take()), 0))
	})
}
