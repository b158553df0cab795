package steps

import (
	"context"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// agents is what a scenario knows of servers that an agent framework manages.
type agents struct {
	noun
	custom   *host.AgentManagerPolicy             // nil: the profile's
	settings map[string]*host.AgentServerSettings // departures from the profile, by server
	faults   map[string]*sessionFaults            // by server
	byName   map[string]*host.Agent
	reserved []string
	again    []string          // servers that are configured twice
	names    map[string]string // of servers that are configured under another name than their own; "" = without one
	nothing  bool              // one more is configured, which has no settings

	manager    *host.Agents
	program    *program
	operations []*operation
	ended      []string // numbers of operations in the order of their ends; guarded by World.mu
	tooLate    bool     // the program has given up its next operation
	listings   []*listing
	orders     []ordered

	policies   []readPolicy // one for each order that was read
	naming     naming
	conversion conversion
	owners     owners
}

// managerPolicy is how the manager will treat its servers.
func (a *agents) managerPolicy() *host.AgentManagerPolicy {
	if a.custom == nil {
		p := host.OpenAIAgents().Manager
		a.custom = &p
	}
	return a.custom
}

// serverSettings are those of a declared server, as far as they depart from the
// profile's.
func (a *agents) serverSettings(s *server) *host.AgentServerSettings {
	if a.settings == nil {
		a.settings = map[string]*host.AgentServerSettings{}
	}
	if a.settings[s.name] == nil {
		a.settings[s.name] = &host.AgentServerSettings{}
	}
	return a.settings[s.name]
}

// agent is the agent of a name, made when it is spoken of first.
func (a *agents) agent(name string) *host.Agent {
	if a.byName == nil {
		a.byName = map[string]*host.Agent{}
	}
	if a.byName[name] == nil {
		a.byName[name] = &host.Agent{Name: name}
	}
	return a.byName[name]
}

// theManager is the manager of all declared servers, made when it is spoken of first.
func (a *agents) theManager() (*host.Agents, error) {
	if a.manager == nil {
		a.begin = a.now()
		if err := a.newManager(); err != nil {
			return nil, err
		}
	}
	return a.manager, nil
}

// newManager makes a manager, and servers that are not connected.
func (a *agents) newManager() error {
	env := a.baseEnv()
	env.Events = event.SinkFunc(a.emitOwned)
	env.OnNotification = a.World.notified
	env.Wrap = func(next host.Connector) host.Connector { return faultyConnector{a, next} }
	policy := host.OpenAIAgents()
	policy.Manager = *a.managerPolicy()
	known := map[string]*host.AgentServerSettings{}
	var options host.AgentsOptions
	for _, name := range slices.Concat(a.order, a.again) {
		if known[name] == nil {
			known[name] = a.completeSettings(name)
		}
		options.Servers = append(options.Servers, known[name])
	}
	if a.nothing {
		options.Servers = append(options.Servers, nil)
	}
	m, err := host.NewAgents(policy, env, options)
	if err == nil {
		a.manager = m
	}
	return err
}

// completeSettings are those of a declared server.
func (a *agents) completeSettings(name string) *host.AgentServerSettings {
	var settings host.AgentServerSettings
	if s := a.settings[name]; s != nil {
		settings = *s
	}
	settings.Config = a.servers[name].config
	if other, ok := a.names[name]; ok {
		settings.Config.Name = other
	}
	return &settings
}

// managedServer is a server as the manager's program sees it.
func (a *agents) managedServer(s *server) (*host.AgentServer, error) {
	m, err := a.theManager()
	if err != nil {
		return nil, err
	}
	return m.Server(s.name), nil
}

// close ends what the scenario has left connected.
func (a *agents) close() {
	if a.program != nil {
		a.program.close()
	}
	if a.manager == nil {
		return
	}
	_ = a.manager.Close()
	for _, s := range a.manager.Configured() {
		_ = s.Cleanup(context.Background())
	}
}
