package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cucumber/godog"
	"github.com/jonboulle/clockwork"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func poolSteps() []Step {
	return gherkin.Noun("pool", []Step{
		{Keyword: Given, Pattern: `the pool is (on|off)`, Manual: "says whether the workspaces of the process share connections",
			Example: `the pool is on`, Func: (*World).setPool},
		{Keyword: When, Pattern: `another workspace starts in the same process`,
			Manual: "starts a further workspace over the same files beside those that run; the newest is the current one, and they count from 1",
			Func:   (*World).joinWorkspace},
		{Keyword: When, Pattern: `workspace (\d+) is closed`, Manual: "closes one workspace of the process and waits for that",
			Example: `workspace 1 is closed`, Func: (*World).closeNumbered},
		{Keyword: Then, Pattern: `workspace (\d+) has the tools? "([^"]*)"`,
			Manual: "compares the names of the tool view of one workspace exactly, in order", Example: `workspace 1 has the tools "mcp__docs__echo"`,
			Func: (*World).checkToolsOf},
		{Keyword: Then, Pattern: `server "([^"]+)" is (connected|connecting|disconnected) in workspace (\d+)`,
			Manual: "compares the public status of a server in one workspace", Example: `server "docs" is connected in workspace 2`,
			Func: (*World).checkStatusIn},
		{Keyword: Then, Pattern: `the pool holds these connections:`,
			Manual: "compares all connections that the pool would give to whoever asks, by server; columns server, users", Func: (*World).checkPool},
		{Keyword: Then, Pattern: `these things happened in the pool in order:`,
			Manual: "compares what happened since the counts started, one per line: <server> opened, shared by <n>, used by <n>, released, used again, closed: <why>",
			Func:   (*World).checkPoolHistory},
	})
}

func (w *World) setPool(word string) error { return w.setSwitch("pool", word) }

// sharedPool is the pool of the process, nil if workspaces share nothing.
func (w *World) sharedPool() (*host.Pool, error) {
	if w.policy.Settings.Pool.Drain == 0 {
		return nil, nil
	}
	if w.work.pool == nil {
		env := w.hostEnv()
		env.Cache = nil
		shared, err := host.NewPool(w.policy, env)
		if err != nil {
			return nil, err
		}
		w.work.pool = shared
	}
	return w.work.pool, nil
}

// closePool ends the process that has the pool.
func (w *World) closePool() {
	if w.work.pool != nil {
		w.work.pool.Close()
		w.work.pool = nil
	}
}

// joinWorkspace starts a workspace whose actors have names of their own.
func (w *World) joinWorkspace() error {
	prefix := fmt.Sprintf("workspace-%d/", len(w.work.all)+1)
	ws, err := w.makeWorkspace(func(s *host.Env) {
		events := s.Events
		s.Clock = namedClock{clock.Named(s.Clock, prefix), prefix}
		s.Events = event.SinkFunc(func(e event.Event) {
			e.Actor = prefix + e.Actor
			events.Emit(e)
		})
	})
	if err != nil {
		return err
	}
	w.addWorkspace(ws)
	w.work.prepared = true
	return w.openWorkspace()
}

// namedClock puts the actors of one workspace apart from those of another, who have
// the same names.
type namedClock struct {
	clock.Clock
	prefix string
}

func (c namedClock) Named(actor string) clockwork.Clock {
	return namedClock{clock.Named(c.Clock, c.prefix+actor), c.prefix}
}

func (c namedClock) Turn(ctx context.Context) error { return clock.Turn(ctx, c.Clock) }

// workspaceNumbered counts from 1.
func (w *World) workspaceNumbered(n int) (*host.Workspace, error) {
	if n < 1 || n > len(w.work.all) {
		return nil, fmt.Errorf("there is no workspace %d, but %d of them", n, len(w.work.all))
	}
	return w.work.all[n-1], nil
}

func (w *World) closeNumbered(n int) error {
	ws, err := w.workspaceNumbered(n)
	if err != nil {
		return err
	}
	ws.Close()
	return w.ground.settle()
}

func (w *World) checkToolsOf(n int, names string) error {
	ws, err := w.workspaceNumbered(n)
	if err != nil {
		return err
	}
	var got []string
	for t := range ws.Tools() {
		got = append(got, t.Name)
	}
	return same(fmt.Sprintf("the tools of workspace %d", n), got, splitNames(names))
}

func (w *World) checkStatusIn(name, status string, n int) error {
	ws, err := w.workspaceNumbered(n)
	if err != nil {
		return err
	}
	return same(fmt.Sprintf("the status of %s in workspace %d", name, n), string(ws.Status(name)), status)
}

func (w *World) checkPool(t *godog.Table) error {
	if w.work.pool == nil {
		return errors.New(`there is no pool: say "the pool is on" before the workspace starts`)
	}
	users := w.work.pool.Users()
	ids := make([]string, 0, len(users))
	for id := range users {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var got []map[string]string
	for _, id := range ids {
		name := id[:strings.LastIndex(id, "::")]
		got = append(got, map[string]string{"server": name, "users": fmt.Sprint(users[id])})
	}
	return sameTable("the connections of the pool", t, got, "server", "users")
}

func (w *World) checkPoolHistory(want *gherkin.DocString) error {
	var got []string
	for _, e := range w.seen("", "")[w.work.skip[""]:] {
		if line := poolHistory(e); line != "" {
			got = append(got, line)
		}
	}
	return same("what happened in the pool", got, linesOf(want.Content))
}

// poolHistory is an event in a line of a history, empty if it has no place there.
func poolHistory(e event.Event) string {
	switch {
	case e.Kind == event.PoolAcquired && e.N == 1 && e.Use() == event.Shared:
		return e.Server + " used again"
	case e.Kind == event.PoolAcquired && e.N == 1:
		return e.Server + " opened"
	case e.Kind == event.PoolAcquired:
		return fmt.Sprintf("%s shared by %d", e.Server, e.N)
	case e.Kind == event.PoolReleased && e.N == 0:
		return e.Server + " released"
	case e.Kind == event.PoolReleased:
		return fmt.Sprintf("%s used by %d", e.Server, e.N)
	case e.Kind == event.PoolClosed:
		return fmt.Sprintf("%s closed: %s", e.Server, e.Text)
	}
	return ""
}
