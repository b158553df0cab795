package agents

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// cache is what is known about a server's tools: always the whole list, as no
// filter has seen it (OAI-59).
type cache struct {
	tools []protocol.Tool // of the last listing; nil before the first
	fresh bool            // they may be used instead of a listing
	age   int             // invalidations so far
}

// ListTools lists the tools that pass the filter, for an agent in a run; both may be
// nil unless the filter is dynamic (OAI-67). The result is the caller's: changes
// of it are seen by no other caller (OAI-61).
func (s *Server) ListTools(ctx context.Context, run *agenttools.Run, agent *agenttools.Agent) ([]protocol.Tool, error) {
	tools, err := s.allTools(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	filter := s.filter
	s.mu.Unlock()
	kept, failed, err := filter.Apply(ctx, agenttools.FilterContext{Run: run, Agent: agent, Server: s.name}, tools)
	for _, f := range failed {
		s.log(ctx, "error", f)
	}
	return kept, err
}

// InvalidateTools has the next listing ask the server again (OAI-63).
func (s *Server) InvalidateTools() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cache.fresh = false
	s.cache.age++
}

// SetFilter replaces the filter, from the next listing on. The cache stays (OAI-66).
func (s *Server) SetFilter(f agenttools.Filter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.filter = f
}

// inputSchema is that of a tool as it was listed last, whether or not that is kept
// (S-OAI-22); nil if it is unknown.
func (s *Server) inputSchema(tool string) json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.cache.tools {
		if t.Name == tool {
			return t.InputSchema
		}
	}
	return nil
}

// allTools returns the whole list, from the cache if it may. It is read-only. An
// empty list is not kept (A-O6). A server that is not connected has no tools,
// cached or not (S-OAI-12).
func (s *Server) allTools(ctx context.Context) ([]protocol.Tool, error) {
	r, err := s.begin(ctx, protocol.MethodListTools, "")
	if err != nil {
		return nil, err
	}
	defer r.done()
	if s.settings.CacheTools { // one fetch for all who need it at once
		if err := s.listing.take(r.ctx); err != nil {
			return nil, r.end(err)
		}
		defer s.listing.release()
	}
	s.mu.Lock()
	known, age := s.cache.tools, s.cache.age
	hit := s.settings.CacheTools && s.cache.fresh && len(known) > 0
	s.mu.Unlock()
	if hit {
		s.emit(r.owner, event.Event{Kind: event.CacheRead, Text: "hit"})
		_ = r.end(nil)
		return known, nil
	}
	tools, err := s.fetch(r)
	if err != nil {
		return nil, r.fail("list tools from", err)
	}
	s.mu.Lock()
	s.cache.tools = tools
	s.cache.fresh = age == s.cache.age // not if it was invalidated meanwhile
	s.mu.Unlock()
	_ = r.end(nil)
	return tools, nil
}

// fetch asks the server. What cannot be read as a tool is left out and reported.
func (s *Server) fetch(r *request) ([]protocol.Tool, error) {
	var raw []json.RawMessage
	err := r.run(plan{retry: s.settings.Retry, stubborn: true}, func(ctx context.Context, c connect.Conn) (err error) {
		raw, err = c.ListTools(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	tools, bad := (&protocol.ToolPage{Tools: raw}).Decode()
	for _, err := range bad {
		s.log(r.ctx, "warn", fmt.Errorf("listing tools: %w", err))
	}
	return tools, nil
}

func (s *Server) log(ctx context.Context, level string, err error) {
	s.emit(ownerOf(ctx, s.name), event.Event{Kind: event.ServerLog, Name: level, Text: err.Error()})
}
