package settings

import "slices"

// Map is a set of servers. Names are unique; the order is that in which the
// sources first name them. nil is the empty map. Treat a Map as read-only: the
// functions that change one return another.
type Map []Entry

// Get finds a server by name.
func (m Map) Get(name string) (Entry, bool) {
	i := slices.IndexFunc(m, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return m[i], true
}

// Names are the names of all servers, in order.
func (m Map) Names() []string {
	names := make([]string, len(m))
	for i, e := range m {
		names[i] = e.Name
	}
	return names
}

// Filter is the part of m that keep says yes to.
func (m Map) Filter(keep func(Entry) bool) Map {
	var out Map
	for _, e := range m {
		if keep(e) {
			out = append(out, e)
		}
	}
	return out
}

// Merge lays maps over each other: of two servers with one name the later one is
// used, whole, in the place of the earlier one (S-QWEN-02).
func Merge(maps ...Map) Map {
	entries := 0
	for _, m := range maps {
		entries += len(m)
	}
	out := make(Map, 0, entries)
	index := make(map[string]int, entries)
	for _, m := range maps {
		for _, e := range m {
			i, known := index[e.Name]
			if !known {
				index[e.Name] = len(out)
				out = append(out, e)
				continue
			}
			out[i] = e
		}
	}
	return out
}

// Equal reports whether two maps define the same servers: their order does not
// count, nor does the order of keys, and no map is an empty one (QWEN-31 to
// QWEN-34).
func Equal(a, b Map) bool {
	if len(a) != len(b) {
		return false
	}
	index := make(map[string]Entry, len(b))
	for _, e := range b {
		index[e.Name] = e
	}
	return !slices.ContainsFunc(a, func(e Entry) bool {
		other, ok := index[e.Name]
		return !ok || !e.Equal(other)
	})
}
