package steps

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// notice is a server notification that reached the host.
type notice struct{ server, method, params string }

func viewSteps() []gherkin.Step {
	return gherkin.Noun("runtime", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the source of servers? "([^"]+)" is (known|unknown)`,
			Manual: "checks whether the runtime can say where the definition of each server came from", Example: `the source of server "docs" is known`,
			Func: checkSource},
		{Keyword: gherkin.Then, Pattern: `the source of server "([^"]+)" is a file of the (user|project)`,
			Manual:  "compares whose settings a server is defined in",
			Example: `the source of server "docs" is a file of the project`, Func: checkLevel},
		{Keyword: gherkin.Then, Pattern: `the source of servers "([^"]+)" is the provider "([^"]*)"`,
			Manual:  "compares the display name of the configuration that the definitions came from, for each of several servers",
			Example: `the source of servers "docs, mail" is the provider "Claude Code"`, Func: checkProvider},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" is (connected|connecting|disconnected)`, Manual: "compares the public status of a server",
			Example: `server "docs" is connecting`, Func: checkStatus},
		{Keyword: gherkin.Then, Pattern: `all servers are connected`, Manual: "checks the public status of every declared server",
			Func: (*World).checkAllConnected},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" is in state "([^"]+)"`, Manual: "compares the state of a server in the runtime's own machine",
			Example: `server "docs" is in state "backoff"`, Func: checkState},
		{Keyword: gherkin.Then, Pattern: `the runtime knows the servers? "([^"]*)"`, Manual: "compares the names of the registered servers, in order",
			Example: `the runtime knows the servers "docs, mail"`, Func: checkServers},
		{Keyword: gherkin.Then, Pattern: `the runtime has these tools:`,
			Manual: "compares the tool view exactly; columns name, server, kind, path, description, schema", Func: checkTools},
		{Keyword: gherkin.Then, Pattern: `the runtime has the tools? "([^"]*)"`, Manual: "compares the names of the tool view exactly, in order",
			Example: `the runtime has the tools "mcp__docs_search"`, Func: checkToolNames},
		{Keyword: gherkin.Then, Pattern: `consumers were told of changed tools (\d+) times?`,
			Manual:  "counts the notices of changed tools since the last \"forgets\" or start",
			Example: `consumers were told of changed tools 1 time`, Func: (*World).checkChanges},
		{Keyword: gherkin.When, Pattern: `the counts start anew`, Manual: "sets the counters of notices and messages to zero", Func: (*World).forget},
		{Keyword: gherkin.Then, Pattern: `the runtime's saved state does not contain "([^"]+)"`,
			Manual: "looks for a text in everything that the manager keeps and shows", Example: `the runtime's saved state does not contain "tok-1"`,
			Func: checkNotSaved},
	})
}

func checkSource(r running, names []string, want string) error {
	for _, name := range names {
		_, known := r.Source(name)
		if err := same("whether the source of "+name+" is known", known, want == "known"); err != nil {
			return err
		}
	}
	return nil
}

func checkLevel(r running, name, want string) error {
	source, _ := r.Source(name)
	return same("whose settings define "+name, source.Level, want)
}

func checkProvider(r running, names []string, provider string) error {
	for _, name := range names {
		source, _ := r.Source(name)
		if err := same("the source of "+name, source.Label(), provider); err != nil {
			return err
		}
	}
	return nil
}

func checkStatus(r subject, name, status string) error {
	return checkStatuses(r, []string{name}, status)
}

func (w *World) checkAllConnected() error { return checkStatuses(w.subject, w.order, "connected") }

// checkStatuses looks at the view of all servers once, however many there are.
func checkStatuses(r subject, names []string, status string) error {
	for _, name := range names {
		got, err := r.status(name)
		if err != nil {
			return err
		}
		if err := same("the status of "+name, got, status); err != nil {
			return err
		}
	}
	if m, ok := r.(*managerSubject); ok {
		return m.viewed(names)
	}
	return nil
}

func checkState(r running, name, state string) error {
	for v := range r.Servers() {
		if v.Name == name {
			return same("the state of "+name, string(v.State), state)
		}
	}
	return fmt.Errorf("the runtime does not know server %q", name)
}

func checkServers(r running, names []string) error {
	var got []string
	for v := range r.Servers() {
		got = append(got, v.Name)
	}
	return same("the servers of the runtime", got, names)
}

func checkTools(r running, t *gherkin.Table) error {
	var got []map[string]string
	for tool := range r.Tools() {
		got = append(got, map[string]string{
			"name": tool.Name, "server": tool.Server, "kind": kindOf(tool),
			"path": tool.Path, "description": tool.Description, "schema": string(tool.InputSchema),
		})
	}
	return sameTable("the tools of the runtime", t, got, "name", "server", "kind", "path", "description", "schema")
}

func kindOf(t host.Tool) string {
	if t.Deferred {
		return "deferred"
	}
	return "live"
}

func checkToolNames(r running, names []string) error {
	var got []string
	for t := range r.Tools() {
		got = append(got, t.Name)
	}
	return same("the tools of the runtime", got, names)
}

func (w *World) checkChanges(n int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return same("notices of changed tools", w.changes, n)
}

func (w *World) forget() error {
	nounOf[session](w).forget()
	nounOf[workspace](w).forget()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changes, w.notices, w.told = 0, nil, told{}
	for _, s := range w.servers {
		s.skip = len(s.fake.Journal())
		s.mu.Lock()
		s.skipSpawns = s.commands.Len()
		s.mu.Unlock()
	}
	return nil
}

// checkNotSaved looks at definitions as JSON, too, in which nothing is masked.
func checkNotSaved(r running, text string) error {
	shown := fmt.Sprintf("%#v %#v", slices.Collect(r.Servers()), slices.Collect(r.Tools()))
	for s := range r.Servers() {
		definition, err := json.Marshal(s.Config)
		if err != nil {
			return fmt.Errorf("reading the definition of %s: %w", s.Name, err)
		}
		shown += " " + string(definition)
	}
	return absent("the saved state", shown, text)
}
