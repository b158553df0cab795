package reconcile_test

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/reconcile"
)

func want(name, key string) reconcile.Desired {
	return reconcile.Desired{Server: &config.Server{Name: name}, Key: key}
}

func blocked(name, key string) reconcile.Desired {
	d := want(name, key)
	d.Blocked = true
	return d
}

func filtered(name, key, filter string) reconcile.Desired {
	d := want(name, key)
	d.Filter = filter
	return d
}

func up(name, key string) reconcile.Online {
	return reconcile.Online{Name: name, Key: key, Connected: true}
}

func down(name, key string) reconcile.Online { return reconcile.Online{Name: name, Key: key} }

func TestCompare(t *testing.T) {
	type online = []reconcile.Online
	type desired = []reconcile.Desired
	for _, c := range []struct {
		name    string
		online  online
		desired desired
		want    string
	}{
		{"nothing", nil, nil, ""},
		{"QWEN-47 a new one", nil, desired{want("a", "1")}, "added a"},
		{"QWEN-48 one that is gone", online{up("a", "1")}, nil, "removed a"},
		{"QWEN-49 another key", online{up("a", "1")}, desired{want("a", "2")}, "changed a"},
		{"QWEN-50 the same", online{up("a", "1")}, desired{want("a", "1")}, "kept 1"},
		{"QWEN-51 blocked and online", online{up("a", "1")}, desired{blocked("a", "1")}, "removed a"},
		{"QWEN-52 blocked and not online", nil, desired{blocked("a", "1")}, ""},
		{"S-QWEN-22 a lost connection", online{down("a", "1")}, desired{want("a", "1")}, "retried a"},
		{"lost and changed", online{down("a", "1")}, desired{want("a", "2")}, "changed a"},
		{"A-Q1 another filter", online{up("a", "1")}, desired{filtered("a", "1", "f")}, "refiltered a"},
		{"another filter and key", online{up("a", "1")}, desired{filtered("a", "2", "f")}, "changed a"},
		{
			"unconfigured ones go before blocked ones", online{up("z", "1"), up("b", "1"), up("y", "1")},
			desired{want("n", "1"), blocked("b", "1")}, "removed z, y, b; added n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, reconcile.Compare(c.online, c.desired).String(), c.want)
		})
	}
}

func TestConnectingIsInConfiguredOrder(t *testing.T) {
	desired := []reconcile.Desired{want("new", "1"), want("lost", "1"), want("same", "1"), want("other", "2"), blocked("off", "1")}
	p := reconcile.Compare([]reconcile.Online{up("other", "1"), up("same", "1"), down("lost", "1")}, desired)
	var got []string
	for _, s := range p.Connecting(desired) {
		got = append(got, s.Name)
	}
	assert.DeepEqual(t, got, []string{"new", "lost", "other"})
}

// Carrying a plan out leads to what is desired, touches nothing else, and leaves
// nothing to do.
func TestAPlanLeadsThere(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e"}
	keys := rapid.SampledFrom([]string{"1", "2"})
	rapid.Check(t, func(t *rapid.T) {
		var online []reconcile.Online
		var desired []reconcile.Desired
		for _, name := range rapid.Permutation(names).Draw(t, "order") {
			if rapid.Bool().Draw(t, "online "+name) {
				online = append(online, reconcile.Online{
					Name: name, Key: keys.Draw(t, "key"), Filter: keys.Draw(t, "filter"), Connected: rapid.Bool().Draw(t, "connected"),
				})
			}
			if rapid.Bool().Draw(t, "desired "+name) {
				d := filtered(name, keys.Draw(t, "key"), keys.Draw(t, "filter"))
				d.Blocked = rapid.Bool().Draw(t, "blocked")
				desired = append(desired, d)
			}
		}
		p := reconcile.Compare(online, desired)
		after := carryOut(p, online, desired)
		again := reconcile.Compare(after, desired)
		if n := len(again.Unchanged); n != len(after) || n != admitted(desired) {
			t.Fatalf("%v and %v: %s, and then: %s", online, desired, p, again)
		}
	})
}

func admitted(desired []reconcile.Desired) (n int) {
	for _, d := range desired {
		if !d.Blocked {
			n++
		}
	}
	return n
}

func carryOut(p reconcile.Plan, online []reconcile.Online, desired []reconcile.Desired) []reconcile.Online {
	after := slices.DeleteFunc(slices.Clone(online), func(o reconcile.Online) bool { return slices.Contains(p.Removed, o.Name) })
	started := p.Connecting(desired)
	for _, d := range desired {
		is := func(s config.Server) bool { return s.Name == d.Server.Name }
		i := slices.IndexFunc(after, func(o reconcile.Online) bool { return o.Name == d.Server.Name })
		switch {
		case slices.ContainsFunc(started, is) && i < 0:
			after = append(after, reconcile.Online{Name: d.Server.Name, Key: d.Key, Filter: d.Filter, Connected: true})
		case slices.ContainsFunc(started, is):
			after[i] = reconcile.Online{Name: d.Server.Name, Key: d.Key, Filter: d.Filter, Connected: true}
		case slices.ContainsFunc(p.Refiltered, is):
			after[i].Filter = d.Filter
		}
	}
	return after
}
