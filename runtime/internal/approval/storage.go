package approval

import (
	"io/fs"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// Disk is a file that is replaced atomically and readable by its owner only. Its
// directory is made when something is first written. Other processes wait while one
// changes it, see [atomicfile.Change]. The value is the path.
type Disk string

func (d Disk) Read() ([]byte, error) { return atomicfile.Read(string(d), MaxSize) }

func (d Disk) Change(change func([]byte) ([]byte, error)) error {
	return atomicfile.Change(string(d), MaxSize, d.Read, change)
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

func (m *Memory) Change(change func([]byte) ([]byte, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, err := change(slices.Clone(m.data))
	if err == nil {
		m.data = append([]byte{}, data...)
	}
	return err
}

func (m *Memory) String() string { return m.Name }
