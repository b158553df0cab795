package approval

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/internal/atomicfile"
)

// Disk is a file that is replaced atomically and readable by its owner only. Its
// directory is made when something is first written. The value is the path.
type Disk string

func (d Disk) Read() ([]byte, error) { return atomicfile.Read(string(d), MaxSize) }

func (d Disk) Replace(data []byte) error {
	if err := os.MkdirAll(filepath.Dir(string(d)), 0o700); err != nil {
		return err
	}
	return atomicfile.Replace(string(d), data)
}

func (d Disk) String() string { return string(d) }

// Memory is a file that is none, for simulations. The zero value does not exist
// yet.
type Memory struct {
	Name string // for messages

	mu   sync.Mutex
	data []byte // nil: does not exist
}

func (m *Memory) Read() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.data == nil {
		return nil, fs.ErrNotExist
	}
	return slices.Clone(m.data), nil
}

func (m *Memory) Replace(data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data = append([]byte{}, data...)
	return nil
}

func (m *Memory) String() string { return m.Name }
