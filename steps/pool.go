package steps

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jonboulle/clockwork"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func poolSteps() []gherkin.Step {
	return gherkin.Noun("pool", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the pool is (on|off)`, Manual: "says whether the workspaces of the process share connections",
			Example: `the pool is on`, Func: (*World).setPool},
		{Keyword: gherkin.Given, Pattern: `each workspace has a pool of its own`, Manual: "switches the pool on, and gives workspaces none that they share",
			Func: (*workspace).poolEach},
		{Keyword: gherkin.Given, Pattern: `the program gives workspaces a pool of the directory "([^"]+)"`,
			Manual:  "makes the pool that workspaces get, whether or not their policy uses one",
			Example: `the program gives workspaces a pool of the directory "/elsewhere"`, Func: (*workspace).givePool},
		{Keyword: gherkin.Then, Pattern: `no workspace can be made: "(.*)"`, Manual: "makes one, and compares the error",
			Example: `no workspace can be made: "the pool of /a cannot be used in /b: servers run in the directory of their pool"`,
			Func:    (*workspace).checkUnmakeable},
		{Keyword: gherkin.When, Pattern: `the program closes the pool`, Manual: "closes what workspaces share while they run",
			Func: (*workspace).programClosesPool},
		{Keyword: gherkin.When, Pattern: `another workspace starts in the same process`,
			Manual: "starts a further workspace over the same files beside those that run; the newest is the current one, and they count from 1",
			Func:   (*workspace).join},
		{Keyword: gherkin.When, Pattern: `workspace (\d+) is closed`, Manual: "closes one workspace of the process and waits for that",
			Example: `workspace 1 is closed`, Func: (*workspace).closeOne},
		{Keyword: gherkin.Then, Pattern: `workspace (\d+) has the tools? "([^"]*)"`,
			Manual: "compares the names of the tool view of one workspace exactly, in order", Example: `workspace 1 has the tools "mcp__docs__echo"`,
			Func: checkToolsOf},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" is (connected|connecting|disconnected) in workspace (\d+)`,
			Manual: "compares the public status of a server in one workspace", Example: `server "docs" is connected in workspace 2`,
			Func: checkStatusIn},
		{Keyword: gherkin.Then, Pattern: `the pool holds these connections:`,
			Manual: "compares all connections that the pool would give away, by server; columns server, users", Func: (*workspace).checkPool},
		{Keyword: gherkin.Then, Pattern: `these things happened in the pool in order:`,
			Manual: "compares what happened since the counts started, one per line: <server> opened, shared by <n>, used by <n>, released, used again, closed: <why>",
			Func:   (*workspace).checkPoolHistory},
	})
}

func (w *World) setPool(word string) error { return w.setSwitch("pool", word) }

// sharedPool is the pool of the process, nil if workspaces share nothing.
func (n *workspace) sharedPool() (*host.Pool, error) {
	if n.pool == nil && (n.policy.Settings.Pool.Drain == 0 || n.ownPools) {
		return nil, nil
	}
	if n.pool == nil {
		env := n.hostEnv()
		env.Cache = nil
		shared, err := host.NewPool(n.policy, env)
		if err != nil {
			return nil, err
		}
		n.pool = shared
	}
	return n.pool, nil
}

// givePool makes the pool now.
func (n *workspace) givePool(dir string) error {
	env := n.hostEnv()
	env.Cache, env.Dir = nil, dir
	given, err := host.NewPool(host.QwenCodePool(), env)
	n.pool = given
	return err
}

func (n *workspace) checkUnmakeable(want string) error {
	_, err := n.new()
	if err == nil {
		return errors.New("a workspace was made")
	}
	return same("the error", err.Error(), want)
}

func (n *workspace) poolEach() error {
	n.ownPools = true
	return n.setPool("on")
}

func (n *workspace) programClosesPool() error {
	if n.pool == nil {
		return errors.New(`there is no pool: say "the pool is on" before the workspace starts`)
	}
	n.pool.Close()
	return n.ground.settle()
}

// closePool ends the process that has the pool.
func (n *workspace) closePool() {
	if n.pool != nil {
		n.pool.Close()
		n.pool = nil
	}
}

// join starts a workspace whose actors have names of their own.
func (n *workspace) join() error {
	prefix := fmt.Sprintf("workspace-%d/", len(n.all)+1)
	ws, err := n.make(func(s *host.Env) {
		events := s.Events
		s.Clock = namedClock{clock.Named(cmp.Or(s.Clock, clock.Real()), prefix), prefix}
		s.Events = event.SinkFunc(func(e event.Event) {
			e.Actor = prefix + e.Actor
			events.Emit(e)
		})
	})
	if err != nil {
		return err
	}
	n.add(ws)
	n.prepared = true
	return n.open()
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

// oneOf is workspace 2; they count from 1.
type oneOf struct {
	*host.Workspace
	number int
}

func (n *workspace) numbered(number int) (oneOf, error) {
	if number < 1 || number > len(n.all) {
		return oneOf{}, fmt.Errorf("there is no workspace %d, but %d of them", number, len(n.all))
	}
	return oneOf{n.all[number-1], number}, nil
}

func (n *workspace) closeOne(ws oneOf) error {
	ws.Close()
	return n.ground.settle()
}

func checkToolsOf(ws oneOf, names []string) error {
	var got []string
	for t := range ws.Tools() {
		got = append(got, t.Name)
	}
	return same(fmt.Sprintf("the tools of workspace %d", ws.number), got, names)
}

func checkStatusIn(name, status string, ws oneOf) error {
	return same(fmt.Sprintf("the status of %s in workspace %d", name, ws.number), string(ws.Status(name)), status)
}

func (n *workspace) checkPool(t *gherkin.Table) error {
	if n.pool == nil {
		return errors.New(`there is no pool: say "the pool is on" before the workspace starts`)
	}
	users := n.pool.Users()
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

func (n *workspace) checkPoolHistory(want *gherkin.DocString) error {
	var got []string
	for _, e := range n.seen("", "")[n.skip[""]:] {
		if line := poolHistory(e); line != "" {
			got = append(got, line)
		}
	}
	return same("what happened in the pool", got, linesOf(want.Content))
}

// poolHistory is an event in a line of a history, empty if it has no place there.
func poolHistory(e event.Event) string {
	switch {
	case e.Kind == event.PoolAcquired && e.N == 1 && e.Text == "shared":
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
