package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func agentsManagerSteps() []gherkin.Step {
	return gherkin.Noun("manager", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the manager connects its servers in parallel`,
			Manual: "gives each server a worker of its own; otherwise the program connects one after the other", Func: (*agents).parallelManager},
		{Keyword: gherkin.Given, Pattern: `the manager is strict`, Manual: "has connecting fail when a server cannot be connected",
			Func: (*agents).strictManager},
		{Keyword: gherkin.Given, Pattern: `the manager keeps failed servers active`,
			Manual: "shows agents all servers that have been tried, connected or not", Func: (*agents).keepFailed},
		{Keyword: gherkin.Given, Pattern: `the manager passes cancellations on`,
			Manual: "has a cancelled connect be the program's business, and not a failure of its server", Func: (*agents).passCancelled},
		{Keyword: gherkin.Given, Pattern: `the manager gives up (connecting|cleaning up) a server after (\S+)`,
			Manual: "bounds each connect or cleanup; 0s is no bound", Example: `the manager gives up connecting a server after 3s`,
			Func: (*agents).boundManager},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is configured twice`, Manual: "puts a server into the manager's list once more",
			Example: `server "docs" is configured twice`, Func: (*agents).configureTwice},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is configured without a name`, Manual: "has the manager name a server after how it is reached",
			Example: `server "docs" is configured without a name`, Func: (*agents).configureNameless},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is configured under the name "([^"]+)"`, Manual: "has the manager call a server like this, which another one may be called, too",
			Example: `server "mail" is configured under the name "docs"`, Func: (*agents).configureAs},
		{Keyword: gherkin.Given, Pattern: `a server without settings is configured`, Manual: "puts nothing into the manager's list, after the servers",
			Func: (*agents).configureNothing},
		{Keyword: gherkin.Then, Pattern: `the manager is refused with "(.*)"`, Manual: "makes the manager and compares the error text",
			Example: `the manager is refused with "connect timeout of -1s: must be positive, or 0 for none"`, Func: (*agents).checkManagerRefused},
		{Keyword: gherkin.Given, Pattern: `the manager has connected its servers`,
			Manual: "connects all servers and waits until that is done; it counts as an operation", Func: (*agents).haveConnected},
		{Keyword: gherkin.When, Pattern: `the manager connects its servers`, Manual: "begins an operation that connects all servers that are not connected",
			Func: (*agents).connectAll},
		{Keyword: gherkin.When, Pattern: `the manager reconnects (all|the failed) servers`, Manual: "begins an operation that tries servers again",
			Example: `the manager reconnects the failed servers`, Func: (*agents).reconnectManaged},
		{Keyword: gherkin.When, Pattern: `the manager cleans up`, Manual: "begins an operation that closes all servers", Func: (*agents).cleanUp},
		{Keyword: gherkin.When, Pattern: `the manager is closed`, Manual: "begins an operation that closes all servers and whatever belongs to the manager",
			Func: (*agents).closeManager},
		{Keyword: gherkin.Then, Pattern: `the manager shows:`,
			Manual: "compares views of servers, in order; columns view (configured, connected, failed, active, workers), servers",
			Func:   checkViews},
		{Keyword: gherkin.Then, Pattern: `the manager's errors are:`,
			Manual: "compares the error of each server that has one, in configured order; columns server, error", Func: checkManagerErrors},
		{Keyword: gherkin.Then, Pattern: `the manager has no errors`, Manual: "checks that no server has an error", Func: checkNoManagerErrors},
	})
}

func (a *agents) parallelManager() error {
	a.managerPolicy().Parallel = host.OpenAIAgentsParallel().Manager.Parallel
	return nil
}
func (a *agents) strictManager() error { a.managerPolicy().Strict = true; return nil }
func (a *agents) keepFailed() error    { a.managerPolicy().DropFailed = false; return nil }
func (a *agents) passCancelled() error { a.managerPolicy().SuppressCancelled = false; return nil }

func (a *agents) configureTwice(s *server) error {
	a.again = append(a.again, s.name)
	return nil
}

func (a *agents) configureNameless(s *server) error { return a.configureAs(s, "") }

func (a *agents) configureAs(s *server, name string) error {
	if a.names == nil {
		a.names = map[string]string{}
	}
	a.names[s.name] = name
	return nil
}

func (a *agents) configureNothing() error { a.nothing = true; return nil }

func (a *agents) checkManagerRefused(want string) error {
	if _, err := a.theManager(); err != nil {
		return same("why the manager is refused", err.Error(), want)
	}
	return errors.New("the manager is accepted")
}

func (a *agents) boundManager(work string, limit time.Duration) error {
	if work == "connecting" {
		a.managerPolicy().ConnectTimeout = limit
	} else {
		a.managerPolicy().CleanupTimeout = limit
	}
	return nil
}

// manage begins an operation of the manager.
func (a *agents) manage(do func(context.Context) ([]*host.AgentServer, error)) error {
	return a.operate(func(ctx context.Context, o *operation) error {
		active, err := do(ctx)
		o.active = namesOf(active)
		return err
	})
}

func (a *agents) connectAll(m *host.Agents) error { return a.manage(m.Connect) }

func (a *agents) haveConnected(m *host.Agents) error {
	if err := a.connectAll(m); err != nil {
		return err
	}
	return a.Await(a.operations[len(a.operations)-1].succeeded)
}

func (a *agents) reconnectManaged(m *host.Agents, which string) error {
	return a.manage(func(ctx context.Context) ([]*host.AgentServer, error) {
		return m.Reconnect(ctx, which == "the failed")
	})
}

func (a *agents) cleanUp(m *host.Agents) error {
	return a.manage(func(ctx context.Context) ([]*host.AgentServer, error) { return nil, m.Cleanup(ctx) })
}

func (a *agents) closeManager(m *host.Agents) error {
	return a.manage(func(context.Context) ([]*host.AgentServer, error) { return nil, m.Close() })
}

// views are those of a manager, by their names.
func views(m *host.Agents) map[string][]string {
	return map[string][]string{
		"configured": namesOf(m.Configured()),
		"connected":  namesOf(m.Connected()),
		"failed":     namesOf(m.Failed()),
		"active":     namesOf(m.Active()),
		"workers":    namesOf(m.Workers()),
	}
}

func namesOf(servers []*host.AgentServer) []string {
	var names []string
	for _, s := range servers {
		names = append(names, s.Name())
	}
	return names
}

func checkViews(m *host.Agents, table *gherkin.Table) error {
	return sameViews("the manager's views", views(m), table)
}

// sameViews compares the views that a table mentions.
func sameViews(what string, all map[string][]string, table *gherkin.Table) error {
	list, err := rows(table, "view", "servers")
	if err != nil {
		return err
	}
	got, want := map[string][]string{}, map[string][]string{}
	for _, row := range list {
		view := row["view"]
		if _, ok := all[view]; !ok {
			return fmt.Errorf("the manager has no view %q", view)
		}
		got[view], want[view] = all[view], splitNames(row["servers"])
	}
	return same(what, got, want)
}

func checkManagerErrors(m *host.Agents, table *gherkin.Table) error {
	return sameTable("the manager's errors", table, errorsOf(m), "server", "error")
}

func checkNoManagerErrors(m *host.Agents) error {
	return same("the manager's errors", errorsOf(m), nil)
}

func errorsOf(m *host.Agents) []map[string]string {
	var out []map[string]string
	all := m.Errors()
	for _, s := range slices.Compact(m.Configured()) {
		if err, failed := all[s]; failed {
			out = append(out, map[string]string{"server": s.Name(), "error": fmt.Sprint(err)})
		}
	}
	return out
}
