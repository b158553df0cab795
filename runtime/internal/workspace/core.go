package workspace

import (
	"context"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/reconcile"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

var _ hotreload.Runtime = (*Workspace)(nil)

// actor observes what is set in a workspace.
const actor = "workspace"

// SettingsServers are the servers of the settings layer: what was given to
// [Workspace.Reinitialize] last. They are shared and read-only.
func (w *Workspace) SettingsServers() settings.Map {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.settings
}

// Gating are the lists that say who may connect, exactly as they were set
// (QWEN-113).
func (w *Workspace) Gating() admission.Lists {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lists
}

// SetExcluded replaces the names that may not connect. It counts from the next
// pass on, as the other lists do.
func (w *Workspace) SetExcluded(names []string) {
	w.setList("excluded", func(l *admission.Lists) []string { l.Excluded = names; return names })
}

// SetAllowed replaces the names that may connect at all; nil is all of them, an
// empty list none (QWEN-106, QWEN-107).
func (w *Workspace) SetAllowed(names []string) {
	w.setList("allowed", func(l *admission.Lists) []string { l.Allowed = names; return names })
}

// SetPending replaces the names that may not connect before the user has approved
// them.
func (w *Workspace) SetPending(names []string) {
	w.setList("pending", func(l *admission.Lists) []string { l.Pending = names; return names })
}

// unsetPending takes names off the pending ones.
func (w *Workspace) unsetPending(names []string) {
	gone := make(map[string]bool, len(names))
	for _, name := range names {
		gone[name] = true
	}
	w.setList("pending", func(l *admission.Lists) []string {
		l.Pending = slices.DeleteFunc(slices.Clone(l.Pending), func(n string) bool { return gone[n] })
		return l.Pending
	})
}

// setList sets a list and tells of it.
func (w *Workspace) setList(name string, set func(*admission.Lists) (names []string)) {
	w.mu.Lock()
	names := set(&w.lists)
	w.mu.Unlock()
	to := event.Set
	switch {
	case names == nil:
		to = event.Absent
	case len(names) == 0:
		to = event.Empty
	}
	w.emit(event.Event{Kind: event.GatingSet, Name: name, To: string(to), Text: strings.Join(names, " ")})
}

// Reinitialize replaces the servers of the settings layer and reconciles; those of
// extensions and those that the program has added stay (QWEN-43). Before the start
// it only replaces them, and the start uses them (QWEN-45, A-Q7).
func (w *Workspace) Reinitialize(ctx context.Context, servers settings.Map) error {
	w.SetServers(servers)
	return w.Reconcile(ctx)
}

// Reconcile brings the servers in line with what was set, in a pass
// that all who ask share (QWEN-39). Before the start it does nothing.
func (w *Workspace) Reconcile(ctx context.Context) error {
	if !w.running() {
		return nil
	}
	return w.reconciler.Reconcile(ctx)
}

// running reports whether the workspace was started.
func (w *Workspace) running() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.begun
}

// Reload is what a command of the user does: everything is read again and
// reconciled, whether or not it has changed. It shares passes with the settings
// (QWEN-39). Before the start there is nothing to bring in line, and the start reads
// everything anyway (QWEN-45).
func (w *Workspace) Reload(ctx context.Context) error {
	if !w.running() {
		return nil
	}
	w.report(w.files.load())
	w.set(w.assemble())
	err := w.reconciler.Reconcile(ctx)
	w.recomputeQueue()
	return err
}

// set sets the lists first, then the servers (QWEN-10).
func (w *Workspace) set(want hotreload.Wanted) {
	w.SetExcluded(want.Gating.Excluded)
	w.SetAllowed(want.Gating.Allowed)
	w.SetPending(want.Gating.Pending)
	w.SetServers(want.Servers)
}

// first is what the sources say at the start, with what the program has given the
// workspace before: servers in the place of theirs, or over them (A-Q7).
func (w *Workspace) first() hotreload.Wanted {
	want := w.assemble()
	w.mu.Lock()
	given, replaced := w.settings, w.replaced
	w.mu.Unlock()
	switch {
	case replaced:
		want.Servers = given
	case given != nil:
		want.Servers = settings.Merge(want.Servers, given)
	default:
		return want
	}
	want.Gating.Pending = w.gatingRecords().Gated(want.Servers)
	return want
}

// AddServers adds to the servers of the settings layer, before the start only
// (QWEN-41).
func (w *Workspace) AddServers(servers settings.Map) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.begun {
		return ErrRunning
	}
	w.settings = settings.Merge(w.settings, servers)
	w.merge()
	return nil
}

// AddServer adds a server while the workspace runs, over one of the same name, and
// reconciles. No change of settings removes it.
func (w *Workspace) AddServer(ctx context.Context, entry settings.Entry) error {
	w.change(func() { w.added = settings.Merge(w.added, settings.Map{entry}) })
	return w.Reconcile(ctx)
}

// RemoveServer takes a server out that was added, and reconciles (QWEN-59).
func (w *Workspace) RemoveServer(ctx context.Context, name string) error {
	w.change(func() {
		w.added = w.added.Filter(func(e settings.Entry) bool { return e.Name != name })
	})
	return w.Reconcile(ctx)
}

// SetServers replaces the settings layer as a whole: a server not in it is gone from
// the next pass on (QWEN-41, QWEN-42).
func (w *Workspace) SetServers(servers settings.Map) {
	w.change(func() { w.settings, w.replaced = servers, !w.begun })
	w.emit(event.Event{Kind: event.ServersReplaced, N: len(servers), Text: strings.Join(servers.Names(), " ")})
}

// change changes which servers there are.
func (w *Workspace) change(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
	w.merge()
}

// merge puts together what w.merged is, and notes which servers have left, so that a model
// that misses a tool can be told (QWEN-110, S-QWEN-31); w.mu is held.
func (w *Workspace) merge() {
	w.merged = settings.Effective(w.settings, w.extensions, w.added)
	w.names = w.names.Next(w.merged.Names())
}

// wanted is what a pass brings about.
func (w *Workspace) wanted(context.Context) (reconcile.Wanted, error) {
	trusted, err := w.trusted()
	if err != nil {
		return reconcile.Wanted{}, err
	}
	w.mu.Lock()
	servers, gate := w.merged, admission.Gate{Lists: w.gateLists(), Untrusted: !trusted}.Ready()
	w.mu.Unlock()
	want := reconcile.Wanted{Untrusted: gate.Untrusted, Servers: make([]reconcile.Desired, 0, len(servers))}
	for _, entry := range servers {
		if entry.Transport() == settings.InProcess {
			continue // lives in the program itself (QWEN-114)
		}
		read := w.read.of(entry, w.key)
		want.Servers = append(want.Servers, reconcile.Desired{
			Server: &read.server, Key: read.key, Filter: read.filter,
			Blocked: gate.Verdict(entry.Name) != admission.Admitted,
		})
	}
	w.read.keep(servers)
	return want, nil
}

// key is the identity by which a pass decides whether a connection is kept (D-Q1).
func (w *Workspace) key(entry settings.Entry) string {
	if w.in.Policy.FiltersReconnect {
		return settings.ConnectedKey(entry)
	}
	return settings.ConnectionID(entry)
}

func (w *Workspace) trusted() (bool, error) {
	if w.o.Trusted == nil {
		return true, nil
	}
	return w.o.Trusted()
}

// driver lets passes run the servers of a workspace.
type driver struct{ w *Workspace }

func (d driver) Online() []reconcile.Online {
	online := make([]reconcile.Online, 0, d.w.m.Len())
	for _, s := range d.w.m.Statuses() {
		online = append(online, reconcile.Online{Name: s.Name, Connected: s.Status != manager.StatusDisconnected})
	}
	return online
}

func (d driver) Stop(name string) { d.w.m.Stop(name) }

func (d driver) Connect(ctx context.Context, servers []config.Server) error {
	for _, failed := range d.w.m.Restart(ctx, servers).Errors {
		d.w.log("warn", failed.Server, "connecting failed", failed.Err)
	}
	return context.Cause(ctx)
}

func (d driver) Refilter(server config.Server) { d.w.m.Refilter(server) }

func (w *Workspace) emit(e event.Event) { facts.To(w.in.Events, w.in.Clock).Emit(actor, e) }

func (w *Workspace) log(level, server, message string, err error) {
	w.emit(event.Event{Kind: event.ServerLog, Server: server, Name: level, Text: message, Err: facts.Text(err)})
}
