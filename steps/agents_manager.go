package steps

import (
	"context"
	"fmt"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"slices"
	"time"

	"github.com/cucumber/godog"
)

func agentsManagerSteps() []Step {
	return gherkin.Noun("manager", []Step{
		{Keyword: Given, Pattern: `the manager connects its servers in parallel`,
			Manual: "gives each server a worker of its own; otherwise the program connects one after the other", Func: (*World).parallelManager},
		{Keyword: Given, Pattern: `the manager is strict`, Manual: "has connecting fail when a server cannot be connected",
			Func: (*World).strictManager},
		{Keyword: Given, Pattern: `the manager keeps failed servers active`,
			Manual: "shows agents all servers that have been tried, connected or not", Func: (*World).keepFailed},
		{Keyword: Given, Pattern: `the manager passes cancellations on`,
			Manual: "has a cancelled connect be the program's business, and not a failure of its server", Func: (*World).passCancelled},
		{Keyword: Given, Pattern: `the manager gives up (connecting|cleaning up) a server after (\S+)`,
			Manual: "bounds each connect or cleanup; 0s is no bound", Example: `the manager gives up connecting a server after 3s`,
			Func: (*World).boundManager},
		{Keyword: Given, Pattern: `server "([^"]+)" is configured twice`, Manual: "puts a server into the manager's list once more",
			Example: `server "docs" is configured twice`, Func: (*World).configureTwice},
		{Keyword: Given, Pattern: `the manager has connected its servers`,
			Manual: "connects all servers and waits until that is done; it counts as an operation", Func: (*World).haveConnected},
		{Keyword: When, Pattern: `the manager connects its servers`, Manual: "begins an operation that connects all servers that are not connected",
			Func: (*World).connectAll},
		{Keyword: When, Pattern: `the manager reconnects (all|the failed) servers`, Manual: "begins an operation that tries servers again",
			Example: `the manager reconnects the failed servers`, Func: (*World).reconnectManaged},
		{Keyword: When, Pattern: `the manager cleans up`, Manual: "begins an operation that closes all servers", Func: (*World).cleanUp},
		{Keyword: Then, Pattern: `the manager shows:`,
			Manual: "compares views of servers, in order; columns view (configured, connected, failed, active, workers), servers",
			Func:   (*World).checkViews},
		{Keyword: Then, Pattern: `the manager's errors are:`,
			Manual: "compares the error of each server that has one, in configured order; columns server, error", Func: (*World).checkManagerErrors},
		{Keyword: Then, Pattern: `the manager has no errors`, Manual: "checks that no server has an error", Func: (*World).checkNoManagerErrors},
	})
}

func (w *World) parallelManager() error { w.managerPolicy().Parallel = true; return nil }
func (w *World) strictManager() error   { w.managerPolicy().Strict = true; return nil }
func (w *World) keepFailed() error      { w.managerPolicy().DropFailed = false; return nil }
func (w *World) passCancelled() error   { w.managerPolicy().SuppressCancelled = false; return nil }

func (w *World) configureTwice(name string) error {
	_, err := w.server(name)
	w.agents.again = append(w.agents.again, name)
	return err
}

func (w *World) boundManager(work, limit string) error {
	d, err := time.ParseDuration(limit)
	if err != nil {
		return err
	}
	if work == "connecting" {
		w.managerPolicy().ConnectTimeout = d
	} else {
		w.managerPolicy().CleanupTimeout = d
	}
	return nil
}

// manage begins an operation of the manager.
func (w *World) manage(do func(context.Context, *host.Agents) ([]*host.AgentServer, error)) error {
	if err := w.ensureManager(); err != nil {
		return err
	}
	m := w.agents.manager
	return w.operate(func(ctx context.Context, o *operation) error {
		active, err := do(ctx, m)
		o.active = namesOf(active)
		return err
	})
}

func (w *World) connectAll() error {
	return w.manage(func(ctx context.Context, m *host.Agents) ([]*host.AgentServer, error) {
		return m.Connect(ctx)
	})
}

func (w *World) haveConnected() error {
	if err := w.connectAll(); err != nil {
		return err
	}
	return w.operationSucceeds(len(w.agents.operations))
}

func (w *World) reconnectManaged(which string) error {
	return w.manage(func(ctx context.Context, m *host.Agents) ([]*host.AgentServer, error) {
		return m.Reconnect(ctx, which == "the failed")
	})
}

func (w *World) cleanUp() error {
	return w.manage(func(ctx context.Context, m *host.Agents) ([]*host.AgentServer, error) {
		return nil, m.Cleanup(ctx)
	})
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

func (w *World) checkViews(table *godog.Table) error {
	if err := w.ensureManager(); err != nil {
		return err
	}
	return sameViews("the manager's views", views(w.agents.manager), table)
}

// sameViews compares the views that a table mentions.
func sameViews(what string, all map[string][]string, table *godog.Table) error {
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

func (w *World) checkManagerErrors(table *godog.Table) error {
	if err := w.ensureManager(); err != nil {
		return err
	}
	return sameTable("the manager's errors", table, errorsOf(w.agents.manager), "server", "error")
}

func (w *World) checkNoManagerErrors() error {
	if err := w.ensureManager(); err != nil {
		return err
	}
	return same("the manager's errors", errorsOf(w.agents.manager), nil)
}

func errorsOf(m *host.Agents) []map[string]string {
	var out []map[string]string
	all := m.Errors()
	for _, s := range slices.Compact(m.Configured()) {
		if err := all[s]; err != nil {
			out = append(out, map[string]string{"server": s.Name(), "error": err.Error()})
		}
	}
	return out
}
