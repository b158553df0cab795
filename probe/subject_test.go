package probe_test

import (
	"bufio"
	"bytes"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/probe"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/transport/stdio"
	"github.com/mcpsim/mcpsim/steps/suite"
)

// subject is a server to validate: a script, and what no script can express.
type subject struct {
	script  string
	http    bool
	line    func(line string) (answer string, mine bool)
	request func(r *http.Request, body string) (status int)
	session func(n int) string // name of the n-th session
	check   string             // the only check to run; "" = all
}

func (s subject) fake(t *testing.T) *fakeserver.Server {
	t.Helper()
	script, err := fakeserver.Parse("script.yaml", []byte(s.script+"\n"))
	assert.NilError(t, err)
	fake, err := fakeserver.New(script, fakeserver.Options{})
	assert.NilError(t, err)
	t.Cleanup(fake.Close)
	return fake
}

// validate runs the checks and returns the worst verdict of each.
func (s subject) validate(t *testing.T) (map[string]reports.Verdict, []reports.Result) {
	t.Helper()
	target := probe.Target{Timeout: 2 * time.Second}
	if s.http {
		target.URL = s.serve(t)
		transport := &http.Transport{}
		t.Cleanup(transport.CloseIdleConnections)
		target.HTTP = transport
	} else {
		target.Starter = stdio.StarterFunc(func(stdio.Command) (stdio.Process, error) { return s.start(t) })
	}
	bench, err := probe.Open(t.Context(), target)
	assert.NilError(t, err)
	defer bench.Close()
	v, err := suite.NewVocabulary(probe.Steps())
	assert.NilError(t, err)
	var results []reports.Result
	err = suite.Run(t.Context(), s.jobs(t), []suite.Runner{&suite.Executor{Vocabulary: v, NewWorld: bench.NewWorld}},
		suite.Options{Emit: func(a suite.Answer) { results = append(results, a.Result) }})
	assert.NilError(t, err)
	verdicts := map[string]reports.Verdict{}
	for _, r := range results {
		for _, id := range r.Rule.IDs {
			if old := verdicts[id]; old != reports.Failed && (old != reports.Warned || r.Verdict == reports.Failed) {
				verdicts[id] = r.Verdict
			}
		}
	}
	return verdicts, results
}

func (s subject) jobs(t *testing.T) []suite.Job {
	t.Helper()
	other := "@http"
	if s.http {
		other = "@stdio"
	}
	var filter suite.Filter
	if s.check != "" {
		filter.Guarantees = []string{s.check}
	}
	examples, err := checks(t).Select(filter)
	assert.NilError(t, err)
	examples = slices.DeleteFunc(examples, func(e *suite.Example) bool { return slices.Contains(e.Tags, other) })
	return suite.Plan(examples, suite.Settings{Worlds: []string{suite.Target}})
}

func checks(t *testing.T) *suite.Catalogue {
	t.Helper()
	c, err := suite.Load(nil, features.Server)
	assert.NilError(t, err)
	v, err := suite.NewVocabulary(probe.Steps())
	assert.NilError(t, err)
	assert.NilError(t, c.Check(v, suite.NewIDs(nil, probe.Families()...)))
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

// serve serves over HTTP and returns the URL.
func (s subject) serve(t *testing.T) string {
	t.Helper()
	next := s.fake(t).Handler()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
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
	t.Cleanup(func() { _ = server.Close(); serving.Wait() })
	return "http://" + l.Addr().String() + "/mcp"
}

// sessionNames maps the ids that a mutant gives out to the real ones.
type sessionNames struct {
	mu   sync.Mutex
	real map[string]string
}

// renamed serves with the names of sessions that the subject wants.
func (s subject) renamed(names *sessionNames, w http.ResponseWriter, r *http.Request, next http.Handler) {
	if s.session == nil {
		next.ServeHTTP(w, r)
		return
	}
	const header = "Mcp-Session-Id"
	names.mu.Lock()
	defer names.mu.Unlock()
	if real := names.real[r.Header.Get(header)]; real != "" {
		r.Header.Set(header, real)
	}
	answer := httptest.NewRecorder()
	if r.Method == http.MethodGet {
		w.WriteHeader(http.StatusMethodNotAllowed) // a stream would hold the lock
		return
	}
	next.ServeHTTP(answer, r)
	if id := answer.Header().Get(header); id != "" {
		name := s.session(len(names.real) + 1)
		if names.real == nil {
			names.real = map[string]string{}
		}
		names.real[name] = id
		answer.Header().Set(header, name)
	}
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

// fakeProcess is a fake behind real pipes.
type fakeProcess struct {
	in, out, err *os.File // our ends
	term, kill   chan struct{}
	killed       sync.Once
	ended        chan struct{}
	code         int
}

func (s subject) start(t *testing.T) (stdio.Process, error) {
	fake := s.fake(t)
	p := &fakeProcess{term: make(chan struct{}, 1), kill: make(chan struct{}), ended: make(chan struct{})}
	var theirs [3]*os.File
	var errs [3]error
	theirs[0], p.in, errs[0] = os.Pipe()
	p.out, theirs[1], errs[1] = os.Pipe()
	p.err, theirs[2], errs[2] = os.Pipe()
	for _, err := range errs {
		assert.NilError(t, err)
	}
	var in io.Reader = theirs[0]
	if s.line != nil {
		in = s.intercept(theirs[0], theirs[1], p)
	}
	go func() { // ends with the process, which the bench kills
		p.code = fake.ServeStdio(fakeserver.Stdio{In: in, Out: theirs[1], Err: theirs[2], Term: p.term, Kill: p.kill})
		_ = theirs[0].Close()
		close(p.ended)
	}()
	return p, nil
}

// intercept lets the mutant answer lines.
func (s subject) intercept(from io.Reader, out io.Writer, p *fakeProcess) io.Reader {
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

func (p *fakeProcess) Stdin() io.WriteCloser { return p.in }
func (p *fakeProcess) Stdout() io.Reader     { return p.out }
func (p *fakeProcess) Stderr() io.Reader     { return p.err }
func (p *fakeProcess) PID() int              { return 0 }
func (p *fakeProcess) Wait() (int, error)    { <-p.ended; return p.code, nil }
func (p *fakeProcess) Kill() error           { p.killed.Do(func() { close(p.kill) }); return nil }

func (p *fakeProcess) Terminate() error {
	select {
	case p.term <- struct{}{}:
	default:
	}
	return nil
}
