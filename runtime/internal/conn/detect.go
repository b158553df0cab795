package conn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/era"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// probeWait is how long server/discover may take before a server over stdio counts as a
// legacy one, and half the deadline of the handshake if that is shorter.
const probeWait = 5 * time.Second

// RestartError says that the process ended when it was asked which era it speaks, and
// how: a legacy server that must be started again, with initialize first.
type RestartError struct{ error }

// EraError says that there is no revision that both speak.
type EraError struct {
	Server    string
	Why       string
	Supported []protocol.Revision // of the server; nil if it named none
}

func (e *EraError) Error() string {
	text := fmt.Sprintf("MCP server %q cannot be talked to: %s", e.Server, e.Why)
	if e.Supported != nil {
		text += fmt.Sprintf("; it speaks %q, this client %q", e.Supported, protocol.LatestModern)
	}
	return text
}

// open finds out which era the server speaks and opens the connection in it.
func (c *Conn) open(ctx context.Context, o Options) error {
	if err := c.transport.Connect(ctx); err != nil {
		return err
	}
	carrier, able := c.transport.(transport.Modern)
	if o.Era == protocol.EraLegacy || !able {
		return c.handshake(ctx, o)
	}
	carrier.SetModern(true)
	p := &probe{c: c, o: o, carrier: carrier}
	defer p.join()
	verdict := p.run(ctx)
	switch verdict.Kind {
	case era.Modern:
		c.settle(o, p.result, verdict)
		return nil
	case era.Legacy:
		if o.Era == protocol.EraModern {
			return &EraError{Server: c.name, Why: "it speaks the legacy protocol only: " + verdict.Why, Supported: verdict.Supported}
		}
		if verdict.Dead {
			return &RestartError{p.err}
		}
		carrier.SetModern(false)
		return p.legacy(ctx)
	}
	return p.refused(verdict)
}

// probe is one server/discover, and what is done while its answer is out.
type probe struct {
	c       *Conn
	o       Options
	carrier transport.Modern

	shown bool // it is a modern server, by another answer: silence says nothing any more

	result  *protocol.DiscoverResult
	err     error
	pending chan struct{} // closed when the answer of the one that is out has come; nil: none is out
	give    context.CancelFunc
	waiting sync.WaitGroup
}

// run discovers until there is a verdict: at most twice.
func (p *probe) run(ctx context.Context) era.Verdict {
	version := protocol.LatestModern
	for again := false; ; again = true {
		p.discover(ctx, version)
		v := era.Verdict{Kind: era.Legacy, Why: "it has not answered server/discover yet"}
		if p.await(ctx) {
			v = era.Classify(era.Outcome{Result: p.result, Err: p.err, HTTP: p.o.Remote, Again: again})
		}
		if p.o.OnVerdict != nil {
			p.o.OnVerdict(version, v)
		}
		if v.Kind != era.Retry {
			return v
		}
		version = v.Version
	}
}

// discover asks, in the background.
func (p *probe) discover(ctx context.Context, version protocol.Revision) {
	asking, give := context.WithCancel(ctx)
	p.pending, p.give = make(chan struct{}), give
	done := p.pending
	clock.Go(&p.waiting, p.o.Clock, p.o.Server+"/probe", func(clock.Clock) {
		defer close(done)
		raw, err := p.c.transport.Request(asking, protocol.MethodDiscover, p.c.stampOf(p.o, version).on(protocol.MethodDiscover, nil, nil))
		p.result, p.err = nil, err
		if err == nil {
			p.result = readDiscover(raw)
		}
	})
}

// readDiscover reads the result, which must be complete and name versions; nil: it is none.
func readDiscover(raw json.RawMessage) *protocol.DiscoverResult {
	result, err := protocol.Read[protocol.DiscoverResult](raw)
	if err != nil || len(result.SupportedVersions) == 0 {
		return nil
	}
	if q, err := readQuestions(raw); err != nil || q.kind != "" && q.kind != "complete" {
		return nil
	}
	return &result
}

// await waits for the answer. Over a pipe there is a limit: many legacy servers say
// nothing to what they do not know.
func (p *probe) await(ctx context.Context) bool {
	limit := probeWait
	if p.o.Timeout > 0 {
		limit = min(limit, p.o.Timeout/2)
	}
	if p.o.Remote || p.shown {
		limit = 0
	}
	var silence <-chan time.Time
	if limit > 0 {
		timer := clock.Named(p.o.Clock, p.o.Server+"/probe").NewTimer(limit)
		defer timer.Stop()
		silence = timer.Chan()
	}
	select {
	case <-p.pending:
		return true
	case <-silence:
	case <-ctx.Done():
		<-p.pending
		return true
	}
	return false
}

// legacy performs the handshake. A late answer to the probe that comes before that of
// initialize wins: the server is a modern one that starts slowly.
func (p *probe) legacy(ctx context.Context) error {
	if clock.Closed(p.pending) {
		return p.c.handshake(ctx, p.o)
	}
	shaking, stop := context.WithCancel(ctx)
	late := make(chan struct{})
	clock.Go(&p.waiting, p.o.Clock, p.o.Server+"/late", func(clock.Clock) {
		defer close(late)
		select {
		case <-p.pending:
			if v := p.classified(); v.Kind == era.Modern {
				stop()
			}
		case <-shaking.Done():
		}
	})
	err := p.c.handshake(shaking, p.o)
	stop()
	<-late
	if err == nil {
		return nil
	}
	e, refused := errors.AsType[*transport.Error](err)
	if clock.Closed(p.pending) && p.classified().Kind == era.Modern || refused && e.Code == protocol.CodeUnsupportedVersion {
		return p.promoted(ctx)
	}
	return err
}

func (p *probe) classified() era.Verdict {
	return era.Classify(era.Outcome{Result: p.result, Err: p.err, HTTP: p.o.Remote})
}

// promoted goes on as with a modern server, after all.
func (p *probe) promoted(ctx context.Context) error {
	p.carrier.SetModern(true)
	if clock.Closed(p.pending) {
		if verdict := p.classified(); verdict.Kind == era.Modern {
			p.c.settle(p.o, p.result, verdict)
			return nil
		}
	}
	p.join()
	p.shown = true
	verdict := p.run(ctx)
	if verdict.Kind != era.Modern {
		return p.refused(verdict)
	}
	p.c.settle(p.o, p.result, verdict)
	return nil
}

// refused is why there is no connection: the eras, or what happened.
func (p *probe) refused(v era.Verdict) error {
	if v.Why == "" {
		return p.err
	}
	return &EraError{Server: p.c.name, Why: v.Why, Supported: v.Supported}
}

// join gives up what is out and waits for its end.
func (p *probe) join() {
	if p.give != nil {
		p.give()
	}
	p.waiting.Wait()
}

// settle takes a modern server as it described itself.
func (c *Conn) settle(o Options, found *protocol.DiscoverResult, v era.Verdict) {
	c.server = protocol.InitializeResult{
		ProtocolVersion: v.Version, Capabilities: found.Capabilities,
		ServerInfo: found.ServerInfo(), Instructions: found.Instructions, Meta: found.Meta,
	}
	shorten(&c.server)
	c.stamp = c.stampOf(o, v.Version)
	if o.OnHandshake != nil {
		o.OnHandshake()
	}
	c.listening.Store(newListening(c, o, c.transport.(transport.Modern)))
}
