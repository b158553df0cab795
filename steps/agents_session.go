package steps

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func agentsSessionSteps() []gherkin.Step {
	return gherkin.Noun("managed server", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `requests to server "([^"]+)" are retried (\d+ times?|without end)`,
			Manual: "sets the budget of calls and lists; otherwise they are not retried", Example: `requests to server "docs" are retried 2 times`,
			Func: retryRequests},
		{Keyword: gherkin.Given, Pattern: `the first retry of requests to server "([^"]+)" comes after (\S+)`,
			Manual:  "sets the first wait; each later one is twice as long",
			Example: `the first retry of requests to server "docs" comes after 100ms`, Func: spaceRetries},
		{Keyword: gherkin.When, Pattern: `the program (connects|cleans up) server "([^"]+)"`,
			Manual: "begins an operation on one server, without the manager", Example: `the program connects server "docs"`,
			Func: (*agents).operateServer},
		{Keyword: gherkin.When, Pattern: `the program sends "([^"]+)" to server "([^"]+)"`,
			Manual:  "begins an operation that makes a request; a call, prompt or resource is the first that the server offers",
			Example: `the program sends "prompts/get" to server "docs"`, Func: (*agents).sendManaged},
		{Keyword: gherkin.When, Pattern: `the program sends these requests to server "([^"]+)":`,
			Manual:  "begins one operation per line, one after the other, without waiting for their ends",
			Example: `the program sends these requests to server "docs":`, Func: (*agents).sendManyManaged},
		{Keyword: gherkin.When, Pattern: `the program calls tool "([^"]+)" of server "([^"]+)" with:`,
			Manual: "begins an operation that calls a tool with these arguments", Example: `the program calls tool "search" of server "docs" with:`,
			Func: (*agents).callManagedWith},
		{Keyword: gherkin.Then, Pattern: `operation (\d+) has this result:`, Manual: "compares what a request has returned, as JSON",
			Example: `operation 2 has this result:`, Func: (*operation).checkResult},
		{Keyword: gherkin.Then, Pattern: `the program sees (no|the newest) session of server "([^"]+)"`,
			Manual:  "compares whether there is a connection and what its session is called with what the server named last",
			Example: `the program sees no session of server "docs"`, Func: (*agents).checkSession},
		{Keyword: gherkin.Then, Pattern: `nothing is left of the servers "([^"]+)"`,
			Manual:  "checks that servers have no session, no worker, no open connection, no process, and that no timer is pending; names separated by commas",
			Example: `nothing is left of the servers "docs, mail"`, Virtual: true, Func: (*agents).checkNothingLeft},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" had at most (\d+) requests? in flight`,
			Manual:  "compares the greatest number of requests that were received and not yet answered",
			Example: `server "docs" had at most 1 request in flight`, Func: checkInFlight},
		{Keyword: gherkin.Then, Pattern: `requests to server "([^"]+)" took (\d+) shared and (\d+) isolated tries?`,
			Manual:  "counts the tries on the shared session and on sessions of their own, of calls and lists so far",
			Example: `requests to server "docs" took 2 shared and 1 isolated tries`, Func: (*agents).checkTries},
		{Keyword: gherkin.Then, Pattern: `requests to server "([^"]+)" waited "([^"]*)"`, Manual: "compares the waits between tries, in order",
			Example: `requests to server "docs" waited "1s, 2s"`, Func: (*agents).checkWaits},
	})
}

func retryRequests(s *host.AgentServerSettings, times string) (err error) {
	s.Retry.Attempts = -1
	if times != "without end" {
		_, err = fmt.Sscanf(times, "%d", &s.Retry.Attempts)
	}
	return err
}

func spaceRetries(s *host.AgentServerSettings, wait time.Duration) error {
	s.Retry.Base = wait
	return nil
}

func (a *agents) operateServer(work string, s *host.AgentServer) error {
	return a.operate(func(ctx context.Context, _ *operation) error {
		if work == "connects" {
			return s.Connect(ctx)
		}
		return s.Cleanup(ctx)
	})
}

func (a *agents) sendManaged(method string, s *host.AgentServer) error {
	send, err := requestFor(s, method, a.servers[s.Name()].script)
	if err != nil {
		return err
	}
	return a.operateBeside(s, func(ctx context.Context, o *operation) error {
		result, err := send(ctx)
		if err != nil {
			return err
		}
		o.result, err = json.Marshal(result)
		return err
	})
}

func (a *agents) sendManyManaged(s *host.AgentServer, methods *gherkin.DocString) error {
	for _, method := range fields(methods) {
		if err := a.sendManaged(method, s); err != nil {
			return err
		}
	}
	return nil
}

// requestFor is a request of a method for the first thing that a server offers.
func requestFor(s *host.AgentServer, method string, offers *fakeserver.Script) (func(context.Context) (any, error), error) {
	tool := "echo"
	if len(offers.Tools) > 0 {
		tool = offers.Tools[0].Name
	}
	switch method {
	case "tools/list":
		return func(ctx context.Context) (any, error) { return s.ListTools(ctx, nil, nil) }, nil
	case "tools/call":
		return func(ctx context.Context) (any, error) { return s.CallTool(ctx, tool, nil) }, nil
	case "prompts/list":
		return func(ctx context.Context) (any, error) { return s.ListPrompts(ctx) }, nil
	case "resources/list":
		return func(ctx context.Context) (any, error) { return s.ListResources(ctx) }, nil
	case "resources/templates/list":
		return func(ctx context.Context) (any, error) { return s.ListResourceTemplates(ctx) }, nil
	}
	switch {
	case method == "prompts/get" && len(offers.Prompts) > 0:
		prompt := offers.Prompts[0].Name
		return func(ctx context.Context) (any, error) {
			return s.GetPrompt(ctx, prompt, map[string]string{"who": programToken})
		}, nil
	case method == "resources/read" && len(offers.Resources) > 0:
		uri := offers.Resources[0].URI
		return func(ctx context.Context) (any, error) { return s.ReadResource(ctx, uri) }, nil
	}
	return nil, fmt.Errorf("%q is no request to a managed server, or the server offers nothing for it", method)
}

func (a *agents) callManagedWith(tool string, s *host.AgentServer, block *gherkin.DocString) error {
	args, err := argumentsOf(block)
	if err != nil {
		return err
	}
	return a.operateBeside(s, func(ctx context.Context, _ *operation) error {
		_, err := s.CallTool(ctx, tool, args)
		return err
	})
}

func (o *operation) checkResult(want *gherkin.DocString) error {
	return same("the result of "+o.name, string(o.result), want.Content)
}

func (a *agents) checkSession(want string, s *host.AgentServer) error {
	newest, name := "", s.Name()
	for _, e := range a.servers[name].fake.Journal() {
		if e.Kind == fakeserver.KindSessionMinted {
			newest = e.ID
		}
	}
	if want == "no" {
		newest = ""
	}
	if err := same("the session of "+name, s.SessionID(), newest); err != nil {
		return err
	}
	return same("whether "+name+" is connected", s.Connected(), want != "no")
}

func (a *agents) checkNothingLeft(m *host.Agents, all []wired) error {
	if err := same("the workers", namesOf(m.Workers()), nil); err != nil {
		return err
	}
	for _, s := range all {
		if err := a.checkSession("no", m.Server(s.name)); err != nil {
			return err
		}
		if err := s.checkOpenConnections(0); err != nil {
			return err
		}
		if err := s.checkLive(0); err != nil {
			return err
		}
	}
	return a.checkNoTimer()
}

// checkInFlight counts requests on their connection: two connections have the same
// ids.
func checkInFlight(s *server, want int) error {
	open, most := map[string]bool{}, 0
	for _, e := range s.journal() {
		if e.Kind != fakeserver.KindMessage || e.ID == "" || e.Method == "" {
			continue
		}
		key := strconv.Itoa(e.Conn) + " " + e.ID
		if e.Direction == fakeserver.Received {
			open[key] = true
			most = max(most, len(open))
		} else {
			delete(open, key)
		}
	}
	return same("the most requests in flight at "+s.name, most, want)
}

func (a *agents) checkTries(name string, shared, isolated int) error {
	got := map[string]int{"shared": 0, "isolated": 0}
	for _, e := range a.seen("attempt.start", name) {
		got[e.From]++
	}
	return same("the tries of requests to "+name, got, map[string]int{"shared": shared, "isolated": isolated})
}

func (a *agents) checkWaits(name string, want []time.Duration) error {
	var got []time.Duration
	for _, e := range a.seen("backoff.wait", name) {
		got = append(got, e.After)
	}
	return same("the waits of requests to "+name, got, want)
}
