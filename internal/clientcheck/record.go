package clientcheck

import (
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// What is kept of one run: its beginning. What a client says in one run usually fits a
// hundred times.
const (
	entriesKept = 20_000
	bytesKept   = 16 << 20
	secretsKept = 1000 // of logins
)

// newRecord returns an empty one, for a run in which so many messages of the client are
// enough. It shares together with those of other runs.
func newRecord(most int, together *store) *record {
	return &record{most: most, together: together, first: make(chan struct{}), enough: make(chan struct{})}
}

// record keeps the beginning of a server's journal and counts the rest.
type record struct {
	most   int           // messages of the client; 0 = as many as are kept
	first  chan struct{} // closed by the first entry
	enough chan struct{} // closed by the first that is not kept, or by the last message

	together *store // of all runs

	mu      sync.Mutex
	entries []fakeserver.Entry
	bytes   int
	total   int
	heard   int  // messages of the client
	full    bool // no more is kept
	crowded bool // since all runs together have said so much
	over    bool // enough is closed
	secrets []string
}

// keepSecret is called under the server's lock.
func (r *record) keepSecret(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.secrets) < secretsKept && !slices.Contains(r.secrets, text) {
		r.secrets = append(r.secrets, text)
	}
}

// told are the secrets of logins.
func (r *record) told() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.secrets)
}

// add is called under the server's lock.
func (r *record) add(e fakeserver.Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.total++; r.total == 1 {
		close(r.first)
	}
	if e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Received {
		r.heard++
	}
	r.keep(e)
	if !r.over && (r.full || r.most > 0 && r.heard >= r.most) {
		r.over = true
		close(r.enough)
	}
}

// keep keeps an entry if there is room for it. It is called with the lock held.
func (r *record) keep(e fakeserver.Entry) {
	size := sizeOf(e)
	switch {
	case r.full:
		return
	case len(r.entries) == entriesKept || r.bytes > bytesKept:
		r.full = true
		return
	case r.bytes+size > bytesOwn && !r.together.take(size):
		r.full, r.crowded = true, true
		return
	}
	r.entries = append(r.entries, e)
	r.bytes += size
}

// sizeOf is what an entry takes, in bytes, about.
func sizeOf(e fakeserver.Entry) int {
	n := len(e.Raw) + len(e.Text) + len(e.Method) + len(e.ID) + 256
	for name, values := range e.Header {
		n += len(name) + 64
		for _, value := range values {
			n += len(value) + 16
		}
	}
	return n
}

// seen is how many entries there were so far.
func (r *record) seen() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.total
}

// alive is how many processes of servers have begun and not ended.
func (r *record) alive() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, e := range r.entries {
		switch e.Kind {
		case fakeserver.KindSpawn:
			n++
		case fakeserver.KindExit:
			n--
		}
	}
	return n
}

// kept are the entries kept so far, and how many there were.
func (r *record) kept() (entries []fakeserver.Entry, total int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.entries[:len(r.entries):len(r.entries)], r.total
}
