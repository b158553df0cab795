package discovery

import (
	"io/fs"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// Files is where configuration files are read, by absolute path. It is used by
// one goroutine.
type Files interface {
	// ReadFile returns the beginning of a file, at most limit bytes. The error
	// for a file that does not exist matches fs.ErrNotExist.
	ReadFile(name string, limit int) ([]byte, error)
}

// OS is the file system of the machine.
type OS struct{}

// ReadFile reads a regular file; see [atomicfile.Beginning].
func (OS) ReadFile(name string, limit int) ([]byte, error) { return atomicfile.Beginning(name, limit) }

// Memory is a file system of a simulation: contents by path.
type Memory map[string]string

// ReadFile returns a file's content.
func (m Memory) ReadFile(name string, limit int) ([]byte, error) {
	content, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return []byte(content[:min(limit, len(content))]), nil
}
