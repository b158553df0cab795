package fakeserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// Rule makes a server depart from the correct one: when a moment matches, its
// actions are done in order, before the server goes on with what it would do
// anyway. Count conditions count the moments that match all the others.
type Rule struct {
	// When says which moments are meant; absent = every message received.
	When When `yaml:"when"`
	// Do lists the actions.
	Do []Action `yaml:"do"`
	// Times is how often the rule acts before it is used up; 0 = no limit.
	Times int `yaml:"times"`
	// MayNotHappen says that it is no mistake if the rule never acts. A scenario
	// fails if any other rule has an action that was never done.
	MayNotHappen bool `yaml:"mayNotHappen"`

	// Place is where the rule is written, such as "docs.yaml:7". [Parse] sets it;
	// "" = in Go.
	Place string `yaml:"-"`
}

// When selects moments. All conditions that are set must hold.
type When struct {
	// Phase of the connection. The phases spawn, after-init-reply, idle,
	// after-commit and closing are moments of their own, which no rule meets
	// that does not name them.
	Phase Phase `yaml:"phase"`
	// Method of the message received; a final * stands for anything.
	Method string `yaml:"method"`
	// Tool called.
	Tool string `yaml:"tool"`
	// Args are the arguments that the call of a tool or the request for a prompt must have: these
	// and no others. {} is also none.
	Args json.RawMessage `yaml:"args"`
	// Params are the params that the message must have, _meta aside: these and no others.
	// {} is also none.
	Params json.RawMessage `yaml:"params"`
	// Verb of the HTTP request; * = any. GET and DELETE are moments of their
	// own, which no rule meets that does not name the verb.
	Verb Verb `yaml:"verb"`
	// Header maps names of HTTP headers to the values they must have: "*" is any,
	// "" is absent, "!x" is anything but x, absent included.
	Header map[string]string `yaml:"header"`
	// Connection by number, from 1.
	Connection int `yaml:"connection"`
	// State the server is in; see the action state.
	State string `yaml:"state"`
	// From says whose message is meant, "client" or "server", and so which one the actions
	// change. A fake server meets only what clients send. In mcpsim proxy, absent = the
	// server's answer to what the client sent, and what the server sends of its own accord
	// if its method is named.
	From Side `yaml:"from"`

	// Endpoint of a login that is asked for; * = any. Endpoints are moments of their own, which no
	// rule meets that does not name one.
	Endpoint Endpoint `yaml:"endpoint"`
	// Grant is the grant_type at the token endpoint.
	Grant string `yaml:"grant"`
	// Authorization is the name of the authorization server whose endpoint it is.
	Authorization string `yaml:"authorization"`

	// Nth is the one moment meant, from 1; with a number in after, counted from there.
	Nth int `yaml:"nth"`
	// First is the number of moments meant.
	First int `yaml:"first"`
	// Every is a period: 3 means the 3rd, 6th, 9th …
	Every int `yaml:"every"`
	// After is what must have passed: a number of moments, or a time since the
	// connection opened.
	After Bound `yaml:"after"`
	// Until is what must not have passed, like after.
	Until Bound `yaml:"until"`
	// Probability that the rule acts, decided under the seed; 0 = always.
	Probability float64 `yaml:"probability"`
}

// Phase is a part of a connection's life: "spawn", "before-init-reply",
// "after-init-reply", "before-initialized", "listing", "idle", "in-call",
// "after-commit" or "closing".
type Phase string

// The phases, in the order of a connection's life.
const (
	phaseSpawn             Phase = "spawn"              // the connection opened, nothing was read
	phaseBeforeInitReply   Phase = "before-init-reply"  // initialize was received
	phaseAfterInitReply    Phase = "after-init-reply"   // its answer has just been sent
	phaseBeforeInitialized Phase = "before-initialized" // a message came between that and initialized
	phaseListing           Phase = "listing"            // a list was asked for
	phaseIdle              Phase = "idle"               // initialized, and no request is open any more
	phaseInCall            Phase = "in-call"            // tools/call was received
	phaseAfterCommit       Phase = "after-commit"       // a tool has written its row, the answer is not sent
	phaseClosing           Phase = "closing"            // end of stdin, TERM, or DELETE
)

func (Phase) words() []string {
	return []string{
		string(phaseSpawn), string(phaseBeforeInitReply), string(phaseAfterInitReply), string(phaseBeforeInitialized),
		string(phaseListing), string(phaseIdle), string(phaseInCall), string(phaseAfterCommit), string(phaseClosing),
	}
}

// Verb is an HTTP method, "POST", "GET" or "DELETE", or "*" for any.
type Verb string

func (Verb) words() []string { return []string{"POST", "GET", "DELETE", "*"} }

// Side is one end of a connection, "client" or "server".
type Side string

// The two ends of a connection.
const (
	FromClient Side = "client"
	FromServer Side = "server"
)

func (Side) words() []string { return []string{string(FromClient), string(FromServer)} }

// Bound is a number of moments or a time; the zero value is unset.
type Bound struct {
	Count int
	Time  time.Duration
}

// setScalar reads a whole number or a duration.
func (b *Bound) setScalar(text string) error {
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		b.Count = n
		return nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		b.Time = d
		return nil
	}
	return fmt.Errorf("%q is neither a number of moments nor a time such as 5s", text)
}

// moment is what rules are matched against.
type moment struct {
	phases        [2]Phase // those that apply; "" = none
	phaseOnly     bool     // only rules that name one of its phases meet it
	method        string
	tool          string
	params        json.RawMessage
	verb          Verb
	header        http.Header
	endpoint      Endpoint // of a login; "" = none
	authorization string   // the name of the server whose endpoint it is
	grant         string   // grant_type
	from          Side     // who sent it; "" = a client, and what answers it is to come
}

// place is where a moment comes: the connection's number and age, and the server's state.
type place struct {
	conn  int
	state string
	age   time.Duration
}

func (c *conn) place() place { return place{c.n, c.s.state, c.age()} }

// lot decides what is left to chance: a pure function of what the decision is about.
type lot func(parts ...string) uint64

// phase is the moment's phase for the journal.
func (m moment) label() string {
	if m.method != "" {
		return m.method
	}
	if m.endpoint != "" {
		return string(m.endpoint)
	}
	if m.phaseOnly && m.phases[0] != "" {
		return string(m.phases[0])
	}
	return string(m.verb)
}

func (m moment) in(p Phase) bool { return p == m.phases[0] || p == m.phases[1] }

// ruleState is a rule of a server with its counters.
type ruleState struct {
	Rule
	id     string         // stable name, part of the key of random decisions
	covers func(int) bool // connections meant; nil = all
	seen   int            // moments that met the plain conditions
	fired  int
	evidence
}

// unmet are the plain conditions that do not hold at a moment.
func (w When) unmet(m moment, at place) (out conditions) {
	unless := func(holds bool, what conditions) {
		if !holds {
			out |= what
		}
	}
	unless(w.Phase == "" && !m.phaseOnly || w.Phase != "" && m.in(w.Phase), onPhase)
	unless(m.method != "" || m.phaseOnly || m.endpoint != "" || w.Verb != "" || w.Phase != "", onVerb|onMethod)
	unless(w.Endpoint == m.endpoint || w.Endpoint == "*" && m.endpoint != "", onEndpoint)
	unless(w.Grant == "" || w.Grant == m.grant, onGrant)
	unless(w.Authorization == "" || w.Authorization == m.authorization, onAuthorization)
	unless(matchMethod(w.Method, m.method), onMethod)
	unless(w.Tool == "" || w.Tool == m.tool, onTool)
	unless(w.Verb == "" || w.Verb == m.verb || w.Verb == "*" && m.verb != "", onVerb)
	unless(matchHeader(w.Header, m.header), onHeader)
	unless(w.Connection == 0 || w.Connection == at.conn, onConnection)
	unless(w.State == "" || w.State == at.state, onState)
	unless(at.age >= w.After.Time, onAfter)
	unless(w.Until.Time == 0 || at.age < w.Until.Time, onUntil)
	unless(w.meant(m), onFrom)
	if out == 0 { // they may be long
		unless(w.Args == nil || sameObject(w.Args, member(m.params, "arguments")), onArgs)
		unless(w.Params == nil || sameObject(w.Params, withMember(m.params, "_meta", nil)), onParams)
	}
	return out
}

// meant reports whether the sender of a moment is the one meant.
func (w When) meant(m moment) bool {
	if w.From == "" {
		return m.from != FromServer || w.Method != ""
	}
	return m.from == "" || m.from == w.From
}

// sameObject reports whether two objects have the same members; nil is one without.
func sameObject(want, got json.RawMessage) bool {
	if got == nil {
		got = json.RawMessage("{}")
	}
	return bytes.Equal(jsonparts.Canonical(want), jsonparts.Canonical(got))
}

func matchMethod(pattern, method string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(method, prefix)
	}
	return pattern == "" || pattern == method
}

// matchHeader is false for what has no headers, if any are asked for.
func matchHeader(want map[string]string, header http.Header) bool {
	for name, value := range want {
		got := header.Get(name)
		if header == nil || !matchValue(value, got) {
			return false
		}
	}
	return true
}

func matchValue(want, got string) bool {
	if other, not := strings.CutPrefix(want, "!"); not {
		return got != other
	}
	return want == got || want == "*" && got != ""
}

// counts reports whether the n-th moment is one of those meant.
func (w When) counts(n int) bool {
	after := n - w.After.Count
	return after > 0 &&
		(w.Until.Count == 0 || n <= w.Until.Count) &&
		(w.Nth == 0 || after == w.Nth) &&
		(w.First == 0 || after <= w.First) &&
		(w.Every == 0 || after%w.Every == 0)
}

// act reports whether the rule acts at m, and counts.
func (r *ruleState) act(m moment, at place, draw lot) bool {
	if r.Times > 0 && r.fired >= r.Times {
		return false
	}
	unmet := r.When.unmet(m, at)
	if r.covers != nil && !r.covers(at.conn) {
		unmet |= onConnection
	}
	if unmet != 0 {
		r.missed(unmet, m, at)
		return false
	}
	r.seen++
	if !r.When.counts(r.seen) || !r.drawn(draw) {
		return false
	}
	r.fired++
	return true
}

func (r *ruleState) drawn(draw lot) bool {
	if r.When.Probability == 0 {
		return true
	}
	drawn := draw("rule", r.id, strconv.Itoa(r.seen))
	return float64(drawn>>11)/(1<<53) < r.When.Probability
}
