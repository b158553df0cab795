package steps

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/manager"
	"github.com/mcpsim/mcpsim/runtime/toolbridge"
	"github.com/mcpsim/mcpsim/steps/suite"
)

// startup is one start of the runtime, which may still be waiting.
type startup struct {
	cancel context.CancelCauseFunc

	done   bool
	at     time.Duration // when it returned
	result manager.Result
}

// notice is a server notification that reached the host.
type notice struct{ server, method, params string }

func init() {
	Register("runtime",
		Step{Keyword: Given, Pattern: `the environment variable "([^"]+)" is "([^"]*)"`,
			Manual:  "sets a variable in the environment that the runtime sees",
			Example: `the environment variable "OMP_MCP_TIMEOUT_MS" is "700"`, Func: (*World).setEnv},
		Step{Keyword: Given, Pattern: `the secret "([^"]+)" is "([^"]*)"`,
			Manual:  "sets a variable whose value must never be shown, logged or traced",
			Example: `the secret "DOCS_TOKEN" is "tok-1"`, Func: (*World).setSecret},
		Step{Keyword: Given, Pattern: `the runtime has started`,
			Manual:  "starts the runtime and lets everything happen that takes no time",
			Example: `the runtime has started`, Func: (*World).haveStarted},
		Step{Keyword: When, Pattern: `the runtime starts`,
			Manual:  "starts the runtime with all declared servers; times count from here",
			Example: `the runtime starts`, Func: (*World).start},
		Step{Keyword: When, Pattern: `the runtime starts server "([^"]+)"`,
			Manual:  "asks the running runtime to start one server, again or for the first time",
			Example: `the runtime starts server "docs"`, Func: (*World).startOne},
		Step{Keyword: When, Pattern: `server "([^"]+)" is reconnected`,
			Manual:  "asks for an explicit reconnect, without waiting for it",
			Example: `server "docs" is reconnected`, Func: (*World).reconnect},
		Step{Keyword: When, Pattern: `server "([^"]+)" is disconnected`,
			Manual:  "disconnects one server and waits until that is done",
			Example: `server "docs" is disconnected`, Func: (*World).disconnect},
		Step{Keyword: When, Pattern: `all servers are disconnected`,
			Manual:  "disconnects everything and waits until that is done",
			Example: `all servers are disconnected`, Func: (*World).disconnectAll},

		Step{Keyword: When, Pattern: `the caller of startup gives up`,
			Manual:  "ends the context that startup was given, whether or not it has returned",
			Example: `the caller of startup gives up`, Func: (*World).abandonStartup},

		Step{Keyword: Then, Pattern: `startup returned the tools? "([^"]*)"`,
			Manual:  "compares the names of the tools that startup itself returned, in order",
			Example: `startup returned the tools "mcp__docs_search"`, Func: (*World).checkReturnedTools},
		Step{Keyword: Then, Pattern: `the source of server "([^"]+)" is (known|unknown)`,
			Manual:  "checks whether the runtime can say where a server's definition came from",
			Example: `the source of server "docs" is known`, Func: (*World).checkSource},
		Step{Keyword: Then, Pattern: `startup returned at (\S+)`,
			Manual:  "checks when startup returned, to the millisecond",
			Example: `startup returned at 250ms`, Func: (*World).checkReturned},
		Step{Keyword: Then, Pattern: `startup has not returned`,
			Manual:  "checks that startup is still waiting",
			Example: `startup has not returned`, Func: (*World).checkNotReturned},
		Step{Keyword: Then, Pattern: `startup reported no errors`,
			Manual:  "checks that startup returned without an error entry",
			Example: `startup reported no errors`, Func: (*World).checkNoErrors},
		Step{Keyword: Then, Pattern: `startup reported one error, of "([^"]+)", with "([^"]*)"`,
			Manual:  "checks that startup has a single error entry and looks for a text in it",
			Example: `startup reported one error, of ".mcp.json", with "invalid character"`, Func: (*World).checkOneError},
		Step{Keyword: Then, Pattern: `startup reported these errors:`,
			Manual:  "compares the error entries of startup, in configured order",
			Example: `startup reported these errors:`, Func: (*World).checkErrors},
		Step{Keyword: Then, Pattern: `server "([^"]+)" is (connected|connecting|disconnected)`,
			Manual:  "compares the public status of a server",
			Example: `server "docs" is connecting`, Func: (*World).checkStatus},
		Step{Keyword: Then, Pattern: `all servers are connected`,
			Manual:  "checks the public status of every declared server",
			Example: `all servers are connected`, Func: (*World).checkAllConnected},
		Step{Keyword: Then, Pattern: `server "([^"]+)" is in state "([^"]+)"`,
			Manual:  "compares the state of a server in the runtime's own machine",
			Example: `server "docs" is in state "backoff"`, Func: (*World).checkState},
		Step{Keyword: Then, Pattern: `the runtime knows the servers? "([^"]*)"`,
			Manual:  "compares the names of the registered servers, in order",
			Example: `the runtime knows the servers "docs, mail"`, Func: (*World).checkServers},
		Step{Keyword: Then, Pattern: `the runtime has these tools:`,
			Manual:  "compares the tool view exactly; columns name, server, kind, path, description",
			Example: `the runtime has these tools:`, Func: (*World).checkTools},
		Step{Keyword: Then, Pattern: `the runtime has the tools? "([^"]*)"`,
			Manual:  "compares the names of the tool view exactly, in order",
			Example: `the runtime has the tools "mcp__docs_search"`, Func: (*World).checkToolNames},
		Step{Keyword: Then, Pattern: `consumers were told of changed tools (\d+) times?`,
			Manual:  "counts the notices of changed tools since the last \"forgets\" or start",
			Example: `consumers were told of changed tools 1 time`, Func: (*World).checkChanges},
		Step{Keyword: When, Pattern: `the counts start anew`,
			Manual:  "sets the counters of notices and messages to zero",
			Example: `the counts start anew`, Func: (*World).forget},
		Step{Keyword: Then, Pattern: `the runtime's saved state does not contain "([^"]+)"`,
			Manual:  "looks for a text in everything that the manager keeps and shows",
			Example: `the runtime's saved state does not contain "tok-1"`, Func: (*World).checkNotSaved},
	)
}

func (w *World) setEnv(name, value string) error {
	w.env[name] = value
	return nil
}

func (w *World) setSecret(name, value string) error {
	w.hide(value)
	return w.setEnv(name, value)
}

// ensureHost makes the runtime with the policy and the environment as declared.
func (w *World) ensureHost() error {
	if w.host != nil {
		return nil
	}
	h, err := host.New(w.policy, w.hostSeams())
	w.host = h
	return err
}

// hostSeams are the runtime's ways out, as declared.
func (w *World) hostSeams() host.Seams {
	seams := w.ground.seams()
	seams.Events = sinkOf(w)
	seams.Env = func(name string) (string, bool) { v, ok := w.env[name]; return v, ok }
	w.secretSeams(&seams)
	w.offerSeams(&seams)
	if !w.cache.off {
		seams.Cache = w.cache
	}
	seams.OnToolsChanged = func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changes++
	}
	seams.OnNotification = func(server, method string, params []byte) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.notices = append(w.notices, notice{server, method, string(params)})
	}
	return seams
}

func (w *World) start() error {
	var all []config.Server
	for _, name := range w.order {
		all = append(all, w.servers[name].config)
	}
	w.begin = w.now()
	return w.startServers(all)
}

// haveStarted starts and, in the real world, waits for startup to return.
func (w *World) haveStarted() error {
	if err := w.start(); err != nil || w.scenario.World != suite.Real {
		return err
	}
	return repeat(func() error { _, err := w.returned(); return err })
}

func (w *World) startOne(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	return w.startServers([]config.Server{s.config})
}

// startServers starts in the background, as startup may wait for a long time.
func (w *World) startServers(servers []config.Server) error {
	if err := w.ensureHost(); err != nil {
		return err
	}
	ctx, cancel := w.hostContext()
	up := &startup{cancel: cancel}
	w.startup = up
	w.ground.spawn("startup", func() {
		result := w.host.Start(ctx, servers)
		w.mu.Lock()
		defer w.mu.Unlock()
		up.done, up.at, up.result = true, w.since(w.now()), result
	})
	return w.ground.settle()
}

func (w *World) reconnect(name string) error {
	if w.host == nil {
		return errNoStart
	}
	w.ground.spawn(name+"/reconnect", func() { _ = w.host.Reconnect(w.life, name) })
	return w.ground.settle()
}

func (w *World) disconnect(name string) error {
	if w.host == nil {
		return errNoStart
	}
	w.host.Stop(name)
	return w.ground.settle()
}

func (w *World) disconnectAll() error {
	if w.host == nil {
		return errNoStart
	}
	w.host.StopAll()
	return w.ground.settle()
}

func (w *World) abandonStartup() error {
	if w.startup == nil {
		return errNoStart
	}
	w.startup.cancel(errGaveUp)
	return w.ground.settle()
}

func (w *World) checkReturnedTools(names string) error {
	up, err := w.returned()
	if err != nil {
		return err
	}
	var got []string
	for _, t := range up.result.Tools {
		got = append(got, t.Name)
	}
	return same("the tools that startup returned", got, splitNames(names))
}

func (w *World) checkSource(name, want string) error {
	if w.host == nil {
		return errNoStart
	}
	_, known := w.host.Source(name)
	return same("whether the source of "+name+" is known", known, want == "known")
}

// returned is the outcome of the last start, once it has returned.
func (w *World) returned() (*startup, error) {
	if w.startup == nil {
		return nil, errNoStart
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.startup.done {
		return nil, fmt.Errorf("startup has not returned at %s", w.since(w.now()))
	}
	return w.startup, nil
}

func (w *World) checkReturned(at string) error {
	want, err := time.ParseDuration(at)
	if err != nil {
		return err
	}
	up, err := w.returned()
	if err != nil {
		return err
	}
	return w.sameTime("the return of startup", up.at, want)
}

func (w *World) checkNotReturned() error {
	up, err := w.returned()
	if errors.Is(err, errNoStart) {
		return err
	}
	if err == nil {
		return fmt.Errorf("startup returned at %s", up.at)
	}
	return nil
}

func (w *World) checkNoErrors() error {
	up, err := w.returned()
	if err != nil {
		return err
	}
	return same("the errors of startup", errorRows(up.result), nil)
}

func errorRows(r manager.Result) []map[string]string {
	var out []map[string]string
	for _, e := range r.Errors {
		out = append(out, map[string]string{"server": e.Server, "error": e.Err.Error()})
	}
	return out
}

func (w *World) checkErrors(t *godog.Table) error {
	want, err := rows(t, "server", "error")
	if err != nil {
		return err
	}
	up, err := w.returned()
	if err != nil {
		return err
	}
	return same("the errors of startup", pick(errorRows(up.result), want), want)
}

func (w *World) checkOneError(server, part string) error {
	up, err := w.returned()
	if err != nil {
		return err
	}
	all := errorRows(up.result)
	if len(all) != 1 || all[0]["server"] != server || !strings.Contains(all[0]["error"], part) {
		return fmt.Errorf("the errors of startup are %q", all)
	}
	return nil
}

func (w *World) checkStatus(name, status string) error {
	if w.host == nil {
		return errNoStart
	}
	return same("the status of "+name, string(w.host.Status(name)), status)
}

func (w *World) checkAllConnected() error {
	for _, name := range w.order {
		if err := w.checkStatus(name, "connected"); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) checkState(name, state string) error {
	if w.host == nil {
		return errNoStart
	}
	for _, v := range w.host.Servers() {
		if v.Name == name {
			return same("the state of "+name, string(v.State), state)
		}
	}
	return fmt.Errorf("the runtime does not know server %q", name)
}

func (w *World) checkServers(names string) error {
	if w.host == nil {
		return errNoStart
	}
	var got []string
	for _, v := range w.host.Servers() {
		got = append(got, v.Name)
	}
	return same("the servers of the runtime", got, splitNames(names))
}

func (w *World) checkTools(t *godog.Table) error {
	want, err := rows(t, "name", "server", "kind", "path", "description")
	if err != nil {
		return err
	}
	if w.host == nil {
		return errNoStart
	}
	var got []map[string]string
	for _, tool := range w.host.Tools() {
		got = append(got, map[string]string{
			"name": tool.Name, "server": tool.Server, "kind": kindOf(tool),
			"path": tool.Path, "description": tool.Description,
		})
	}
	return same("the tools of the runtime", pick(got, want), want)
}

func kindOf(t toolbridge.Tool) string {
	if t.Deferred {
		return "deferred"
	}
	return "live"
}

func (w *World) checkToolNames(names string) error {
	if w.host == nil {
		return errNoStart
	}
	var got []string
	for _, t := range w.host.Tools() {
		got = append(got, t.Name)
	}
	return same("the tools of the runtime", got, splitNames(names))
}

func (w *World) checkChanges(n int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return same("notices of changed tools", w.changes, n)
}

func (w *World) forget() error {
	w.session.skip = len(w.seen(event.SessionRefreshed, ""))
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changes, w.notices, w.told = 0, nil, told{}
	for _, s := range w.servers {
		s.skip = len(s.fake.Journal())
		s.mu.Lock()
		s.skipSpawns = len(s.commands)
		s.mu.Unlock()
	}
	return nil
}

func (w *World) checkNotSaved(text string) error {
	if w.host == nil {
		return errNoStart
	}
	return absent("the saved state", fmt.Sprintf("%#v %s", w.host.Servers(), strconv.Quote(fmt.Sprint(w.host.Tools()))), text)
}

// sameTime compares moments: exactly in the virtual world, with one stated slack
// in the real one.
func (w *World) sameTime(what string, got, want time.Duration) error {
	if late := got - want; w.scenario.World == suite.Real && late >= 0 && late <= realSlack {
		return nil
	}
	return same(what, got.String(), want.String())
}

// realSlack is how late something may happen in the real world.
const realSlack = 2 * time.Second

// hostContext is the context of calls: it ends with the scenario.
func (w *World) hostContext() (context.Context, context.CancelCauseFunc) {
	return context.WithCancelCause(w.life)
}
