package secrets

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/flight"
)

// CommandTimeout is how long a command may take (F-10).
const CommandTimeout = 10 * time.Second

// Runner runs a command line and returns what it printed. Package shell has the real
// one. It must return when ctx ends, and leave nothing of the command behind. Its error
// must not contain what was printed.
type Runner func(ctx context.Context, command string) (output string, err error)

// Commands runs commands once: what a command printed is remembered as long as
// the Commands lives, callers that want it at once share one run, and a failure
// is forgotten (F-10). Its methods may be called from any goroutine.
type Commands struct {
	runner  Runner
	clk     clock.Clock
	running flight.Group[string]

	mu      sync.Mutex
	outputs map[string]string // by command; successful ones only
}

// NewCommands returns a Commands that has run nothing.
func NewCommands(r Runner, clk clock.Clock) *Commands {
	return &Commands{runner: r, clk: clk, outputs: map[string]string{}}
}

// errAbandoned is what those who share a run find when its runner has left.
var errAbandoned = errors.New("run abandoned")

// Output returns what a command prints, without surrounding white space; to
// print nothing is a failure. It returns the cause of ctx when that ends first;
// a run that others share is begun again by one of them then. actor names the
// caller for the clock.
func (c *Commands) Output(ctx context.Context, actor, command string) (string, error) {
	for {
		r, mine := c.running.Join(command)
		if mine {
			output, err := c.run(ctx, actor, command)
			c.running.Finish(command, r, output, shared(ctx, err))
			return output, err
		}
		output, err := r.Wait(ctx, clock.Named(c.clk, actor))
		if !errors.Is(err, errAbandoned) {
			return output, err
		}
	}
}

// shared is how a failure looks to others: that a caller gave up is not theirs.
func shared(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return errAbandoned
	}
	return err
}

func (c *Commands) known(command string) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	output, ok := c.outputs[command]
	return output, ok
}

func (c *Commands) run(ctx context.Context, actor, command string) (string, error) {
	if output, ok := c.known(command); ok {
		return output, nil
	}
	bounded, cancel := clock.WithTimeout(ctx, clock.Named(c.clk, actor+"/command"), CommandTimeout)
	defer cancel()
	output, err := c.runner(bounded, command)
	output = strings.TrimSpace(output)
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.Is(context.Cause(bounded), clock.ErrTimeout):
		err = fmt.Errorf("the command took longer than %dms", CommandTimeout.Milliseconds())
	case err == nil && output == "":
		err = errors.New("the command printed nothing")
	}
	if err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outputs[command] = output
	return output, nil
}
