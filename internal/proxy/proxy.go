package proxy

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Options say what a proxy does beside passing bytes on.
type Options struct {
	// Rules are followed; they may come and go. nil = none, ever.
	Rules *fakeserver.RuleSet
	// Tell is called for each action that was done, from any goroutine; nil = not.
	Tell func(Done)
	// Link is what the faults of are on; nil = there is none, ever.
	Link *Link
	// Record gets all that passes; nil = nothing is recorded.
	Record Recorder
}

// Recorder is told what passes, from any goroutine. What an entry points to is the caller's.
type Recorder interface{ Add(recording.Entry) }

// Proxy is what connections through one proxy share. Make one with [New].
type Proxy struct {
	Options
	clk   clock.Clock
	over  context.Context // all connections are
	close context.CancelFunc

	mu     sync.Mutex
	opened int
	held   []*passage
}

// New returns a proxy on the wall clock.
func New(o Options) *Proxy {
	if o.Rules == nil {
		o.Rules = fakeserver.NewRuleSet(func(...string) uint64 { return 0 })
	}
	p := &Proxy{Options: o, clk: clock.Real()}
	p.over, p.close = context.WithCancel(context.Background())
	return p
}

// Close ends all that waits, which is lost then, and the link.
func (p *Proxy) Close() {
	p.close()
	p.Link.Close()
}

// Done is an action that was done.
type Done struct {
	At     time.Time `json:"at"`
	Conn   int       `json:"conn"`
	Action string    `json:"action"`
	Place  string    `json:"place,omitempty"` // of the rule, such as "rules.yaml:3"
	Rule   string    `json:"rule,omitempty"`
	To     string    `json:"to"` // what it was done to, such as "the answer to tools/call (id 2)"
	// Meaningless says that it has no meaning over the transport, and changed nothing.
	Meaningless bool `json:"meaningless,omitempty"`
}

// String is "rules.yaml:3: delay, to the answer to tools/call (id 2)".
func (d Done) String() string {
	text := fmt.Sprintf("%s, to %s", d.Action, d.To)
	if d.Meaningless {
		text = fmt.Sprintf("%s has no meaning for %s here", d.Action, d.To)
	}
	if d.Place != "" {
		text = d.Place + ": " + text
	}
	return text
}

// open makes the next connection.
func (p *Proxy) open(transport string) *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened++
	return newConn(p, p.opened, transport)
}

// Release lets go on what is held under a label, "" = all, and returns how many those were.
func (p *Proxy) Release(label string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	free := 0
	p.held = slices.DeleteFunc(p.held, func(held *passage) bool {
		if label != "" && held.label != label {
			return false
		}
		close(held.released)
		free++
		return true
	})
	return free
}

// Held are the labels of what is held.
func (p *Proxy) Held() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	labels := []string{}
	for _, held := range p.held {
		labels = append(labels, held.label)
	}
	return labels
}

// Connections is how many connections there have been.
func (p *Proxy) Connections() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.opened
}

// record notes what passes, if anything is recorded.
func (p *Proxy) record(e recording.Entry) {
	if p.Record != nil && (e.Kind != recording.Chunk || len(e.Data) > 0) {
		e.At = p.clk.Now()
		p.Record.Add(e)
	}
}
