package approval

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// Hash is the identity of a definition for approvals: the SHA-256, in hex, of
// everything that a user has looked at (S-QWEN-10). Key order does not count,
// list order does. What a server is called, what describes it and where it is from
// is not part of it; the last is never in a definition, see [settings.Entry]. It covers
// more than the identity of a connection: trust, for one.
func Hash(definition map[string]any) string {
	reviewed := maps.Clone(definition)
	delete(reviewed, "description")
	sum := sha256.Sum256(settings.Canonical(reviewed))
	return hex.EncodeToString(sum[:])
}
