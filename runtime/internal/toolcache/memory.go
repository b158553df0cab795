package toolcache

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Memory is a Cache that lives as long as the process. It holds one entry per
// server in stored form, so that it behaves like [Disk] in every other respect.
// Make one with [NewMemory].
type Memory struct {
	clk clock.Clock

	mu      sync.Mutex
	entries map[string][]byte
}

var _ Cache = (*Memory)(nil)

// NewMemory returns an empty cache. clk tells the age of entries.
func NewMemory(clk clock.Clock) *Memory {
	return &Memory{clk: clk, entries: map[string][]byte{}}
}

// Get looks a server up.
func (m *Memory) Get(ctx context.Context, server, configHash string) Found {
	if err := context.Cause(ctx); err != nil {
		return odd(Unreadable, server, err)
	}
	m.mu.Lock()
	data, ok := m.entries[server]
	m.mu.Unlock()
	if !ok {
		return Found{Reason: Absent}
	}
	return decode(data, server, configHash, m.clk.Now())
}

// Set saves a list.
func (m *Memory) Set(ctx context.Context, server, configHash string, tools []json.RawMessage) error {
	if err := context.Cause(ctx); err != nil {
		return saving(server, err)
	}
	data, err := encode(server, configHash, m.clk.Now(), tools)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries[server] = data
	return nil
}
