package admission

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"
)

func TestVerdict(t *testing.T) {
	everything := Lists{Allowed: []string{"b"}, Excluded: []string{"a"}, Pending: []string{"a"}}
	for _, tc := range []struct {
		name string
		gate Gate
		want Verdict
	}{
		{"nothing says no", Gate{}, Admitted},
		{"allowed", Gate{Lists: Lists{Allowed: []string{"a"}}}, Admitted},
		{"somebody else is allowed", Gate{Lists: Lists{Allowed: []string{"b"}}}, NotAllowed},
		{"nobody is allowed", Gate{Lists: Lists{Allowed: []string{}}}, NotAllowed},
		{"excluded", Gate{Lists: Lists{Excluded: []string{"a"}}}, Excluded},
		{"excluded though allowed", Gate{Lists: Lists{Allowed: []string{"a"}, Excluded: []string{"a"}}}, Excluded},
		{"pending though allowed", Gate{Lists: Lists{Allowed: []string{"a"}, Pending: []string{"a"}}}, Pending},
		{"others are excluded and pending", Gate{Lists: Lists{Excluded: []string{"b"}, Pending: []string{"c"}}}, Admitted},
		{"names are exact", Gate{Lists: Lists{Excluded: []string{"*", "A"}}}, Admitted},
		{"not trusted", Gate{Untrusted: true, Lists: everything}, Untrusted},
		{"everything", Gate{Lists: everything}, NotAllowed},
		{"excluded before pending", Gate{Lists: Lists{Excluded: []string{"a"}, Pending: []string{"a"}}}, Excluded},
	} {
		assert.Equal(t, tc.gate.Verdict("a"), tc.want, tc.name)
	}
}

func TestUnavailable(t *testing.T) {
	known := Names{Configured: []string{"a", "b", "gone-and-back"}, Removed: []string{"gone"}}
	blocked := Lists{Allowed: []string{"b"}, Excluded: []string{"a", "b"}, Pending: []string{"a", "b"}}
	for _, tc := range []struct {
		server string
		lists  Lists
		want   Reason
	}{
		{"a", Lists{}, None},
		{"never", blocked, None},
		{"gone", Lists{}, ReasonRemoved},
		{"gone", blocked, ReasonRemoved},
		{"a", blocked, ReasonNotAllowed},
		{"b", blocked, ReasonExcluded},
		{"b", Lists{Pending: []string{"b"}}, ReasonPending},
	} {
		assert.Equal(t, Unavailable(known, tc.lists, tc.server), tc.want, "%s %v", tc.server, tc.lists)
	}
}

func TestRemovedNames(t *testing.T) {
	var n Names
	n = n.Next([]string{"a", "b", "c"})
	assert.DeepEqual(t, n, Names{Configured: []string{"a", "b", "c"}})
	n = n.Next([]string{"b"})
	assert.DeepEqual(t, n, Names{Configured: []string{"b"}, Removed: []string{"a", "c"}})
	n = n.Next([]string{"b"})
	assert.DeepEqual(t, n, Names{Configured: []string{"b"}, Removed: []string{"a", "c"}})
	n = n.Next([]string{"a", "d"})
	assert.DeepEqual(t, n, Names{Configured: []string{"a", "d"}, Removed: []string{"c", "b"}})
	n = n.Next(nil)
	assert.DeepEqual(t, n, Names{Removed: []string{"c", "b", "a", "d"}})
}

// A name is removed exactly if it was configured once and is not now.
func TestRemovedNamesAreThoseSeenAndGone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var n Names
		seen := map[string]bool{}
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			configured := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3, rapid.ID).Draw(t, "configured")
			n = n.Next(configured)
			for _, name := range configured {
				seen[name] = true
			}
			for _, name := range []string{"a", "b", "c"} {
				assert.Equal(t, slices.Contains(n.Removed, name), seen[name] && !slices.Contains(configured, name), name)
			}
		}
	})
}
