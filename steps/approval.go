package steps

import (
	"context"
	"errors"
	"path"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func approvalSteps() []gherkin.Step {
	return gherkin.Noun("approval", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `servers? "([^"]+)" (?:was|were) (approved|rejected) before`,
			Manual: "stores a decision about the project's servers as they are declared", Example: `server "docs" was approved before`,
			Func: (*workspace).decideBefore},
		{Keyword: gherkin.Given, Pattern: `the approvals file was written by hand:`, Manual: "replaces the file by a text, right or wrong",
			Func: (*workspace).writeApprovals},
		{Keyword: gherkin.When, Pattern: `the user approves the servers "([^"]+)" at once`,
			Manual: "approves several servers as they are defined now, without waiting for what follows", Example: `the user approves the servers "docs, mail" at once`,
			Func: (*workspace).approveAll},
		{Keyword: gherkin.When, Pattern: `the user (approves|rejects) server "([^"]+)"`,
			Manual: "decides about a server as it is defined now, without waiting for what follows", Example: `the user approves server "docs"`,
			Func: (*workspace).decide},
		{Keyword: gherkin.When, Pattern: `another process (approves|rejects) server "([^"]+)" and takes (\S+) to write that down`,
			Manual:  "changes the file of decisions slowly, as another process that uses it does; the file must be kept on disk",
			Example: `another process rejects server "docs" and takes 3s to write that down`, Virtual: true, Func: (*workspace).decideSlowly},
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
	if root := nounOf[files](n.World).root; root != "" {
		return host.DiskApprovals(root + name)
	}
	n.approvals.Name = name
	return &n.approvals
}

func (n *workspace) writeApprovals(text *gherkin.DocString) error {
	return n.approvalStorage().Change(func([]byte) ([]byte, error) { return []byte(text.Content), nil })
}

func (n *workspace) decideBefore(servers host.SettingsMap, decision string) error {
	return n.decideElsewhere(servers, decision, projectDir)
}

func (n *workspace) decide(ws *host.Workspace, decision, name string) error {
	return n.run(func(ctx context.Context) error {
		if decision == "rejects" {
			return ws.Reject(name)
		}
		return ws.Approve(ctx, name)
	})
}

// decideSlowly decides as another process does, which has read the file and has not
// written it yet.
func (n *workspace) decideSlowly(decision string, servers host.SettingsMap, takes time.Duration) error {
	file, ok := n.approvalStorage().(host.DiskApprovals)
	if !ok {
		return errors.New(`the approvals file is in memory: say "files are kept on disk" first`)
	}
	(&attempt{}).begin(n.World, "another process's command", "another-process", func(ctx context.Context) error {
		wait := func() error { return clock.Sleep(ctx, clock.Named(n.ground.clock(), "another-process"), takes) }
		return host.StoreApproval(slowApprovals{file, wait}, n.ground.path(projectDir), decision == "approves", servers...)
	})
	return n.ground.settle()
}

// slowApprovals is a file of decisions whose changes take time.
type slowApprovals struct {
	host.ApprovalStorage
	wait func() error
}

func (s slowApprovals) Change(change func([]byte) ([]byte, error)) error {
	return s.ApprovalStorage.Change(func(before []byte) ([]byte, error) {
		after, err := change(before)
		if err == nil {
			err = s.wait()
		}
		return after, err
	})
}

func (n *workspace) approveAll(ws *host.Workspace, names []string) error {
	return n.run(func(ctx context.Context) error { return ws.Approve(ctx, names...) })
}

func checkQueue(ws *host.Workspace, names []string) error {
	var queue []string
	for _, q := range ws.Queue() {
		queue = append(queue, q.Name)
	}
	return same("the approval queue", queue, names)
}

func checkQuestions(ws *host.Workspace, t *gherkin.Table) error {
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
	return sameJSON("the approvals file", []byte(n.asWritten(string(data))), want.Content)
}
