package toolcache

import (
	"io/fs"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Memory is a Cache that lives as long as the process. It holds one entry per
// server in stored form, so that it behaves like [Disk] in every other respect.
// Make one with [NewMemory].
type Memory struct {
	kept

	mu      sync.Mutex
	entries map[string][]byte
}

// NewMemory returns an empty cache. clk tells the age of entries.
func NewMemory(clk clock.Clock) *Memory {
	m := &Memory{entries: map[string][]byte{}}
	m.kept = kept{m, clk}
	return m
}

func (m *Memory) read(server string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.entries[server]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return data, nil
}

func (m *Memory) write(server string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries[server] = data
	return nil
}
