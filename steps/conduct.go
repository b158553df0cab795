package steps

import (
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func conductSteps() []Step {
	return gherkin.Noun("server", []Step{
		{Keyword: Given, Pattern: `server "([^"]+)" offers the tools? "([^"]*)"`,
			Manual:  "sets the tools that lists show from now on; names separated by commas, none if empty",
			Example: `server "docs" offers the tools "search, read"`, Func: (*World).offer},
		{Keyword: Given, Pattern: `server "([^"]+)" follows these rules:`, Manual: "adds rules of the script format to a server",
			Example: `server "docs" follows these rules:`, Func: (*World).addRules},
		{Keyword: Given, Pattern: `server "([^"]+)" answers "([^"]+)" after (\S+)`, Manual: "delays every answer to a method",
			Example: `server "docs" answers "tools/list" after 400ms`, Func: (*World).answerAfter},
		{Keyword: Given, Pattern: `server "([^"]+)" never answers "([^"]+)"`, Manual: "leaves every request for a method unanswered",
			Example: `server "docs" never answers "initialize"`, Func: (*World).neverAnswer},
		{Keyword: Given, Pattern: `server "([^"]+)" answers "([^"]+)" with error (-?\d+) "([^"]*)"`,
			Manual: "answers every request for a method with a JSON-RPC error", Example: `server "docs" answers "tools/list" with error -32000 "no"`,
			Func: (*World).answerError},
		{Keyword: Given, Pattern: `server "([^"]+)" cannot be started`,
			Manual: "makes every attempt to start the process or to reach the address fail", Example: `server "docs" cannot be started`,
			Func: (*World).makeUnreachable},
		{Keyword: When, Pattern: `server "([^"]+)" releases its answers`, Manual: "lets a server go on with everything that a rule holds",
			Example: `server "docs" releases its answers`, Func: (*World).release},
		{Keyword: When, Pattern: `server "([^"]+)" exits with code (\d+)`, Manual: "ends the server's process",
			Example: `server "docs" exits with code 1`, Func: (*World).exit},
		{Keyword: When, Pattern: `server "([^"]+)" drops its connections`,
			Manual: "cuts every open connection of an HTTP server, or kills the process", Example: `server "docs" drops its connections`,
			Func: (*World).drop},
		{Keyword: When, Pattern: `server "([^"]+)" drops its connections (\d+) times, (\S+) apart`,
			Manual:  "cuts every open connection, and once more each time that much later; as much time passes after the last",
			Example: `server "docs" drops its connections 10 times, 5s apart`, Func: (*World).dropAgain},
		{Keyword: When, Pattern: `servers "([^"]+)" exit and "([^"]+)" drop their connections`,
			Manual:  "ends several processes and cuts several connections at one instant",
			Example: `servers "a, b" exit and "c1..c3" drop their connections`, Func: (*World).failMany},
		{Keyword: When, Pattern: `server "([^"]+)" ends its stream`, Manual: "ends the server's background streams cleanly",
			Example: `server "docs" ends its stream`, Func: (*World).endStreams},
		{Keyword: When, Pattern: `server "([^"]+)" goes down`, Manual: "makes a server unreachable and cuts what is open",
			Example: `server "docs" goes down`, Func: (*World).goDown},
		{Keyword: When, Pattern: `server "([^"]+)" comes up`, Manual: "makes a server reachable again", Example: `server "docs" comes up`,
			Func: (*World).comeUp},
		{Keyword: When, Pattern: `server "([^"]+)" sends the notification "([^"]+)"`, Manual: "sends a notification without parameters",
			Example: `server "docs" sends the notification "notifications/tools/list_changed"`, Func: (*World).sendNotification},
		{Keyword: When, Pattern: `server "([^"]+)" sends the request "([^"]+)"`, Manual: "sends a request to the client",
			Example: `server "docs" sends the request "ping"`, Func: (*World).sendRequest},
		{Keyword: When, Pattern: `server "([^"]+)" sends:`,
			Manual:  "sends raw text: lines on stdout, or events on the background stream; <id of \"M\" number N to server \"S\"> stands for the id of a request",
			Example: `server "docs" sends:`, Func: (*World).sendRaw},
		{Keyword: When, Pattern: `server "([^"]+)" changes its tools to "([^"]*)"`, Manual: "changes what later lists show, without telling anybody",
			Example: `server "docs" changes its tools to "search"`, Func: (*World).offer},
	})
}

func (w *World) offer(name, tools string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	list := []fakeserver.Tool{}
	for _, tool := range splitNames(tools) {
		list = append(list, fakeserver.Tool{Name: tool})
	}
	s.fake.SetTools(list)
	return nil
}

func (w *World) addRules(name string, rules *gherkin.DocString) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	parsed, err := originOf(rules).ParseRules([]byte(rules.Content))
	if err != nil {
		return err
	}
	for _, r := range parsed {
		s.fake.AddRule(r)
	}
	return nil
}

// on adds a rule for every request of a method: an action as a script writes it.
func (w *World) on(name, method, action string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	do, err := fakeserver.ParseActions(action)
	if err != nil {
		return err
	}
	s.fake.AddRule(fakeserver.Rule{When: fakeserver.When{Method: method}, Do: do})
	return nil
}

func (w *World) answerAfter(name, method, delay string) error {
	return w.on(name, method, "delay: "+delay)
}

func (w *World) neverAnswer(name, method string) error {
	return w.on(name, method, "never")
}

func (w *World) answerError(name, method string, code int, message string) error {
	return w.on(name, method, fmt.Sprintf("error: {code: %d, message: %q}", code, message))
}

func (w *World) makeUnreachable(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	s.fail()
	w.ground.shut(s)
	return nil
}

// fail makes every further start of the server's process fail.
func (s *server) fail() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failing = -1
}

func (w *World) release(name string) error {
	return w.with(name, func(s *server) { s.fake.Release("") })
}

func (w *World) exit(name string, code int) error {
	return w.with(name, func(s *server) { s.fake.Exit(code) })
}

func (w *World) drop(name string) error {
	return w.with(name, (*server).cut)
}

// cut breaks everything that connects a server with its clients.
func (s *server) cut() {
	if s.kind == stdioServer {
		s.fake.Exit(killed)
		return
	}
	s.fake.Drop()
}

func (w *World) dropAgain(name string, times int, apart time.Duration) error {
	return w.again(times, apart, func() error { return w.drop(name) })
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

func (w *World) failMany(exiting, dropping string) error {
	for _, name := range expandNames(exiting) {
		s, err := w.server(name)
		if err != nil {
			return err
		}
		s.fake.Exit(1)
	}
	for _, name := range expandNames(dropping) {
		s, err := w.server(name)
		if err != nil {
			return err
		}
		s.fake.Drop()
	}
	return w.ground.settle()
}

func (w *World) endStreams(name string) error {
	return w.with(name, func(s *server) { s.fake.EndStreams() })
}

func (w *World) sendNotification(name, method string) error {
	return w.with(name, func(s *server) { s.fake.Notify(method, nil) })
}

func (w *World) sendRequest(name, method string) error {
	return w.with(name, func(s *server) { s.fake.Request(method, nil) })
}

func (w *World) sendRaw(name string, text *gherkin.DocString) error {
	raw, err := w.insertIDs(text.Content)
	if err != nil {
		return err
	}
	return w.with(name, func(s *server) { s.fake.Send(0, raw) })
}

func (w *World) goDown(name string) error {
	return w.with(name, func(s *server) {
		s.fail()
		s.cut() // first: closing the listener ends what is left, in order
		w.ground.shut(s)
	})
}

func (w *World) comeUp(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.failing = 0
	s.mu.Unlock()
	return w.ground.open(s)
}

// with does something to a server and lets its consequences happen.
func (w *World) with(name string, f func(*server)) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	f(s)
	return w.ground.settle()
}
