package server

import (
	"fmt"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// standBy lets a session listen to what another one changes.
func standBy(b *probe.Bench) error {
	all, err := b.Bystander()
	if err != nil {
		return err
	}
	return all.None
}

// tellingOthers is what has broken where changes are told to the session alone that has caused them.
const tellingOthers = "telling other sessions of changes"

func listsHeard(b *probe.Bench) error {
	all, err := b.Bystander()
	if err != nil {
		return err
	}
	return each(all.Lists, "no list is another for a session that has not called the tools", func(l probe.List) error {
		if announced(all.Heard, l.Capability) > 0 {
			return nil
		}
		b.Recall(all.Events)
		return verdict.Broke(fmt.Errorf("%s is another for a session that listens, since tools were called in another session, and no %s came to it", l.Method, announcement(l.Capability)), tellingOthers)
	})
}

func resourcesHeard(b *probe.Bench) error {
	all, err := b.Bystander()
	if err != nil {
		return err
	}
	if f, some := nameless(all.Heard); some {
		return verdict.Because("SUB-09", "%s names no resource", probe.Quote(f.Raw))
	}
	return each(all.Resources, "no resource is another for a session that has not called the tools", func(uri string) error {
		if probe.Told(probe.Updated(all.Heard), uri) {
			return nil
		}
		b.Recall(all.Events)
		return verdict.Broke(fmt.Errorf("%q is another for a session that has subscribed to it, since tools were called in another session, which had subscribed and unsubscribed, and no %s came to it", uri, updating), tellingOthers)
	})
}
