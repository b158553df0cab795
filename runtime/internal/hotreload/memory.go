package hotreload

import (
	"io/fs"
	"path"
	"strings"
	"sync"
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
	if m.dirs == nil {
		m.dirs = map[string]bool{"/": true}
	}
	if m.dirs[dir] {
		return func() {}
	}
	above := m.makeDir(path.Dir(dir))
	m.dirs[dir] = true
	here := m.touched(dir)
	return func() { above(); here() }
}

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
	above := m.makeDir(path.Dir(name))
	if m.files == nil {
		m.files = map[string]string{}
	}
	m.files[name] = content
	tell := m.touched(name)
	m.mu.Unlock()
	above()
	tell()
}

// Replace is WriteFile, as a program writes.
func (m *Memory) Replace(name string, data []byte) error {
	m.WriteFile(name, string(data))
	return nil
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

// RemoveDir removes a directory with everything in it.
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
	for _, w := range m.watches {
		if w.dir == dir || strings.HasPrefix(w.dir, dir+"/") {
			gone = append(gone, w.changed)
		}
	}
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
	content, ok := m.files[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return []byte(content[:min(limit, len(content))]), nil
}

// Watch tells of changes in the goroutine that makes them.
func (m *Memory) Watch(dir string, changed func(string)) (stop func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if dir != "/" && !m.dirs[dir] {
		return nil, &fs.PathError{Op: "watch", Path: dir, Err: fs.ErrNotExist}
	}
	w := &memoryWatch{dir, changed}
	m.watches = append(m.watches, w)
	return func() { m.unwatch(w) }, nil
}

func (m *Memory) unwatch(gone *memoryWatch) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, w := range m.watches {
		if w == gone {
			m.watches = append(m.watches[:i:i], m.watches[i+1:]...)
			return
		}
	}
}
