package protocol

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestEras(t *testing.T) {
	for revision, want := range map[Revision]Era{
		Revision20241105: EraLegacy, Revision20250326: EraLegacy, Revision20250618: EraLegacy, Revision20251125: EraLegacy,
		Revision20260728: EraModern, "2030-01-01": EraUnknown, "": EraUnknown, "2025": EraUnknown,
	} {
		assert.Equal(t, revision.Era(), want, string(revision))
		assert.Equal(t, revision.Known(), want != EraUnknown)
	}
}

func TestFeatures(t *testing.T) {
	for feature, has := range map[string]func(Revision) bool{
		"2025-06-18 2025-11-25":            Revision.HasElicitation,
		"2025-06-18 2025-11-25 2026-07-28": Revision.HasVersionHeader,
	} {
		var have []string
		for _, r := range append(Legacy(), Revision20260728, "2030-01-01", "") {
			if has(r) {
				have = append(have, string(r))
			}
		}
		assert.Equal(t, strings.Join(have, " "), feature)
	}
}

func TestLegacyIsACopy(t *testing.T) {
	Legacy()[0] = "x"
	assert.Equal(t, Legacy()[0], Revision20241105)
	assert.Equal(t, Legacy()[len(Legacy())-1], LatestLegacy)
}
