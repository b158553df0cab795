package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// linkName is the link between the client and the proxy.
const linkName = "client"

// Link is the wire between the client and the proxy, on which the faults of package netem
// are put: on the pipes of a process, and on the connections of a listener. A nil Link is a
// wire without faults. Its methods may be called from any goroutine.
type Link struct {
	net  *netem.Net
	link *netem.Link
	stop func()

	mu     sync.Mutex
	added  int
	faults []*linkFault
	ends   []any // of pipes, which wait for what is under way
}

// linkFault is a fault on the link.
type linkFault struct {
	*netem.Placed
	FaultStatus
	kind string
}

// FaultStatus is a fault of a link and how often it acted.
type FaultStatus struct {
	ID    string `json:"id"`
	Fault string `json:"fault"` // as it was written: "latency 20ms down"
	Hits  int    `json:"hits"`  // what it did to lines, bytes, ends and attempts; delays are not counted
}

// NewLink returns a link without faults. tell is called for what faults do to lines, bytes,
// ends and connections, but not for each delay; nil = not. Close ends it.
func NewLink(seed uint64, tell func(Done)) *Link {
	sim, stop := vtime.Wall(vtime.Seed(seed))
	l := &Link{net: netem.New(sim), stop: stop}
	l.link = l.net.Link(linkName)
	l.net.Observe(func(e netem.Event) {
		if e.Kind != "fault.hit" {
			return
		}
		d := Done{At: e.At, Conn: e.Conn, Action: e.Fault, Rule: l.hit(e.Fault), To: "the link, " + e.Direction.String() + ": " + e.Detail}
		if tell != nil {
			tell(d)
		}
	})
	return l
}

// hit counts what a kind of fault did, for the first that has it.
func (l *Link) hit(kind string) (id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.faults {
		if f.kind == kind {
			f.Hits++
			return f.ID
		}
	}
	return ""
}

// Add puts a fault on the link: its kind, its values, and "up" (towards the server),
// "down" or nothing for both, such as "latency 20ms jitter 5ms down".
func (l *Link) Add(text string) (id string, err error) {
	f, err := l.place(text)
	if err != nil {
		return "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.added++
	f.ID = "fault-" + strconv.Itoa(l.added)
	l.faults = append(l.faults, f)
	return f.ID, nil
}

// Replace puts a fault in the place of another one, and releases what that held.
func (l *Link) Replace(id, text string) error {
	f, err := l.place(text)
	if err != nil {
		return err
	}
	f.ID = id
	l.mu.Lock()
	i := slices.IndexFunc(l.faults, func(old *linkFault) bool { return old.ID == id })
	old := f
	if i >= 0 {
		old, l.faults[i] = l.faults[i], f
	}
	l.mu.Unlock()
	old.Placed.Remove()
	if i < 0 {
		return fmt.Errorf("there is no fault %q", id)
	}
	return nil
}

// place puts a fault on the link.
func (l *Link) place(text string) (*linkFault, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, errors.New("the fault is empty: want one such as latency 20ms down")
	}
	var scope netem.Scope
	switch words[len(words)-1] {
	case "up":
		scope.Direction = netem.Up
	case "down":
		scope.Direction = netem.Down
	}
	if scope.Direction != netem.Both {
		words = words[:len(words)-1]
	}
	fault, err := netem.ParseFault(words[0], words[1:])
	if err != nil {
		return nil, err
	}
	if _, resolves := fault.(netem.NoSuchHost); resolves {
		return nil, errors.New("a proxy cannot do no_such_host: clients resolve names themselves")
	}
	return &linkFault{l.link.Place(fault, scope), FaultStatus{Fault: text}, fault.Kind()}, nil
}

// Remove takes a fault away, releases what it held, and reports whether it was there.
func (l *Link) Remove(id string) bool {
	l.mu.Lock()
	i := slices.IndexFunc(l.faults, func(f *linkFault) bool { return f.ID == id })
	var gone *linkFault
	if i >= 0 {
		gone = l.faults[i]
		l.faults = slices.Delete(l.faults, i, i+1)
	}
	l.mu.Unlock()
	if gone != nil {
		gone.Placed.Remove()
	}
	return gone != nil
}

// List are the faults in the order in which they were added.
func (l *Link) List() []FaultStatus {
	out := []FaultStatus{}
	if l == nil {
		return out
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.faults {
		out = append(out, f.FaultStatus)
	}
	return out
}

// NeverActed lists the faults that have changed nothing so far.
func (l *Link) NeverActed() (out []error) {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	faults := slices.Clone(l.faults)
	l.mu.Unlock() // the network's lock is never taken under this one
	for _, f := range faults {
		if err := f.Placed.NeverActed(); err != nil {
			out = append(out, fmt.Errorf("--fault %q: %w", f.Fault, err))
		}
	}
	return out
}

// Close ends the link; what is under way is lost.
func (l *Link) Close() {
	if l == nil {
		return
	}
	l.net.CloseAll()
	l.stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, end := range l.ends { // a process that has ended is none of the network's any more
		closeEnd(end)
	}
}

// pipes are the client's ends behind the link. over is called when the server has ended and
// all that it wrote is on the link; it returns when that has been passed on.
func (l *Link) pipes(client Streams) (behind Streams, over func()) {
	if l == nil {
		return client, func() {}
	}
	p := l.net.Process(linkName)
	l.mu.Lock()
	l.ends = append(l.ends, p.Stdout(), p.Stderr())
	l.mu.Unlock()
	var outputs sync.WaitGroup
	go carry(p.Stdin(), client.In)
	outputs.Go(func() { carry(client.Out, p.Stdout()) })
	outputs.Go(func() { carry(struct{ io.Writer }{client.Err}, p.Stderr()) })
	return Streams{In: p.In(), Out: p.Out(), Err: p.Err()}, func() {
		p.Exit(0)
		outputs.Wait()
	}
}

// carry copies from one end to another, and closes both.
func carry(to io.Writer, from io.Reader) {
	defer closeEnd(to)
	defer closeEnd(from)
	buf := make([]byte, chunkSize)
	_, _ = io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{from}, buf)
}

// Listener returns a listener of which each connection runs over the link. Closing it closes
// l, and waits for what runs.
func (l *Link) Listener(real net.Listener) (net.Listener, error) {
	if l == nil {
		return real, nil
	}
	inner, err := l.net.Listen(linkName + ":80")
	if err != nil {
		return nil, err
	}
	b := &bridge{Listener: inner, real: real, dial: l.net.Dial(linkName)}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	b.running.Go(b.accept)
	return b, nil
}

// bridge accepts real connections and connects each with one of the link.
type bridge struct {
	net.Listener
	real    net.Listener
	dial    func(ctx context.Context, network, addr string) (net.Conn, error)
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup
}

func (b *bridge) Addr() net.Addr { return b.real.Addr() }

func (b *bridge) Close() error {
	b.cancel()
	err := b.real.Close()
	_ = b.Listener.Close()
	b.running.Wait()
	return err
}

func (b *bridge) accept() {
	for {
		c, err := b.real.Accept()
		if err != nil {
			return
		}
		b.running.Go(func() { b.join(c) })
	}
}

// join is the life of one connection. A client that is refused has been accepted by the
// system already: it sees a reset.
func (b *bridge) join(c net.Conn) {
	stop := context.AfterFunc(b.ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	other, err := b.dial(b.ctx, "tcp", linkName+":80")
	if err != nil {
		reset(c)
		return
	}
	var both sync.WaitGroup
	both.Go(func() { splice(other, c) })
	both.Go(func() { splice(c, other) })
	both.Wait()
	_, _ = c.Close(), other.Close()
}

// splice copies one direction: its end goes on as an end, and a break as a reset of both.
func splice(to, from net.Conn) {
	buf := make([]byte, chunkSize)
	_, err := io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{from}, buf)
	if err != nil {
		reset(to)
		reset(from)
		return
	}
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}

// reset closes a connection so that the other end sees a reset, where that can be done.
func reset(c net.Conn) {
	if abrupt, ok := c.(interface{ SetLinger(int) error }); ok {
		_ = abrupt.SetLinger(0)
	}
	_ = c.Close()
}
