package steps

import (
	"context"
	"errors"
	"fmt"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// operation is something that a program asks of servers or of their manager,
// numbered from 1.
type operation struct {
	attempt
	active []string // what a manager returned
	order  int      // position among those that have ended, from 1
}

// program is the goroutine on which a program manages its servers: one operation
// after the other. It ends when it is closed.
type program struct {
	tasks chan func() // holds one, so that giving it to an idle program never blocks
	last  *operation
}

// programToken is how the program calls itself.
const programToken = "program"

func agentsProgramSteps() []Step {
	return gherkin.Noun("operation", []Step{
		{Keyword: When, Pattern: `the program gives up operation (\d+)`,
			Manual: "cancels an operation; operations on servers and their manager are numbered from 1", Example: `the program gives up operation 1`,
			Func: (*World).giveUpOperation},
		{Keyword: Then, Pattern: `operation (\d+) is pending`, Manual: "checks that an operation has not ended", Example: `operation 1 is pending`,
			Func: (*World).operationPending},
		{Keyword: Then, Pattern: `operation (\d+) succeeds`, Manual: "checks that an operation has ended without an error",
			Example: `operation 1 succeeds`, Func: (*World).operationSucceeds},
		{Keyword: Then, Pattern: `operations (\d+) to (\d+) succeed`, Manual: "checks that each of several operations has ended without an error",
			Example: `operations 1 to 3 succeed`, Func: (*World).operationsSucceed},
		{Keyword: Then, Pattern: `operation (\d+) returns the servers "([^"]*)"`,
			Manual: "compares the servers that a manager says are active, in order", Example: `operation 1 returns the servers "docs, mail"`,
			Func: (*World).operationReturns},
		{Keyword: Then, Pattern: `operation (\d+) fails with "(.*)"`, Manual: "compares the error text of an operation",
			Example: `operation 1 fails with "no"`, Func: (*World).operationFails},
		{Keyword: Then, Pattern: `operation (\d+) is cancelled`, Manual: "checks that an operation ended with its program's own reason",
			Example: `operation 1 is cancelled`, Func: (*World).operationCancelled},
		{Keyword: Then, Pattern: `operation (\d+) ended at (\S+)`, Manual: "checks when an operation ended, to the millisecond",
			Example: `operation 1 ended at 10s`, Func: (*World).operationEnded},
		{Keyword: Then, Pattern: `the operations ended in the order "([^"]*)"`,
			Manual:  "compares the numbers of the operations that have ended, in the order of their ends",
			Example: `the operations ended in the order "1, 3, 2"`, Func: (*World).operationsOrdered},
	})
}

// operate begins what the program does on its one goroutine, or beside it while
// that is busy. One goroutine for all shows whether a manager moves work off it.
func (w *World) operate(do func(context.Context, *operation) error) error {
	o, work := w.newOperation()
	p := w.agents.program
	token, run := programToken, func(f func()) { p.tasks <- f }
	switch {
	case p == nil:
		p = &program{tasks: make(chan func(), 1)}
		w.agents.program = p
		w.ground.spawn(programToken, p.run)
	case p.last.pending():
		token = fmt.Sprintf("%s-%d", programToken, len(w.agents.operations))
		run = func(f func()) { w.ground.spawn(token, f) }
	}
	if token == programToken {
		p.last = o
	}
	run(work(token, do))
	return w.ground.settle()
}

// operateBeside begins what a program asks of one server, on a goroutine of its own.
func (w *World) operateBeside(actor string, do func(context.Context, *operation) error) {
	_, work := w.newOperation()
	w.ground.spawn(fmt.Sprintf("%s/operation-%d", actor, len(w.agents.operations)), work("", do))
}

// newOperation numbers an operation. What work returns is to be run once.
func (w *World) newOperation() (*operation, func(token string, do func(context.Context, *operation) error) func()) {
	o := &operation{}
	w.mu.Lock()
	w.agents.operations = append(w.agents.operations, o)
	n := len(w.agents.operations)
	w.mu.Unlock()
	return o, func(token string, do func(context.Context, *operation) error) func() {
		return o.prepare(w, fmt.Sprintf("operation %d", n), func(ctx context.Context) error {
			if token != "" {
				ctx = host.WithAgentOwner(ctx, token)
				w.agents.owners.is(token)
			}
			err := do(ctx, o)
			w.mu.Lock()
			defer w.mu.Unlock()
			for _, other := range w.agents.operations {
				o.order = max(o.order, other.order)
			}
			o.order++
			return err
		})
	}
}

func (p *program) run() {
	for f := range p.tasks {
		f()
	}
}

func (p *program) close() { close(p.tasks) }

func (w *World) operation(n int) (*operation, error) {
	return numbered("operation", w.agents.operations, n)
}

func (w *World) endedOperation(n int) (*operation, error) {
	o, err := w.operation(n)
	if err == nil {
		err = o.ended()
	}
	return o, err
}

func (w *World) giveUpOperation(n int) error {
	o, err := w.operation(n)
	if err != nil {
		return err
	}
	return o.giveUp()
}

func (w *World) operationPending(n int) error {
	o, err := w.operation(n)
	if err != nil || o.pending() {
		return err
	}
	return fmt.Errorf("operation %d ended at %s: %v", n, o.at, o.err)
}

func (w *World) operationSucceeds(n int) error {
	o, err := w.endedOperation(n)
	if err == nil && o.err != nil {
		err = fmt.Errorf("operation %d failed: %w", n, o.err)
	}
	return err
}

func (w *World) operationsSucceed(first, last int) error {
	for n := first; n <= last; n++ {
		if err := w.operationSucceeds(n); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) operationReturns(n int, names string) error {
	if err := w.operationSucceeds(n); err != nil {
		return err
	}
	o, _ := w.endedOperation(n)
	return same(fmt.Sprintf("the servers of operation %d", n), o.active, splitNames(names))
}

func (w *World) operationFails(n int, want string) error {
	o, err := w.endedOperation(n)
	switch {
	case err != nil:
		return err
	case o.err == nil:
		return fmt.Errorf("operation %d succeeded", n)
	}
	return same(fmt.Sprintf("the error of operation %d", n), o.err.Error(), want)
}

func (w *World) operationCancelled(n int) error {
	o, err := w.operation(n)
	if err != nil {
		return err
	}
	return o.aborted()
}

func (w *World) operationEnded(n int, at string) error {
	o, err := w.operation(n)
	if err != nil {
		return err
	}
	return o.endedAt(at)
}

func (w *World) operationsOrdered(want string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	ended := make([]string, 0, len(w.agents.operations))
	for place := 1; ; place++ {
		found := ""
		for i, o := range w.agents.operations {
			if o.order == place {
				found = fmt.Sprint(i + 1)
			}
		}
		if found == "" {
			break
		}
		ended = append(ended, found)
	}
	if len(ended) == 0 {
		return errors.New("no operation has ended")
	}
	return same("the order in which operations ended", ended, splitNames(want))
}
