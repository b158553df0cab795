package server_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// subject is a server to validate: a script, and what no script can express.
type subject struct {
	script  string
	http    bool
	line    func(line string) (answer string, mine bool)
	request func(r *http.Request, body string) (status int)
	session func(n int) string        // name of the n-th session
	in      func(io.Reader) io.Reader // what it reads of standard input
	out     func(p *netem.Process) io.Writer
	calls   bool // its tools may be called
	web     web
	boot    time.Duration // how long its process takes to start
	check   string        // the only check to run; "" = all
	some    []string      // the only checks to run; nil = all
	modern  bool          // its checks are those of servers without a handshake
	beside  string        // the check beside which only those of a MUST run; "" = all do
	quick   bool          // without the checks of bytes and pipes, which cost the most
	large   bool          // with the largest line, which costs as much as all other examples
}

// fake is a server for the script. Whoever asks closes it.
func (s subject) fake(clk clock.Clock) (*fakeserver.Server, error) {
	script, err := fakeserver.Parse("script.yaml", []byte(s.script+"\n"))
	if err != nil {
		return nil, err
	}
	return fakeserver.New(script, fakeserver.Options{Clock: clk})
}

// patience is how long an answer is waited for.
const patience = 2 * time.Second

// validate runs the checks in virtual time and returns the worst verdict of
// each. What the bench leaves behind fails the test: the simulation finds it.
// Nothing real may be in the subject: no process, no socket, no file that blocks.
func (s subject) validate(t *testing.T) (map[string]reports.Verdict, []reports.Result) {
	t.Helper()
	jobs := s.jobs(t)
	var results []reports.Result
	var failure error
	err := vtime.Run(t, vtime.Config{Freeze: time.Minute}, func(sim *vtime.Sim) {
		results, failure = s.simulate(sim, jobs)
	})
	assert.NilError(t, failure)
	assert.NilError(t, err)
	return worst(results), results
}

// simulate validates the subject over an emulated network, inside a bubble.
func (s subject) simulate(sim *vtime.Sim, jobs []gherkin.Job) ([]reports.Result, error) {
	n := netem.New(sim)
	defer n.CloseAll()
	target := probe.Target{Timeout: patience, Clock: sim.Clock("probe"), AllowCalls: s.calls}
	if s.modern {
		target.Revision = probe.ModernRevision
	}
	if !s.http {
		target.Starter = process.StarterFunc(func(process.Command) (process.Process, error) { return s.start(sim, n) })
		return servertest.Judge(target, jobs)
	}
	fake, err := s.fake(sim.Clock("subject"))
	if err != nil {
		return nil, err
	}
	defer fake.Close()
	l, err := s.web.listen(n)
	if err != nil {
		return nil, err
	}
	defer s.serveOn(l, fake)()
	transport := &http.Transport{DialContext: s.web.dial(n)}
	defer transport.CloseIdleConnections()
	target.URL, target.HTTP = "http://127.0.0.1"+s.path(), transport
	target.Header, target.Idle, target.Addresses, target.Foreign = s.web.header, s.web.idle, servertest.Machine, "foreign"
	return servertest.Judge(target, jobs)
}

// worst is the worst verdict of each check.
func worst(results []reports.Result) map[string]reports.Verdict {
	verdicts := map[string]reports.Verdict{}
	for _, r := range results {
		for _, id := range r.Rule.IDs {
			if old := verdicts[id]; old != reports.Failed && (old != reports.Warned || r.Verdict == reports.Failed) {
				verdicts[id] = r.Verdict
			}
		}
	}
	return verdicts
}

func (s subject) jobs(t *testing.T) []gherkin.Job {
	t.Helper()
	other := "@http"
	if s.http {
		other = "@stdio"
	}
	var filter gherkin.Filter
	if filter.Guarantees = s.some; s.check != "" {
		filter.Guarantees = []string{s.check}
	}
	examples, err := checks(t).Select(filter)
	assert.NilError(t, err)
	examples = slices.DeleteFunc(examples, func(e *gherkin.Example) bool {
		if s.beside != "" && !slices.Contains(e.Tags, "@MUST") && !slices.Contains(e.Rule.IDs, s.beside) {
			return true
		}
		return slices.Contains(e.Tags, other) || slices.Contains(e.Tags, probe.ModernTag) != s.modern || s.quick && slices.ContainsFunc(e.Tags, costly) || !s.large && strings.HasSuffix(e.Name, "8388609 bytes")
	})
	return gherkin.Plan(examples, gherkin.Settings{Worlds: []string{gherkin.Target}})
}

// costly tags are those of checks of bytes and pipes.
func costly(tag string) bool {
	return strings.HasPrefix(tag, "@STDIO-") || strings.HasPrefix(tag, "@BASE-") && tag != "@BASE-15"
}

func init() { debug.SetGCPercent(400) } // as the command does

func checks(t *testing.T) *gherkin.Catalogue {
	t.Helper()
	c, err := servertest.Catalogue()
	assert.NilError(t, err)
	return c
}

func allChecks(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, f := range checks(t).Features {
		for _, rule := range f.Rules {
			out = append(out, rule.IDs...)
		}
	}
	return out
}

// serve serves over a real socket until the end of the test and returns the URL.
func (s subject) serve(t *testing.T) string {
	t.Helper()
	fake, err := s.fake(clock.Real())
	assert.NilError(t, err)
	t.Cleanup(fake.Close)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	t.Cleanup(s.serveOn(l, fake))
	return "http://" + l.Addr().String() + "/mcp"
}

// serveOn serves until the function that it returns is called.
func (s subject) serveOn(l net.Listener, fake *fakeserver.Server) (stop func()) {
	next := s.web.handler(fake.Handler())
	var names sessionNames
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if s.request != nil {
			if status := s.request(r, string(body)); status != 0 {
				w.WriteHeader(status)
				return
			}
		}
		s.renamed(&names, w, r, next)
	})}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(l) })
	return func() { _ = server.Close(); serving.Wait() }
}

// sessionNames maps the ids that a mutant gives out to the real ones.
type sessionNames struct {
	mu   sync.Mutex
	real map[string]string
}

// lookUp returns the real id for a name, or the name itself.
func (n *sessionNames) lookUp(name string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if id := n.real[name]; id != "" {
		return id
	}
	return name
}

// rename returns the name under which an id is given out.
func (n *sessionNames) rename(id string, nth func(int) string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	name := nth(len(n.real) + 1)
	if n.real == nil {
		n.real = map[string]string{}
	}
	n.real[name] = id
	return name
}

// renamed serves with the names of sessions that the subject wants.
func (s subject) renamed(names *sessionNames, w http.ResponseWriter, r *http.Request, next http.Handler) {
	if s.session == nil {
		next.ServeHTTP(w, r)
		return
	}
	const header = "Mcp-Session-Id"
	if id := r.Header.Get(header); id != "" {
		r.Header.Set(header, names.lookUp(id))
	}
	answer := httptest.NewRecorder()
	if r.Method == http.MethodGet {
		w.WriteHeader(http.StatusMethodNotAllowed) // a recorder would never end
		return
	}
	next.ServeHTTP(answer, r)
	if id := answer.Header().Get(header); id != "" {
		answer.Header().Set(header, names.rename(id, s.session))
	}
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

// start starts the subject as a fake process, a server of its own each time.
func (s subject) start(sim *vtime.Sim, n *netem.Net) (process.Process, error) {
	fake, err := s.fake(sim.Clock("subject"))
	if err != nil {
		return nil, err
	}
	p := n.Process("subject")
	in, out := p.In(), p.Out()
	if s.out != nil {
		out = s.out(p)
	}
	if s.in != nil {
		in = s.in(p.In())
	}
	if s.line != nil {
		in = s.intercept(p.In(), p.Out(), p)
	}
	sim.Go("subject", func() {
		defer fake.Close()
		_ = clock.Sleep(context.Background(), sim.Clock("subject"), s.boot)
		p.Exit(fake.ServeStdio(fakeserver.Stdio{In: in, Out: out, Err: p.Err(), Term: p.Term(), Kill: p.Killed()}))
	})
	return p, nil
}

// intercept lets the mutant answer lines.
func (s subject) intercept(from io.Reader, out io.Writer, p *netem.Process) io.Reader {
	r, w := io.Pipe()
	go func() { // ends with stdin
		defer w.Close()
		lines := bufio.NewReaderSize(from, 4<<20)
		for {
			l, err := lines.ReadString('\n')
			switch answer, mine := s.line(l); {
			case mine && answer == "exit":
				_ = p.Kill()
				return
			case mine:
				_, _ = io.WriteString(out, answer+"\n")
			case strings.TrimSpace(l) != "":
				_, _ = io.WriteString(w, l)
			}
			if err != nil {
				return
			}
		}
	}()
	return r
}
