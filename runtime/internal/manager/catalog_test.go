package manager_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// shelf is what servers offer besides tools, and how slow they are about it.
type shelf struct {
	*fakes

	guard     sync.Mutex
	resources []string
	slow      time.Duration // each request
	refuse    map[string]bool
	asked     map[string]int // requests by method
	open      int            // lists under way
	crowd     int            // the most of them at once
	on        map[string]int // subscriptions of the newest connection by URI
}

func newShelf(f *fakes) *shelf {
	return &shelf{fakes: f, refuse: map[string]bool{}, asked: map[string]int{}, on: map[string]int{}}
}

func (f *shelf) Connect(ctx context.Context, server config.Server, life connect.Options) (connect.Conn, error) {
	c, err := f.fakes.Connect(ctx, server, life)
	if err != nil {
		return nil, err
	}
	f.guard.Lock()
	defer f.guard.Unlock()
	f.on = map[string]int{}
	return &library{fakeConn: c.(*fakeConn), shelf: f, on: f.on}, nil
}

func (f *shelf) change(slow time.Duration, resources ...string) {
	f.guard.Lock()
	defer f.guard.Unlock()
	f.slow, f.resources = slow, resources
}

func (f *shelf) count(method string) int {
	f.guard.Lock()
	defer f.guard.Unlock()
	return f.asked[method]
}

// subscribed lists what the newest connection is subscribed to.
func (f *shelf) subscribed() []string {
	f.guard.Lock()
	defer f.guard.Unlock()
	return slices.Sorted(maps.Keys(f.on))
}

// library is a connection to a server that has resources.
type library struct {
	*fakeConn
	shelf *shelf
	on    map[string]int
}

var _ connect.Conn = (*library)(nil)

func (l *library) Server() protocol.InitializeResult {
	return protocol.InitializeResult{
		Instructions: "ask nicely",
		Capabilities: protocol.ServerCapabilities{Resources: &protocol.ResourceCapability{Subscribe: true}},
	}
}

// request notes a request, takes its time and then does it.
func (l *library) request(ctx context.Context, method string, do func() error) error {
	l.shelf.guard.Lock()
	l.shelf.asked[method]++
	slow, no := l.shelf.slow, l.shelf.refuse[method]
	l.shelf.guard.Unlock()
	if err := l.work(ctx, slow); err != nil {
		return err
	}
	if no {
		return errRefused
	}
	l.shelf.guard.Lock()
	defer l.shelf.guard.Unlock()
	return do()
}

func (l *library) ListResources(ctx context.Context) (all []protocol.Resource, err error) {
	l.shelf.enter(1)
	defer l.shelf.enter(-1)
	err = l.request(ctx, protocol.MethodListResources, func() error {
		for _, uri := range l.shelf.resources {
			all = append(all, protocol.Resource{URI: uri, Raw: json.RawMessage(fmt.Sprintf(`{"uri":%q}`, uri))})
		}
		return nil
	})
	return all, err
}

func (f *shelf) enter(n int) {
	f.guard.Lock()
	defer f.guard.Unlock()
	f.open += n
	f.crowd = max(f.crowd, f.open)
}

func (l *library) ListResourceTemplates(context.Context) ([]protocol.ResourceTemplate, error) {
	return nil, nil
}

func (l *library) ListPrompts(context.Context) ([]protocol.Prompt, error) { return nil, nil }

func (l *library) ReadResource(ctx context.Context, _ string) (r protocol.ReadResourceResult, err error) {
	return r, l.request(ctx, protocol.MethodReadResource, func() error { return nil })
}

func (l *library) GetPrompt(ctx context.Context, _ string, _ map[string]string) (r protocol.GetPromptResult, err error) {
	return r, l.request(ctx, protocol.MethodGetPrompt, func() error { return nil })
}

func (l *library) Subscribe(ctx context.Context, uri string) error {
	return l.request(ctx, protocol.MethodSubscribe, func() error {
		if l.on[uri]++; l.on[uri] > 1 {
			return errors.New("subscribed to twice")
		}
		return nil
	})
}

func (l *library) Unsubscribe(ctx context.Context, uri string) error {
	return l.request(ctx, protocol.MethodUnsubscribe, func() error {
		if l.on[uri] == 0 {
			return errors.New("not subscribed to")
		}
		delete(l.on, uri)
		return nil
	})
}

// withResources runs f on a manager whose one server has resources.
func withResources(t *testing.T, n manager.Notifications, f func(*bench, *shelf)) {
	t.Helper()
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		b, shelf := newLibrary(t, s, n)
		f(b, shelf)
		b.StopAll()
		assert.Check(t, b.fakes.leftOpen() == 0)
	}))
}

func newLibrary(t *testing.T, s *vtime.Sim, n manager.Notifications) (*bench, *shelf) {
	b := newBench(t, s, policy())
	f := newShelf(b.fakes)
	p := policy()
	p.Notifications = n
	b.Manager = manager.New(manager.Options{Connector: f, Clock: s.Clock("manager"), Policy: p, Rand: noJitter, Events: event.SinkFunc(b.record)})
	return b, f
}

func (b *bench) record(e event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, e)
}

// logged are the texts of all log records.
func (b *bench) logged() (texts []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.events {
		if e.Kind == event.ServerLog {
			texts = append(texts, e.Text+": "+e.Err)
		}
	}
	return texts
}

func (b *bench) notify(method string) {
	for _, c := range b.fakes.open("a") {
		c.life.OnNotification(method, nil)
	}
}

// Only tool calls wait for a server, reconnect it or are repeated.
func TestReadingUsesTheConnectionThereIsOnce_A_20(t *testing.T) {
	withResources(t, manager.Notifications{}, func(b *bench, f *shelf) {
		ctx := context.Background()
		gone := (*manager.NotConnectedError)(nil)
		_, err := b.ReadResource(ctx, "a", "x")
		assert.Check(t, errors.As(err, &gone))
		b.start("a")
		f.refuse[protocol.MethodReadResource] = true
		_, err = b.ReadResource(ctx, "a", "x")
		assert.Check(t, errors.Is(err, errRefused))
		_, err = b.GetPrompt(ctx, "a", "x", nil)
		assert.Check(t, err)
		assert.Check(t, f.count(protocol.MethodReadResource) == 1)
		assert.Check(t, b.Instructions("a") == "ask nicely")
		b.fakes.set("a", behaviour{refuse: true})
		b.fakes.open("a")[0].drop()
		b.after(time.Second)
		_, err = b.GetPrompt(ctx, "a", "x", nil)
		assert.Check(t, errors.As(err, &gone))
	})
}

func TestServersWithOnlyToolsHaveNothingElse(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.start("a")
		_, err := b.ReadResource(context.Background(), "a", "x")
		assert.ErrorIs(t, err, errNotOffered, "what the connection says")
		assert.Check(t, len(b.Resources("a")) == 0 && b.Instructions("a") == "")
	})
}

func TestSubscriptionsAreBounded(t *testing.T) {
	withResources(t, manager.Notifications{Subscribe: true}, func(b *bench, f *shelf) {
		var many []string
		for i := range 100 {
			many = append(many, fmt.Sprintf("r%03d", i))
		}
		f.change(time.Second, append(many, many...)...)
		b.start("a")
		b.after(1500 * time.Millisecond)
		assert.Check(t, f.count(protocol.MethodSubscribe) == 32, "at once")
		b.after(time.Minute)
		assert.Check(t, f.count(protocol.MethodSubscribe) == 100, "each resource once")
		assert.DeepEqual(t, f.subscribed(), many)
	})
}

// TestSubscriptionsFollowEveryHistory plays random histories of the setting, the
// list and the connection against a server of random slowness. At rest the server
// knows exactly the subscriptions that are wanted, nothing was ever asked for
// twice, and no list was fetched twice at the same time.
func TestSubscriptionsFollowEveryHistory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		schedule := rapid.Uint64Range(0, 3).Draw(rt, "schedule")
		history := rapid.SliceOfN(rapid.SampledFrom([]string{"on", "off", "list a b", "list b c", "list", "drop", "pass"}), 1, 20).Draw(rt, "history")
		slow := rapid.SampledFrom([]time.Duration{0, time.Millisecond, 700 * time.Millisecond, 3 * time.Second}).Draw(rt, "slow")
		var problem error
		err := vtime.Run(t, vtime.Config{ScheduleSeed: schedule}, func(s *vtime.Sim) {
			b, f := newLibrary(t, s, manager.Notifications{Subscribe: true, ListPause: -1})
			problem = playSubscriptions(b, f, slow, history)
			b.StopAll()
		})
		assert.NilError(rt, problem)
		assert.NilError(rt, err)
	})
}

func playSubscriptions(b *bench, f *shelf, slow time.Duration, history []string) error {
	on, list := true, []string{"a"}
	f.change(slow, list...)
	b.start("a")
	for _, what := range history {
		switch what {
		case "on", "off":
			on = what == "on"
			b.SetSubscriptions(on)
		case "drop":
			for _, c := range b.fakes.open("a") {
				c.drop()
			}
		case "pass":
			b.after(time.Second)
		default:
			list = strings.Fields(strings.TrimPrefix(what, "list"))
			f.change(slow, list...)
			b.notify(protocol.NotifyResourcesChanged)
		}
		b.after(0)
	}
	b.after(time.Minute)
	if !on {
		list = nil
	}
	return checkSubscriptions(b, f, list)
}

func checkSubscriptions(b *bench, f *shelf, want []string) error {
	f.guard.Lock()
	crowd := f.crowd
	f.guard.Unlock()
	switch {
	case !slices.Equal(f.subscribed(), want):
		return fmt.Errorf("subscribed to %q instead of %q", f.subscribed(), want)
	case len(b.logged()) > 0:
		return fmt.Errorf("something failed: %q", b.logged())
	case crowd > 1:
		return fmt.Errorf("%d lists were fetched at the same time", crowd)
	case len(b.sim.Pending()) > 0:
		return fmt.Errorf("timers are left: %v", b.sim.Pending())
	}
	return nil
}
