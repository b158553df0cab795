package manager

import (
	"context"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/catalog"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Notifications are the policy for what servers announce. The zero value
// subscribes to nothing, and follows every notice at once unless they do not end.
type Notifications struct {
	// Subscribe asks every server that allows it to announce changes of each of
	// its resources (OMP-LC-49, F-52). See [Manager.SetSubscriptions].
	Subscribe bool
	// Debounce is how long a resource must have been quiet before consumers hear
	// that it was updated; 0: they hear of every update, at once (F-52).
	Debounce time.Duration
	// ListPause is the least time between the beginnings of two refreshes of one
	// list of one server (F-53). 0: a notice is followed as soon as the refresh before
	// it is over, but after five at once only one a second (D-27). Negative: always.
	// Notices in between are followed once (FF-43).
	ListPause time.Duration
	// Settle is how long after the last notice of a list it is fetched once more, for
	// servers that give notice before they have the new list; 0: it is not (D-23).
	Settle time.Duration
}

// pace is what ListPause stands for.
func (n Notifications) pace() catalog.Pace {
	switch {
	case n.ListPause > 0:
		return catalog.Pace{Every: n.ListPause, Burst: 1}
	case n.ListPause < 0:
		return catalog.Pace{}
	}
	return catalog.Pace{Every: time.Second, Burst: 5}
}

// newCatalog makes the mirror of what a server has besides tools; m.mu is held.
// The contents go when the server is stopped (OMP-LC-112).
func (s *server) newCatalog(known catalog.Contents) *catalog.Mirror {
	o := s.m.options
	return catalog.New(catalog.Options{
		Server:             s.config.Name,
		Clock:              s.m.clk,
		Emit:               s.m.facts.Emit,
		Subscribe:          s.m.subscribe,
		Debounce:           s.m.policy.Notifications.Debounce,
		Pace:               s.m.policy.Notifications.pace(),
		OnPaced:            s.throttled,
		Settle:             s.m.policy.Notifications.Settle,
		OnResourcesChanged: o.OnResourcesChanged,
		OnPromptsChanged:   o.OnPromptsChanged,
		OnResourceUpdated:  o.OnResourceUpdated,
	}, known)
}

// follow begins to load what a server offers besides tools. It comes after the
// first tools of a connection (OMP-LC-47), does nothing after later ones, and
// waits for nothing.
func (s *server) follow(conn connect.Conn) {
	if s.ctx.Err() == nil {
		s.catalog.Follow(conn)
	}
}

// SetSubscriptions begins or ends the subscriptions to all resources of all
// servers (F-52). It waits for nothing: requests that are under way are dealt
// with when they are answered. It outranks [Notifications.Subscribe].
func (m *Manager) SetSubscriptions(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.subscribe == on {
		return
	}
	m.subscribe = on
	for _, name := range m.order {
		m.servers[name].catalog.SetSubscriptions(on)
	}
}

// Resources are the resources of a server as last listed, in its order; none for
// an unknown one. The result belongs to the caller, its definitions are shared.
func (m *Manager) Resources(server string) []protocol.Resource {
	return slices.Clone(m.contents(server).Resources)
}

// Templates is Resources for resource templates.
func (m *Manager) Templates(server string) []protocol.ResourceTemplate {
	return slices.Clone(m.contents(server).Templates)
}

// Prompts is Resources for prompts.
func (m *Manager) Prompts(server string) []protocol.Prompt {
	return slices.Clone(m.contents(server).Prompts)
}

// Instructions is what a server said about how to use it, cut to 4,000 characters
// (F-54); empty for a server that said nothing or is unknown.
func (m *Manager) Instructions(server string) string { return m.contents(server).Instructions }

func (m *Manager) contents(server string) catalog.Contents {
	if s := m.server(server); s != nil {
		return s.catalog.Contents()
	}
	return catalog.Contents{}
}

// ReadResource reads a resource over the existing connection, once: only tool
// calls wait for a server, reconnect it or are repeated. It returns a
// [NotConnectedError], or what the connection returned.
func (m *Manager) ReadResource(ctx context.Context, server, uri string) (protocol.ReadResourceResult, error) {
	conn, err := m.connection(server)
	if err != nil {
		return protocol.ReadResourceResult{}, err
	}
	return conn.ReadResource(ctx, uri)
}

// GetPrompt fills in a prompt of a server, like ReadResource.
func (m *Manager) GetPrompt(ctx context.Context, server, prompt string, arguments map[string]string) (protocol.GetPromptResult, error) {
	conn, err := m.connection(server)
	if err != nil {
		return protocol.GetPromptResult{}, err
	}
	return conn.GetPrompt(ctx, prompt, arguments)
}
