package steps

import (
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func conductSteps() []gherkin.Step {
	return gherkin.Noun("server", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" offers the tools? "([^"]*)"`,
			Manual:  "sets the tools that lists show from now on; names separated by commas, none if empty",
			Example: `server "docs" offers the tools "search, read"`, Func: (*server).offer},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" follows these rules:`, Manual: "adds rules of the script format to a server",
			Example: `server "docs" follows these rules:`, Func: (*server).addRules},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" answers "([^"]+)" after (\S+)`, Manual: "delays every answer to a method",
			Example: `server "docs" answers "tools/list" after 400ms`, Func: (*server).answerAfter},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" never answers "([^"]+)"`, Manual: "leaves every request for a method unanswered",
			Example: `server "docs" never answers "initialize"`, Func: (*server).neverAnswer},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" answers "([^"]+)" with error (-?\d+) "([^"]*)"`,
			Manual: "answers every request for a method with a JSON-RPC error", Example: `server "docs" answers "tools/list" with error -32000 "no"`,
			Func: (*server).answerError},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" asks (\d+) questions? in its answers to "([^"]+)"`,
			Manual:  "replaces what the answers of a modern server to a method ask by so many questions for the roots",
			Example: `server "docs" asks 64 questions in its answers to "tools/call"`, Func: (*server).ask},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" cannot be started`,
			Manual: "makes every attempt to start the process or to reach the address fail", Example: `server "docs" cannot be started`,
			Func: (*server).makeUnreachable},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" releases its answers`, Manual: "lets a server go on with everything that a rule holds",
			Example: `server "docs" releases its answers`, Func: (*server).release},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" exits with code (\d+)`, Manual: "ends the server's process",
			Example: `server "docs" exits with code 1`, Func: (*server).exit},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" drops its connections`,
			Manual: "cuts every open connection of an HTTP server, or kills the process", Example: `server "docs" drops its connections`,
			Func: (*server).drop},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" drops its connections (\d+) times, (\S+) apart`,
			Manual:  "cuts every open connection, and once more each time that much later; as much time passes after the last",
			Example: `server "docs" drops its connections 10 times, 5s apart`, Func: (*server).dropAgain},
		{Keyword: gherkin.When, Pattern: `servers "([^"]+)" exit and "([^"]+)" drop their connections`,
			Manual:  "ends several processes and cuts several connections at one instant",
			Example: `servers "a, b" exit and "c1..c3" drop their connections`, Func: (*World).failMany},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" ends its stream`, Manual: "ends the server's background streams cleanly",
			Example: `server "docs" ends its stream`, Func: (*server).endStreams},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" goes down`, Manual: "makes a server unreachable and cuts what is open",
			Example: `server "docs" goes down`, Func: (*server).goDown},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" comes up`, Manual: "makes a server reachable again", Example: `server "docs" comes up`,
			Func: (*server).comeUp},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" sends the notification "([^"]+)"`, Manual: "sends a notification without parameters",
			Example: `server "docs" sends the notification "notifications/tools/list_changed"`, Func: (*server).sendNotification},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" sends the request "([^"]+)"`, Manual: "sends a request to the client",
			Example: `server "docs" sends the request "ping"`, Func: (*server).sendRequest},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" sends:`,
			Manual:  "sends raw text: lines on stdout, or events on the background stream; <id of \"M\" number N to server \"S\"> stands for the id of a request",
			Example: `server "docs" sends:`, Func: (*server).sendRaw},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" changes its tools to "([^"]*)"`, Manual: "changes what later lists show, without telling the runtime",
			Example: `server "docs" changes its tools to "search"`, Func: (*server).offer},
	})
}

func (s *server) offer(tools []string) error {
	list := []fakeserver.Tool{}
	for _, tool := range tools {
		list = append(list, fakeserver.Tool{Name: tool})
	}
	s.scripted = true
	s.fake.SetTools(list)
	return nil
}

func (s *server) addRules(rules *gherkin.DocString) error {
	parsed, err := originOf(rules).ParseRules([]byte(rules.Content))
	if err != nil {
		return err
	}
	s.scripted = true
	for _, r := range parsed {
		s.addRule(r)
	}
	return nil
}

func (s *server) ask(n int, method string) error {
	questions := make([]string, n)
	for i := range questions {
		questions[i] = fmt.Sprintf("q%d: {method: roots/list}", i)
	}
	return s.on(method, fmt.Sprintf("set: {path: /inputRequests, value: {%s}}", strings.Join(questions, ", ")))
}

// on adds a rule for every request of a method: an action as a script writes it.
func (s *server) on(method, action string) error {
	do, err := fakeserver.ParseActions(action)
	if err != nil {
		return err
	}
	s.addRule(fakeserver.Rule{When: fakeserver.When{Method: method}, Do: do})
	return nil
}

func (s *server) answerAfter(method, delay string) error { return s.on(method, "delay: "+delay) }

func (s *server) neverAnswer(method string) error { return s.on(method, "never") }

func (s *server) answerError(method string, code int, message string) error {
	return s.on(method, fmt.Sprintf("error: {code: %d, message: %q}", code, message))
}

func (s *server) makeUnreachable() error {
	s.fail()
	s.shut()
	return nil
}

// fail makes every further start of the server's process fail.
func (s *server) fail() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failing = -1
}

func (s *server) release() error {
	return s.after(noAnswer, func() bool { return s.fake.Release("") })
}

func (s *server) exit(code int) error {
	return s.after(noClient, func() bool { return s.fake.Exit(code) })
}

func (s *server) drop() error { return s.after(noConnection, s.cut) }

// cut breaks everything that connects a server with its clients, if there is anything.
func (s *server) cut() bool {
	if s.kind == stdioServer {
		return s.fake.Exit(killed)
	}
	return s.fake.Drop()
}

func (s *server) dropAgain(times int, apart time.Duration) error {
	return s.w.again(times, apart, s.drop)
}

// again does something several times and lets time pass after each.
func (w *World) again(times int, apart time.Duration, do func() error) error {
	for range times {
		if err := do(); err != nil {
			return err
		}
		if err := w.ground.sleep(apart); err != nil {
			return err
		}
	}
	return nil
}

// killed is how a shell shows the exit of a process that met KILL.
const killed = 137

func (w *World) failMany(exiting, dropping []*server) error {
	for _, s := range exiting {
		if !s.fake.Exit(1) {
			return s.inert(noClient)
		}
	}
	for _, s := range dropping {
		if !s.fake.Drop() {
			return s.inert(noConnection)
		}
	}
	return w.ground.settle()
}

func (s *server) endStreams() error { return s.after(noStream, s.fake.EndStreams) }

func (s *server) sendNotification(method string) error {
	return s.after(noClient, func() bool { return s.fake.Notify(method, nil) })
}

func (s *server) sendRequest(method string) error {
	return s.after(noClient, func() bool { return s.fake.Request(method, nil) != "" })
}

func (s *server) sendRaw(text *gherkin.DocString) error {
	raw, err := s.w.insertIDs(text.Content)
	if err != nil {
		return err
	}
	return s.after(noClient, func() bool { return s.fake.Send(0, raw) })
}

func (s *server) goDown() error {
	s.fail()
	s.cut() // first: closing the listener ends what is left, in order
	s.shut()
	return s.w.ground.settle()
}

func (s *server) comeUp() error {
	s.mu.Lock()
	s.failing = 0
	s.mu.Unlock()
	return s.open()
}

// What a server has not to which something could happen.
const (
	noClient     = "no client"
	noConnection = "no connection"
	noAnswer     = "no answer that is held"
	noStream     = "no background stream"
)

// after does something to a server and lets its consequences happen. do reports whether there was
// what it is done to.
func (s *server) after(without string, do func() bool) error {
	if !do() {
		return s.inert(without)
	}
	return s.w.ground.settle()
}

// inert is the failure of a step to which nothing can happen: whatever is expected to stay as it
// is after it would prove nothing.
func (s *server) inert(without string) error {
	return fmt.Errorf("server %q has %s: the step does nothing", s.name, without)
}
