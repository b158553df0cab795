package admission

import (
	"fmt"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"
)

func TestListsEqual(t *testing.T) {
	for _, tc := range []struct {
		name string
		a, b Lists
		want bool
	}{
		{"nothing", Lists{}, Lists{}, true},
		{"order", Lists{Allowed: []string{"a", "b"}}, Lists{Allowed: []string{"b", "a"}}, true},
		{"repetition", Lists{Excluded: []string{"a", "a"}}, Lists{Excluded: []string{"a"}}, true},
		{"an item more", Lists{Allowed: []string{"a"}}, Lists{Allowed: []string{"a", "b"}}, false},
		{"an item less", Lists{Pending: []string{"a"}}, Lists{}, false},
		{"another item", Lists{Excluded: []string{"a"}}, Lists{Excluded: []string{"b"}}, false},
		{"order of pending", Lists{Pending: []string{"a", "b"}}, Lists{Pending: []string{"b", "a"}}, true},
		{"another pending", Lists{Pending: []string{"a"}}, Lists{Pending: []string{"b"}}, false},
		{"another list", Lists{Excluded: []string{"a"}}, Lists{Pending: []string{"a"}}, false},
		{"empty excluded and pending", Lists{Excluded: []string{}, Pending: []string{}}, Lists{}, true},
		{"empty allowed", Lists{Allowed: []string{}}, Lists{}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.a.Equal(tc.b), tc.want)
			assert.Equal(t, tc.b.Equal(tc.a), tc.want)
		})
	}
}

func TestAllowedWithinTheBound(t *testing.T) {
	for _, tc := range []struct {
		name                  string
		bound, settings, want []string
	}{
		{"neither", nil, nil, nil},
		{"settings alone", nil, []string{"a"}, []string{"a"}},
		{"settings alone, deny all", nil, []string{}, []string{}},
		{"bound alone", []string{"a", "b"}, nil, []string{"a", "b"}},
		{"settings cannot widen", []string{"a", "b"}, []string{"a", "b", "c"}, []string{"a", "b"}},
		{"settings narrow", []string{"a", "b"}, []string{"a"}, []string{"a"}},
		{"nothing in common", []string{"a"}, []string{"b"}, []string{}},
		{"deny all within a bound", []string{"a"}, []string{}, []string{}},
		{"an empty bound", []string{}, nil, []string{}},
		{"an empty bound and settings", []string{}, []string{"a"}, []string{}},
		{"repeated", []string{"a"}, []string{"a", "a"}, []string{"a"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Allowed(tc.bound, tc.settings)
			assert.DeepEqual(t, got, tc.want)
			assert.Equal(t, got == nil, tc.want == nil)
		})
	}
}

// list draws a list of names that may also be absent.
func list(t *rapid.T, label string) []string {
	if rapid.Bool().Draw(t, label+" is absent") {
		return nil
	}
	return rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 4).Draw(t, label)
}

func lists(t *rapid.T, label string) Lists {
	return Lists{list(t, label+".allowed"), list(t, label+".excluded"), list(t, label+".pending")}
}

func TestListsEqualIsAnEquivalence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := lists(t, "a"), lists(t, "b"), lists(t, "c")
		assert.Assert(t, a.Equal(a))
		assert.Equal(t, a.Equal(b), b.Equal(a))
		if a.Equal(b) && b.Equal(c) {
			assert.Assert(t, a.Equal(c))
		}
		for _, name := range []string{"a", "b", "c", "d"} { // equal lists decide alike
			if a.Equal(b) {
				assert.Equal(t, Gate{Lists: a}.Verdict(name), Gate{Lists: b}.Verdict(name))
			}
		}
	})
}

// Settings never admit a server that the bound does not (QWEN-98 to QWEN-103).
func TestSettingsOnlyNarrowTheBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bound, settings := list(t, "bound"), list(t, "settings")
		allowed := Allowed(bound, settings)
		for _, name := range []string{"a", "b", "c", "d"} {
			in := func(l []string) bool { return l == nil || slices.Contains(l, name) }
			assert.Equal(t, in(allowed), in(bound) && in(settings), name)
		}
	})
}

// The result is the caller's to change.
func TestAllowedSharesNothing(t *testing.T) {
	bound := []string{"a", "b"}
	Allowed(bound, nil)[0] = "x"
	Allowed(nil, bound)[0] = "x"
	assert.DeepEqual(t, bound, []string{"a", "b"})
}

// A project may bring any number of servers, all of which wait for approval: what decides
// about them takes as long as they are many, not as long as their square.
func TestListsMayBeLong(t *testing.T) {
	names := make([]string, 200_000)
	for i := range names {
		names[i] = fmt.Sprint("s", i)
	}
	gate := Gate{Lists: Lists{Allowed: names, Excluded: []string{"s7"}, Pending: names}}.Ready()
	counts := map[Verdict]int{}
	for _, name := range append(names, "other") {
		counts[gate.Verdict(name)]++
	}
	assert.DeepEqual(t, counts, map[Verdict]int{NotAllowed: 1, Excluded: 1, Pending: len(names) - 1})
	assert.Equal(t, len(Allowed(names, append(names, names...))), len(names))
}
