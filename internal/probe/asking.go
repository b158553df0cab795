package probe

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// abilities are what a client can declare, by the request that it allows.
var abilities = map[string]string{
	"roots/list":             `"roots":{"listChanged":true}`,
	"sampling/createMessage": `"sampling":{}`,
	"elicitation/create":     `"elicitation":{}`,
}

// wholly is what has to be declared of a capability for what its request can ask besides, from
// 2025-11-25 on, by the name of the part.
var wholly = map[string]string{
	"sampling/createMessage": `"sampling":{"tools":{}}`,
	"elicitation/create":     `"elicitation":{"form":{},"url":{}}`,
}

// Part is what a request asks that its capability does not allow by itself; "" = nothing.
func Part(f Frame) string {
	switch {
	case f.Param("task") != nil:
		return "tasks.requests." + strings.ReplaceAll(f.Method(), "/", ".")
	case f.Method() == "elicitation/create" && Text(f.Param("mode")) == "url":
		return "elicitation.url"
	case f.Method() == "sampling/createMessage" && (f.Param("tools") != nil || f.Param("toolChoice") != nil):
		return "sampling.tools"
	}
	return ""
}

// Askable are the methods that a server can ask for if the client has the capability.
func Askable() []string {
	return []string{"roots/list", "sampling/createMessage", "elicitation/create"}
}

// Ability is the name of the capability that a request of the server's needs; "" = none.
func Ability(method string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(abilities[method], `"`), `"`)
	return name
}

// allParts are the capabilities of a client that can do everything, and all parts of it.
func allParts() string {
	all := Capabilities()
	for method, with := range wholly {
		all = strings.Replace(all, abilities[method], with, 1)
	}
	return all
}

// Capabilities are those of a client that can do everything but what the requests need
// that are left out.
func Capabilities(without ...string) string {
	var out []string
	for _, method := range Askable() {
		if !slices.Contains(without, method) {
			out = append(out, abilities[method])
		}
	}
	return "{" + strings.Join(out, ",") + "}"
}

// Asking is what a server's tools ask of a client, in sessions of their own.
type Asking struct {
	None error // the error of a step: why no tool was called; or nil
	// Able is what came for a client that can do everything, and answers everything: what
	// each tool asks when it is called again with an error.
	Able []Frame
	// Partly is what came for a client that can do everything, but for what must be declared of
	// a capability besides. It is that of Able before 2025-11-25, which has no such parts.
	Partly []Frame
	// Denied are requests that were made although the client had declared all but the
	// capability that they need.
	Denied []Frame
	Tools  map[string][]Tool // that asked, by the method that they asked for
	// Waiting are the tools whose call did not end once all that it asked for was refused,
	// and ended when it was answered.
	Waiting []string
	// Astray are requests that came on a GET stream, and none on that of the call: of what each
	// tool has asked in two calls, each time.
	Astray []Frame
	// Unsettled are the tools whose call did not end once a user declined or dismissed its form,
	// and ended when that was filled in.
	Unsettled []string
	// Refused and Declined say that the server has ended once a request of a call was refused, or
	// its form was declined; nil = it has not.
	Refused, Declined error
	// Upset is the answer to a call that is an internal error only for a user who says no; a
	// frame without members if there is none.
	Upset Frame
	// Careless are answers of tools that ask a user, and to whom a form that is filled in wrong is as
	// good as one that is right.
	Careless []Careless
	Events   []event.Event
}

// Asking calls the tools that may be called, those that ask the client for something
// twice, and these once more in a session without the capability. It is made once for all
// checks. The error is that of its session.
func (b *Bench) Asking() (*Asking, error) {
	return b.ledger.asking.get(b, func() (*Asking, error) {
		s, err := b.Survey()
		if err != nil {
			return nil, err
		}
		a := &Asking{}
		a.Events = b.record(func() { err = b.makeAsking(a, s) })
		return a, err
	})
}

func (b *Bench) makeAsking(a *Asking, s *Survey) error {
	a.Tools = map[string][]Tool{}
	whole := Capabilities()
	if b.Target.Revision == LatestRevision {
		whole = allParts()
	}
	var partly []Tool
	err := b.asClient(whole, func(c *Conn) error {
		tools, err := (&Survey{}).choose(c)
		if a.None = err; err != nil {
			return nil
		}
		begun := b.Target.Clock.Now()
		for _, t := range tools {
			if s.slow(t) || b.Since(begun) > surveyTime {
				continue
			}
			asked, usual := c.callAnswering(t, c.Oblige)
			if len(asked) == 0 {
				continue
			}
			if slices.ContainsFunc(asked, func(f Frame) bool { return Part(f) != "" }) {
				partly = append(partly, t)
			}
			refused, over := c.callAnswering(t, c.Decline)
			if usual.Members != nil && over.Members == nil && len(refused) > 0 && len(refused) < maxObliged && c.Alive() {
				a.Waiting = append(a.Waiting, t.Name)
			}
			if usual.Members != nil && over.Members == nil && len(refused) > 0 && c.over() {
				a.Refused = fmt.Errorf("the call of %q: %s", t.Name, c.Explain(ErrEnded))
			}
			for method := range abilities {
				if len(requests(asked, method)) > 0 {
					a.Tools[method] = append(a.Tools[method], t)
				}
				if len(astray(requests(asked, method))) > 0 {
					a.Astray = append(a.Astray, astray(requests(refused, method))...)
				}
			}
			if usual.Members["result"] == nil || slices.ContainsFunc(asked, func(f Frame) bool { return !isID(f.ID()) }) {
				continue // what has no id cannot be answered
			}
			c.sayNo(a, t, c.SayNo)
			if len(requests(asked, "elicitation/create")) > 0 {
				c.sayNo(a, t, c.Dismiss)
				c.fillInWrong(a, t, asked, usual)
			}
		}
		a.Able = c.From(0)
		return b.Partial(c)
	})
	if a.Partly = a.Able; whole != Capabilities() && err == nil {
		a.Partly = nil
		err = b.partly(a, partly)
	}
	for _, method := range Askable() {
		if tools := a.Tools[method]; len(tools) > 0 && err == nil {
			err = b.asClient(Capabilities(method), func(c *Conn) error {
				deny := func() {
					for _, t := range tools {
						asked, _ := c.callAnswering(t, c.Oblige)
						a.Denied = append(a.Denied, requests(asked, method)...)
					}
				}
				deny()
				b.besideAble(c, deny)
				return nil
			})
		}
	}
	return err
}

// sayNo calls a tool that asks, whose user does not want to answer.
func (c *Conn) sayNo(a *Asking, t Tool, no func(Frame) error) {
	asked, denied := c.callAnswering(t, no)
	switch {
	case denied.Members == nil && c.over():
		if a.Refused == nil {
			a.Declined = fmt.Errorf("the call of %q: %s", t.Name, c.Explain(ErrEnded))
		}
	case denied.Members == nil && c.Alive() && len(asked) > 0 && len(asked) < maxObliged && !slices.Contains(slices.Concat(a.Waiting, a.Unsettled), t.Name):
		a.Unsettled = append(a.Unsettled, t.Name)
	case denied.Failure() != nil && denied.Failure().Code == "-32603":
		a.Upset = denied
	}
}

// besideAble does something once another client has opened a session that can do everything: what
// one client can do must not count for another. It is left out where sessions are processes, or
// there are none.
func (b *Bench) besideAble(c *Conn, do func()) {
	if b.IsModern() || c.Pushed() || c.Session == "" {
		return
	}
	_ = b.asClient(Capabilities(), func(*Conn) error { // that there can be none beside is the business of another check
		do()
		return nil
	})
}

// partly calls the tools that have asked for parts for a client that has not declared any.
func (b *Bench) partly(a *Asking, tools []Tool) error {
	if len(tools) == 0 {
		return nil
	}
	return b.asClient(Capabilities(), func(c *Conn) error {
		for _, t := range tools {
			c.callAnswering(t, c.Oblige)
		}
		a.Partly = c.From(0)
		return nil
	})
}

// asClient opens a session of a client with these capabilities.
func (b *Bench) asClient(capabilities string, use func(*Conn) error) error {
	c, err := b.Connect()
	if err != nil {
		return err
	}
	defer b.Retire(c)
	if err := c.Handshake(capabilities); err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	if !c.Pushed() && !c.bench.IsModern() {
		c.Listen("")
	}
	return use(c)
}

// requests are those of a method among frames.
func requests(frames []Frame, method string) []Frame {
	return slices.DeleteFunc(requestsOf(frames), func(f Frame) bool { return f.Method() != method })
}

// astray are the requests that came on a GET stream, and there only.
func astray(asked []Frame) []Frame {
	return slices.DeleteFunc(slices.Clone(asked), func(f Frame) bool {
		return !f.Loose || slices.ContainsFunc(asked, func(g Frame) bool { return !g.Loose && g.ID() == f.ID() })
	})
}

// quickCall is how long a call takes at most that is made again to see whether it asks.
const quickCall = time.Second

// over reports whether its process has ended, or does so at once.
func (c *Conn) over() bool { return c.Process != nil && (!c.Alive() || c.Process.Exited(lateTime)) }

// slow reports whether a tool took long without asking for anything.
func (s *Survey) slow(t Tool) bool {
	return slices.ContainsFunc(s.Trials, func(one *Trial) bool { return one.Tool.Name == t.Name && one.Result() != nil && one.Took > quickCall })
}

// callAnswering calls a tool, answers what it asks for, and returns what it has asked, and the
// answer to the call if that came.
func (c *Conn) callAnswering(t Tool, answer func(Frame) error) (obliged []Frame, end Frame) {
	arguments, err := t.Input.Arguments()
	if err != nil {
		return nil, Frame{}
	}
	return c.askAnswering(c.Size(), nil, "tools/call", CallOf(t, arguments, ""), answer)
}

// askAnswering sends a request, and answers what the server asks for meanwhile, or has asked for
// since begin and was not answered before. end is the answer; it has no members if none came in time.
func (c *Conn) askAnswering(begin int, before []Frame, method, params string, answer func(Frame) error) (obliged []Frame, end Frame) {
	obliged = before
	if !c.Alive() {
		return obliged, Frame{}
	}
	patience := min(TrialTime, c.Patience())
	p, err := c.Start(method, params, 2*patience)
	if err != nil {
		return obliged, Frame{}
	}
	defer p.Drop()
	for len(obliged) < maxObliged && c.bench.Since(p.begun) < 2*patience {
		err := c.Await(begin, patience, func(frames []Frame) bool {
			return len(requestsOf(frames)) > len(obliged) || p.over.Load() || p.answered(frames)
		})
		fresh := requestsOf(c.From(begin))[len(obliged):]
		if err != nil || len(fresh) == 0 {
			break
		}
		for _, r := range fresh {
			if obliged = append(obliged, r); answer(r) != nil {
				return obliged, Frame{}
			}
		}
	}
	if answers := p.Exact(); len(answers) > 0 {
		return obliged, answers[0]
	}
	_ = p.GiveUp()
	return obliged, Frame{}
}

// requestsOf are the requests among frames.
func requestsOf(frames []Frame) []Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f Frame) bool { return !f.IsRequest() })
}

// maxObliged is how many requests of one call are answered.
const maxObliged = 20

// NoneAsk is the error of a step if no tool has asked for anything.
func (a *Asking) NoneAsk() error {
	if a.None != nil {
		return a.None
	}
	return verdict.NotObservedIf(len(slices.DeleteFunc(slices.Clone(a.Able), func(f Frame) bool { return abilities[f.Method()] == "" })) == 0,
		"no tool that may be called asks the client for anything")
}
