package stdio

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/transporttest"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// world is a transport and the emulated process behind it, in a bubble.
type world struct {
	*testing.T
	transporttest.Recorder
	sim  *vtime.Sim
	net  *netem.Net
	proc *netem.Process // the latest
	*Transport
	command process.Command
	spawns  int

	mu    sync.Mutex
	lines []string // what the server read, in order
}

// program is the server: it runs until it returns, then its process exits.
type program func(w *world, p *netem.Process)

// simulate runs f against a connected transport whose process runs prog, and
// checks that nothing is left afterwards.
func simulate(t *testing.T, o Options, prog program, f func(w *world)) {
	t.Helper()
	err := vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		w := newWorld(t, sim, o, prog)
		assert.NilError(t, w.Connect(context.Background()))
		f(w)
		assert.NilError(t, w.Close())
		assert.Check(t, !w.Connected())
	})
	assert.NilError(t, err)
}

func newWorld(t *testing.T, sim *vtime.Sim, o Options, prog program) *world {
	w := &world{T: t, sim: sim, net: netem.New(sim)}
	o.Name, o.Clock, o.IDs = "docs", sim.Clock("docs"), jsonrpc.Integers()
	o.Starter = process.StarterFunc(func(c process.Command) (process.Process, error) {
		w.command = c
		w.spawns++
		w.proc = w.net.Process("docs")
		p := w.proc
		sim.Go("docs/program", func() { prog(w, p); p.Exit(0) })
		return p, nil
	})
	w.Transport = New(filled(o))
	w.SetCallbacks(w.Callbacks())
	return w
}

// read returns what the server has read so far.
func (w *world) read() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.lines...)
}

// sleep lets virtual time pass.
func (w *world) sleep(d time.Duration) { assert.NilError(w, w.sim.Sleep(d)) }

// background runs Request in a goroutine.
func (w *world) background(ctx context.Context, method string) *pending {
	p := &pending{done: make(chan struct{})}
	begin := w.sim.Elapsed()
	w.sim.Go("caller "+method, func() {
		defer close(p.done)
		p.result, p.err = w.Request(ctx, method, nil)
		p.after = (w.sim.Elapsed() - begin).Round(time.Millisecond)
	})
	return p
}

type pending struct {
	done   chan struct{}
	result json.RawMessage
	err    error
	after  time.Duration
}

func (p *pending) finished() bool { return clock.Closed(p.done) }

// serve calls handle for every line and writes what it returns.
func serve(handle func(line string, m jsonrpc.Message) string) program {
	return func(w *world, p *netem.Process) {
		in := bufio.NewReader(p.In())
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			w.mu.Lock()
			w.lines = append(w.lines, line)
			w.mu.Unlock()
			m, _ := jsonrpc.Parse([]byte(line))
			if _, err := io.WriteString(p.Out(), handle(line, m)); err != nil {
				return
			}
		}
	}
}

func result(m jsonrpc.Message, value string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", m.ID, value)
}

// echo answers each request with its method.
var echo = serve(func(_ string, m jsonrpc.Message) string {
	if m.Kind != jsonrpc.Request {
		return ""
	}
	return result(m, `"`+m.Method+`"`)
})

// mute reads and says nothing.
var mute = serve(func(string, jsonrpc.Message) string { return "" })

// says writes text at once and then behaves like echo.
func says(text string) program {
	return func(w *world, p *netem.Process) {
		_, _ = io.WriteString(p.Out(), text)
		echo(w, p)
	}
}

// answers sends text instead of the answer to the method "odd", with ID replaced
// by the id, followed by the right answer if then is set.
func answers(text string, then bool) program {
	return serve(func(_ string, m jsonrpc.Message) string {
		if m.Method == "odd" {
			out := strings.ReplaceAll(text, "ID", string(m.ID))
			if then {
				out += result(m, `"odd"`)
			}
			return out
		}
		if m.Kind != jsonrpc.Request {
			return ""
		}
		return result(m, `"`+m.Method+`"`)
	})
}

// filled puts in what a test leaves open: the wall clock, real processes, and a timeout of 30 s.
// A negative one is none.
func filled(o Options) Options {
	if o.Clock == nil {
		o.Clock = clock.Real()
	}
	if o.IDs == nil {
		o.IDs = jsonrpc.Integers()
	}
	if o.Starter == nil {
		o.Starter = process.OS()
	}
	o.Timeout = max(0, cmp.Or(o.Timeout, 30*time.Second))
	return o
}
