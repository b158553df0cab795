package settings

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"
)

func TestEqual(t *testing.T) {
	base := `{"a":{"command":"node","args":["x","y"],"env":{"B":"2","A":"1"}},"b":{"httpUrl":"http://h/","headers":{"X":"1"}}}`
	for _, tc := range []struct {
		name, other string
		want        bool
	}{
		{"itself", base, true},
		{"order of keys at every depth", `{"b":{"headers":{"X":"1"},"httpUrl":"http://h/"},"a":{"env":{"A":"1","B":"2"},"args":["x","y"],"command":"node"}}`, true},
		{"order of a list", `{"a":{"command":"node","args":["y","x"],"env":{"B":"2","A":"1"}},"b":{"httpUrl":"http://h/","headers":{"X":"1"}}}`, false},
		{"a value in env", `{"a":{"command":"node","args":["x","y"],"env":{"B":"2","A":"3"}},"b":{"httpUrl":"http://h/","headers":{"X":"1"}}}`, false},
		{"a header more", `{"a":{"command":"node","args":["x","y"],"env":{"B":"2","A":"1"}},"b":{"httpUrl":"http://h/","headers":{"X":"1","Y":"1"}}}`, false},
		{"a server less", `{"a":{"command":"node","args":["x","y"],"env":{"B":"2","A":"1"}}}`, false},
		{"another name", `{"c":{"command":"node","args":["x","y"],"env":{"B":"2","A":"1"}},"b":{"httpUrl":"http://h/","headers":{"X":"1"}}}`, false},
		{"null instead of a list", `{"a":{"command":"node","args":null,"env":{"B":"2","A":"1"}},"b":{"httpUrl":"http://h/","headers":{"X":"1"}}}`, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, b := servers(t, base), servers(t, tc.other)
			assert.Equal(t, Equal(a, b), tc.want)
			assert.Equal(t, Equal(b, a), tc.want)
		})
	}
}

func TestNoMapIsAnEmptyMap(t *testing.T) {
	assert.Assert(t, Equal(nil, Map{}))
	assert.Assert(t, Equal(servers(t, `{}`), nil))
}

func TestScopeAndExtensionBelongToTheIdentityAndThePlaceDoesNot(t *testing.T) {
	e := entry(t, `{"command":"node"}`)
	for _, change := range []func(*Entry){
		func(e *Entry) { e.Scope = Workspace },
		func(e *Entry) { e.Extension = "x" },
	} {
		other := e
		change(&other)
		assert.Assert(t, !e.Equal(other))
	}
	moved := e
	moved.Place.Line = 99
	assert.Assert(t, e.Equal(moved))
}

// A key that is there without a value is not an absent key.
func TestAKeyWithoutAValueIsAKey(t *testing.T) {
	a := Entry{Definition: map[string]any{"x": nil}}
	b := Entry{Definition: map[string]any{"y": nil}}
	assert.Assert(t, !a.Equal(b))
	assert.Assert(t, !a.Equal(Entry{}))
}

func serverMaps() *rapid.Generator[Map] {
	return rapid.Custom(func(t *rapid.T) Map {
		var m Map
		for range rapid.IntRange(0, 3).Draw(t, "servers") {
			e := Entry{Name: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name"), Definition: objects().Draw(t, "definition")}
			m = Merge(m, Map{e})
		}
		return m
	})
}

// Equality is an equivalence relation that ignores the order of servers.
func TestEqualIsAnEquivalence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := serverMaps().Draw(t, "a"), serverMaps().Draw(t, "b"), serverMaps().Draw(t, "c")
		assert.Assert(t, Equal(a, a))
		assert.Equal(t, Equal(a, b), Equal(b, a))
		if Equal(a, b) && Equal(b, c) {
			assert.Assert(t, Equal(a, c))
		}
		reversed := slices.Clone(a)
		slices.Reverse(reversed)
		assert.Assert(t, Equal(a, reversed))
		if len(a) > 0 {
			assert.Assert(t, !Equal(a, a[1:]))
		}
	})
}

// Equal entries are connected alike.
func TestEqualEntriesHaveOneConnectionID(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := objects().Draw(t, "a"), objects().Draw(t, "b")
		x, y := Entry{Name: "s", Definition: a}, Entry{Name: "s", Definition: b}
		if x.Equal(y) {
			assert.Equal(t, ConnectionID(x), ConnectionID(y))
		}
	})
}
