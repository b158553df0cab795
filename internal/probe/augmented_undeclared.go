package probe

import (
	"errors"

	"github.com/mcpsim/mcpsim/internal/verdict"
)

// UndeclaredTask calls a tool with a task although the server declares none for tools/call: it has to
// pass over that. The name of the tool is empty if none may be called, or none answers in time; one
// with a task of its own is preferred.
func (c *Conn) UndeclaredTask() (answer Frame, tool string, err error) {
	if c.Revision != AugmentedRevision || c.DeclaresAugmented() == nil {
		return Frame{}, "", verdict.NotTestable("the server declares tasks for tools/call, or is not of revision %s", AugmentedRevision)
	}
	if !c.Declares("tools") {
		return Frame{}, "", nil
	}
	items, err := c.ListAll("tools/list")
	if err != nil {
		return Frame{}, "", err
	}
	calls := append(c.bench.augmentable(items, "required", "optional"), c.bench.augmentable(items, "forbidden", "")...)
	for _, call := range calls[:min(len(calls), 2)] {
		answer, err = c.callFor("tools/call", call.params(true, ""), min(TrialTime, c.Patience()))
		if err == nil {
			return answer, call.Name, nil
		}
		if !errors.Is(err, ErrSilent) {
			return Frame{}, "", c.undoneBy(call, err)
		}
	}
	return Frame{}, "", nil
}

// undoneBy is the error of a call with a task that is lost: what the same call does without one is
// the business of another check.
func (c *Conn) undoneBy(call taskCall, lost error) error {
	var plain error
	_ = c.bench.Aside(func(other *Conn) error {
		_, plain = other.Call("tools/call", call.params(false, ""))
		return nil
	})
	if plain != nil {
		return verdict.NotObserved("the call of %q has no answer without a task either: %s", call.Name, plain)
	}
	return lost
}
