package netem_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// load is a generated transfer under conditions that must not change it.
type load struct {
	seed   uint64
	window int
	writes [][]byte
	pauses []time.Duration // before each write
	chunk  int             // size of the reads
	slow   time.Duration   // between reads
	faults []netem.Fault
}

func drawLoad(t *rapid.T) load {
	duration := rapid.Custom(func(t *rapid.T) time.Duration {
		return time.Duration(rapid.IntRange(0, 3000).Draw(t, "ms")) * time.Millisecond
	})
	l := load{
		seed:   rapid.Uint64().Draw(t, "seed"),
		window: rapid.IntRange(1, 5000).Draw(t, "window"),
		writes: rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 3000), 0, 12).Draw(t, "writes"),
		chunk:  rapid.IntRange(1, 4000).Draw(t, "chunk"),
		slow:   duration.Draw(t, "slow"),
	}
	for range l.writes {
		l.pauses = append(l.pauses, duration.Draw(t, "pause"))
	}
	harmless := []netem.Fault{
		netem.Latency{Delay: duration.Draw(t, "delay"), Jitter: duration.Draw(t, "jitter"),
			Normal:      rapid.Bool().Draw(t, "normal"),
			Correlation: rapid.Float64Range(0, 0.99).Draw(t, "correlation")},
		netem.Slicer{Size: rapid.IntRange(1, 500).Draw(t, "size"), SizeVariation: rapid.IntRange(0, 400).Draw(t, "variation"),
			Gap: duration.Draw(t, "gap") / 100},
		netem.Bandwidth{BytesPerSecond: rapid.Int64Range(100, 1e6).Draw(t, "rate")},
		netem.GEModel{P: 0.3, R: 0.3, LossBad: 0.8, LossGood: 0.1},
		netem.Buffer{Bytes: rapid.IntRange(1, 2000).Draw(t, "buffer"), For: duration.Draw(t, "for")},
		netem.SlowClose{Delay: duration.Draw(t, "close")},
		netem.DropMessage{Which: netem.Which{Nth: 1 << 40}}, // looks at lines and passes them all
	}
	for _, f := range harmless {
		if rapid.Bool().Draw(t, f.Kind()) {
			l.faults = append(l.faults, f)
		}
	}
	return l
}

// carry runs the load over a connection and returns what the reader got, and
// what went wrong in the simulation.
func (l load) carry(t *testing.T) (got []byte, err error) {
	failure := vtime.Run(t, vtime.Config{Seed: vtime.Seed(l.seed)}, func(s *vtime.Sim) {
		n := netem.New(s)
		defer n.CloseAll()
		link := n.Link("docs")
		link.SetWindow(l.window)
		client, server := connect(t, n)
		for _, f := range l.faults {
			link.Add(f, netem.Scope{Direction: netem.Up})
		}
		s.Go("writer", func() {
			for i, data := range l.writes {
				s.Clock("writer").Sleep(l.pauses[i])
				_, _ = client.Write(data)
			}
			client.Close()
		})
		for buf := make([]byte, l.chunk); ; {
			var k int
			k, err = server.Read(buf)
			got = append(got, buf[:k]...)
			if err != nil {
				return
			}
			s.Clock("reader").Sleep(l.slow)
		}
	})
	if failure != nil {
		return got, failure
	}
	return got, err
}

// Without a fault that destroys something, any sequence of writes arrives
// complete and in order, whatever the conditions.
func TestBytesArriveInOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := drawLoad(rt)
		got, err := l.carry(t)
		assert.Equal(rt, err, io.EOF)
		assert.Assert(rt, bytes.Equal(got, bytes.Join(l.writes, nil)), "%d bytes", len(got))
	})
}
