package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// Queue are the servers that wait for a decision, as it was computed last: at the
// start and whenever OnApproval is called, with what they are to be told about each
// (QWEN-75, S-QWEN-16). The result belongs to the caller, except for its lists.
func (w *Workspace) Queue() []approval.Question {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.queue)
}

// Approve remembers that servers may connect as they are defined now, and connects
// them, all in one pass (QWEN-85). Those whose decision could not be kept are the
// error, and harm the others in nothing.
func (w *Workspace) Approve(ctx context.Context, names ...string) error {
	var approved []string
	var failures []error
	for _, name := range names {
		if err := w.decide(name, approval.Approved); err != nil {
			failures = append(failures, err)
			continue
		}
		approved = append(approved, name)
	}
	if len(approved) > 0 {
		w.unsetPending(approved)
		failures = append(failures, w.Reconcile(ctx))
	}
	return errors.Join(failures...)
}

// Reject remembers that a server may not connect as it is defined now. Nothing
// else happens: it is not connected anyway (QWEN-83).
func (w *Workspace) Reject(name string) error { return w.decide(name, approval.Rejected) }

func (w *Workspace) decide(name string, state approval.State) error {
	w.mu.Lock()
	entry, ok := w.merged.Get(name)
	w.mu.Unlock()
	if !ok {
		return fmt.Errorf("no server %q is configured", name)
	}
	if err := w.approvals.Decide(w.o.WorkingDir, state, entry); err != nil {
		return fmt.Errorf("remembering the decision about server %q: %w", name, err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue = slices.DeleteFunc(slices.Clone(w.queue), func(q approval.Question) bool { return q.Name == name })
	return nil
}

// records are the decisions as they are kept now: read anew each time (D-Q6). What
// cannot be read decides nothing, so that gated servers stay off.
func (w *Workspace) records() approval.Records { return w.recordsOf(w.o.WorkingDir) }

// gatingRecords are those that say who may connect: the same, but for a documented
// defect (D-Q8).
func (w *Workspace) gatingRecords() approval.Records {
	if w.in.Policy.SplitApprovals {
		return w.recordsOf(w.in.Dir)
	}
	return w.records()
}

func (w *Workspace) recordsOf(dir string) approval.Records {
	records, err := w.approvals.Load(dir)
	if err != nil {
		w.log("warn", "", err.Error(), nil) // S-QWEN-13
	}
	return records
}

// connectable are the servers that could connect if they were approved: the user
// is not asked about the others (A-Q12).
func connectable(servers settings.Map, lists admission.Lists) settings.Map {
	lists.Pending = nil
	gate := admission.Gate{Lists: lists}.Ready()
	return servers.Filter(func(e settings.Entry) bool { return gate.Verdict(e.Name) == admission.Admitted })
}

// recomputeQueue computes who waits for a decision from the servers as they are
// and the decisions as they are kept, and tells (QWEN-76).
func (w *Workspace) recomputeQueue() {
	records := w.records()
	w.mu.Lock()
	w.queue = records.Queue(connectable(w.merged, w.gateLists()))
	told := w.o.OnApproval
	w.mu.Unlock()
	if told != nil {
		told()
	}
}
