package workspace

import (
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
)

// Policy is what differs between documented versions of runtimes whose
// servers are defined in settings. The zero value is what the documents say.
type Policy struct {
	// Pool lets workspaces of one process share connections; see package pool. The zero
	// value is a workspace that shares nothing (QWEN-06).
	Pool pool.Limits
	// FiltersReconnect makes an edit of trust, includeTools or excludeTools connect the
	// server anew. Off: filters are applied to what is connected (D-Q1, A-Q1). What is
	// shared is another matter (S-QWEN-09).
	FiltersReconnect bool
	// Globs reads * and ? in mcp.allowed and mcp.excluded as patterns, which mean
	// whatever servers there are at the moment (D-Q4).
	Globs bool
	// SplitApprovals looks decisions up under the project's directory although they are
	// kept under the working directory: where the two differ, who was approved stays
	// off. It is a documented defect (D-Q8).
	SplitApprovals bool
	// WatchProject follows .mcp.json like a settings file. Off: it counts from the next
	// change of settings on (A-Q13, S-QWEN-05).
	WatchProject bool
}
