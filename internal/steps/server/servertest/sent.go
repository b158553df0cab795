package servertest

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Sent is what a target is sent: a line for each HTTP request, line of standard input, or
// piece of one. It may be used by several goroutines.
type Sent struct {
	mu    sync.Mutex
	lines []string
}

// Judge is [Judge] for a target whose messages are noted.
func (s *Sent) Judge(target probe.Target, jobs []gherkin.Job) ([]reports.Result, error) {
	return Judge(s.tap(target), jobs)
}

// Lines are all that differ, as vary returns them, in their order as texts.
func (s *Sent) Lines(vary func(string) string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []string
	for _, line := range s.lines {
		lines = append(lines, vary(line))
	}
	slices.Sort(lines)
	return strings.Join(append(slices.Compact(lines), ""), "\n")
}

// longLine is how many bytes of a line are noted.
const longLine = 400

// usual are the headers that say nothing of a check: "" = whatever their value is.
var usual = map[string]string{
	"User-Agent": "", "Content-Length": "", "Accept-Encoding": "", "X-Idempotency-Key": "",
	"Accept": "application/json, text/event-stream", "Content-Type": "application/json",
}

// sessionID is one of a specimen, which is another each time.
var sessionID = regexp.MustCompile(`\b[0-9a-f]{32}\b`)

// tap returns a target whose messages are noted.
func (s *Sent) tap(target probe.Target) probe.Target {
	if next := target.HTTP; next != nil {
		target.HTTP = roundTripper(func(r *http.Request) (*http.Response, error) {
			s.note(requestLine(r))
			return next.RoundTrip(r)
		})
	}
	if next := target.Starter; next != nil {
		target.Starter = process.StarterFunc(func(c process.Command) (process.Process, error) {
			p, err := next.Start(c)
			if err != nil {
				return nil, err
			}
			return tapped{p, input{p.Stdin(), s}}, nil
		})
	}
	return target
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// requestLine is a request on one line. A body that is written bit by bit is left out.
func requestLine(r *http.Request) string {
	line := r.Method + " " + r.URL.RequestURI()
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		value := strings.Join(r.Header[name], ", ")
		if said, known := usual[name]; !known || said != "" && said != value {
			line += fmt.Sprintf(" %s: %s;", name, sessionID.ReplaceAllString(value, "…"))
		}
	}
	if r.GetBody == nil {
		return line
	}
	body, err := r.GetBody()
	if err != nil {
		return line
	}
	data, _ := io.ReadAll(body)
	return line + " " + string(data)
}

// tapped is a process whose input is noted.
type tapped struct {
	process.Process
	in input
}

func (t tapped) Stdin() io.WriteCloser { return t.in }

type input struct {
	io.WriteCloser
	sent *Sent
}

func (i input) Write(data []byte) (int, error) {
	for line := range bytes.Lines(data) {
		i.sent.note(fmt.Sprintf("%q", line))
	}
	return i.WriteCloser.Write(data)
}

func (s *Sent) note(line string) {
	if len(line) > longLine {
		line = fmt.Sprintf("%s… %d bytes …%s", line[:longLine/2], len(line), line[len(line)-longLine/2:])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, line)
}
