// Package freshness keeps results of modern servers for as long as these say that they
// may be used without asking again. It asks nobody and decides nothing else: what is not
// here, or not any more, is asked for.
package freshness

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// The bounds of a store: how long a server may be believed, and how much is kept, of the
// results alone. What does not fit is asked for again.
const (
	maxAge     = 30 * 24 * time.Hour
	maxBytes   = 64 << 20
	maxResults = 10_000
)

// Store is the results of all servers of a runtime. Make it with [New]; its methods, and
// those of its views, may be called from any goroutine.
type Store struct {
	clk clock.Clock

	mu      sync.Mutex
	results map[key]result
	bytes   int
}

// key is what a result answers: of whom, to whom, and what was asked.
type key struct{ server, caller, method, params string }

type result struct {
	raw   json.RawMessage
	until time.Time
}

// New returns an empty store.
func New(clk clock.Clock) *Store { return &Store{clk: clk, results: map[key]result{}} }

// View is the store as one connection sees it: what its server said to all, and what it
// said to those with the same credentials. The zero value of a pointer keeps nothing.
type View struct {
	store  *Store
	server string

	mu     sync.Mutex
	caller string
	drops  map[string]int // by method: how often it was dropped
}

// View returns that of a server for who has these credentials. Both are compared only;
// they should be sums, as they are kept.
func (s *Store) View(server, caller string) *View {
	return &View{store: s, server: server, caller: caller, drops: map[string]int{}}
}

// Renew says that the credentials are others from now on: what was said to those before
// is not for them (MOD-11).
func (v *View) Renew(caller string) {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.caller = caller
}

// Pending is a result that is asked for.
type Pending struct {
	view   *View
	own    key
	public key
	drops  int
}

// Ask looks a result up. If there is none that is fresh, the answer is to be kept with
// what it returns.
func (v *View) Ask(method string, params []byte) (raw json.RawMessage, p *Pending) {
	if v == nil {
		return nil, nil
	}
	v.mu.Lock()
	p = &Pending{view: v, own: key{v.server, v.caller, method, string(params)}, drops: v.drops[method]}
	v.mu.Unlock()
	p.public = p.own
	p.public.caller = ""
	for _, k := range []key{p.own, p.public} {
		if raw := v.store.get(k); raw != nil {
			return raw, nil
		}
	}
	return nil, p
}

// Keep keeps the answer as long as it says, from now on. It does not if the server has said
// meanwhile that such results have changed, or if the credentials have.
func (p *Pending) Keep(raw json.RawMessage) {
	if p == nil {
		return
	}
	ttl, public := hints(raw)
	p.view.mu.Lock()
	defer p.view.mu.Unlock()
	if ttl <= 0 || p.view.drops[p.own.method] != p.drops || p.view.caller != p.own.caller {
		return
	}
	k := p.own
	if public {
		k = p.public
	}
	p.view.store.put(k, raw, ttl)
}

// Drop forgets all results of a method, or those to these params if they are not nil.
func (v *View) Drop(method string, params []byte) {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.drops[method]++
	v.store.drop(func(k key) bool {
		return k.server == v.server && k.method == method && (k.caller == "" || k.caller == v.caller) &&
			(params == nil || k.params == string(params))
	})
}

// Kept reports whether there is any result that is fresh.
func (v *View) Kept() bool {
	if v == nil {
		return false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.store.any(func(k key) bool {
		return k.server == v.server && (k.caller == "" || k.caller == v.caller)
	})
}

func (s *Store) any(which func(key) bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clk.Now()
	for k, r := range s.results {
		if which(k) && now.Before(r.until) {
			return true
		}
	}
	return false
}

func (s *Store) get(k key) json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	if found, ok := s.results[k]; ok && s.clk.Now().Before(found.until) {
		return found.raw
	}
	return nil
}

func (s *Store) put(k key, raw json.RawMessage, ttl time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clk.Now()
	s.forget(k)
	if !s.holds(raw) {
		s.sweep(func(other key) bool { return !now.Before(s.results[other].until) })
	}
	if s.holds(raw) {
		s.results[k] = result{raw, now.Add(ttl)}
		s.bytes += len(raw)
	}
}

// holds reports whether there is room for one more result; the lock is held.
func (s *Store) holds(raw json.RawMessage) bool {
	return s.bytes+len(raw) <= maxBytes && len(s.results) < maxResults
}

func (s *Store) drop(which func(key) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep(which)
}

// sweep forgets all results of a kind; the lock is held.
func (s *Store) sweep(which func(key) bool) {
	for k := range s.results {
		if which(k) {
			s.forget(k)
		}
	}
}

// forget forgets a result if there is one; the lock is held.
func (s *Store) forget(k key) {
	s.bytes -= len(s.results[k].raw)
	delete(s.results, k)
}

// hints are what a result says about its use: for how long, at most [maxAge], and whether
// it is the same for all. What it does not say rightly is 0 and no.
func hints(raw json.RawMessage) (ttl time.Duration, public bool) {
	var age json.RawMessage
	var scope string
	s := jsonscan.New(raw)
	s.Object(jsonscan.Exact("ttlMs", "cacheScope"), func(name string) {
		if name == "ttlMs" {
			s.Raw(&age)
			return
		}
		s.String(&scope)
	})
	var ms float64
	if s.End() != nil || json.Unmarshal(age, &ms) != nil || ms <= 0 {
		return
	}
	return time.Duration(min(ms, float64(maxAge.Milliseconds()))) * time.Millisecond, scope == "public"
}
