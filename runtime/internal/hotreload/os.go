package hotreload

import (
	"fmt"
	"path/filepath"
	"sync"

	"github.com/fsnotify/fsnotify"

	"github.com/mcpsim/mcpsim/internal/atomicfile"
)

// OS is the file system of the machine.
type OS struct{}

// ReadFile reads a regular file; see [atomicfile.Beginning].
func (OS) ReadFile(name string, limit int) ([]byte, error) { return atomicfile.Beginning(name, limit) }

// Change replaces a file atomically; see [atomicfile.Edit].
func (f OS) Change(name string, limit int, change func([]byte) ([]byte, error)) error {
	return atomicfile.Edit(name, limit-1, func() ([]byte, error) { return f.ReadFile(name, limit) }, change)
}

// Watch watches the directory rather than its files, which editors replace.
func (OS) Watch(dir string, changed func(entry string)) (stop func(), err error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watching %s: %w", dir, err)
	}
	if err := w.Add(dir); err != nil {
		_ = w.Close()
		return nil, fmt.Errorf("watching %s: %w", dir, err)
	}
	var reading sync.WaitGroup
	reading.Go(func() { forward(w, dir, changed) })
	return func() {
		_ = w.Close()
		reading.Wait()
	}, nil
}

// forward reports what the system reports until the watcher is closed. Lost
// events (the system's queue was full) count as a change of everything.
func forward(w *fsnotify.Watcher, dir string, changed func(string)) {
	failures := w.Errors
	for {
		select {
		case e, open := <-w.Events:
			switch {
			case !open:
				return
			case e.Name == dir && e.Has(fsnotify.Remove|fsnotify.Rename):
				changed("")
			case e.Name != dir && e.Op != fsnotify.Chmod:
				changed(filepath.Base(e.Name))
			}
		case _, open := <-failures:
			if !open {
				failures = nil
				continue
			}
			changed(Everything)
		}
	}
}
