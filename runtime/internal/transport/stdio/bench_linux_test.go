package stdio

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// pipeProcess is a goroutine behind real pipes: what is measured is this
// package and the kernel, not another program.
type pipeProcess struct {
	in, out, errs *os.File // our ends
	done          chan struct{}
}

func startPipes(serve func(io.Reader, io.Writer)) process.Starter {
	return process.StarterFunc(func(process.Command) (process.Process, error) {
		inR, inW, _ := os.Pipe()
		outR, outW, _ := os.Pipe()
		errR, errW, err := os.Pipe()
		p := &pipeProcess{inW, outR, errR, make(chan struct{})}
		go func() {
			defer close(p.done)
			defer func() { _, _, _ = inR.Close(), outW.Close(), errW.Close() }()
			serve(inR, outW)
		}()
		return p, err
	})
}

func (p *pipeProcess) Stdin() io.WriteCloser { return p.in }
func (p *pipeProcess) Stdout() io.Reader     { return p.out }
func (p *pipeProcess) Stderr() io.Reader     { return p.errs }
func (p *pipeProcess) Terminate() error      { return p.in.Close() }
func (p *pipeProcess) Kill() error           { return p.in.Close() }
func (p *pipeProcess) PID() int              { return 0 }
func (p *pipeProcess) Wait() (int, error)    { <-p.done; return 0, nil }

// neutralEcho answers without any decoding and without allocating: the id is
// the second member of every frame.
func neutralEcho(r io.Reader, w io.Writer) {
	in := bufio.NewReaderSize(r, 1<<20)
	answer := make([]byte, 0, 1024)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		head, _, found := cutByte(line, ',', 2)
		if !found {
			continue
		}
		answer = append(append(answer[:0], head...), `,"result":{"content":[{"type":"text","text":"ok, 100 bytes or so in all"}]}}`...)
		if _, err := w.Write(append(answer, '\n')); err != nil {
			return
		}
	}
}

// cutByte cuts at the n-th occurrence of sep.
func cutByte(s []byte, sep byte, n int) (before, after []byte, found bool) {
	for i, c := range s {
		if c == sep {
			if n--; n == 0 {
				return s[:i], s[i+1:], true
			}
		}
	}
	return s, nil, false
}

var benchParams = json.RawMessage(`{"name":"echo","arguments":{"text":"about one hundred bytes"}}`)

func BenchmarkCall(b *testing.B) {
	for name, o := range map[string]Options{
		"pipe":    {Starter: startPipes(neutralEcho)},
		"process": {Command: helper("echo")},
	} {
		b.Run(name, func(b *testing.B) {
			tr := real(b, o, transport.Callbacks{})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := tr.Request(background, "tools/call", benchParams); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParallelCalls(b *testing.B) {
	tr := real(b, Options{Starter: startPipes(neutralEcho)}, transport.Callbacks{})
	b.ReportAllocs()
	b.SetParallelism(16)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := tr.Request(background, "tools/call", benchParams); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestAllocationsPerCall keeps the budget: at most 20 allocations a call.
func TestAllocationsPerCall(t *testing.T) {
	ids := jsonrpc.Integers()
	tr := real(t, Options{Starter: startPipes(neutralEcho), IDs: ids}, transport.Callbacks{})
	call := func() {
		if _, err := tr.Request(background, "tools/call", benchParams); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(200, call); n > 20 {
		t.Errorf("%.0f allocations per call", n)
	}
}

func BenchmarkLines(b *testing.B) {
	text := strings.Repeat(strings.Repeat("x", 99)+"\n", 10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		got, err := cut(strings.NewReader(text), DefaultMaxLine)
		assert.ErrorIs(b, err, io.EOF)
		assert.Equal(b, len(got), 10_000)
	}
}
