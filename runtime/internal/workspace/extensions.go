package workspace

import (
	"context"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// SetExtension installs an extension while the workspace runs, or brings another version
// of it: its servers are exactly these from now on. It reconciles, so that what the
// extension brings connects and what it does not bring any more goes. An extension
// without servers is one that is not installed. Servers of settings and of extensions
// that were installed before win over those of the same name (A-Q27). Before the start it
// only takes note.
func (w *Workspace) SetExtension(ctx context.Context, name string, servers settings.Map) error {
	w.change(func() {
		its := func(e settings.Entry) bool { return e.Extension == name }
		at := slices.IndexFunc(w.extensions, its)
		others := slices.DeleteFunc(slices.Clone(w.extensions), its)
		if at < 0 {
			at = len(others)
		}
		w.extensions = slices.Insert(others, at, settings.OfExtension(name, servers)...)
	})
	return w.Reconcile(ctx)
}

// RemoveExtension takes an extension and its servers out, and reconciles. A name that is
// not known is no error.
func (w *Workspace) RemoveExtension(ctx context.Context, name string) error {
	return w.SetExtension(ctx, name, nil)
}
