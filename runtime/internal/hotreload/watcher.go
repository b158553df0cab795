package hotreload

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// Actor observes what the watcher does.
const Actor = "settings"

// The times of the documents.
const (
	// Debounce is how long a file must have been quiet (QWEN-11, S-QWEN-17).
	Debounce = 300 * time.Millisecond
	// Patience is how long listeners are waited for (S-QWEN-20).
	Patience = 30 * time.Second
)

// Everything is an entry that stands for all of a directory: what has changed
// there is not known.
const Everything = "*"

// Type says what became of a file.
type Type string

// The types of a change.
const (
	Modified Type = "modified"
	Created  Type = "created"
	Deleted  Type = "deleted"
)

// Change is one file that means something else than before.
type Change struct {
	Scope string // whose file it is, such as "user"
	Path  string
	Type  Type
}

// Listener is told of changes, of at most one per scope (S-QWEN-17). It decides
// itself which of them concern it (QWEN-22). Its error is logged and has no other
// effect. ctx ends when the watcher is stopped.
type Listener func(ctx context.Context, changes []Change) error

// File is one file to watch.
type File struct {
	Scope string // unique
	Path  string // absolute
}

// Contents are what the program knows of the files.
type Contents interface {
	// Reload reads the file of a scope again and says what is different now. On
	// an error nothing is, and the old contents stay (A-Q22).
	Reload(scope string) (Difference, error)
}

// Difference is how a file differs by meaning from what was known before. What the
// program itself has written it knew before: that is no difference (QWEN-13).
type Difference struct {
	Keys            []settings.Path // of what differs, such as mcp.excluded
	Existed, Exists bool
}

// Options are what a watcher works with. All but Events must be set.
type Options struct {
	Files    Files
	Watched  []File // in the order in which changes are told
	Contents Contents
	Clock    clock.Clock
	Events   event.Sink // nil: discarded
}

// Watcher tells listeners of changed settings. Its methods may be called from any
// goroutine, except that a listener must not stop it.
//
// A notice of the file system only leaves a mark and starts the wait anew. One
// goroutine at a time, begun by the end of the wait, does everything else, so that
// changes are told one after the other, and the newest state is what counts.
type Watcher struct {
	o       Options
	facts   facts.Emitter
	ctx     context.Context // ends when it is stopped
	end     context.CancelFunc
	running sync.WaitGroup // who tells, and listeners

	mu        sync.Mutex
	listeners []*listener
	timer     clockwork.Timer // of the last wait; nil before the first one
	dirty     map[string]bool // scopes that were marked since the last telling
	telling   bool            // the start counts as one
	due       bool            // a wait has ended during a telling

	watching map[string]*watch // of the goroutine that tells
}

type listener struct{ told Listener }

// NewWatcher returns a watcher that does not watch yet.
func NewWatcher(o Options) *Watcher {
	o.Clock = clock.Named(o.Clock, Actor)
	w := &Watcher{o: o, facts: facts.To(o.Events, o.Clock), dirty: map[string]bool{}, watching: map[string]*watch{}}
	w.ctx, w.end = context.WithCancel(context.Background())
	return w
}

// AddListener registers a listener, before or after the start. The result takes it
// off again: it is not told of anything any more (QWEN-23).
func (w *Watcher) AddListener(told Listener) (dispose func()) {
	l := &listener{told}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listeners = append(w.listeners, l)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.listeners = slices.DeleteFunc(w.listeners, func(one *listener) bool { return one == l })
	}
}

// Start begins to watch, unless it has been stopped. What changed before is not told. A
// file that cannot be watched is logged and left alone.
func (w *Watcher) Start() {
	if !w.begin() {
		return
	}
	defer w.running.Done()
	for _, f := range w.o.Watched {
		w.place(f)
	}
	w.rest()
}

// Stop ends watching and a wait for good, and waits for listeners that are at work.
// Further calls are no-ops.
func (w *Watcher) Stop() {
	w.mu.Lock()
	w.end()
	w.mu.Unlock()
	w.running.Wait()
	for _, f := range w.o.Watched {
		if at := w.watching[f.Scope]; at != nil {
			at.stop()
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
	}
}

// mark notes that a file may have changed and starts the wait anew.
func (w *Watcher) mark(scope string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dirty[scope] = true
	if w.timer != nil {
		w.timer.Stop()
	}
	w.timer = w.o.Clock.AfterFunc(Debounce, w.quiet)
}

// quiet is the end of a wait. One that was started anew at the last moment ends twice,
// and the second time nothing is left to tell.
func (w *Watcher) quiet() {
	if !w.begin() {
		return
	}
	defer w.running.Done()
	w.tell()
	w.rest()
}

// begin begins a telling, unless there is one, which goes on then, or the watcher has
// stopped.
func (w *Watcher) begin() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.telling || w.ctx.Err() != nil {
		w.due = true
		return false
	}
	w.telling = true
	w.running.Add(1)
	return true
}

// rest tells as long as waits have ended during the last telling.
func (w *Watcher) rest() {
	for w.another() {
		w.tell()
	}
}

// another reports whether a wait has ended during a telling, which goes on then.
func (w *Watcher) another() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.telling = w.due && w.ctx.Err() == nil
	w.due = false
	return w.telling
}

// tell tells listeners of what was marked.
func (w *Watcher) tell() {
	w.mu.Lock()
	dirty := w.dirty
	w.dirty = map[string]bool{}
	w.mu.Unlock()
	var changes []Change
	for _, f := range w.o.Watched {
		if !dirty[f.Scope] {
			continue
		}
		w.place(f)
		if c, changed := w.look(f); changed {
			changes = append(changes, c)
		}
	}
	if len(changes) > 0 {
		w.facts.Emit(Actor, event.Event{Kind: event.SettingsTold, N: len(changes)})
		w.listen(changes)
	}
}

// look reads a file again and says what became of it, unless that has no effect
// before the next start (QWEN-14, QWEN-15).
func (w *Watcher) look(f File) (Change, bool) {
	d, err := w.o.Contents.Reload(f.Scope)
	if err != nil {
		w.facts.Emit(Actor, event.Event{Kind: event.SettingsBroken, Name: f.Scope, Text: f.Path, Err: err.Error()})
		return Change{}, false
	}
	if settings.AllRestartRequired(d.Keys) {
		return Change{}, false
	}
	c := Change{Scope: f.Scope, Path: f.Path, Type: Modified}
	switch {
	case !d.Existed:
		c.Type = Created
	case !d.Exists:
		c.Type = Deleted
	}
	w.facts.Emit(Actor, event.Event{Kind: event.SettingsChanged, Name: c.Scope, Text: joined(d.Keys), To: string(c.Type)})
	return c, true
}

func joined(keys []settings.Path) string {
	var words []string
	for _, key := range keys {
		words = append(words, key.String())
	}
	return strings.Join(words, " ")
}
