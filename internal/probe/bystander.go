package probe

import (
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// Bystander is what a session hears of changes that another session of the same server has caused.
type Bystander struct {
	None      error    // the error of a step: why nothing could be learnt; or nil
	Lists     []List   // that are others for it afterwards, of those whose changes the other session hears of
	Resources []string // the same of resources that it has subscribed to
	Heard     []Frame  // what came to it
	Events    []event.Event
}

// Bystander opens two sessions that listen, of which the second one subscribes to what the first
// one does, unsubscribes from it, and calls tools, once for all checks.
// The error is that of a session.
func (b *Bench) Bystander() (*Bystander, error) {
	return b.ledger.bystander.get(b, func() (*Bystander, error) {
		s, err := b.Survey()
		if err != nil {
			return nil, err
		}
		w, err := b.Watch()
		if err != nil {
			return nil, err
		}
		out := &Bystander{}
		out.Events = b.record(func() { err = b.makeBystander(out, s, w) })
		return out, err
	})
}

func (b *Bench) makeBystander(out *Bystander, s *Survey, w *Watch) error {
	lists, resources := announcedLists(s), toldResources(w)
	if len(lists)+len(resources) == 0 || b.First() == nil || b.First().Session == "" {
		out.None = verdict.NotObserved("calling tools changes nothing that the session of the calls is told of, or sessions are not told apart")
		return nil
	}
	one, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	defer b.Rest(one)
	other, err := b.OwnSession()
	if err != nil {
		return fmt.Errorf("opening a session beside another one: %w", err)
	}
	defer b.Rest(other)
	tools, err := (&Survey{}).choose(other)
	if err != nil {
		out.None = err
		return nil
	}
	one.Listen("")
	resources = slices.DeleteFunc(resources, func(uri string) bool {
		answer, err := one.Call("resources/subscribe", uriParams(uri))
		return err != nil || answer.Members["result"] == nil
	})
	for _, uri := range resources { // what the other one ends is its own
		_, _ = other.Call("resources/subscribe", uriParams(uri))
		_, _ = other.Call("resources/unsubscribe", uriParams(uri))
	}
	before, contents, begin := one.listed(lists), one.contents(resources), one.Size()
	other.callAll(tools)
	if err := b.Sleep(lateTime); err != nil {
		return err
	}
	after := one.listed(lists)
	out.Lists = slices.DeleteFunc(lists, func(l List) bool {
		return before[l.Method] == "" || after[l.Method] == "" || before[l.Method] == after[l.Method]
	})
	out.Resources = differing(resources, contents, one.contents(resources))
	if err := b.Sleep(lateTime); err != nil {
		return err
	}
	out.Heard = one.From(begin)
	if one.HungUp() {
		out.None = verdict.NotObserved("the server has ended the stream that was listened to")
	}
	return b.Partial(one)
}

// listed are lists as they can be compared; what cannot be read is left out.
func (c *Conn) listed(lists []List) map[string]string {
	out := map[string]string{}
	for _, l := range lists {
		if items, err := c.ListWhole(l.Method); err == nil {
			out[l.Method] = lasting(items)
		}
	}
	return out
}

// announcedLists are those that have changed in a survey and were announced to its session.
func announcedLists(s *Survey) (out []List) {
	for _, l := range Lists() {
		changed := s.Before[l.Method] != s.After[l.Method]
		if changed && !l.Optional() && slices.ContainsFunc(s.Frames, func(f Frame) bool { return f.Method() == "notifications/"+l.Capability+"/list_changed" }) {
			out = append(out, l)
		}
	}
	return out
}

// toldResources are those that have changed in a watch and were told of to its session.
func toldResources(w *Watch) []string {
	told := Updated(w.During)
	return slices.DeleteFunc(slices.Clone(w.Changed), func(uri string) bool { return !Told(told, uri) })
}
