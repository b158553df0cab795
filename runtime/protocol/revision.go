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

// HasElicitation reports whether servers of the revision may ask the user for
// something. An unknown revision has it not.
func (r Revision) HasElicitation() bool {
	return r == Revision20250618 || r == Revision20251125
}

// HasVersionHeader reports whether requests over HTTP name the revision in a
// header. An unknown revision has it not.
func (r Revision) HasVersionHeader() bool {
	return r.HasElicitation() || r.Era() == EraModern
}
