package manager

import (
	"context"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Resources are the resources of a server as last listed, in its order; none for
// an unknown one. The result belongs to the caller, its definitions are shared.
func (m *Manager) Resources(server string) []protocol.Resource {
	return slices.Clone(m.offerOf(server).resources)
}

// Templates is Resources for resource templates.
func (m *Manager) Templates(server string) []protocol.ResourceTemplate {
	return slices.Clone(m.offerOf(server).templates)
}

// Prompts is Resources for prompts.
func (m *Manager) Prompts(server string) []protocol.Prompt {
	return slices.Clone(m.offerOf(server).prompts)
}

// Instructions is what a server said about how to use it, cut to 4,000 characters
// (F-54); empty for a server that said nothing or is unknown.
func (m *Manager) Instructions(server string) string { return m.offerOf(server).instructions }

func (m *Manager) offerOf(server string) offer {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.servers[server]; s != nil {
		return s.offer
	}
	return offer{}
}

// ReadResource reads a resource over the existing connection, once: only tool
// calls wait for a server, reconnect it or are repeated. It returns a
// [NotConnectedError], or what the connection returned.
func (m *Manager) ReadResource(ctx context.Context, server, uri string) (protocol.ReadResourceResult, error) {
	lib, err := m.library(server)
	if err != nil {
		return protocol.ReadResourceResult{}, err
	}
	return lib.ReadResource(ctx, uri)
}

// GetPrompt fills in a prompt of a server, like ReadResource.
func (m *Manager) GetPrompt(ctx context.Context, server, prompt string, arguments map[string]string) (protocol.GetPromptResult, error) {
	lib, err := m.library(server)
	if err != nil {
		return protocol.GetPromptResult{}, err
	}
	return lib.GetPrompt(ctx, prompt, arguments)
}

// library is the connection to a server; one that offers only tools is none.
func (m *Manager) library(name string) (Library, error) {
	if s := m.server(name); s != nil {
		conn, _, _ := s.current()
		if lib, ok := conn.(Library); ok {
			return lib, nil
		}
	}
	return nil, &NotConnectedError{Server: name}
}

// offerGone tells consumers of what a stopped server had besides tools. Its
// owner has ended.
func (m *Manager) offerGone(s *server) {
	m.mu.Lock()
	o, name := s.offer, s.config.Name
	m.mu.Unlock()
	for _, gone := range []struct {
		kind event.Kind
		n    int
		told func(string)
	}{
		{event.ResourcesChanged, len(o.resources), m.options.OnResourcesChanged},
		{event.TemplatesChanged, len(o.templates), m.options.OnResourcesChanged},
		{event.PromptsChanged, len(o.prompts), m.options.OnPromptsChanged},
	} {
		if gone.n == 0 {
			continue
		}
		m.emit(name, event.Event{Kind: gone.kind, Server: name})
		if gone.told != nil {
			gone.told(name)
		}
	}
}
