package netem_test

import (
	"context"
	"io"
	"math"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// benchmark runs f in a bubble, with a process whose program is run, and
// reports the scheduler's events per second. The stopwatch is outside the
// bubble, where time is real: that is why b.Loop cannot be used.
func benchmark(b *testing.B, program func(*netem.Process), f func(*vtime.Sim, *netem.Net, *netem.Process)) {
	var t testing.T
	var events uint64
	b.ReportAllocs()
	err := vtime.Run(&t, vtime.Config{Storm: math.MaxInt}, func(s *vtime.Sim) {
		n := netem.New(s)
		p := n.Process("docs")
		s.Go("program", func() { program(p); p.Exit(0) })
		f(s, n, p)
		n.CloseAll()
		_ = s.Settle()
		events = s.Cause()
	})
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
	if err != nil {
		b.Fatal(err)
	}
}

func discard(p *netem.Process) { _, _ = io.Copy(io.Discard, p.In()) }
func repeat(p *netem.Process)  { _, _ = io.Copy(p.Out(), p.In()) }

// BenchmarkThroughput writes 32 KiB at a time to a process that reads.
func BenchmarkThroughput(b *testing.B) {
	data := make([]byte, 32<<10)
	b.SetBytes(int64(len(data)))
	benchmark(b, discard, func(s *vtime.Sim, _ *netem.Net, p *netem.Process) {
		for range b.N {
			_, _ = p.Stdin().Write(data)
		}
	})
}

// BenchmarkRoundTrip sends 100 bytes to a process and waits for the answer: two
// deliveries.
func BenchmarkRoundTrip(b *testing.B) {
	for name, faults := range map[string][]netem.Fault{
		"plain":   nil,
		"latency": {netem.Latency{Delay: time.Millisecond, Jitter: time.Millisecond}},
		"faults": {netem.Latency{Delay: time.Millisecond, Jitter: time.Millisecond},
			netem.DropMessage{Which: netem.Which{Nth: 1 << 60}}, netem.Corrupt{Which: netem.Which{Probability: 1e-9}}},
	} {
		b.Run(name, func(b *testing.B) {
			message := append(make([]byte, 99), '\n')
			answer := make([]byte, len(message))
			benchmark(b, repeat, func(s *vtime.Sim, n *netem.Net, p *netem.Process) {
				for _, f := range faults {
					n.Link("docs").Add(f)
				}
				for range b.N {
					_, _ = p.Stdin().Write(message)
					_, _ = io.ReadFull(p.Stdout(), answer)
				}
			})
		})
	}
}

func BenchmarkConnect(b *testing.B) {
	benchmark(b, discard, func(s *vtime.Sim, n *netem.Net, _ *netem.Process) {
		l, err := n.Listen(addr)
		if err != nil {
			b.Error(err)
			return
		}
		for range b.N {
			client, err := n.Dial("host")(context.Background(), "tcp", addr)
			if err != nil {
				b.Error(err)
				return
			}
			server, _ := l.Accept()
			client.Close()
			server.Close()
		}
	})
}
