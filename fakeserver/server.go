package fakeserver

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/budget"
	"github.com/mcpsim/mcpsim/internal/clients"
	"github.com/mcpsim/mcpsim/internal/packed"
	"github.com/mcpsim/mcpsim/internal/schema"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Options are what a server needs from outside. The zero value is usable.
type Options struct {
	// Name of the server in clock actors; empty = the script's name.
	Name string
	// Clock is the only source of time; nil = the wall clock. Its actors are
	// "<name>/conn-<n>" and below.
	Clock clock.Clock
	// Roll returns 64 well mixed bits for the decision named by parts, the same
	// for the same parts; nil = a fixed hash. Probabilities and session ids
	// are decided by it.
	Roll func(parts ...string) uint64
	// Journal receives every entry as it is made. It is called under the
	// server's lock: it must not wait and not call the server.
	Journal func(Entry)
	// Limits bound what clients may take.
	Limits Limits
	// Crash ends the program if an HTTP handler panics, as a panic does over the other
	// transports. Without it net/http logs the panic, and the client sees a connection
	// that is cut: in a test a fault that nobody has asked for.
	Crash bool
	// Unknown is asked about each request that the script has no answer for; a text is
	// what it is refused with, "" leaves it to the server. It is called under the server's
	// lock. params share memory with the message. nil = none is refused.
	Unknown func(method string, params json.RawMessage) string
	// Around gets the handler of [Server.Serve] and returns what is to be used instead; nil =
	// that handler.
	Around func(http.Handler) http.Handler
	// Elsewhere finds an authorization server of another script by name: its issuer and the
	// server; nil = there are none. It is called under the server's lock.
	Elsewhere func(name string) (issuer string, server *Server)
	// Secret is told each code, token, verifier and secret of a login that the server gives
	// out or is shown, under the server's lock; nil = it is not.
	Secret func(text string)
	// TimeScale is what the waits and the times of a script are multiplied by: 0.1 makes it
	// ten times faster. 0 = 1.
	TimeScale float64
}

// Server is one fake server with all its connections. Its methods may be called
// from any goroutine. In a simulation it must be made inside the bubble.
type Server struct {
	script  *Script
	name    string
	clk     clock.Clock
	rand    func(parts ...string) uint64
	watch   func(Entry)
	limits  Limits
	crash   bool
	clients *clients.Set   // of Serve
	bodies  *budget.Budget // of HTTP requests, and messages of WebSockets, that are read or answered

	unknown func(method string, params json.RawMessage) string
	scale   float64
	around  func(http.Handler) http.Handler

	elsewhere func(name string) (string, *Server)
	secret    func(text string)

	ctx   context.Context // ends with Close
	close context.CancelFunc

	mu          sync.Mutex // guards all below; never held while anything waits
	rules       []*ruleState
	live        offerAction // lists changed since the start
	state       string
	opened      int     // connections so far
	conns       []*conn // those that are not over
	limbo       *conn   // stands for "no connection"
	modernHTTP  *conn   // of all modern requests over HTTP; nil before the first
	held        []*exec
	authorities []*authority
	sessions    map[string]*conn
	over        map[string]int // the numbers of connections whose sessions are over
	overOrder   []string       // those sessions, the oldest first
	minted      int
	history     int // bytes of events kept for resumption
	added       int
	ids         int
	cursors     newest // of scripts
	schemas     map[string]*schema.Schema

	unread        int // bytes that wait for clients over HTTP
	unreadSockets int // bytes that wait for clients over WebSockets
	kept          int // bytes of what has no end yet, see mostKept
	mostKept      int
	keptOfTasks   int

	exchanges []*exchange
	journal   packed.List[Entry]
	seq       int
	ledger    packed.List[LedgerRow]
	tasks     map[string]*task // by id; nil before the first
}

// New makes a server of a script; nil means the zero script. It reports what
// [Parse] would report, without positions.
func New(script *Script, o Options) (*Server, error) {
	if script == nil {
		script = &Script{}
	}
	if err := script.check(); err != nil {
		return nil, fmt.Errorf("checking script: %w", err)
	}
	s := &Server{
		script: script, name: o.Name, clk: o.Clock, rand: o.Roll, watch: o.Journal, limits: o.Limits, unknown: o.Unknown, scale: o.TimeScale, around: o.Around, crash: o.Crash, elsewhere: o.Elsewhere, secret: o.Secret,
		sessions: map[string]*conn{}, over: map[string]int{}, schemas: maps.Clone(commonSchemas()),
	}
	if s.name == "" {
		s.name = script.serverName()
	}
	if s.scale <= 0 {
		s.scale = 1
	}
	if s.clk == nil {
		s.clk = clock.Real()
	}
	if s.rand == nil {
		s.rand = fixedRand
	}
	s.clients = clients.New(o.Limits.ofClients(), s.clk)
	s.bodies = budget.New(max(mostBodies, 2*int(script.HTTP.MaxBody), 2*int(script.Stdio.MaxLine))).ForLittle(mostLittle)
	s.mostKept = max(mostKept, 2*int(script.HTTP.MaxBody), 2*int(script.Stdio.MaxLine))
	s.ctx, s.close = context.WithCancel(context.Background())
	s.limbo = s.newConn(0, "http")
	s.authorities = s.newAuthorities()
	s.addRules()
	return s, nil
}

// addRules makes the rules of the script those of the server.
func (s *Server) addRules() {
	for i, r := range s.script.Rules {
		s.rules = append(s.rules, &ruleState{Rule: r, id: strconv.Itoa(i)})
	}
	for i, c := range s.script.Connections {
		for j, r := range c.Rules {
			s.rules = append(s.rules, &ruleState{Rule: r, id: fmt.Sprintf("%d/%d", i, j), covers: c.covers})
		}
	}
}

// scaled is how long a wait of the script takes.
func (s *Server) scaled(d time.Duration) time.Duration { return time.Duration(float64(d) * s.scale) }

// Close ends everything: processes exit with code 143, exchanges are cut, timers
// stop. Further calls do nothing. It does not wait for goroutines: the callers of
// ServeStdio and the HTTP server own them.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		if c.process != nil {
			c.process.die(codeTerm)
		}
		c.end()
	}
	s.limbo.end()
	s.cutAll()
	s.close()
}

// fixedRand is FNV-1a with a finishing mix: the decisions of a server that was
// given no seed.
func fixedRand(parts ...string) uint64 {
	h := uint64(14695981039346656037)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint64(p[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	return h ^ h>>33
}

func (s *Server) newID() []byte {
	s.ids++
	return []byte(strconv.Quote("s-" + strconv.Itoa(s.ids)))
}

// offer is what a connection's lists show now.
func (c *conn) offer() offerAction {
	sc := c.s.script
	o := offerAction{Tools: sc.Tools, Resources: sc.Resources, Templates: sc.Templates, Prompts: sc.Prompts}
	if o.Tools == nil && o.Resources == nil && o.Templates == nil && o.Prompts == nil {
		o.Tools = onlyEcho
	}
	for _, over := range sc.Connections {
		if over.covers(c.n) {
			o.override(offerAction{over.Tools, over.Resources, over.Templates, over.Prompts})
		}
	}
	o.override(c.s.live)
	return o
}

func (s *Server) removeRule(r *ruleState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules = slices.DeleteFunc(s.rules, func(o *ruleState) bool { return o == r })
}
