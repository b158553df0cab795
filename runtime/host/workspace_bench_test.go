package host_test

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// piped is a fake server at the other end of pipes in memory.
type piped struct {
	in, out *io.PipeWriter
	read    *io.PipeReader
	term    chan struct{}
	ended   chan struct{}
	code    int
}

func startPiped(process.Command) (process.Process, error) {
	fake, err := fakeserver.New(nil, fakeserver.Options{})
	if err != nil {
		return nil, err
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	p := &piped{in: inW, out: outW, read: outR, term: make(chan struct{}, 2), ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		p.code = fake.ServeStdio(fakeserver.Stdio{In: inR, Out: outW, Err: io.Discard, Term: p.term, Kill: make(chan struct{})})
	}()
	return p, nil
}

func (p *piped) Stdin() io.WriteCloser { return p.in }
func (p *piped) Stdout() io.Reader     { return p.read }
func (p *piped) Stderr() io.Reader     { return eof{} }
func (p *piped) Terminate() error      { p.term <- struct{}{}; return nil }
func (p *piped) Kill() error           { return p.Terminate() }
func (p *piped) Wait() (int, error)    { <-p.ended; return p.code, nil }
func (p *piped) PID() int              { return 0 }

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

// BenchmarkReconcileOne is one pass over connected servers of which one is defined
// otherwise: its disconnect, its handshake and its list of tools are part of it (goal:
// 20 ms for 10,000).
func BenchmarkReconcileOne(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) { reconcileOne(b, n) })
	}
}

func reconcileOne(b *testing.B, servers int) {
	var starts atomic.Int64
	w, err := host.NewWorkspace(host.QwenCode(), host.Env{
		Starter: process.StarterFunc(func(c process.Command) (process.Process, error) { starts.Add(1); return startPiped(c) }),
		Dir:     "/project", Environ: func() []string { return nil },
	}, host.WorkspaceOptions{Files: &hotreload.Memory{}, Home: "/home/ann", Approvals: new(approval.Memory)})
	assert.NilError(b, err)
	defer w.Close()
	ctx := context.Background()
	assert.NilError(b, w.Start(ctx))
	var names []string
	for i := range servers {
		names = append(names, fmt.Sprintf("s%05d", i))
	}
	defined := define(names...)
	assert.NilError(b, w.Reinitialize(ctx, defined))
	assert.Equal(b, starts.Load(), int64(len(names)))
	begun := starts.Load()
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		changed := append(defined[:0:0], defined...)
		changed[500].Definition = map[string]any{"command": "s00500", "args": []any{strconv.Itoa(n)}}
		assert.NilError(b, w.Reinitialize(ctx, changed))
	}
	assert.Equal(b, starts.Load()-begun, int64(n), "each pass starts one server")
	b.ReportMetric(2000*float64(servers), "goal-ns/op")
}
