package steps

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func approvalSteps() []Step {
	return gherkin.Noun("approval", []Step{
		{Keyword: Given, Pattern: `servers? "([^"]+)" (?:was|were) (approved|rejected) before`,
			Manual: "stores a decision about the project's servers as they are declared", Example: `server "docs" was approved before`,
			Func: (*World).decideBefore},
		{Keyword: When, Pattern: `the user (approves|rejects) server "([^"]+)"`,
			Manual: "decides about a server as it is defined now, without waiting for what follows", Example: `the user approves server "docs"`,
			Func: (*World).decide},
		{Keyword: Then, Pattern: `the approval queue is "([^"]*)"`,
			Manual: "compares the names of the servers that the user is asked about, in order", Example: `the approval queue is "docs"`,
			Func: (*World).checkQueue},
		{Keyword: Then, Pattern: `the user is asked about these servers:`,
			Manual: "compares what is said of the servers in the approval queue, in order; columns server, transport, source, env, headers",
			Func:   (*World).checkQuestions},
		{Keyword: Then, Pattern: `approval was asked for (\d+) times?`, Manual: "counts the events since the counts started that open the prompt",
			Example: `approval was asked for 1 time`, Func: (*World).checkAskedFor},
		{Keyword: Then, Pattern: `the approvals file holds:`, Manual: "compares the file, as JSON", Func: (*World).checkApprovals},
	})
}

// approvalStorage is the file of decisions in the world of the scenario.
func (w *World) approvalStorage() host.ApprovalStorage {
	name := path.Join(w.home(), ".qwen", "mcpApprovals.json")
	if w.scenario.World == gherkin.Real {
		return host.DiskApprovals(name)
	}
	w.work.approvals.Name = name
	return &w.work.approvals
}

func (w *World) decideBefore(names, decision string) error {
	return w.decideElsewhere(names, decision, w.ground.hostEnv().Dir)
}

func (w *World) decide(decision, name string) error {
	return w.commandWorkspace(func(ctx context.Context, ws *host.Workspace) error {
		if decision == "rejects" {
			return ws.Reject(name)
		}
		return ws.Approve(ctx, name)
	})
}

func (w *World) checkQueue(names string) error {
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	var queue []string
	for _, q := range ws.Queue() {
		queue = append(queue, q.Name)
	}
	return same("the approval queue", fmt.Sprint(queue), fmt.Sprint(splitNames(names)))
}

func (w *World) checkQuestions(t *godog.Table) error {
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, q := range ws.Queue() {
		got = append(got, map[string]string{
			"server": q.Name, "transport": string(q.Transport), "source": q.Source,
			"env": strings.Join(q.Env, ", "), "headers": strings.Join(q.Headers, ", "),
		})
	}
	return sameTable("what the user is asked about", t, got, "server", "transport", "source", "env", "headers")
}

func (w *World) checkAskedFor(n int) error {
	return same("how often approval was asked for", w.counted(event.ApprovalNeeded), n)
}

func (w *World) checkApprovals(want *gherkin.DocString) error {
	data, err := w.approvalStorage().Read()
	if err != nil {
		return err
	}
	return sameJSON("the approvals file", data, want.Content)
}
