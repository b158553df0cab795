package modern_test

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

func init() { debug.SetGCPercent(400) } // as the command does

var (
	match = flag.String("match", ".", "only subjects whose key matches this `EXPRESSION`")
	whole = flag.Bool("whole", false, "judge each defect by all checks, not only by those that own it: no MUST may fail besides but for those of testdata/besides.txt")
	own   = flag.Bool("own", false, "a defect must be told by the check that owns it, whatever else tells it")
)

// judge runs the checks of the modern era against a server over a transport, in virtual
// time. only are ids of checks; nil = all.
func judge(t *testing.T, over string, change func(*server), only ...string) (results []reports.Result) {
	t.Helper()
	return judgeBy(t, servertest.Judge, over, change, slices.Contains(only, instancesCheck), only...)
}

// judging runs the checks of jobs.
type judging func(target probe.Target, jobs []gherkin.Job) ([]reports.Result, error)

// instancesCheck is of servers of several instances.
const instancesCheck = "M-HM-46"

// judgeBy is as [judge]; over HTTP twin has another instance of the server.
func judgeBy(t *testing.T, by judging, over string, change func(*server), twin bool, only ...string) (results []reports.Result) {
	t.Helper()
	c, err := servertest.Catalogue()
	assert.NilError(t, err)
	examples, err := c.Select(gherkin.Filter{Guarantees: only})
	assert.NilError(t, err)
	other := map[string]string{"stdio": "@http", "http": "@stdio"}[over]
	examples = slices.DeleteFunc(examples, func(e *gherkin.Example) bool {
		return slices.Contains(e.Tags, other) || !slices.Contains(e.Tags, probe.ModernTag) || strings.HasSuffix(e.Name, "1048577 bytes")
	})
	jobs := gherkin.Plan(examples, gherkin.Settings{Worlds: []string{gherkin.Target}})
	var failure error
	err = vtime.Run(t, vtime.Config{Freeze: 10 * time.Second}, func(sim *vtime.Sim) {
		results, failure = simulate(sim, by, over, change, jobs, twin)
	})
	assert.NilError(t, failure)
	assert.NilError(t, err)
	return results
}

// simulate judges a server. Over HTTP twin has another instance of it, which shares no state.
func simulate(sim *vtime.Sim, by judging, over string, change func(*server), jobs []gherkin.Job, twin bool) ([]reports.Result, error) {
	n := netem.New(sim)
	defer n.CloseAll()
	subject := func(instance int) *server {
		v := correct(sim.Clock("subject"))
		v.instance = instance
		if change != nil {
			change(v)
		}
		return v
	}
	target := probe.Target{Revision: probe.ModernRevision, Timeout: 2 * time.Second, Clock: sim.Clock("probe"), AllowCalls: true, Idle: time.Minute}
	if over == "stdio" {
		target.Starter = process.StarterFunc(func(process.Command) (process.Process, error) {
			p, v := n.Process("subject"), subject(0)
			sim.Go("subject", func() { v.serveProcess(p) })
			return p, nil
		})
		return by(target, jobs)
	}
	var serving sync.WaitGroup
	defer serving.Wait()
	for i, at := range []string{"127.0.0.1:80", "127.0.0.1:81"} {
		l, err := n.Listen(at)
		if err != nil {
			return nil, err
		}
		v := subject(i)
		if v.web.exactly != "" {
			l = exactListener{l, v.web.exactly}
		}
		web := &http.Server{Handler: v, ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, new(int))
		}}
		web.ConnState = func(c net.Conn, state http.ConnState) {
			if v.web.hangsUp && state == http.StateIdle {
				_ = c.Close()
			}
		}
		v.web.dies = func() { _ = web.Close() }
		serving.Go(func() { _ = web.Serve(l) })
		defer func() { _ = web.Close() }()
	}
	dial, at := n.Dial("probe"), subject(0).web
	transport := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		if host, port, err := net.SplitHostPort(addr); err == nil && host != "127.0.0.1" && (at.everywhere || at.reached != nil && at.reached(host)) {
			addr = net.JoinHostPort("127.0.0.1", port)
		}
		return dial(ctx, network, addr)
	}}
	defer transport.CloseIdleConnections()
	target.URL, target.HTTP, target.Header, target.Addresses = "http://127.0.0.1/mcp", transport, http.Header{}, servertest.Machine
	if twin {
		target.Instance = "http://127.0.0.1:81/mcp"
	}
	if subject(0).web.guard != nil {
		target.Header.Set("Authorization", "Bearer good")
		target.Foreign, target.Narrow, target.Broad = "foreign", "narrow", "broad"
	}
	return by(target, jobs)
}

// overs are the transports of a subject.
func overs(over string) []string {
	if over != "" {
		return []string{over}
	}
	return []string{"stdio", "http"}
}

var usually judgetest.Usual

// usual is what is not judged of the server without a defect.
func usual(t *testing.T, over string) string {
	t.Helper()
	return usually.Over(over, func() string { return judgetest.Unjudged(judge(t, over, nil), "") })
}

// parts is how many days it takes to judge all that are not one defect.
const parts = 10

// The correct server is blamed for nothing, and so is no unusual one.
func TestInnocents(t *testing.T) {
	wanted, mine := regexp.MustCompile(*match), judgetest.Part(t, parts)
	all, keys := slices.Concat(innocents, otherInnocents, moreInnocents, loginInnocents, cornerInnocents, strangerInnocents, openInnocents, noteInnocents), []string{"stdio", "http"}
	for _, in := range all {
		for _, over := range overs(in.over) {
			keys = append(keys, over+": "+in.name)
		}
	}
	said := judgetest.OpenPage(t, "unjudged.golden", keys)
	for _, over := range overs("") {
		said.Says(over, usual(t, over), t.Errorf)
	}
	for _, in := range all {
		for _, over := range overs(in.over) {
			key := over + ": " + in.name
			if !mine(key) || !wanted.MatchString(key) {
				continue
			}
			t.Run(key, func(t *testing.T) {
				t.Parallel()
				judgetest.Twice(t, func(problem func(string, ...any)) {
					passed := map[string]bool{}
					judged := judge(t, over, in.change)
					said.Says(key, judgetest.Unjudged(judged, usual(t, over)), problem)
					for _, r := range judged {
						switch r.Verdict {
						case reports.Failed, reports.Warned:
							if !slices.ContainsFunc(in.blame, func(id string) bool { return slices.Contains(r.Rule.IDs, id) }) {
								problem("%s %v %s: %s", r.Verdict, r.Rule.IDs, r.Name, r.Error)
							}
						case reports.Passed:
							passed[r.Rule.IDs[0]] = true
						}
					}
					t.Logf("%d checks passed", len(passed))
				})
			})
		}
	}
}

// Another instance of the correct server is as good as the first.
func TestInstancesThatShareAKeyPass(t *testing.T) {
	passed := 0
	for _, r := range judge(t, "http", nil, "M-HM-46") {
		assert.Check(t, r.Verdict == reports.Passed || r.Verdict == reports.NotTestable, "%s %s: %s", r.Verdict, r.Name, r.Error)
		if r.Verdict == reports.Passed {
			passed++
		}
	}
	assert.Equal(t, passed, 3) // it has no tasks
}

// Each defect is told by the check that owns it, a tenth of them each day; with -whole no MUST
// fails besides.
func TestDefects(t *testing.T) {
	wanted, mine := regexp.MustCompile(*match), judgetest.Part(t, parts)
	if *whole {
		tryWhole(t, func(key string) bool { return mine(key) && wanted.MatchString(key) })
		return
	}
	said := judgetest.OpenPage(t, "said.golden", keysOfDefects())
	for _, d := range defects {
		for _, over := range overs(d.over) {
			key := d.key(over)
			if !mine(key) || !wanted.MatchString(key) {
				continue
			}
			t.Run(key, func(t *testing.T) {
				t.Parallel()
				judgetest.Twice(t, func(problem func(string, ...any)) {
					found, others := false, []string(nil)
					d := d
					if *own {
						d.also = nil
					}
					judged := judge(t, over, d.change, d.owners()...)
					for _, r := range judged {
						bad := r.Verdict == reports.Failed || r.Verdict == reports.Warned
						switch owns := d.owns(r); {
						case bad && owns:
							found = true
						case r.Verdict == reports.Failed:
							others = append(others, fmt.Sprintf("%v %s: %s", r.Rule.IDs, r.Name, r.Error))
						case owns:
							t.Logf("%s %s: %s", r.Verdict, r.Name, r.Error)
						}
					}
					if !found {
						problem("not found")
					}
					for _, o := range others {
						problem("besides: %s", o)
					}
					said.Says(key, judgetest.Findings(judged, d.owns), problem)
				})
			})
		}
	}
}

// Every check has a broken subject.
func TestEveryCheckHasADefect(t *testing.T) {
	c, err := servertest.Catalogue()
	assert.NilError(t, err)
	owned := map[string]bool{}
	for _, d := range defects {
		owned[d.id] = true
		for _, id := range d.also {
			owned[id] = true
		}
	}
	for _, f := range c.Features {
		for _, r := range f.Rules {
			if strings.HasPrefix(r.IDs[0], "M-") && !owned[r.IDs[0]] {
				t.Errorf("%s has no defect: %s", r.IDs[0], r.Name)
			}
		}
	}
}
