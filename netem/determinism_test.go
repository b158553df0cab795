package netem_test

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// trace collects facts of all servers, with virtual time in nanoseconds.
type trace struct {
	mu    sync.Mutex
	sim   *vtime.Sim
	facts []fact
}

type fact struct {
	cause uint64
	actor string
	text  string
}

func (r *trace) add(actor, format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := fmt.Sprintf("%s %d %s ", r.sim.Elapsed(), r.sim.Cause(), actor) + fmt.Sprintf(format, args...)
	r.facts = append(r.facts, fact{r.sim.Cause(), actor, text})
}

// lines is the trace in the order of causes. Within one cause net/http runs
// several goroutines at once, and the actors decide.
func (r *trace) lines() []string {
	slices.SortStableFunc(r.facts, func(a, b fact) int {
		return cmp.Or(cmp.Compare(a.cause, b.cause), cmp.Compare(a.actor, b.actor))
	})
	var out []string
	for _, f := range r.facts {
		out = append(out, f.text)
	}
	return out
}

// fleet runs many real HTTP servers and clients with random latencies, losses
// and streams and returns what happened.
func fleet(t *testing.T, servers int, cfg vtime.Config) []string {
	r := &trace{}
	simulateWith(t, cfg, func(s *vtime.Sim, n *netem.Net) {
		r.sim = s
		n.Observe(func(e netem.Event) { r.add(e.Actor, "%s %s %s", e.Kind, e.Fault, e.Detail) })
		var all sync.WaitGroup
		var stops []func()
		for i := range servers {
			name := fmt.Sprintf("s%02d", i)
			link := n.Link(name)
			link.Add(netem.Latency{Delay: 20 * time.Millisecond, Jitter: 20 * time.Millisecond})
			link.Add(netem.Corrupt{Which: netem.Which{Probability: 0.05}}, netem.Scope{Direction: netem.Down})
			link.Add(netem.Slicer{Size: 64, SizeVariation: 32})
			stops = append(stops, serve(t, s, n, name+".test:80", http.HandlerFunc(answer)))
			all.Add(1)
			s.Go(name, func() { defer all.Done(); talk(s, n, name, r) })
		}
		all.Wait()
		for _, stop := range stops {
			stop()
		}
	})
	return r.lines()
}

func answer(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	for range 3 {
		_, _ = io.WriteString(w, strings.Repeat("x", 100))
		_ = http.NewResponseController(w).Flush()
	}
}

// talk makes five requests; answers may be corrupted or never end.
func talk(s *vtime.Sim, n *netem.Net, name string, r *trace) {
	c := newClient(n, "host")
	for range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		limit := s.Clock(name).AfterFunc(2*time.Second, cancel)
		req, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+name+".test/", strings.NewReader("{}"))
		r.add(name, "%s", outcome(c.Do(req)))
		limit.Stop()
		cancel()
	}
	c.CloseIdleConnections()
}

func outcome(res *http.Response, err error) string {
	if err != nil {
		return "fails"
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	h := fnv.New64a()
	_, _ = h.Write(body)
	return fmt.Sprintf("%d, %d bytes %x, complete %t", res.StatusCode, len(body), h.Sum64(), err == nil)
}

func TestSameSeedSameTrace(t *testing.T) {
	repetitions := 100
	if testing.Short() {
		repetitions = 20
	}
	first := fleet(t, 20, vtime.Config{Seed: 7})
	for range repetitions - 1 {
		assert.DeepEqual(t, first, fleet(t, 20, vtime.Config{Seed: 7}))
	}
}

// A schedule seed changes the order of one instant, the same way each time.
func TestSameScheduleSeedSameTrace(t *testing.T) {
	for seed := range uint64(5) {
		cfg := vtime.Config{Seed: 7, ScheduleSeed: seed + 1}
		assert.DeepEqual(t, fleet(t, 20, cfg), fleet(t, 20, cfg))
	}
}

func TestOtherSeedOtherTrace(t *testing.T) {
	first := strings.Join(fleet(t, 3, vtime.Config{Seed: 7}), "\n")
	assert.Check(t, first != strings.Join(fleet(t, 3, vtime.Config{Seed: 8}), "\n"))
	assert.Check(t, strings.Contains(first, "corrupt"), "nothing was corrupted:\n%s", first)
}

// Deleting one fault, or adding one elsewhere, leaves the random decisions of
// all others as they were.
func TestDecisionsDoNotShift(t *testing.T) {
	timeline := func(more bool) (times []time.Duration) {
		simulate(t, func(s *vtime.Sim, n *netem.Net) {
			if more {
				n.Link("other").Add(netem.Latency{Delay: time.Second, Jitter: time.Second})
				n.Link("docs").Add(netem.Corrupt{Which: netem.Which{Probability: 0.5}})
			}
			n.Link("docs").Add(netem.Latency{Delay: time.Second, Jitter: time.Second}, netem.Scope{Direction: netem.Up})
			p := n.Process("docs")
			for range 20 {
				begin := time.Now()
				write(t, p.Stdin(), "x")
				_, _ = p.In().Read(make([]byte, 1))
				times = append(times, time.Since(begin).Round(time.Microsecond))
			}
		})
		return times
	}
	assert.DeepEqual(t, timeline(false), timeline(true))
}
