package hotreload

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// Memory is a file system of a simulation. The zero value is empty. A directory
// exists as soon as a file was written in it, until [Memory.RemoveDir]; those of
// Dirs exist from the start. Paths are clean and slash-separated.
type Memory struct {
	mu      sync.Mutex
	files   map[string]string
	dirs    map[string]bool
	watches []*memoryWatch // in order of their beginning
}

type memoryWatch struct {
	dir     string
	changed func(string)
}

// MakeDir makes a directory and those above it.
func (m *Memory) MakeDir(dir string) {
	m.mu.Lock()
	tell := m.makeDir(dir)
	m.mu.Unlock()
	tell()
}

// makeDir makes a directory; m.mu is held. The result tells who watches.
func (m *Memory) makeDir(dir string) (tell func()) {
	if m.hasDir(dir) {
		return func() {}
	}
	above := m.makeDir(path.Dir(dir))
	if m.dirs == nil {
		m.dirs = map[string]bool{}
	}
	m.dirs[dir] = true
	here := m.touched(dir)
	return func() { above(); here() }
}

// hasDir reports whether there is a directory; m.mu is held.
func (m *Memory) hasDir(dir string) bool { return dir == "/" || m.dirs[dir] }

// touched returns what tells the watchers of a name; m.mu is held.
func (m *Memory) touched(name string) func() {
	var tell []func(string)
	for _, w := range m.watches {
		if w.dir == path.Dir(name) {
			tell = append(tell, w.changed)
		}
	}
	return func() {
		for _, f := range tell {
			f(path.Base(name))
		}
	}
}

// WriteFile replaces a file, whole, as saving in an editor does, and tells who
// watches its directory.
func (m *Memory) WriteFile(name, content string) {
	m.mu.Lock()
	tell := m.write(name, content)
	m.mu.Unlock()
	tell()
}

// write replaces a file; m.mu is held. The result tells who watches.
func (m *Memory) write(name, content string) (tell func()) {
	above := m.makeDir(path.Dir(name))
	if m.files == nil {
		m.files = map[string]string{}
	}
	m.files[name] = content
	here := m.touched(name)
	return func() { above(); here() }
}

// Change is WriteFile, as a program writes. change must not use the file system.
func (m *Memory) Change(name string, limit int, change func([]byte) ([]byte, error)) error {
	m.mu.Lock()
	data, err := change(m.beginning(name, limit))
	if err == nil && len(data) >= limit {
		err = fmt.Errorf("%s: %w: more than %d bytes", name, atomicfile.ErrTooLarge, limit-1)
	}
	if err != nil {
		m.mu.Unlock()
		return err
	}
	tell := m.write(name, string(data))
	m.mu.Unlock()
	tell()
	return nil
}

// beginning is that of a file, nil if there is none; m.mu is held.
func (m *Memory) beginning(name string, limit int) []byte {
	content, ok := m.files[name]
	if !ok {
		return nil
	}
	return []byte(content[:min(limit, len(content))])
}

// Remove removes a file and reports whether there was one.
func (m *Memory) Remove(name string) bool {
	m.mu.Lock()
	_, existed := m.files[name]
	delete(m.files, name)
	tell := m.touched(name)
	m.mu.Unlock()
	if existed {
		tell()
	}
	return existed
}

// Watched are the directories that are watched now, each as often as it is.
func (m *Memory) Watched() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var dirs []string
	for _, w := range m.watches {
		dirs = append(dirs, w.dir)
	}
	return dirs
}

// RemoveDir removes a directory with everything in it, which ends what watches it: one of
// the same name is another directory.
func (m *Memory) RemoveDir(dir string) {
	m.mu.Lock()
	for name := range m.files {
		if strings.HasPrefix(name, dir+"/") {
			delete(m.files, name)
		}
	}
	for name := range m.dirs {
		if name == dir || strings.HasPrefix(name, dir+"/") {
			delete(m.dirs, name)
		}
	}
	var gone []func(string)
	m.watches = slices.DeleteFunc(m.watches, func(w *memoryWatch) bool {
		in := w.dir == dir || strings.HasPrefix(w.dir, dir+"/")
		if in {
			gone = append(gone, w.changed)
		}
		return in
	})
	tell := m.touched(dir)
	m.mu.Unlock()
	for _, f := range gone {
		f("")
	}
	tell()
}

// ReadFile returns a file's content.
func (m *Memory) ReadFile(name string, limit int) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data := m.beginning(name, limit)
	if data == nil {
		return nil, fs.ErrNotExist
	}
	return data, nil
}

// Watch tells of changes in the goroutine that makes them.
func (m *Memory) Watch(dir string, changed func(string)) (stop func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.hasDir(dir) {
		return nil, &fs.PathError{Op: "watch", Path: dir, Err: fs.ErrNotExist}
	}
	w := &memoryWatch{dir, changed}
	m.watches = append(m.watches, w)
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.watches = slices.DeleteFunc(m.watches, func(one *memoryWatch) bool { return one == w })
	}, nil
}
