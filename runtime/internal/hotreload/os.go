package hotreload

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/fsnotify/fsnotify"

	"github.com/mcpsim/mcpsim/runtime/internal/atomicfile"
)

// OS is the file system of the machine.
type OS struct{}

// ReadFile reads a regular file; see [atomicfile.Beginning].
func (OS) ReadFile(name string, limit int) ([]byte, error) { return atomicfile.Beginning(name, limit) }

// Replace replaces a file atomically; see [atomicfile.Replace].
func (OS) Replace(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return atomicfile.Replace(name, data)
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
