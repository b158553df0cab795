package fakeserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"time"
)

// RuleSet is what a proxy follows: the rules of scripts, for messages of others. Rules can
// come and go at any time. Its methods may be called from any goroutine.
type RuleSet struct {
	draw func(parts ...string) uint64

	mu          sync.Mutex
	rules       []*ruleState
	state       string
	added       int
	connections int // the highest number met
}

// NewRuleSet returns a set without rules. draw decides what is left to chance: a pure
// function of what the decision is about.
func NewRuleSet(draw func(parts ...string) uint64) *RuleSet { return &RuleSet{draw: draw} }

// Moment is a message that a proxy saw, or what else rules can meet.
type Moment struct {
	From   Side   // who sent it; "" = a client, and the answer to it is to come
	Method string // "" = it is no message that has one
	Tool   string // of tools/call
	Params json.RawMessage
	Verb   Verb // of the HTTP request; GET and DELETE are moments of their own
	Header http.Header
	Phase  Phase // of a moment that is no message: spawn, after-init-reply or closing
	// Between says that initialize has been answered and initialized not been sent.
	Between    bool
	Connection int // from 1
	Age        time.Duration
	Transport  string
}

// Act is an action of a rule that met a moment.
type Act struct {
	Name     string
	Place    string // of the rule
	Rule     string // its id
	OnAnswer bool   // it is about the answer that is to come

	set       *RuleSet
	rule      *ruleState
	action    passing
	transport string
}

// Add adds a rule after all others and returns its id. An action that only a fake server
// can do is an error that names it.
func (s *RuleSet) Add(r Rule) (id string, err error) {
	if err := r.passes(); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.added++
	state := &ruleState{Rule: r, id: "rule-" + strconv.Itoa(s.added)}
	s.rules = append(s.rules, state)
	return state.id, nil
}

// Replace puts a rule in the place of another one. Its counts begin anew.
func (s *RuleSet) Replace(id string, r Rule) error {
	if err := r.passes(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.rules, func(old *ruleState) bool { return old.id == id })
	if i < 0 {
		return fmt.Errorf("there is no rule %q", id)
	}
	s.rules[i] = &ruleState{Rule: r, id: id}
	return nil
}

// passes refuses a rule that a proxy cannot follow.
func (r Rule) passes() error {
	if err := r.check(); err != nil {
		return err
	}
	if p := r.When.Phase; p == phaseIdle || p == phaseAfterCommit {
		return fmt.Errorf("%s: a proxy does not know the phase %s", either(r.Place, "rule"), p)
	}
	if r.When.Endpoint != "" {
		return fmt.Errorf("%s: a proxy has no endpoints of a login", either(r.Place, "rule"))
	}
	for _, a := range r.Do {
		if err := canPass(a); err != nil {
			return fmt.Errorf("%s: %w", either(r.Place, "rule"), err)
		}
	}
	return nil
}

// canPass refuses an action that a proxy cannot do.
func canPass(a Action) error {
	name := actionName(a)
	if why := onlyFake[name]; why != "" {
		return fmt.Errorf("a proxy cannot do %s: %s", name, why)
	}
	sse, ok := a.(sseAction)
	cuts := sse.Cut > 0
	sse.Cut, sse.End = 0, ""
	if ok && (!cuts || !reflect.ValueOf(sse).IsZero()) {
		return errors.New("a proxy can do of sse only cut and end: the real server writes its events")
	}
	return nil
}

// Remove takes a rule away and reports whether it was there.
func (s *RuleSet) Remove(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.rules)
	s.rules = slices.DeleteFunc(s.rules, func(r *ruleState) bool { return r.id == id })
	return len(s.rules) < before
}

// Meet returns the actions of all rules that a moment meets, and counts it.
func (s *RuleSet) Meet(m Moment) []Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connections = max(s.connections, m.Connection)
	inner := moment{method: m.Method, tool: m.Tool, params: m.Params, verb: m.Verb, header: m.Header, from: m.From}
	if inner.phases = phasesOf(m.Method, m.Between); m.Phase != "" {
		inner.phases, inner.phaseOnly = [2]Phase{m.Phase}, true
	}
	at := place{m.Connection, s.state, m.Age}
	var out []Act
	for _, r := range s.rules {
		if !r.act(inner, at, s.draw) {
			continue
		}
		for _, a := range r.Do {
			out = append(out, Act{actionName(a), r.Place, r.id, m.From == "" && r.When.From != FromClient, s, r, a.(passing), m.Transport})
		}
	}
	return out
}

// Empty reports whether there are no rules.
func (s *RuleSet) Empty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.rules) == 0
}

// Do does the action to a message and notes that it was done. It reports whether that has a
// meaning over the transport.
func (a Act) Do(p Passage) bool {
	meaning := a.action.pass(p)
	a.set.mu.Lock()
	defer a.set.mu.Unlock()
	why := ""
	if !meaning {
		why = noMeaning(a.transport)
	}
	a.rule.applied(a.Name, why)
	return meaning
}

// SetState puts the proxy into a named state, which rules can ask for.
func (s *RuleSet) SetState(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = name
}

// RuleStatus is a rule of a set and how often it acted.
type RuleStatus struct {
	ID    string   `json:"id"`
	Place string   `json:"place,omitempty"` // where it is written
	When  string   `json:"when"`            // its conditions in words
	Do    []string `json:"do"`              // its actions
	Met   int      `json:"met"`             // moments that met it, but for their count
	Acted int      `json:"acted"`
}

// List are the rules in their order.
func (s *RuleSet) List() []RuleStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []RuleStatus{}
	for _, r := range s.rules {
		status := RuleStatus{ID: r.id, Place: r.Place, When: r.When.words(), Met: r.seen, Acted: r.fired}
		for _, a := range r.Do {
			status.Do = append(status.Do, actionName(a))
		}
		out = append(out, status)
	}
	return out
}

// NeverActed lists the rules of which some action has not been done so far, as
// [Server.NeverActed] does.
func (s *RuleSet) NeverActed() []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return neverActed(s.rules, s.connections)
}
