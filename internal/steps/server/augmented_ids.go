package server

import (
	"fmt"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// notFound says that a task cannot be asked for, or that the answer is no response.
func notFound(a *probe.Augmented) error {
	check := foundCheck
	if a.First.CheckResponse() != nil {
		check = shapeCheck
	}
	return verdict.Because(check, "a task cannot be asked for: %s", probe.Quote(a.First.Raw))
}

func taskUnknown(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		if a.Unknown.Members == nil {
			return verdict.NotObserved("no unknown task was asked for")
		}
		if a.Unknown.Failure() != nil {
			return nil
		}
		b.Recall(a.Events)
		return unless(false, a.Unknown, "a task that there is not is found")
	})
}

// guessable is the finding about two ids that differ in their last characters, as those of a
// counter or a clock do; nil = they do not.
func guessable(one, other string) error {
	if n := differing(one, other); n < 8 {
		return fmt.Errorf("the ids %q and %q differ in %d characters only", one, other, n)
	}
	return nil
}

func taskIDsApart(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		switch {
		case b.Target.Header.Get("Authorization") != "":
			return verdict.NotTestable("with an authorization it may be that which says whose a task is")
		case a.Other == "":
			return verdict.NotObserved("no second call got a task")
		case a.Other == a.ID:
			return verdict.Because(createdCheck, "two tasks have the id %q", a.ID)
		}
		err := guessable(a.ID, a.Other)
		if err != nil {
			b.Recall(a.Events)
		}
		return err
	})
}

func taskIDsSafe(b *probe.Bench) error {
	return ofTask(b, func(a *probe.Augmented) error {
		if probe.Page(a.Reached) == nil {
			return verdict.NotTestable("no task can be asked for in another session, of a client without authorization")
		}
		return taskIDsApart(b)
	})
}
