package steps

import (
	"context"
	"path"
	"strings"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func approvalSteps() []gherkin.Step {
	return gherkin.Noun("approval", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `servers? "([^"]+)" (?:was|were) (approved|rejected) before`,
			Manual: "stores a decision about the project's servers as they are declared", Example: `server "docs" was approved before`,
			Func: (*workspace).decideBefore},
		{Keyword: gherkin.When, Pattern: `the user (approves|rejects) server "([^"]+)"`,
			Manual: "decides about a server as it is defined now, without waiting for what follows", Example: `the user approves server "docs"`,
			Func: (*workspace).decide},
		{Keyword: gherkin.Then, Pattern: `the approval queue is "([^"]*)"`,
			Manual: "compares the names of the servers that the user is asked about, in order", Example: `the approval queue is "docs"`,
			Func: checkQueue},
		{Keyword: gherkin.Then, Pattern: `the user is asked about these servers:`,
			Manual: "compares what is said of the servers in the approval queue, in order; columns server, transport, source, env, headers",
			Func:   checkQuestions},
		{Keyword: gherkin.Then, Pattern: `approval was asked for (\d+) times?`, Manual: "counts the events since the counts started that open the prompt",
			Example: `approval was asked for 1 time`, Func: (*workspace).checkAskedFor},
		{Keyword: gherkin.Then, Pattern: `the approvals file holds:`, Manual: "compares the file, as JSON", Func: (*workspace).checkApprovals},
	})
}

// approvalStorage is the file of decisions in the world of the scenario.
func (n *workspace) approvalStorage() host.ApprovalStorage {
	name := path.Join(n.home(), ".qwen", "mcpApprovals.json")
	if n.scenario.World == gherkin.Real {
		return host.DiskApprovals(name)
	}
	n.approvals.Name = name
	return &n.approvals
}

func (n *workspace) decideBefore(servers host.SettingsMap, decision string) error {
	return n.decideElsewhere(servers, decision, n.ground.hostEnv().Dir)
}

func (n *workspace) decide(ws *host.Workspace, decision, name string) error {
	return n.run(func(ctx context.Context) error {
		if decision == "rejects" {
			return ws.Reject(name)
		}
		return ws.Approve(ctx, name)
	})
}

func checkQueue(ws *host.Workspace, names []string) error {
	var queue []string
	for _, q := range ws.Queue() {
		queue = append(queue, q.Name)
	}
	return same("the approval queue", queue, names)
}

func checkQuestions(ws *host.Workspace, t *godog.Table) error {
	var got []map[string]string
	for _, q := range ws.Queue() {
		got = append(got, map[string]string{
			"server": q.Name, "transport": string(q.Transport), "source": q.Source,
			"env": strings.Join(q.Env, ", "), "headers": strings.Join(q.Headers, ", "),
		})
	}
	return sameTable("what the user is asked about", t, got, "server", "transport", "source", "env", "headers")
}

func (n *workspace) checkAskedFor(times int) error {
	return same("how often approval was asked for", n.counted(event.ApprovalNeeded), times)
}

func (n *workspace) checkApprovals(want *gherkin.DocString) error {
	data, err := n.approvalStorage().Read()
	if err != nil {
		return err
	}
	return sameJSON("the approvals file", data, want.Content)
}
