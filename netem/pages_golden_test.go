package netem_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// record is what happened, in order, with the moment of each.
type record struct {
	mu    sync.Mutex
	begin time.Time
	lines []happened
}

// happened is one line of a page.
type happened struct {
	at        time.Duration
	who, text string
}

func (r *record) note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := strings.TrimSpace(fmt.Sprintf(format, args...))
	who, _, _ := strings.Cut(text, " ")
	r.lines = append(r.lines, happened{time.Since(r.begin).Round(time.Millisecond), who, text})
}

// page are the lines; those of one moment by who did it, as nothing promises another order.
func (r *record) page() (out string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortStableFunc(r.lines, func(a, b happened) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.who, b.who)) })
	for _, h := range r.lines {
		out += fmt.Sprintf("  %s %s\n", h.at, h.text)
	}
	return out
}

// hear reads until the end, and notes what comes.
func (r *record) hear(who string, from io.Reader) {
	buf := make([]byte, 64)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			r.note("%s reads %q", who, buf[:n])
		}
		if err != nil {
			r.note("%s: %s", who, err)
			return
		}
	}
}

// say writes three messages, a second apart, and closes.
func (r *record) say(s *vtime.Sim, who string, to io.WriteCloser) {
	for _, text := range []string{`{"id":1,"method":"ping"}` + "\n", `{"id":2,"result":{"text":"ü🚀"}}` + "\n", `{"a":"\n","n":12,"t":true,"l":[1,2]}` + "\n"} {
		if _, err := io.WriteString(to, text); err != nil {
			r.note("%s writes: %s", who, err)
			break
		}
		_ = s.Sleep(time.Second)
	}
	_ = to.Close()
}

// faults are those of a link, with settings of each kind.
var faults = []netem.Fault{
	nil, netem.Bandwidth{}, netem.Bandwidth{BytesPerSecond: 10}, netem.Buffer{Bytes: 30, For: 3 * time.Second}, netem.Buffer{Bytes: 5}, netem.Corrupt{}, netem.Corrupt{Which: netem.Which{Nth: 2}}, netem.Cut{}, netem.Cut{Message: 2}, netem.Cut{Message: 2, At: "end"}, netem.Cut{Message: 2, At: "value", End: "close"},
	netem.DropMessage{Which: netem.Which{Nth: 2}}, netem.DropMessage{Which: netem.Which{Every: 2}}, netem.DropMessage{Which: netem.Which{Probability: 0.5}}, netem.DropMessage{Which: netem.Which{Match: func(b []byte) bool { return len(b) < 3 }}}, netem.DuplicateMessage{Which: netem.Which{Nth: 1}}, netem.DuplicateMessage{Gap: 300 * time.Millisecond},
	netem.GEModel{P: 0.5, R: 0.5}, netem.GEModel{P: 1, R: 0, LossBad: 0.5, Retransmit: time.Second}, netem.GEModel{LossGood: 0.9}, netem.HalfClose{}, netem.HalfClose{After: 1500 * time.Millisecond}, netem.HalfClose{AtByte: 30}, netem.HoldMessage{Which: netem.Which{Nth: 1}}, netem.Latency{Delay: 700 * time.Millisecond}, netem.Latency{Delay: 500 * time.Millisecond, Jitter: 200 * time.Millisecond},
	netem.Latency{Delay: 500 * time.Millisecond, Jitter: 100 * time.Millisecond, Normal: true, Correlation: 0.5}, netem.LimitData{Bytes: 30}, netem.Refuse{}, netem.NoSuchHost{}, netem.NoSuchHost{Temporary: true}, netem.ReorderMessage{Gap: 2, Delay: 1500 * time.Millisecond}, netem.ReorderMessage{}, netem.ResetPeer{}, netem.ResetPeer{After: 1500 * time.Millisecond}, netem.ResetPeer{AtByte: 30},
	netem.Slicer{Size: 7}, netem.Slicer{Size: 9, SizeVariation: 3, Gap: 10 * time.Millisecond}, netem.SlowAccept{Delay: 2 * time.Second}, netem.SlowClose{Delay: 2 * time.Second}, netem.Stall{}, netem.Stall{After: 500 * time.Millisecond}, netem.Stall{AtByte: 30}, netem.Truncate{Keep: 3}, netem.Truncate{Which: netem.Which{Nth: 2}, Keep: 4}, netem.Blackhole{},
}

// named are functions, whose addresses differ.
var named = regexp.MustCompile(`Match:0x[0-9a-f]+`)

// TestFaultPages: what each fault makes of one conversation in both directions, and what each
// end is told. -update rewrites the page; read the diff.
func TestFaultPages(t *testing.T) {
	var page strings.Builder
	all := faults
	for _, place := range strings.Fields("start first brace name colon string escape utf8 number literal comma end") {
		all = append(all, netem.Cut{Message: 3, At: netem.Place(place), End: "half"})
	}
	for _, fault := range all {
		for _, direction := range []netem.Direction{netem.Up, netem.Down} {
			if fault == nil && direction == netem.Down {
				continue
			}
			fmt.Fprintf(&page, "== %T %s\n", fault, fmt.Sprintf("%+v, %s", fault, direction))
			simulate(t, func(s *vtime.Sim, n *netem.Net) {
				r := &record{begin: time.Now()}
				n.Observe(func(e netem.Event) {
					if e.Kind == netem.ConnRefuse {
						return // it may come after what it caused
					}
					r.note("[%s %s %s %s %d %s]", e.Actor, e.Kind, e.Fault, e.Direction, e.Bytes, e.Detail)
				})
				if fault != nil {
					n.Link("docs").Add(fault, netem.Scope{Direction: direction})
				}
				r.converse(s, n)
				page.WriteString(r.page())
			})
		}
	}
	golden.Assert(t, named.ReplaceAllString(page.String(), "Match:func"), "faults.golden")
}

// converse dials, speaks both ways and waits for both ends.
func (r *record) converse(s *vtime.Sim, n *netem.Net) {
	l, _ := n.Listen(addr)
	s.Go("server", func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		s.Go("server reads", func() { r.hear("server", c) })
		r.say(s, "server", halfCloser{c})
	})
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := s.Clock("patience").AfterFunc(5*time.Second, func() { cancel(errors.New("enough")) })
	c, err := n.Dial("host")(ctx, "tcp", addr)
	stop.Stop()
	if err != nil {
		r.note("client: %s", err)
		_ = l.Close()
		return
	}
	s.Go("client reads", func() { r.hear("client", c) })
	r.say(s, "client", halfCloser{c})
	_ = s.Sleep(10 * time.Second)
	_ = c.Close()
	_ = s.Sleep(3 * time.Second)
	_ = l.Close()
}

// halfCloser closes the way out only.
type halfCloser struct{ net.Conn }

func (h halfCloser) Close() error {
	if c, ok := h.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return h.Conn.Close()
}
