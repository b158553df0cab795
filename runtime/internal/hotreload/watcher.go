package hotreload

import (
	"context"
	"errors"
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
	o     Options
	facts facts.Emitter

	mu        sync.Mutex
	life      *life // nil while stopped
	listeners []*listener
}

type listener struct{ told Listener }

// life is the time between a start and a stop. What is left over of an earlier one
// finds that it is over and does nothing.
type life struct {
	ctx     context.Context
	end     context.CancelCauseFunc
	running sync.WaitGroup // who tells, and listeners

	// Guarded by the watcher's mutex.
	timer   clockwork.Timer // of the wait; nil while there is none
	dirty   map[string]bool // scopes that were marked since the last telling
	telling bool            // the start counts as one
	due     bool            // a wait has ended during a telling

	// Of the goroutine that tells.
	watching map[string]*watch
}

var errStopped = errors.New("watcher stopped")

// NewWatcher returns a watcher that does not watch yet.
func NewWatcher(o Options) *Watcher {
	o.Clock = clock.Named(o.Clock, Actor)
	return &Watcher{o: o, facts: facts.To(o.Events, o.Clock)}
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

// Start begins to watch, unless it does already. What changed before is not told. A file that cannot be
// watched is logged and left alone.
func (w *Watcher) Start() {
	w.mu.Lock()
	if w.life != nil {
		w.mu.Unlock()
		return
	}
	l := &life{dirty: map[string]bool{}, watching: map[string]*watch{}, telling: true}
	l.ctx, l.end = context.WithCancelCause(context.Background())
	w.life = l
	l.running.Add(1)
	w.mu.Unlock()
	defer l.running.Done()
	for _, f := range w.o.Watched {
		w.place(l, f)
	}
	w.rest(l)
}

// Stop ends watching and a wait, and waits for listeners that are at work. Further
// calls are no-ops.
func (w *Watcher) Stop() {
	w.mu.Lock()
	l := w.life
	w.life = nil
	if l != nil && l.timer != nil {
		l.timer.Stop()
	}
	w.mu.Unlock()
	if l == nil {
		return
	}
	l.end(errStopped)
	l.running.Wait()
	for _, f := range w.o.Watched {
		if at := l.watching[f.Scope]; at != nil {
			at.stop()
		}
	}
}

// mark notes that a file may have changed and starts the wait anew.
func (w *Watcher) mark(l *life, scope string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.life != l {
		return
	}
	l.dirty[scope] = true
	if l.timer != nil {
		l.timer.Stop()
	}
	l.timer = w.o.Clock.AfterFunc(Debounce, func() { w.quiet(l) })
}

// quiet is the end of a wait. One that was started anew at the last moment ends twice,
// and the second time nothing is left to tell.
func (w *Watcher) quiet(l *life) {
	w.mu.Lock()
	if w.life != l { // stopped at the last moment
		w.mu.Unlock()
		return
	}
	l.timer = nil
	if l.telling {
		l.due = true
		w.mu.Unlock()
		return
	}
	l.telling = true
	l.running.Add(1)
	w.mu.Unlock()
	defer l.running.Done()
	w.tell(l)
	w.rest(l)
}

// rest tells as long as waits have ended during the last telling.
func (w *Watcher) rest(l *life) {
	for w.another(l) {
		w.tell(l)
	}
}

// another reports whether a wait has ended during a telling, which goes on then.
func (w *Watcher) another(l *life) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.telling = l.due && w.life == l
	l.due = false
	return l.telling
}

// tell tells listeners of what was marked.
func (w *Watcher) tell(l *life) {
	w.mu.Lock()
	dirty := l.dirty
	l.dirty = map[string]bool{}
	w.mu.Unlock()
	var changes []Change
	for _, f := range w.o.Watched {
		if !dirty[f.Scope] || l.ctx.Err() != nil {
			continue
		}
		w.place(l, f)
		if c, changed := w.look(f); changed {
			changes = append(changes, c)
		}
	}
	if len(changes) > 0 {
		w.facts.Emit(Actor, event.Event{Kind: event.SettingsTold, N: len(changes)})
		w.listen(l, changes)
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
