package host

import (
	"context"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/admission"
	"github.com/mcpsim/mcpsim/runtime/approval"
	"github.com/mcpsim/mcpsim/runtime/settings"
)

// Queue are the servers that wait for a decision, as it was computed last: at the
// start and whenever OnApproval is called (QWEN-75). The result belongs to the
// caller.
func (w *Workspace) Queue() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.queue)
}

// Approve remembers that a server may connect as it is defined now, and connects
// it (QWEN-85).
func (w *Workspace) Approve(ctx context.Context, name string) error {
	if err := w.decide(name, approval.Approved); err != nil {
		return err
	}
	pending := slices.DeleteFunc(slices.Clone(w.Gating().Pending), func(n string) bool { return n == name })
	w.SetPending(pending)
	return w.reconciler.Reconcile(ctx)
}

// Reject remembers that a server may not connect as it is defined now. Nothing
// else happens: it is not connected anyway (QWEN-83).
func (w *Workspace) Reject(name string) error { return w.decide(name, approval.Rejected) }

func (w *Workspace) decide(name string, state approval.State) error {
	w.mu.Lock()
	entry, ok := w.merged().Get(name)
	w.mu.Unlock()
	if !ok {
		return fmt.Errorf("no server %q is configured", name)
	}
	if err := w.approvals.Decide(w.seams.Dir, state, entry); err != nil {
		return fmt.Errorf("remembering the decision about server %q: %w", name, err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue = slices.DeleteFunc(slices.Clone(w.queue), func(n string) bool { return n == name })
	return nil
}

// records are the decisions as they are kept now: read anew each time (D-Q6). What
// cannot be read decides nothing, so that gated servers stay off.
func (w *Workspace) records() approval.Records {
	records, err := w.approvals.Load(w.seams.Dir)
	if err != nil {
		w.log("warn", "", err.Error(), nil) // S-QWEN-13
	}
	return records
}

// promptable are the servers that somebody has to decide about: who could not
// connect anyway is not asked about (A-Q12).
func promptable(records approval.Records, servers settings.Map, lists admission.Lists) []string {
	gate := admission.Gate{Lists: lists}
	gate.Pending = nil
	return records.Promptable(servers.Filter(func(e settings.Entry) bool {
		return gate.Verdict(e.Name) == admission.Admitted
	}))
}

// recomputeQueue computes who waits for a decision from the servers as they are
// and the decisions as they are kept, and tells (QWEN-76).
func (w *Workspace) recomputeQueue() {
	records := w.records()
	w.mu.Lock()
	w.queue = promptable(records, w.merged(), w.lists)
	told := w.o.OnApproval
	w.mu.Unlock()
	if told != nil {
		told()
	}
}
