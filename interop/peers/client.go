// Package peers measures MCP clients against each other: ours, the official Go
// SDK's, mcp-go's, and two yardsticks. All of them talk to one neutral server,
// take turns in one run, and do the same work.
//
// Figures are for comparing within one run: time depends on the machine and on
// what else it does, allocations and bytes do not. The package is no test of
// correctness and no MCP library.
package peers

import (
	"encoding/json"
	"net"
	"sync"
	"sync/atomic"
)

// Client makes sessions of one implementation.
type Client struct {
	Name string
	// Process starts a child and talks to its pipes.
	Process func(path string) (Session, error)
	// HTTP talks to an address.
	HTTP func(url string) (Session, error)
	// Modern talks to an address in revision 2026-07-28; nil is a client that cannot.
	Modern func(url string) (Session, error)
	// Socket talks in lines over a connection, which it owns from then on.
	Socket func(net.Conn) (Session, error)
}

// Session is a connection after its handshake. Echo may be called from several
// goroutines at once.
type Session interface {
	// Echo calls the tool "echo" and returns the size of the answer: of its text,
	// or of the raw result where that is what callers get.
	Echo(arguments json.RawMessage) (int, error)
	// ListTools returns how many tools there are.
	ListTools() (int, error)
	// Burst calls the tool "burst" and waits until all of its notifications have
	// been handled. late is how many were not, when the result came.
	Burst() (late int, err error)
	Close() error
}

// What the neutral server sends.
const (
	BurstEvents = 10_000
	ListedTools = 5_000
)

// Clients are all that are measured, in the order of the tables.
func Clients() []Client {
	return []Client{Floor(), Ours(), OursDecoded(), Official(), MCPGo(), Plain()}
}

// tally counts the notifications of bursts.
type tally struct {
	n   atomic.Int64
	mu  sync.Mutex
	all chan struct{} // closed with the last one
}

// begin starts a new count.
func (t *tally) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n.Store(0)
	t.all = make(chan struct{})
}

func (t *tally) add() {
	if t.n.Add(1) == BurstEvents {
		t.mu.Lock()
		defer t.mu.Unlock()
		close(t.all)
	}
}

// burst counts while call calls the tool.
func (t *tally) burst(call func() error) (late int, err error) {
	t.begin()
	if err := call(); err != nil {
		return 0, err
	}
	late = BurstEvents - int(t.n.Load())
	<-t.all
	return late, nil
}
