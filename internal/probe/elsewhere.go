package probe

import (
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Elsewhere is what calls make of answers that come from another session than the one that was
// asked.
type Elsewhere struct {
	None   error  // the error of a step: why nothing could be learnt; or nil
	Taken  Frame  // the answer to a call that ended so; no members if none did
	Lost   string // the tool whose call has no answer then, though its own session answers, too; "" = none
	Events []event.Event
}

// Elsewhere calls the tools that ask, one for each method, once for all checks. The error is
// that of a session.
func (b *Bench) Elsewhere() (*Elsewhere, error) {
	return b.ledger.elsewhere.get(b, func() (*Elsewhere, error) {
		a, err := b.Asking()
		if err != nil {
			return nil, err
		}
		out := &Elsewhere{}
		out.Events = b.record(func() { err = b.makeElsewhere(out, a) })
		return out, err
	})
}

func (b *Bench) makeElsewhere(out *Elsewhere, a *Asking) error {
	if b.First() == nil || b.First().Session == "" {
		out.None = verdict.NotTestable("the server gives no session ids")
		return nil
	}
	var tools []Tool
	for _, method := range Askable() {
		for _, t := range a.Tools[method][:min(1, len(a.Tools[method]))] {
			if !slices.ContainsFunc(tools, func(o Tool) bool { return o.Name == t.Name }) && !slices.Contains(a.Waiting, t.Name) {
				tools = append(tools, t)
			}
		}
	}
	if out.None = verdict.NotObservedIf(len(tools) == 0, "no tool that may be called asks the client for anything"); out.None != nil {
		return nil
	}
	return b.asClient(Capabilities(), func(own *Conn) error {
		return b.asClient(Capabilities(), func(other *Conn) error {
			for _, t := range tools {
				if out.Taken.Members == nil && out.Lost == "" {
					own.answeredBy(other, t, out)
				}
			}
			return nil
		})
	})
}

// foreignTime is how long a call is watched after an answer from elsewhere.
const foreignTime = 300 * time.Millisecond

// answeredBy calls a tool, lets another session answer what it asks first, and then its own. A
// call that ends in that time without any answer, too, tells nothing.
func (c *Conn) answeredBy(other *Conn, t Tool, out *Elsewhere) {
	early, end, asked := c.answerFirst(t, other.Oblige)
	switch {
	case !asked:
	case early:
		if alone, _, _ := c.answerFirst(t, func(Frame) error { return nil }); !alone {
			out.Taken = end
		}
	case end.Members == nil:
		if _, end, asked := c.answerFirst(t, func(Frame) error { return nil }); asked && end.Members != nil {
			out.Lost = t.Name
		}
	}
}

// answerFirst does something once a tool has asked its first question, waits, and answers that
// and all that follow. early says that the call ended before its own session said anything.
func (c *Conn) answerFirst(t Tool, first func(Frame) error) (early bool, end Frame, asked bool) {
	_, end = c.callAnswering(t, func(question Frame) error {
		if !asked {
			asked = true
			begin := c.Size()
			if err := first(question); err != nil {
				return err
			}
			if c.Await(begin, foreignTime, func(frames []Frame) bool { return slices.ContainsFunc(frames, Frame.IsResponse) }) == nil {
				early = true
				return nil
			}
		}
		return c.Oblige(question)
	})
	return early, end, asked
}
