package steps

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// operation is something that a program asks of servers or of their manager,
// numbered from 1.
type operation struct {
	attempt
	active []string            // what a manager returned
	tools  []map[string]string // what a program was given
	result []byte              // of a request, as JSON
}

// program is the goroutine on which a program manages its servers: one operation
// after the other. It ends when it is closed.
type program struct {
	tasks chan func() // holds one, so that giving it to an idle program never blocks
	last  *operation
}

// programToken is how the program calls itself.
const programToken = "program"

func agentsProgramSteps() []gherkin.Step {
	return gherkin.Noun("operation", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the program has given up its next operation`,
			Manual: "ends the context of what the program begins next before it begins", Func: (*agents).giveUpNext},
		{Keyword: gherkin.Then, Pattern: `operation (\d+) returns the servers "([^"]*)"`,
			Manual: "compares the servers that a manager says are active, in order", Example: `operation 1 returns the servers "docs, mail"`,
			Func: (*operation).checkActive},
		{Keyword: gherkin.Then, Pattern: `operation (\d+) was caused by "([^"]*)"`,
			Manual:  "checks that its error is one with this text, or stands for one",
			Example: `operation 2 was caused by "context deadline exceeded"`, Func: (*agents).checkCause},
		{Keyword: gherkin.Then, Pattern: `the operations ended in the order "([^"]*)"`,
			Manual:  "compares the numbers of the operations that have ended, in the order of their ends",
			Example: `the operations ended in the order "1, 3, 2"`, Func: (*agents).operationsOrdered},
	})
}

// operate begins what the program does on its one goroutine, or beside it while
// that is busy. One goroutine for all shows whether a manager moves work off it.
func (a *agents) operate(do func(context.Context, *operation) error) error {
	p := a.program
	token, run := programToken, func(f func()) { p.tasks <- f }
	switch {
	case p == nil:
		p = &program{tasks: make(chan func(), 1)}
		a.program = p
		a.ground.spawn(programToken, p.run)
	case p.last.pending():
		token = fmt.Sprintf("%s-%d", programToken, len(a.operations)+1)
		run = func(f func()) { a.ground.spawn(token, f) }
	}
	o, work := a.newOperation(token, do)
	if token == programToken {
		p.last = o
	}
	run(work)
	return a.ground.settle()
}

// operateBeside begins what a program asks of one server, on a goroutine of its own.
func (a *agents) operateBeside(s *host.AgentServer, do func(context.Context, *operation) error) error {
	_, work := a.newOperation("", do)
	a.ground.spawn(fmt.Sprintf("%s/operation-%d", s.Name(), len(a.operations)), work)
	return a.ground.settle()
}

// newOperation numbers an operation. What it returns is to be run once, by an owner
// with this token if there is one.
func (a *agents) newOperation(token string, do func(context.Context, *operation) error) (*operation, func()) {
	o := &operation{}
	a.operations = append(a.operations, o)
	n := len(a.operations)
	tooLate := a.tooLate
	a.tooLate = false
	return o, o.prepare(a.World, fmt.Sprintf("operation %d", n), func(ctx context.Context) error {
		if token != "" {
			ctx = host.WithAgentOwner(ctx, token)
			a.owners.is(token)
		}
		if tooLate {
			o.cancel(errGaveUp)
		}
		err := do(ctx, o)
		a.mu.Lock()
		defer a.mu.Unlock()
		a.ended = append(a.ended, strconv.Itoa(n))
		return err
	})
}

func (p *program) run() {
	for f := range p.tasks {
		f()
	}
}

func (p *program) close() { close(p.tasks) }

// operation is an operation that has succeeded.
func (a *agents) operation(n int) (*operation, error) {
	return successful("operation", a.operations, n)
}

func (a *agents) giveUpNext() error {
	a.tooLate = true
	return nil
}

func (a *agents) checkCause(n int, want string) error {
	o, err := numbered("operation", a.operations, n)
	if err != nil {
		return err
	}
	if err := o.ended(); err != nil {
		return err
	}
	if !means(o.err, want) {
		return fmt.Errorf("%s ended with %v, of which no cause is %q", o.name, o.err, want)
	}
	return nil
}

// means reports whether an error of this text is in the tree of err, or is what an error there says it is.
func means(err error, text string) bool {
	switch e := err.(type) {
	case nil:
		return false
	case interface{ Unwrap() error }:
		if means(e.Unwrap(), text) {
			return true
		}
	case interface{ Unwrap() []error }:
		if slices.ContainsFunc(e.Unwrap(), func(err error) bool { return means(err, text) }) {
			return true
		}
	}
	return err.Error() == text || text == context.DeadlineExceeded.Error() && errors.Is(err, context.DeadlineExceeded)
}

func (o *operation) checkActive(want []string) error {
	return same("the servers of "+o.name, o.active, want)
}

func (a *agents) operationsOrdered(want []string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.ended) == 0 {
		return errors.New("no operation has ended")
	}
	got := slices.Clone(a.ended)
	if a.scenario.Racing { // what ends at one instant has no order
		slices.SortStableFunc(got, func(x, y string) int {
			return cmp.Or(cmp.Compare(a.endOf(x), a.endOf(y)), cmp.Compare(slices.Index(want, x), slices.Index(want, y)))
		})
	}
	return same("the order in which operations ended", got, want)
}

// endOf is when an operation that has ended did. a.mu is held.
func (a *agents) endOf(number string) time.Duration {
	n, _ := strconv.Atoi(number)
	return a.operations[n-1].at
}
