package fakeserver

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// conditions is a set of the plain conditions of a [When].
type conditions uint16

const (
	onPhase conditions = 1 << iota
	onMethod
	onTool
	onVerb
	onHeader
	onConnection
	onState
	onAfter
	onUntil
	onFrom
	onArgs
	onParams
	onEndpoint
	onGrant
	onAuthorization
)

// distance says how far a moment is from a rule: how many conditions do not hold, the
// method twice, since it says most of what a moment is.
func (c conditions) distance() int {
	return bits.OnesCount16(uint16(c)) + bits.OnesCount16(uint16(c&onMethod))
}

// evidence is what became of a rule: what it did, or how near it came.
type evidence struct {
	done        []string // actions that were done
	meaningless []string // actions that come to nothing here
	reason      string   // of the last of them: "has no meaning over http"
	nearest     *nearMoment
}

// nearMoment is a moment that met a rule but for some conditions.
type nearMoment struct {
	unmet conditions
	at    moment
	conn  int
	state string
}

// applied notes what came of an action at one moment; meaningless says why it came to nothing.
func (e *evidence) applied(name, meaningless string) {
	list := &e.done
	if meaningless != "" {
		list, e.reason = &e.meaningless, meaningless
	}
	if !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}

// idle are the names of the actions that should have been done and never were. Of a
// rule that did something, those without a meaning here are for other transports.
func (r *ruleState) idle() []string {
	var out []string
	for _, a := range r.Do {
		name := actionName(a)
		elsewhere := len(r.done) > 0 && slices.Contains(r.meaningless, name)
		if !slices.Contains(r.done, name) && !elsewhere {
			out = append(out, name)
		}
	}
	return out
}

// missed keeps the moment that came nearest to the rule; of two that are as near the one
// whose method or tool is spelt more alike, or else the first.
func (r *ruleState) missed(unmet conditions, m moment, at place) {
	if r.fired > 0 {
		return
	}
	if n := r.nearest; n != nil {
		more := unmet.distance() - n.unmet.distance()
		closer := func(on conditions, want, before, now string) bool {
			return unmet&on != 0 && before != now && words.Nearest(want, []string{before, now}) == now
		}
		alike := unmet == n.unmet && (closer(onMethod, r.When.Method, n.at.method, m.method) || closer(onTool, r.When.Tool, n.at.tool, m.tool))
		if more > 0 || more == 0 && !alike {
			return
		}
	}
	r.nearest = &nearMoment{unmet: unmet, at: m, conn: at.conn, state: at.state}
}

// UnactedError says that a rule of a script, or some of its actions, never acted, and
// how near it came.
type UnactedError struct {
	Place   string   // where the rule is written, such as "docs.yaml:7"; "" = in Go
	When    string   // its conditions in words, such as "method tools/call, nth 3"
	Actions []string // those that were never done
	Why     string
}

// Error is `docs.yaml:7: exit of the rule (method tools/call, nth 3) never happened: its moment came 2 times, …`.
func (e *UnactedError) Error() string {
	text := fmt.Sprintf("%s of the rule (%s) never happened: %s", strings.Join(e.Actions, ", "), e.When, e.Why)
	if e.Place != "" {
		text = e.Place + ": " + text
	}
	return text
}

// NeverActed lists the rules of which some action has not been done so far, in
// their order: a fault that did not happen proves nothing. Rules that may not happen
// are left out, and so are rules with a probability that moments did meet. Every error
// is an *[UnactedError].
func (s *Server) NeverActed() []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return neverActed(s.rules, s.opened)
}

// neverActed is NeverActed of some rules, after so many connections.
func neverActed(rules []*ruleState, connections int) []error {
	var out []error
	for _, r := range rules {
		chance := r.When.Probability > 0 && r.seen > 0
		if idle := r.idle(); len(idle) > 0 && !r.MayNotHappen && !chance {
			out = append(out, &UnactedError{Place: r.Place, When: r.When.words(), Actions: idle, Why: r.why(connections)})
		}
	}
	return out
}

// words are the conditions, in a few words.
func (w When) words() string {
	var out []string
	for _, c := range []struct{ name, value string }{
		{"endpoint", string(w.Endpoint)}, {"authorization", w.Authorization}, {"grant", w.Grant}, {"phase", string(w.Phase)}, {"method", w.Method}, {"tool", w.Tool}, {"args", string(w.Args)}, {"params", string(w.Params)}, {"verb", string(w.Verb)},
		{"connection", number(w.Connection)}, {"state", w.State}, {"from", string(w.From)}, {"nth", number(w.Nth)}, {"every", number(w.Every)},
	} {
		if c.value != "" {
			out = append(out, c.name+" "+c.value)
		}
	}
	if len(out) == 0 {
		return "any message"
	}
	return strings.Join(out, ", ")
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// why says what kept the rule from acting, and the nearest moment that occurred.
func (r *ruleState) why(connections int) string {
	switch {
	case len(r.meaningless) > 0:
		return strings.Join(r.meaningless, ", ") + " " + r.reason
	case r.fired > 0:
		return fmt.Sprintf("its moment came %s, but what came before ended or kept it", words.Count(r.fired, "time"))
	case r.seen > 0:
		return fmt.Sprintf("its moment came %s, which its counts leave out", words.Count(r.seen, "time"))
	case r.nearest == nil && connections == 0:
		return "no client came"
	case r.nearest == nil:
		return "nothing was received"
	}
	return r.nearest.words(r.When)
}

// words is the moment and what is different about it.
func (n *nearMoment) words(w When) string {
	at := n.at
	label := at.label()
	if label == "" {
		label = "a message without method"
	}
	if at.tool != "" {
		label += " of the tool " + at.tool
	}
	if at.verb != "" && at.method != "" {
		label = string(at.verb) + " " + label
	}
	var phases []string
	for _, p := range at.phases {
		if p != "" {
			phases = append(phases, string(p))
		}
	}
	from := "the server sent it, and the rule names neither it nor its method"
	if w.From != "" {
		from = "it came from the " + string(at.from)
	}
	differs := []struct {
		what conditions
		text string
	}{
		{onPhase, "its phase is " + orNone(strings.Join(phases, ", "))},
		{onMethod, "it is not " + w.Method},
		{onTool, "its tool is not " + w.Tool},
		{onVerb, "its verb is " + orNone(string(at.verb))},
		{onHeader, "its headers differ"},
		{onConnection, fmt.Sprintf("it came on connection %d", n.conn)},
		{onState, fmt.Sprintf("the state was %q", n.state)},
		{onAfter, fmt.Sprintf("it came earlier than %s", w.After.Time)},
		{onFrom, from},
		{onArgs, "its arguments are " + brief(member(at.params, "arguments"))},
		{onParams, "its params are " + brief(at.params)},
		{onEndpoint, "it is not at the endpoint " + orNone(string(w.Endpoint))},
		{onGrant, "its grant is " + orNone(at.grant)},
		{onAuthorization, "its authorization server is " + orNone(at.authorization)},
		{onUntil, fmt.Sprintf("it came later than %s", w.Until.Time)},
	}
	var but []string
	for _, d := range differs {
		if n.unmet&d.what != 0 && d.text != "it is not " {
			but = append(but, d.text)
		}
	}
	return fmt.Sprintf("the nearest moment was %s, but %s", label, strings.Join(but, " and "))
}

// brief is the beginning of a value, for people.
func brief(value json.RawMessage) string {
	const most = 80
	text := []rune(string(value))
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return orNone(string(text))
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
