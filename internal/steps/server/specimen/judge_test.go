package specimen_test

import (
	"context"
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

// trial is one run of the checks against a server.
type trial struct {
	over   string // stdio or http
	change func(v *server)
	header http.Header   // what the target is given to send
	only   []string      // ids of checks; nil = all
	by     judging       // nil = [servertest.Judge]
	budget time.Duration // for all checks; 0 = the usual one
}

// judging runs the checks of jobs.
type judging func(target probe.Target, jobs []gherkin.Job) ([]reports.Result, error)

// judge runs the checks in virtual time.
func (tr trial) judge(t *testing.T) []reports.Result {
	t.Helper()
	jobs := tr.jobs(t)
	var results []reports.Result
	var failure error
	err := vtime.Run(t, vtime.Config{Freeze: 10 * time.Second}, func(sim *vtime.Sim) {
		results, failure = tr.simulate(sim, jobs)
	})
	assert.NilError(t, failure)
	assert.NilError(t, err)
	return results
}

var usually judgetest.Usual

// usual is what is not judged of the server without a defect.
func usual(t *testing.T, over string) string {
	t.Helper()
	return usually.Over(over, func() string { return judgetest.Unjudged((trial{over: over}).judge(t), "") })
}

func (tr trial) jobs(t *testing.T) []gherkin.Job {
	t.Helper()
	c, err := servertest.Catalogue()
	assert.NilError(t, err)
	only := slices.DeleteFunc(slices.Clone(tr.only), func(id string) bool { return !known(c, id) })
	examples, err := c.Select(gherkin.Filter{Guarantees: only})
	assert.NilError(t, err)
	other := map[string]string{"stdio": "@http", "http": "@stdio"}[tr.over]
	examples = slices.DeleteFunc(examples, func(e *gherkin.Example) bool {
		return slices.Contains(e.Tags, other) || slices.Contains(e.Tags, probe.ModernTag) || strings.HasSuffix(e.Name, "8388609 bytes")
	})
	return gherkin.Plan(examples, gherkin.Settings{Worlds: []string{gherkin.Target}})
}

func known(c *gherkin.Catalogue, id string) bool {
	return slices.ContainsFunc(c.Features, func(f *gherkin.Feature) bool {
		return slices.ContainsFunc(f.Rules, func(r *gherkin.Rule) bool { return slices.Contains(r.IDs, id) })
	})
}

// subject is a new server.
func (tr trial) subject(sim *vtime.Sim) *server {
	v := correct(sim.Clock("subject"))
	if tr.change != nil {
		tr.change(v)
	}
	return v
}

func (tr trial) simulate(sim *vtime.Sim, jobs []gherkin.Job) ([]reports.Result, error) {
	if tr.by == nil {
		tr.by = servertest.Judge
	}
	n := netem.New(sim)
	defer n.CloseAll()
	target := probe.Target{Timeout: 2 * time.Second, Clock: sim.Clock("probe"), AllowCalls: true, Idle: time.Minute, Budget: tr.budget}
	if tr.over == "stdio" {
		target.Starter = process.StarterFunc(func(process.Command) (process.Process, error) {
			p, v := n.Process("subject"), tr.subject(sim)
			sim.Go("subject", func() { v.serveProcess(p) })
			return p, nil
		})
		return tr.by(target, jobs)
	}
	v := tr.subject(sim)
	l, err := n.Listen("127.0.0.1:80")
	if err != nil {
		return nil, err
	}
	if v.http.exact {
		l = exactListener{l}
	}
	web := &http.Server{Handler: v.handler()}
	var serving sync.WaitGroup
	serving.Go(func() { _ = web.Serve(l) })
	defer func() { _ = web.Close(); serving.Wait() }()
	dial := n.Dial("probe")
	transport := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		if v.http.everywhere {
			addr = strings.Replace(addr, servertest.OtherAddress, "127.0.0.1", 1)
		}
		return dial(ctx, network, addr)
	}}
	defer transport.CloseIdleConnections()
	target.URL, target.HTTP, target.Header, target.Addresses = "http://127.0.0.1"+v.http.path, transport, tr.header, servertest.Machine
	return tr.by(target, jobs)
}

// blamed are the findings by check, the first text of each.
func blamed(results []reports.Result) map[string]string {
	out := map[string]string{}
	for _, r := range results {
		if r.Verdict != reports.Failed && r.Verdict != reports.Warned {
			continue
		}
		for _, id := range r.Rule.IDs {
			if out[id] == "" {
				out[id] = string(r.Verdict) + ": " + r.Error
			}
		}
	}
	return out
}

// exactListener spoils names of headers that are not in the usual case, as a
// server does not see them that compares names byte by byte.
type exactListener struct{ net.Listener }

func (l exactListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return exactConn{c}, err
}

type exactConn struct{ net.Conn }

var sessionName = regexp.MustCompile(`(?i)\r\nmcp-session-id:`)

func (c exactConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	for _, at := range sessionName.FindAllIndex(p[:n], -1) {
		if string(p[at[0]:at[1]]) != "\r\nMcp-Session-Id:" {
			p[at[0]+2] = 'X'
		}
	}
	return n, err
}
