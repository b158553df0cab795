package steps

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// ordered is what came of one order in which servers completed their connects.
type ordered struct {
	order  string // servers as they completed
	views  map[string][]string
	errors []map[string]string
	err    error
	tools  map[string][]string // public names, by agent
	listed map[string]error    // by agent
}

// completion is the time between the ends of two connects.
const completion = 100 * time.Millisecond

func agentsOrdersSteps() []gherkin.Step {
	return gherkin.Noun("order of completion", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the manager connects its servers in every order of completion`,
			Manual: "connects with a new manager once for every order in which servers can answer the handshake, has each agent that was spoken of list its tools, and cleans up",
			Func:   (*agents).connectInOrders},
		{Keyword: gherkin.Then, Pattern: `in every order the manager showed:`,
			Manual: "compares views as they were when connecting had ended; columns view, servers", Func: (*agents).checkOrderedViews},
		{Keyword: gherkin.Then, Pattern: `in every order the manager's errors were:`,
			Manual: "compares errors as they were when connecting had ended; columns server, error", Func: (*agents).checkOrderedErrors},
		{Keyword: gherkin.Then, Pattern: `in every order connecting (succeeded|failed with ".*")`, Manual: "compares how connecting ended",
			Example: `in every order connecting failed with "no"`, Func: (*agents).checkOrderedEnd},
		{Keyword: gherkin.Then, Pattern: `in every order agent "([^"]+)" had the tools "([^"]*)"`,
			Manual:  "compares the public names of the tools that an agent was given, in order",
			Example: `in every order agent "writer" had the tools "search, send"`, Func: (*agents).checkOrderedTools},
		{Keyword: gherkin.Then, Pattern: `in every order agent "([^"]+)" was refused with "(.*)"`,
			Manual: "compares the error text with which an agent was given no tools", Example: `in every order agent "writer" was refused with "no"`,
			Func: (*agents).checkOrderedRefusal},
	})
}

func (a *agents) connectInOrders() error {
	orders, err := permutations(len(a.order))
	if err != nil {
		return err
	}
	if !a.managerPolicy().Parallel {
		return errors.New("servers complete in different orders only if they are connected in parallel")
	}
	a.orders = nil
	for _, order := range orders {
		o, err := a.connectInOrder(inOrder(a.order, order))
		if err != nil {
			return fmt.Errorf("connecting in the order %s: %w", o.order, err)
		}
		a.orders = append(a.orders, o)
	}
	return nil
}

// connectInOrder connects servers that complete in the order of names.
func (a *agents) connectInOrder(names []string) (ordered, error) {
	o := ordered{order: strings.Join(names, ", "), tools: map[string][]string{}, listed: map[string]error{}}
	for place, name := range names {
		do, err := fakeserver.ParseActions(fmt.Sprintf("delay: %v", time.Duration(place+1)*completion))
		if err != nil {
			return o, err
		}
		a.servers[name].addRule(fakeserver.Rule{When: fakeserver.When{Method: "initialize"}, Do: do, Times: 1})
	}
	if err := a.newManager(); err != nil {
		return o, err
	}
	m := a.manager
	if err := a.finish(names, func(ctx context.Context) { _, o.err = m.Connect(ctx) }); err != nil {
		return o, err
	}
	o.views, o.errors = views(m), errorsOf(m)
	for _, name := range slices.Sorted(maps.Keys(a.byName)) {
		agent := *a.agent(name)
		err := a.finish(names, func(ctx context.Context) {
			functions, err := host.AgentFunctions(ctx, m.Active(), &host.AgentRun{}, &agent)
			o.tools[name], o.listed[name] = publicNames(functions), err
		})
		if err != nil {
			return o, err
		}
	}
	return o, a.finish(names, func(ctx context.Context) { _ = m.Cleanup(ctx) })
}

// finish does something that takes no longer than connecting servers does.
func (a *agents) finish(names []string, do func(context.Context)) error {
	o, work := a.newOperation(fmt.Sprintf("%s-%d", programToken, len(a.operations)+1),
		func(ctx context.Context, _ *operation) error { do(ctx); return nil })
	a.ground.spawn(programToken, work)
	if err := a.ground.sleep(time.Duration(len(names)+1) * completion); err != nil {
		return err
	}
	return o.succeeded()
}

// inEvery checks what came of every order.
func (a *agents) inEvery(check func(ordered) error) error {
	if len(a.orders) == 0 {
		return errors.New("the manager has not connected its servers in every order of completion")
	}
	for _, o := range a.orders {
		if err := check(o); err != nil {
			return fmt.Errorf("when servers complete in the order %s: %w", o.order, err)
		}
	}
	return nil
}

func (a *agents) checkOrderedViews(table *gherkin.Table) error {
	return a.inEvery(func(o ordered) error { return sameViews("the manager's views", o.views, table) })
}

func (a *agents) checkOrderedErrors(table *gherkin.Table) error {
	return a.inEvery(func(o ordered) error {
		return sameTable("the manager's errors", table, o.errors, "server", "error")
	})
}

func (a *agents) checkOrderedEnd(want string) error {
	return a.inEvery(func(o ordered) error {
		got := "succeeded"
		if o.err != nil {
			got = `failed with "` + o.err.Error() + `"`
		}
		return same("how connecting ended", got, want)
	})
}

func (a *agents) checkOrderedTools(agent string, want []string) error {
	return a.inEvery(func(o ordered) error {
		if err := o.listed[agent]; err != nil {
			return err
		}
		return same("the tools of agent "+agent, o.tools[agent], want)
	})
}

func (a *agents) checkOrderedRefusal(agent, want string) error {
	return a.inEvery(func(o ordered) error {
		err := o.listed[agent]
		if err == nil {
			return fmt.Errorf("agent %q has the tools %q", agent, o.tools[agent])
		}
		return same("the error of agent "+agent, err.Error(), want)
	})
}
