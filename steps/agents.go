package steps

import (
	"context"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// managed is what a scenario knows of servers that an agent framework manages.
type managed struct {
	policy   *host.AgentManagerPolicy             // nil: the profile's
	settings map[string]*host.AgentServerSettings // departures from the profile, by server
	faults   map[string]*sessionFaults            // by server
	who      map[string]*host.Agent
	reserved []string
	again    []string // servers that are configured twice

	manager    *host.Agents
	program    *program
	operations []*operation
	listings   []*listing
	orders     []ordered

	policies   []readPolicy // one for each order that was read
	naming     naming
	conversion conversion
	owners     owners
}

// managerPolicy is how the manager will treat its servers.
func (w *World) managerPolicy() *host.AgentManagerPolicy {
	if w.agents.policy == nil {
		p := host.OpenAIAgents().Manager
		w.agents.policy = &p
	}
	return w.agents.policy
}

// serverSettings are those of a declared server, as far as they depart from the
// profile's.
func (w *World) serverSettings(name string) (*host.AgentServerSettings, error) {
	if _, err := w.server(name); err != nil {
		return nil, err
	}
	if w.agents.settings == nil {
		w.agents.settings = map[string]*host.AgentServerSettings{}
	}
	s := w.agents.settings[name]
	if s == nil {
		s = &host.AgentServerSettings{}
		w.agents.settings[name] = s
	}
	return s, nil
}

// agent is the agent of a name, made when it is spoken of first.
func (w *World) agent(name string) *host.Agent {
	if w.agents.who == nil {
		w.agents.who = map[string]*host.Agent{}
	}
	if w.agents.who[name] == nil {
		w.agents.who[name] = &host.Agent{Name: name}
	}
	return w.agents.who[name]
}

// ensureManager makes the manager of all declared servers.
func (w *World) ensureManager() error {
	if w.agents.manager != nil {
		return nil
	}
	w.begin = w.now()
	return w.newManager()
}

// newManager makes a manager, and servers that are not connected.
func (w *World) newManager() error {
	env := w.baseEnv()
	env.Events = event.SinkFunc(w.emitOwned)
	env.Wrap = func(next host.Connector) host.Connector { return faultyConnector{w, next} }
	policy := host.OpenAIAgents()
	policy.Manager = *w.managerPolicy()
	known := map[string]*host.AgentServerSettings{}
	var options host.AgentsOptions
	for _, name := range slices.Concat(w.order, w.agents.again) {
		if known[name] == nil {
			known[name] = w.completeSettings(name)
		}
		options.Servers = append(options.Servers, known[name])
	}
	m, err := host.NewAgents(policy, env, options)
	w.agents.manager = m
	return err
}

// completeSettings are those of a declared server.
func (w *World) completeSettings(name string) *host.AgentServerSettings {
	var settings host.AgentServerSettings
	if s := w.agents.settings[name]; s != nil {
		settings = *s
	}
	settings.Config = w.servers[name].config
	return &settings
}

// managedServer is a server as the manager's program sees it.
func (w *World) managedServer(name string) (*host.AgentServer, error) {
	if _, err := w.server(name); err != nil {
		return nil, err
	}
	if err := w.ensureManager(); err != nil {
		return nil, err
	}
	return w.agents.manager.Server(name), nil
}

// closeManager ends what the scenario has left connected.
func (w *World) closeManager() {
	if w.agents.program != nil {
		w.agents.program.close()
	}
	if w.agents.manager == nil {
		return
	}
	_ = w.agents.manager.Close()
	for _, s := range w.agents.manager.Configured() {
		_ = s.Cleanup(context.Background())
	}
}
