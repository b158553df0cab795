package steps

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// attempt is something that a scenario begins and that ends in the background: a
// start, a call, a request. The types that embed it keep what comes of it, written
// before the end and read after.
type attempt struct {
	w      *World
	name   string // as steps say it, such as "call 1"
	cancel context.CancelCauseFunc
	late   func()        // lets the deadline of its context pass
	got    func() string // what it has returned, as text; nil = nothing that could be told

	// Guarded by World.mu until the end; they do not change after it.
	done bool
	at   time.Duration
	err  error
}

// errGaveUp is the reason that a caller gives for giving up.
var errGaveUp = errors.New("the caller gave up")

func attemptSteps() []gherkin.Step {
	const one = `((?:call|request|operation|listing|simple call) \d+|the (?:session|workspace)'s command)`
	const several = `(call|request|operation|listing|simple call)s (\d+) to (\d+)`
	return gherkin.Noun("outcome", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the (?:caller|sender|program) gives up ((?:call|request|operation|listing|simple call) \d+|the (?:session|workspace)'s command)`, Manual: "aborts it; each kind is numbered from 1",
			Example: `the caller gives up call 1`, Func: (*attempt).giveUp},
		{Keyword: gherkin.When, Pattern: `the deadline of ((?:call|request|operation|listing) \d+) passes`,
			Manual:  "ends its context as an expired limit of its caller does",
			Example: `the deadline of call 1 passes`, Func: (*attempt).expire},
		{Keyword: gherkin.Then, Pattern: one + ` is pending`,
			Manual:  "checks that it has not ended; a command is the newest one",
			Example: `call 1 is pending`, Func: (*attempt).isPending},
		{Keyword: gherkin.Then, Pattern: one + ` ended at (\S+)`, Manual: "checks when it ended, to the millisecond", Example: `call 1 ended at 3s`,
			Func: (*attempt).endedAt},
		{Keyword: gherkin.Then, Pattern: one + ` was aborted`, Manual: "checks that it ended with its caller's own reason and returned nothing",
			Example: `call 1 was aborted`, Func: (*attempt).aborted},
		{Keyword: gherkin.Then, Pattern: one + ` succeeds`, Manual: "checks that it ended without an error", Example: `request 1 succeeds`,
			Func: (*attempt).succeeded},
		{Keyword: gherkin.Then, Pattern: one + ` fails with "(.*)"`, Manual: "compares its error text; <id> stands for the id of any request",
			Example: `request 1 fails with "Transport closed"`, Func: (*attempt).failedWith},
		{Keyword: gherkin.Then, Pattern: one + ` fails with the data:`, Manual: "compares, as JSON, the data of the JSON-RPC error that it ended with",
			Example: `request 1 fails with the data:`, Func: (*attempt).failedWithData},
		{Keyword: gherkin.Then, Pattern: one + ` fails with a text that (begins|ends) with "(.*)"`, Manual: "compares the beginning of its error text, in whole words, or its end",
			Example: `request 1 fails with a text that begins with "No response received for request ID "`, Func: (*attempt).failedWithPart},
		{Keyword: gherkin.Then, Pattern: one + ` fails with a text of (\d+) bytes that begins with "(.*)"`, Manual: "compares the length of its error text, and the beginning",
			Example: `request 1 fails with a text of 65546 bytes that begins with "HTTP 500: "`, Func: (*attempt).failedWithLength},
		{Keyword: gherkin.Then, Pattern: several + ` succeed`, Manual: "checks that each of several ended without an error",
			Example: `requests 1 to 3 succeed`, Func: allSucceeded},
		{Keyword: gherkin.Then, Pattern: several + ` fail with "(.*)"`, Manual: "compares the error text of each of several",
			Example: `requests 1 to 3 fail with "Transport closed"`, Func: allFailedWith},
	})
}

// attempt finds what a scenario has begun; of those with the same name the newest.
func (w *World) attempt(name string) (*attempt, error) {
	if a := w.attempts[name]; a != nil {
		return a, nil
	}
	return nil, fmt.Errorf("there is no %s: it has not been begun", name)
}

func (w *World) attemptsOf(noun string, first, last int) ([]*attempt, error) {
	var all []*attempt
	for n := first; n <= last; n++ {
		a, err := w.attempt(fmt.Sprintf("%s %d", noun, n))
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// begin runs do in a goroutine of the scenario, without waiting for anything.
func (a *attempt) begin(w *World, name, actor string, do func(context.Context) error) {
	w.ground.spawn(actor, a.prepare(w, name, do))
}

// prepare makes what begin runs, for callers that have a goroutine for it.
func (a *attempt) prepare(w *World, name string, do func(context.Context) error) func() {
	limited := limit(w.life)
	ctx, cancel := context.WithCancelCause(limited)
	a.w, a.name, a.cancel, a.late = w, name, cancel, limited.expire
	w.attempts[name] = a
	return func() {
		err := do(ctx)
		w.mu.Lock()
		defer w.mu.Unlock()
		a.done, a.at, a.err = true, w.since(w.now()), err
	}
}

// giveUp ends the context of an attempt, whether or not it is over.
func (a *attempt) giveUp() error {
	a.cancel(errGaveUp)
	return a.w.ground.settle()
}

func (a *attempt) expire() error {
	a.late()
	return a.w.ground.settle()
}

func (a *attempt) pending() bool {
	a.w.mu.Lock()
	defer a.w.mu.Unlock()
	return !a.done
}

// returned is what an attempt has returned, "" if that cannot be told.
func (a *attempt) returned() string {
	if a.got == nil {
		return ""
	}
	return a.got()
}

func (a *attempt) isPending() error {
	if a.pending() {
		return nil
	}
	return fmt.Errorf("%s ended at %s: %s %v", a.name, a.at, a.returned(), a.err)
}

// ended fails while an attempt is pending.
func (a *attempt) ended() error {
	if a.pending() {
		return fmt.Errorf("%s has not ended at %s", a.name, a.w.since(a.w.now()))
	}
	return nil
}

// endedAt compares when an attempt ended, to the millisecond.
func (a *attempt) endedAt(want time.Duration) error {
	if err := a.ended(); err != nil {
		return err
	}
	return same("the end of "+a.name, a.w.onTime(a.at, want), want)
}

// aborted checks that an attempt returned nothing but the reason that its caller
// gave.
func (a *attempt) aborted() error {
	err := a.ended()
	switch {
	case err != nil:
		return err
	case !errors.Is(a.err, errGaveUp):
		return fmt.Errorf("%s ended with %v instead of its caller's reason", a.name, a.err)
	case a.returned() != "":
		return fmt.Errorf("%s returned %s", a.name, a.returned())
	}
	return nil
}

func (a *attempt) succeeded() error {
	err := a.ended()
	if err == nil && a.err != nil {
		err = fmt.Errorf("%s failed: %w", a.name, a.err)
	}
	return err
}

// failure is the error text of an attempt that failed.
func (a *attempt) failure() (string, error) {
	err := a.ended()
	switch {
	case err != nil:
		return "", err
	case a.err == nil:
		return "", fmt.Errorf("%s succeeded: %s", a.name, a.returned())
	}
	return a.err.Error(), nil
}

func (a *attempt) failedWith(want string) error {
	text, err := a.failure()
	if err != nil {
		return err
	}
	if strings.Contains(want, "<id>") {
		text = a.w.hideIDs(text)
	}
	return same("the error of "+a.name, text, want)
}

// failedWithData compares what a program reads of an error besides its text.
func (a *attempt) failedWithData(want *gherkin.DocString) error {
	if _, err := a.failure(); err != nil {
		return err
	}
	e, ok := errors.AsType[*transport.Error](a.err)
	switch {
	case !ok:
		return fmt.Errorf("%s did not end with a JSON-RPC error: %w", a.name, a.err)
	case e.Data == nil:
		return fmt.Errorf("the error of %s has no data: %w", a.name, e)
	}
	return sameJSON("the data of the error of "+a.name, e.Data, want.Content)
}

func (a *attempt) failedWithPart(end, want string) error {
	text, err := a.failure()
	switch {
	case err != nil:
		return err
	case end == "begins" && strings.HasPrefix(text, want) && endsWord(want, text[len(want):]), end == "ends" && strings.HasSuffix(text, want):
		return nil
	}
	return fmt.Errorf("the error of %s is %q", a.name, text)
}

func (a *attempt) failedWithLength(n int, begin string) error {
	text, err := a.failure()
	if err == nil && !strings.HasPrefix(text, begin) {
		err = fmt.Errorf("the error of %s is %q", a.name, text)
	}
	if err != nil {
		return err
	}
	return same("the length of the error of "+a.name, len(text), n)
}

func allSucceeded(all []*attempt) error {
	for _, a := range all {
		if err := a.succeeded(); err != nil {
			return err
		}
	}
	return nil
}

func allFailedWith(all []*attempt, want string) error {
	for _, a := range all {
		if err := a.failedWith(want); err != nil {
			return err
		}
	}
	return nil
}

// hideIDs replaces the ids of requests that servers have received by "<id>".
func (w *World) hideIDs(text string) string {
	for _, name := range w.order {
		for _, a := range w.servers[name].arrivals() {
			if id := strings.Trim(a.ID, `"`); id != "" {
				text = strings.ReplaceAll(text, id, "<id>")
			}
		}
	}
	return text
}

// numbered finds one of the things that a scenario numbers from 1.
func numbered[T any](noun string, all []T, n int) (found T, err error) {
	if n < 1 || n > len(all) {
		return found, fmt.Errorf("there is no %s %d, only %d of them", noun, n, len(all))
	}
	return all[n-1], nil
}

// successful finds one of the attempts that a scenario numbers, which must have
// succeeded.
func successful[T interface{ succeeded() error }](noun string, all []T, n int) (T, error) {
	found, err := numbered(noun, all, n)
	if err == nil {
		err = found.succeeded()
	}
	return found, err
}
