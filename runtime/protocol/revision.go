package protocol

import "slices"

// Revision is the date that names a revision of the specification. Any string a
// server answers with fits; [Revision.Known] tells whether it means anything.
type Revision string

// The dated revisions.
const (
	Revision20241105 Revision = "2024-11-05"
	Revision20250326 Revision = "2025-03-26"
	Revision20250618 Revision = "2025-06-18"
	Revision20251125 Revision = "2025-11-25"
	Revision20260728 Revision = "2026-07-28"
)

// LatestLegacy is the newest revision with an initialize handshake.
const LatestLegacy = Revision20251125

var legacy = []Revision{Revision20241105, Revision20250326, Revision20250618, Revision20251125}

// Legacy returns the legacy revisions, oldest first. The slice is the caller's.
func Legacy() []Revision { return slices.Clone(legacy) }

// Era separates two protocols that share a name.
type Era string

// The eras. The modern one has no handshake, no session and no GET stream.
const (
	EraUnknown Era = "unknown"
	EraLegacy  Era = "legacy"
	EraModern  Era = "modern"
)

// Era is the era of a known revision, [EraUnknown] for any other string.
func (r Revision) Era() Era {
	switch {
	case slices.Contains(legacy, r):
		return EraLegacy
	case r == Revision20260728:
		return EraModern
	default:
		return EraUnknown
	}
}

// Known reports whether r is a dated revision of the specification.
func (r Revision) Known() bool { return r.Era() != EraUnknown }

// Feature is something that some revisions have and others have not.
type Feature string

// The features that change what a client or a fake server does.
const (
	Handshake         Feature = "handshake"          // initialize, initialized
	Ping              Feature = "ping"               // both directions
	Batching          Feature = "batching"           // arrays of messages
	EndpointEvent     Feature = "endpoint event"     // HTTP+SSE with two URLs
	StreamableHTTP    Feature = "streamable http"    // one URL for POST and GET
	Sessions          Feature = "sessions"           // Mcp-Session-Id
	VersionHeader     Feature = "version header"     // MCP-Protocol-Version
	Resumption        Feature = "resumption"         // Last-Event-ID
	Retry             Feature = "retry"              // retry: must be honoured
	ServerRequests    Feature = "server requests"    // sampling, roots, elicitation
	ToolAnnotations   Feature = "tool annotations"   // readOnlyHint and others
	StructuredContent Feature = "structured content" // outputSchema
	Elicitation       Feature = "elicitation"
	Tasks             Feature = "tasks"
)

// span is the first and the last revision that has a feature; dates in this
// form order as strings.
type span struct{ first, last Revision }

var features = map[Feature]span{
	Handshake:         {Revision20241105, Revision20251125},
	Ping:              {Revision20241105, Revision20251125},
	Batching:          {Revision20250326, Revision20250326},
	EndpointEvent:     {Revision20241105, Revision20241105},
	StreamableHTTP:    {Revision20250326, Revision20260728},
	Sessions:          {Revision20250326, Revision20251125},
	VersionHeader:     {Revision20250618, Revision20260728},
	Resumption:        {Revision20250326, Revision20251125},
	Retry:             {Revision20251125, Revision20251125},
	ServerRequests:    {Revision20241105, Revision20251125},
	ToolAnnotations:   {Revision20250326, Revision20260728},
	StructuredContent: {Revision20250618, Revision20260728},
	Elicitation:       {Revision20250618, Revision20251125},
	Tasks:             {Revision20251125, Revision20251125},
}

// Has reports whether the revision has the feature in its core. An unknown
// revision has none.
func (r Revision) Has(f Feature) bool {
	s, ok := features[f]
	return ok && r.Known() && s.first <= r && r <= s.last
}
