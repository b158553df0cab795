package admission

import "slices"

// Lists are the three lists that decide about connecting, apart from what the
// servers are (QWEN-46). The zero value admits every server. Treat
// lists as read-only.
type Lists struct {
	// Allowed are the only servers admitted. nil is "no such list" and admits all;
	// an empty list admits none (QWEN-106, QWEN-107).
	Allowed []string
	// Excluded servers are not admitted, whatever the other lists say (QWEN-104).
	Excluded []string
	// Pending servers wait for approval; nothing overrides that (QWEN-105).
	Pending []string
}

// Equal compares lists as sets: neither order nor repetition counts, and nil is
// an empty list for all but Allowed (QWEN-35 to QWEN-37).
func (l Lists) Equal(o Lists) bool {
	return (l.Allowed == nil) == (o.Allowed == nil) && sameSet(l.Allowed, o.Allowed) &&
		sameSet(l.Excluded, o.Excluded) && sameSet(l.Pending, o.Pending)
}

// Allowed is the list of allowed servers that counts: the settings' list within
// the bound that the command line set for the session (QWEN-98 to QWEN-103). nil
// for either is "not given", which an empty list is not (A-Q20, A-Q21). Settings
// can only narrow the bound. The comparison is by exact name, in any case
// (S-QWEN-36). The result belongs to the caller.
func Allowed(bound, settings []string) []string {
	switch {
	case bound == nil:
		return slices.Clone(settings)
	case settings == nil:
		return slices.Clone(bound)
	}
	both, left := []string{}, setOf(bound)
	for _, name := range settings {
		if left[name] {
			both, left[name] = append(both, name), false
		}
	}
	return both
}

func sameSet(a, b []string) bool { return subset(a, b) && subset(b, a) }

func subset(a, b []string) bool {
	known := setOf(b)
	return !slices.ContainsFunc(a, func(name string) bool { return !known[name] })
}
