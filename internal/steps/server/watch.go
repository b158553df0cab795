package server

import (
	"fmt"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func watchSteps() []gherkin.Step {
	return gherkin.Noun("subscription", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `resources are subscribed to, and each tool that may be called is called`,
			Manual: "all resources but one, 8 at most; then the subscriptions end, and the tools are called again; not testable without", Func: watch},
		{Keyword: gherkin.Then, Pattern: `each resource that has changed was told of`,
			Manual: "of those subscribed to that do not change by themselves, and by its URI; not observed if calling tools changed none", Func: changesTold},
		{Keyword: gherkin.Then, Pattern: `no other resource was told of`, Manual: "while there were subscriptions; not observed if none was told of at all", Func: othersUntold},
		{Keyword: gherkin.Then, Pattern: `none was told of any more once its subscription had ended`,
			Manual: "when the tools were called again; not observed if none was told of before", Func: endedUntold},
		{Keyword: gherkin.Then, Pattern: `every change that was told of is one that the server declares`,
			Manual: "listChanged of a list, subscribe of resources; not observed if none was told of", Func: noticesDeclared},
	})
}

func watch(b *probe.Bench) error {
	if err := b.Ready(); err != nil {
		return err
	}
	w, err := b.Watch()
	if err != nil {
		return err
	}
	return w.None
}

func changesTold(w *probe.Watch, b *probe.Bench) error {
	if f, some := nameless(w.During); some {
		b.RecallWatch()
		return unless(false, f, "it names no resource")
	}
	uri := untold(w.Changed, w.First, w.Late, w.After)
	if w.HungUp && (uri != "" || len(w.Again.Missed)+len(w.Beside.Missed) > 0) {
		return errHungUp
	}
	if see := shapeless(b); uri != "" && see != "" {
		return verdict.Because(see, "%q has changed, and was told of by no message that is a notification; others are no messages either", uri)
	}
	if uri != "" {
		if all, err := b.Browse(); err == nil {
			if name, other := besides(all); name != "" {
				return verdict.Because("RES-08", "reading %q returns the contents of %q, too; %q is another than before", name, other, uri)
			}
		}
		b.RecallWatch()
		return fmt.Errorf("after tools were called %q is another than before, and no notifications/resources/updated came for it", uri)
	}
	if len(w.Again.Missed) > 0 {
		b.RecallWatch()
		return fmt.Errorf("when tools were called again %q changed again, and no notifications/resources/updated came for it", w.Again.Missed[0])
	}
	if len(w.Beside.Missed) > 0 {
		b.RecallWatch()
		return fmt.Errorf("once another resource was subscribed to, and unsubscribed from, %q changed again, and no notifications/resources/updated came for it", w.Beside.Missed[0])
	}
	return verdict.NotObservedIf(len(w.Changed)+len(w.Late) == 0, "no resource has changed when tools were called")
}

// shapeless is the check that tells of messages that are none; "" = there are only messages.
func shapeless(b *probe.Bench) string {
	if b.Found(probe.Shaped) {
		return shapeCheck
	}
	if err := b.Strays(); err != nil && verdict.Of(err) == "" {
		return linesCheck
	}
	return ""
}

// nameless is the first message about a change of a resource that does not say which.
func nameless(frames []probe.Frame) (probe.Frame, bool) {
	for _, f := range frames {
		if f.Method() == updating && probe.Text(f.Param("uri")) == "" {
			return f, true
		}
	}
	return probe.Frame{}, false
}

// untold is the first resource that has changed and was not told of: of those subscribed to at
// first, or of the one that was when the tools were called again; "" = none.
func untold(changed []string, during []probe.Frame, late []string, after []probe.Frame) string {
	for _, round := range []struct {
		changed []string
		frames  []probe.Frame
	}{{changed, during}, {late, after}} {
		for _, uri := range round.changed {
			if !probe.Told(probe.Updated(round.frames), uri) {
				return uri
			}
		}
	}
	return ""
}

func othersUntold(w *probe.Watch, b *probe.Bench) error {
	return each(probe.Updated(w.During), "no resource was told of", func(uri string) error {
		for _, subscribed := range w.Tried {
			if probe.Told([]string{uri}, subscribed) {
				return nil
			}
		}
		if changed := untold(w.Changed, w.During, w.Late, w.After); changed != "" {
			return verdict.Because("SUB-09", "%q has changed, and %q was told of", changed, uri)
		}
		b.RecallWatch()
		return fmt.Errorf("notifications/resources/updated came for %q, which was not subscribed to", uri)
	})
}

func endedUntold(w *probe.Watch, b *probe.Bench) error {
	before, after := probe.Updated(w.During), probe.Updated(w.After)
	for _, uri := range w.Subscribed {
		if probe.Told(after, uri) {
			b.RecallWatch()
			return fmt.Errorf("notifications/resources/updated came for %q after resources/unsubscribe", uri)
		}
	}
	return verdict.NotObservedIf(len(before) == 0, "no resource was told of")
}

// noticesDeclared judges what came while tools were called.
func noticesDeclared(s *probe.Survey, b *probe.Bench) error {
	seen := false
	first := b.First()
	for _, f := range s.Frames {
		capability, member := "resources", "subscribe"
		told := f.Method() == "notifications/resources/updated"
		for _, l := range probe.Lists() {
			if f.Method() == announcement(l.Capability) {
				told, capability, member = true, l.Capability, "listChanged"
			}
		}
		if !told || !f.IsNotification() {
			continue
		}
		if seen = true; !first.DeclaresMember(capability, member) {
			b.Recall(s.Events)
			return unless(false, f, "it does not declare %s of %s, and sends", member, capability)
		}
	}
	return verdict.NotObservedIf(!seen, "no change was told of when tools were called")
}
