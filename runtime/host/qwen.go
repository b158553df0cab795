package host

import (
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// QwenCode is the runtime of the qwen-code documents: what settings files say is
// what runs, by difference and without a restart (see [Workspace]). A start is
// bounded, a server that offers nothing has failed, a lost connection stays lost
// until a reconcile retries it, and tools go before a changed server connects.
func QwenCode() Policy {
	return Policy{
		Manager: manager.Policy{
			Discovery:  manager.Discovery{Stdio: 30 * time.Second, Remote: 5 * time.Second}, // S-QWEN-23
			EmptyFails: true,                                                                // S-QWEN-24
			Naming:     admission.ToolName,                                                  // S-QWEN-40
		},
		Timeout:                10 * time.Minute,
		Client:                 protocol.Implementation{Name: "qwen-code-mcp-client", Version: "0.0.1"},
		Revision:               protocol.Revision20250618,
		ListenAfterInitialized: true,
		LegacySSE:              true, // S-QWEN-06
		IntegerIDs:             true,
	}
}
