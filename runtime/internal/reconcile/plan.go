package reconcile

import "github.com/mcpsim/mcpsim/runtime/config"

// Desired is one configured server.
type Desired struct {
	Server *config.Server // read-only
	// Key is the identity of its connection: as long as it is the same, an open
	// connection is kept (QWEN-05, S-QWEN-08).
	Key string
	// Filter is the identity of what only selects among what the server offers.
	// Another one is applied without a new connection (A-Q1).
	Filter string
	// Blocked servers are configured and may not connect now: disabled, not
	// allowed, not approved (QWEN-51, QWEN-52).
	Blocked bool
}

// Online is one server that was started and not stopped since.
type Online struct {
	Name string
	// Key and Filter are those it was started with.
	Key, Filter string
	// Connected is whether it has a usable connection, or one is on its way.
	Connected bool
}

// Plan is what a pass does, in the order of its fields. Who is in none of the
// lists is neither configured nor online, or blocked and not online.
type Plan struct {
	// Removed are online and not configured any more, in the order in which they
	// came online; then, in configured order, those that are blocked now. They go
	// one after the other, before anything connects: a successor may need the
	// same port or lock (A-Q18).
	Removed []string
	// Changed have another key, Retried lost their connection (S-QWEN-22), Added
	// are not online. All connect side by side. In configured order.
	Changed, Retried, Added []config.Server
	// Refiltered have another filter and nothing else; in configured order.
	Refiltered []config.Server
	// Unchanged are not touched.
	Unchanged []string
}

// Connecting is Changed, Retried and Added in configured order.
func (p Plan) Connecting(desired []Desired) []config.Server {
	wanted := map[string]bool{}
	for _, list := range [][]config.Server{p.Changed, p.Retried, p.Added} {
		for _, s := range list {
			wanted[s.Name] = true
		}
	}
	var out []config.Server
	for _, d := range desired {
		if wanted[d.Server.Name] {
			out = append(out, *d.Server)
		}
	}
	return out
}

// Compare says what makes online what is desired (S-QWEN-21). Names are unique in
// either list.
func Compare(online []Online, desired []Desired) Plan {
	p := Plan{Unchanged: make([]string, 0, len(desired))}
	running := make(map[string]*Online, len(online))
	for i := range online {
		running[online[i].Name] = &online[i]
	}
	var blocked []string
	for _, d := range desired {
		o, on := running[d.Server.Name]
		delete(running, d.Server.Name)
		switch {
		case d.Blocked && on:
			blocked = append(blocked, d.Server.Name)
		case d.Blocked:
		case !on:
			p.Added = append(p.Added, *d.Server)
		case o.Key != d.Key:
			p.Changed = append(p.Changed, *d.Server)
		case !o.Connected:
			p.Retried = append(p.Retried, *d.Server)
		case o.Filter != d.Filter:
			p.Refiltered = append(p.Refiltered, *d.Server)
		default:
			p.Unchanged = append(p.Unchanged, d.Server.Name)
		}
	}
	for _, o := range online {
		if running[o.Name] != nil { // still: it is not configured
			p.Removed = append(p.Removed, o.Name)
		}
	}
	p.Removed = append(p.Removed, blocked...)
	return p
}
