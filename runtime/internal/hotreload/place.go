package hotreload

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// watch is what is watched for a file: its directory, or the one above while that
// does not exist (S-QWEN-18).
type watch struct {
	above bool
	gone  bool // guarded by the watcher's mutex: what was watched is no more
	stop  func()
}

// place sees to it that the directory of a file is watched, or the one above it
// while there is none. It makes no directory. Moving from one to the other comes
// before looking at the file, so that nothing is missed in between. It belongs to
// the goroutine that tells.
func (w *Watcher) place(f File) {
	dir := filepath.Dir(f.Path)
	for range 3 { // a directory that comes and goes faster is marked again
		at := w.current(f)
		if at != nil && !at.above {
			return
		}
		next, err := w.watch(f, dir, filepath.Base(f.Path), false)
		if err == nil {
			w.move(f, next)
			return
		}
		if !errors.Is(err, fs.ErrNotExist) {
			w.unwatchable(f, err)
			return
		}
		if at != nil {
			return
		}
		next, err = w.watch(f, filepath.Dir(dir), filepath.Base(dir), true)
		if err != nil {
			w.unwatchable(f, err)
			return
		}
		w.move(f, next) // and look once more: the directory may have come meanwhile
	}
}

// current is what is watched for a file, nil if that is nothing any more.
func (w *Watcher) current(f File) *watch {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at := w.watching[f.Scope]; at != nil && !at.gone {
		return at
	}
	return nil
}

// watch watches one entry of a directory. Names beside it, such as those that
// editors save to first, are ignored.
func (w *Watcher) watch(f File, dir, entry string, above bool) (*watch, error) {
	at := &watch{above: above}
	stop, err := w.o.Files.Watch(dir, func(name string) {
		switch name {
		case "":
			w.mu.Lock()
			at.gone = true
			w.mu.Unlock()
		case entry, Everything:
		default:
			return
		}
		w.mark(f.Scope)
	})
	at.stop = stop
	return at, err
}

// move replaces what is watched for a file.
func (w *Watcher) move(f File, to *watch) {
	if at := w.watching[f.Scope]; at != nil {
		at.stop()
	}
	w.watching[f.Scope] = to
}

func (w *Watcher) unwatchable(f File, err error) {
	w.facts.Emit(Actor, event.Log(event.Warn, "the settings file "+f.Path+" cannot be watched", err.Error()))
}
