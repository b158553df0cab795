package steps

import (
	"context"
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func runtimeSteps() []gherkin.Step {
	return gherkin.Noun("runtime", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the environment variable "([^"]+)" is "([^"]*)"`,
			Manual: "sets a variable in the environment that the runtime sees", Example: `the environment variable "OMP_MCP_TIMEOUT_MS" is "700"`,
			Func: (*World).setEnv},
		{Keyword: gherkin.Given, Pattern: `the secret "([^"]+)" is "([^"]*)"`, Manual: "sets a variable whose value must never be shown, logged or traced",
			Example: `the secret "DOCS_TOKEN" is "tok-1"`, Func: (*World).setSecret},
		{Keyword: gherkin.Given, Pattern: `the runtime has started`, Manual: "starts the runtime and lets everything happen that takes no time",
			Func: (*World).haveStarted},
		{Keyword: gherkin.When, Pattern: `the runtime starts`, Manual: "starts the runtime with all declared servers; times count from here",
			Func: subject.start},
		{Keyword: gherkin.When, Pattern: `the runtime starts server "([^"]+)"`,
			Manual: "asks the running runtime to start one server, again or for the first time", Example: `the runtime starts server "docs"`,
			Func: subject.startServer},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" is reconnected`, Manual: "asks for an explicit reconnect, without waiting for it",
			Example: `server "docs" is reconnected`, Func: (*World).reconnect},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" is disconnected`, Manual: "disconnects one server and waits until that is done",
			Example: `server "docs" is disconnected`, Func: (*World).stopServer},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" begins to be disconnected`, Manual: "disconnects one server without waiting for its end",
			Example: `server "docs" begins to be disconnected`, Func: (*World).beginStop},
		{Keyword: gherkin.When, Pattern: `all servers are disconnected`, Manual: "disconnects everything and waits until that is done",
			Func: subject.stopAll},
	})
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
func (w *World) ensureHost() (*host.Host, error) {
	switch h := w.host.(type) {
	case nil:
		made, err := host.New(w.policy.Policy, w.hostEnv())
		if err == nil {
			w.host = made
		}
		return made, err
	case *host.Host:
		return h, nil
	}
	return nil, errors.New("this runtime starts its servers itself")
}

// baseEnv are the runtime's ways out without a runtime.
func (w *World) baseEnv() host.Env {
	env := w.ground.hostEnv()
	env.Events = event.SinkFunc(w.Emit)
	env.Rand = nounOf[room](w).jitter
	env.LookupEnv = func(name string) (string, bool) { v, ok := w.env[name]; return v, ok }
	nounOf[http2](w).env(&env)
	nounOf[auth](w).env(&env)
	nounOf[elicitation](w).env(&env)
	nounOf[logins](w).env(&env)
	nounOf[files](w).env(&env)
	return env
}

// hostEnv are the runtime's ways out, as declared.
func (w *World) hostEnv() host.Env {
	env := w.baseEnv()
	w.offerEnv(&env)
	env.Log = nounOf[logger](w).own
	if !nounOf[cache](w).off {
		env.Cache = nounOf[cache](w)
	}
	env.OnToolsChanged = func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changes++
	}
	env.OnNotification = w.notified
	nounOf[sparse](w).env(&env)
	return env
}

// notified keeps a notification that a server has sent.
func (w *World) notified(server, method string, params []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.notices = append(w.notices, notice{server, method, string(params)})
}

// startDeclared gives the runtime all declared servers, without any configuration.
func (w *World) startDeclared() error {
	var all []config.Server
	for _, s := range w.declared() {
		all = append(all, s.config)
	}
	w.begin = w.now()
	return w.startServers(all)
}

// haveStarted starts and, in the real world, waits for startup to return.
func (w *World) haveStarted() error {
	if err := w.chosen().start(); err != nil || w.scenario.World != gherkin.Real {
		return err
	}
	return repeat(func() error { _, err := w.returned(); return err })
}

func (w *World) startServers(servers []config.Server) error {
	h, err := w.ensureHost()
	if err != nil {
		return err
	}
	return w.beginStartup("startup", func(ctx context.Context) (host.StartResult, error) {
		return h.Start(ctx, servers), nil
	})
}

func (w *World) reconnect(r running, name string) error {
	w.ground.spawn(name+"/reconnect", func() { _ = r.Reconnect(w.life, name) })
	return w.ground.settle()
}

func (w *World) beginStop(r running, name string) error {
	w.ground.spawn(name+"/stop", func() { r.Stop(name) })
	return w.ground.settle()
}
