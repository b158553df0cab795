package netem_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// transfer is what a reader saw of a fixed sequence of writes: "0s:one" for
// each Read with its virtual time, and how the stream ended.
type transfer struct {
	reads []string
	end   error
	text  string
}

func (r transfer) String() string { return strings.Join(r.reads, " ") + fmt.Sprintf(" %v", r.end) }

// receive reads until the end of the stream, for at most an hour.
func receive(s *vtime.Sim, r io.Reader) transfer {
	var got transfer
	begin := time.Now()
	done := make(chan struct{})
	s.Go("receiver", func() {
		defer close(done)
		buf := make([]byte, 1<<20)
		for {
			n, err := r.Read(buf)
			at := time.Since(begin).Round(time.Millisecond)
			if err != nil {
				got.reads = append(got.reads, at.String())
				got.end = err
				return
			}
			got.reads = append(got.reads, fmt.Sprintf("%s:%s", at, bytes.TrimSpace(buf[:n])))
			got.text += string(buf[:n])
		}
	})
	select {
	case <-done:
		return got
	case <-s.Clock("limit").After(time.Hour):
		return transfer{reads: append([]string(nil), got.reads...), end: errHanging, text: got.text}
	}
}

var errHanging = errors.New("hanging")

// send writes one line per second, three in all, and closes.
func send(s *vtime.Sim, w io.WriteCloser) {
	s.Go("sender", func() {
		for _, line := range []string{"one\n", "two\n", "three\n"} {
			_, _ = io.WriteString(w, line)
			s.Clock("sender").Sleep(time.Second)
		}
		w.Close()
	})
}

const undisturbed = "0s:one 1s:two 2s:three 3s EOF"

// Each fault changes a transfer over a connection and over the stdin of a
// process that passes undisturbed without it.
func TestFaultsOnStreams(t *testing.T) {
	const reset = "read tcp docs.test:80->host:1: read: connection reset by peer"
	tests := []struct {
		fault netem.Fault
		conn  string // what the server of a connection sees
		pipe  string // what a process sees; empty = the same
	}{
		{fault: netem.Latency{Delay: 250 * time.Millisecond},
			conn: "250ms:one 1.25s:two 2.25s:three 3.25s EOF"},
		{fault: netem.Bandwidth{BytesPerSecond: 2},
			conn: "2s:one 4s:two 7s:three 7s EOF"},
		{fault: netem.GEModel{P: 1, Retransmit: 300 * time.Millisecond},
			conn: "0s:one 1.3s:two 2.3s:three 3.3s EOF"},
		{fault: netem.Slicer{Size: 2, Gap: 10 * time.Millisecond},
			conn: "0s:on 10ms:e 1s:tw 1.01s:o 2s:th 2.01s:re 2.02s:e 3s EOF"},
		{fault: netem.Stall{}, conn: " hanging"},
		{fault: netem.Stall{After: 1500 * time.Millisecond}, conn: "0s:one 1s:two hanging"},
		{fault: netem.Stall{AtByte: 6}, conn: "0s:one 1s:tw hanging"},
		{fault: netem.ResetPeer{}, conn: "0s:one 0s " + reset, pipe: "0s:one 0s EOF"},
		{fault: netem.ResetPeer{After: 1500 * time.Millisecond},
			conn: "0s:one 1s:two 1.5s " + reset, pipe: "0s:one 1s:two 1.5s EOF"},
		{fault: netem.ResetPeer{AtByte: 6},
			conn: "0s:one 1s:tw 1s " + reset, pipe: "0s:one 1s:tw 1s EOF"},
		{fault: netem.HalfClose{AtByte: 6}, conn: "0s:one 1s:tw 1s EOF"},
		{fault: netem.HalfClose{After: 500 * time.Millisecond}, conn: "0s:one 500ms EOF"},
		{fault: netem.Cut{Message: 2, At: "first"}, conn: "0s:one 1s:t 1s " + reset, pipe: "0s:one 1s:t 1s EOF"},
		{fault: netem.Cut{Message: 2, At: "end", End: "close"}, conn: "0s:one 1s:two 1s EOF"},
		{fault: netem.Cut{Message: 2, At: "last", End: "half"}, conn: "0s:one 1s:two 1s EOF"}, // without its line feed
		{fault: netem.Cut{Message: 2, At: "name"}, conn: undisturbed},
		{fault: netem.LimitData{Bytes: 4}, conn: "0s:one 0s EOF"},
		{fault: netem.LimitData{Bytes: 6}, conn: "0s:one 1s:tw 1s EOF"},
		{fault: netem.LimitData{}, conn: "0s EOF"},
		{fault: netem.Bandwidth{}, conn: undisturbed},
		{fault: netem.SlowClose{Delay: time.Minute}, conn: "0s:one 1s:two 2s:three 1m3s EOF"},
		{fault: netem.Buffer{Bytes: 8}, conn: "1s:one 1s:two 3s:three 3s EOF"},
		{fault: netem.Buffer{For: 1500 * time.Millisecond}, conn: "1.5s:one 1.5s:two 3s:three 3s EOF"},
		{fault: netem.Buffer{}, conn: "3s:one 3s:two 3s:three 3s EOF"},
		{fault: netem.Truncate{Which: netem.Which{Nth: 2}, Keep: 1}, conn: "0s:one 1s:t 2s:three 3s EOF"},
		{fault: netem.DropMessage{Which: netem.Which{Nth: 2}}, conn: "0s:one 2s:three 3s EOF"},
		{fault: netem.DropMessage{Which: netem.Which{Every: 2}}, conn: "0s:one 2s:three 3s EOF"},
		{fault: netem.DropMessage{Which: netem.Which{Match: isTwo}}, conn: "0s:one 2s:three 3s EOF"},
		{fault: netem.DropMessage{Which: netem.Which{Probability: 1}}, conn: "3s EOF"},
		{fault: netem.DuplicateMessage{Which: netem.Which{Nth: 2}, Gap: 100 * time.Millisecond},
			conn: "0s:one 1s:two 1.1s:two 2s:three 3s EOF"},
		{fault: netem.ReorderMessage{Gap: 2, Delay: 1500 * time.Millisecond},
			conn: "1s:two 1.5s:one 3.5s:three 3.5s EOF"},
		{fault: netem.ReorderMessage{Delay: 1500 * time.Millisecond},
			conn: "1.5s:one 2.5s:two 3.5s:three 3.5s EOF"},
		{fault: netem.HoldMessage{Which: netem.Which{Nth: 2}}, conn: "0s:one 2s:three 3s EOF"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%s %+v", test.fault.Kind(), test.fault), func(t *testing.T) {
			if test.pipe == "" {
				test.pipe = test.conn
			}
			assert.Equal(t, overConn(t, test.fault).String(), test.conn)
			assert.Equal(t, overPipe(t, test.fault).String(), test.pipe)
		})
	}
}

func isTwo(line []byte) bool { return bytes.Contains(line, []byte("two")) }

// overConn sends from the client of a connection to its server under a fault.
func overConn(t *testing.T, f netem.Fault) (got transfer) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		client, server := connect(t, n)
		remove := n.Link("docs").Add(f, netem.Scope{Direction: netem.Up})
		send(s, client)
		got = receive(s, server)
		remove()
		remove() // has no effect
	})
	return got
}

func overPipe(t *testing.T, f netem.Fault) (got transfer) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		n.Link("docs").Add(f, netem.Scope{Direction: netem.Up})
		p := n.Process("docs")
		send(s, p.Stdin())
		got = receive(s, p.In())
	})
	return got
}

// TestBufferLetsHalfAWindowGo: the writer would wait for room, and the buffer for bytes.
func TestBufferLetsHalfAWindowGo(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		n.Link("docs").SetWindow(8)
		client, server := connect(t, n)
		n.Link("docs").Add(netem.Buffer{Bytes: 100}, netem.Scope{Direction: netem.Up})
		write(t, client, "1234")
		expect(t, server, "1234")
	})
}

func TestNoFault(t *testing.T) {
	assert.Equal(t, overConn(t, netem.Latency{}).String(), undisturbed)
	assert.Equal(t, overPipe(t, netem.Latency{}).String(), undisturbed)
}

// Every fault is gone after its removal: for connections that open later and
// for one that was open all the time and not broken.
func TestRemovalRestoresTheLink(t *testing.T) {
	faults := []netem.Fault{
		netem.Latency{Delay: time.Minute}, netem.Bandwidth{BytesPerSecond: 1}, netem.GEModel{P: 1},
		netem.Slicer{Size: 1, Gap: time.Second}, netem.Stall{}, netem.Stall{After: time.Second},
		netem.ResetPeer{After: time.Hour}, netem.ResetPeer{AtByte: 1 << 20},
		netem.HalfClose{After: time.Hour}, netem.LimitData{Bytes: 1 << 20},
		netem.SlowClose{Delay: time.Minute}, netem.Buffer{}, netem.Buffer{For: time.Minute}, netem.Corrupt{},
		netem.Truncate{}, netem.DropMessage{}, netem.DuplicateMessage{},
		netem.ReorderMessage{Delay: time.Minute}, netem.HoldMessage{},
		netem.Refuse{}, netem.Blackhole{}, netem.SlowAccept{Delay: time.Minute}, netem.NoSuchHost{},
	}
	for _, f := range faults {
		t.Run(f.Kind(), func(t *testing.T) {
			simulate(t, func(s *vtime.Sim, n *netem.Net) {
				client, server := connect(t, n)
				remove := n.Link("docs").Add(f)
				_ = s.Sleep(time.Second)
				remove()
				send(s, client)
				got := receive(s, server)
				assert.Check(t, got.String() == undisturbed, "%s", got)
				client, server = connect(t, n)
				send(s, client)
				got = receive(s, server)
				assert.Check(t, got.String() == undisturbed, "%s", got)
			})
		})
	}
}

// What a fault holds is released, in order, when it is removed.
func TestRemovalReleasesWhatIsHeld(t *testing.T) {
	tests := map[string]struct {
		fault netem.Fault
		want  string
	}{
		"stall":           {netem.Stall{}, "2.5s:one 2.5s:two 2.5s:three 3s EOF"},
		"stall at a byte": {netem.Stall{AtByte: 6}, "0s:one 1s:tw 2.5s:o 2.5s:three 3s EOF"},
		"buffer":          {netem.Buffer{}, "2.5s:one 2.5s:two 2.5s:three 3s EOF"},
		"hold message":    {netem.HoldMessage{Which: netem.Which{Match: isTwo}}, "0s:one 2s:three 2.5s:two 3s EOF"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			simulate(t, func(s *vtime.Sim, n *netem.Net) {
				client, server := connect(t, n)
				remove := n.Link("docs").Add(test.fault)
				send(s, client)
				s.Clock("healer").AfterFunc(2500*time.Millisecond, remove)
				got := receive(s, server)
				assert.Check(t, got.String() == test.want, "%s", got)
			})
		})
	}
}

func TestCorruptFlipsOneBit(t *testing.T) {
	got := overConn(t, netem.Corrupt{Which: netem.Which{Nth: 2}})
	want := "one\ntwo\nthree\n"
	assert.Equal(t, len(got.text), len(want))
	flipped := 0
	for i := range want {
		for x := got.text[i] ^ want[i]; x != 0; x &= x - 1 {
			flipped++
		}
	}
	assert.Equal(t, flipped, 1)
}

func TestLatencyDistributions(t *testing.T) {
	for _, l := range []netem.Latency{
		{Delay: time.Second, Jitter: 200 * time.Millisecond},
		{Delay: time.Second, Jitter: 200 * time.Millisecond, Correlation: 0.5},
		{Delay: time.Second, Jitter: 100 * time.Millisecond, Normal: true},
	} {
		const n = 400
		var sum, least, most time.Duration
		simulate(t, func(s *vtime.Sim, n_ *netem.Net) {
			n_.Link("docs").Add(l)
			p := n_.Process("docs")
			least = time.Hour
			for range n {
				begin := time.Now()
				write(t, p.Stdin(), "x")
				expect(t, p.In(), "x")
				took := time.Since(begin)
				sum += took
				least, most = min(least, took), max(most, took)
			}
		})
		mean := sum / n
		assert.Check(t, mean > 950*time.Millisecond && mean < 1050*time.Millisecond, "%+v: mean %s", l, mean)
		assert.Check(t, most-least > 150*time.Millisecond, "%+v: %s to %s", l, least, most)
		assert.Check(t, least > 300*time.Millisecond && most < 1700*time.Millisecond, "%+v: %s to %s", l, least, most)
	}
}

func TestScope(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		n.Link("docs").Add(netem.Truncate{}, netem.Scope{Direction: netem.Down, Conn: 2}, netem.Scope{Direction: netem.Stderr})
		for _, want := range []string{"one", "", "one"} {
			p := n.Process("docs")
			write(t, p.Stdin(), "in")
			expect(t, p.In(), "in")
			write(t, p.Out(), "one")
			write(t, p.Err(), "lost")
			p.Exit(0)
			out, _ := io.ReadAll(p.Stdout())
			errs, _ := io.ReadAll(p.Stderr())
			assert.Check(t, string(out) == want && len(errs) == 0, "%q, %q", out, errs)
		}
	})
}

func TestBrokenConnectionFromTheWritersEnd(t *testing.T) {
	tests := map[string]struct {
		fault netem.Fault
		want  error
	}{
		"reset_peer": {netem.ResetPeer{After: time.Second}, syscall.ECONNRESET},
		"limit_data": {netem.LimitData{Bytes: 1}, syscall.ECONNRESET},
		"half_close": {netem.HalfClose{AtByte: 1}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			simulate(t, func(s *vtime.Sim, n *netem.Net) {
				client, _ := connect(t, n)
				n.Link("docs").Add(test.fault, netem.Scope{Direction: netem.Up})
				var err error
				for range 10 {
					_ = s.Sleep(time.Second)
					if _, err = client.Write([]byte("xx")); err != nil {
						break
					}
				}
				assert.Check(t, errors.Is(err, test.want), "%v", err)
			})
		})
	}
}

// A message rule that comes or goes in the middle of a line leaves it whole.
func TestMessageRulesRespectLines(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		p := n.Process("docs")
		write(t, p.Stdin(), "first half, ")
		remove := n.Link("docs").Add(netem.DropMessage{})
		write(t, p.Stdin(), "second half\ndropped\nkept because ")
		remove()
		write(t, p.Stdin(), "the rule went\n")
		expect(t, p.In(), "first half, second half\nkept because the rule went\n")
		n.Link("docs").Add(netem.HoldMessage{Which: netem.Which{Nth: 9}})() // between lines, where it leaves no half
		n.Link("docs").Add(netem.DropMessage{Which: netem.Which{Nth: 4}})
		write(t, p.Stdin(), "the fourth line\nand the fifth")
		p.CloseStdin()
		rest, _ := io.ReadAll(p.In())
		assert.Check(t, string(rest) == "and the fifth", "%q", rest)
	})
}

// lossy is a fault of a test's own: it decides as its function does.
type lossy struct {
	decide func(netem.Unit) netem.Verdict
}

func (lossy) Kind() string                      { return "lossy" }
func (f lossy) Attach(*netem.Stream) netem.Rule { return netem.Rule{Write: f.decide} }

// All verdicts are usable on writes, and from outside the package.
func TestVerdictsOnWrites(t *testing.T) {
	tests := map[string]struct {
		decide func(netem.Unit) netem.Verdict
		want   string
	}{
		"pass":      {func(netem.Unit) netem.Verdict { return netem.Verdict{} }, undisturbed},
		"delay":     {func(u netem.Unit) netem.Verdict { return u.Delay(1500 * time.Millisecond) }, "1.5s:one 2.5s:two 3.5s:three 3.5s EOF"},
		"late":      {func(u netem.Unit) netem.Verdict { return u.Late(1500 * time.Millisecond) }, "1.5s:one 2.5s:two 3.5s:three 3.5s EOF"},
		"drop":      {func(u netem.Unit) netem.Verdict { return u.Drop() }, "3s EOF"},
		"replace":   {func(u netem.Unit) netem.Verdict { return u.Replace([]byte("x")) }, "0s:x 1s:x 2s:x 3s EOF"},
		"duplicate": {func(u netem.Unit) netem.Verdict { return u.Duplicate(1, time.Millisecond) }, "0s:one 1ms:one 1s:two 1.001s:two 2s:three 2.001s:three 3s EOF"},
		"keep":      {func(u netem.Unit) netem.Verdict { return u.Keep() }, " hanging"},
		"hold at":   {func(u netem.Unit) netem.Verdict { return u.HoldAt(2) }, "0s:on hanging"},
		"cut":       {func(u netem.Unit) netem.Verdict { return u.Cut(2, netem.CloseEnd) }, "0s:on 0s EOF"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, overConn(t, lossy{test.decide}).String(), test.want)
		})
	}
}

// Of the rules the first verdict wins, conditions add up, and a stall is in
// front of the rules.
func TestFaultsTogether(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		client, server := connect(t, n)
		link := n.Link("docs")
		link.Add(netem.Latency{Delay: 100 * time.Millisecond})
		link.Add(netem.Latency{Delay: 50 * time.Millisecond})
		link.Add(netem.Truncate{Which: netem.Which{Nth: 2}, Keep: 1})
		link.Add(netem.Truncate{Keep: 2})
		stall := link.Add(netem.Stall{After: 1500 * time.Millisecond})
		s.Clock("healer").AfterFunc(10*time.Second, stall)
		send(s, client)
		got := receive(s, server)
		assert.Check(t, got.String() == "150ms:on 1.15s:t 10.15s:th 10.15s EOF", "%s", got)
	})
}
