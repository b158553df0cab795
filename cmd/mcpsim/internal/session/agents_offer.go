package session

import (
	"context"

	"github.com/mcpsim/mcpsim/runtime/host"
)

// offerWords are about what servers offer besides functions, and about which functions
// the agent gets. All but filter are requests: nothing is kept of what they return.
func (a *agents) offerWords() []word {
	names := first(a.names)
	return []word{
		{name: "filter", args: "NAME [TOOL...]", about: "show only these tools of a server from the next listing on; without a tool all", values: names, run: a.filter},
		{name: "resources", args: "NAME", about: "the resources and the templates of a server", values: names, run: a.resources},
		{name: "read", args: "NAME URI", about: "read a resource", values: names, run: a.read},
		{name: "prompts", args: "NAME", about: "the prompts of a server", values: names, run: a.prompts},
		{name: "prompt", args: "NAME PROMPT [JSON]", about: "fill in a prompt", values: names, run: a.prompt},
	}
}

// server is one of the servers of the file.
func (a *agents) server(name string) (*host.AgentServer, error) {
	if err := known(name, a.names()); err != nil {
		return nil, err
	}
	return a.run.Server(name), nil
}

// filter replaces the lists of the file: allowed_tools and blocked_tools count no more.
func (a *agents) filter(_ context.Context, args []string) (shown, error) {
	s, err := a.server(args[0])
	if err != nil {
		return shown{}, err
	}
	if len(args) == 1 {
		s.SetFilter(host.AgentFilter{})
		return shown{text: args[0] + ": all tools"}, nil
	}
	s.SetFilter(host.AgentFilter{Allowed: args[1:]})
	return shown{text: args[0] + ": " + list(args[1:])}, nil
}

func (a *agents) resources(ctx context.Context, args []string) (shown, error) {
	s, err := a.server(args[0])
	if err != nil {
		return shown{}, err
	}
	resources, err := s.ListResources(ctx)
	if err != nil {
		return shown{}, a.about(args[0], err)
	}
	templates, err := s.ListResourceTemplates(ctx)
	if err != nil {
		return shown{}, a.about(args[0], err)
	}
	return showResources(a.clean, resources, templates), nil
}

func (a *agents) read(ctx context.Context, args []string) (shown, error) {
	s, err := a.server(args[0])
	if err != nil {
		return shown{}, err
	}
	result, err := s.ReadResource(ctx, args[1])
	if err != nil {
		return shown{}, a.about(args[0], err)
	}
	return showResult(a.m, result)
}

func (a *agents) prompts(ctx context.Context, args []string) (shown, error) {
	s, err := a.server(args[0])
	if err != nil {
		return shown{}, err
	}
	prompts, err := s.ListPrompts(ctx)
	if err != nil {
		return shown{}, a.about(args[0], err)
	}
	return showPrompts(a.clean, prompts), nil
}

func (a *agents) prompt(ctx context.Context, args []string) (shown, error) {
	arguments, err := textArguments(optional(args, 2))
	if err != nil {
		return shown{}, err
	}
	s, err := a.server(args[0])
	if err != nil {
		return shown{}, err
	}
	result, err := s.GetPrompt(ctx, args[1], arguments)
	if err != nil {
		return shown{}, a.about(args[0], err)
	}
	return showResult(a.m, result)
}
