package discovery

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
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

// ReadFile reads a regular file. Everything else is refused: a pipe would wait
// for somebody to write.
func (OS) ReadFile(name string, limit int) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
	}
	return io.ReadAll(io.LimitReader(f, int64(limit)))
}

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
