package protocol

import (
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
	for _, tt := range []struct {
		feature Feature
		have    []Revision
	}{
		{Handshake, Legacy()},
		{Batching, []Revision{Revision20250326}},
		{EndpointEvent, []Revision{Revision20241105}},
		{VersionHeader, []Revision{Revision20250618, Revision20251125, Revision20260728}},
		{Retry, []Revision{Revision20251125}},
		{"levitation", nil},
	} {
		var have []Revision
		for _, r := range append(Legacy(), Revision20260728, "2030-01-01", "") {
			if r.Has(tt.feature) {
				have = append(have, r)
			}
		}
		assert.DeepEqual(t, have, tt.have)
	}
}

func TestLegacyIsACopy(t *testing.T) {
	Legacy()[0] = "x"
	assert.Equal(t, Legacy()[0], Revision20241105)
	assert.Equal(t, Legacy()[len(Legacy())-1], LatestLegacy)
}
