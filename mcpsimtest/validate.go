package mcpsimtest

import (
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Server is a server to check: a command or a URL, and how. Its further fields may stay
// zero.
type Server struct {
	Command []string // of a server over stdio: the program and its arguments
	Dir     string   // its working directory; "" = that of the test
	Env     []string // "NAME=value"; added to the environment of the test

	URL    string      // of a server over streamable HTTP
	Header http.Header // sent with every request

	// AllowCalls lets checks call every tool that is not marked destructive, and not only
	// those marked readOnlyHint.
	AllowCalls bool
	// Checks are ids such as "PING-01"; nil = all that are built in and those of Features.
	Checks []string
	// Features are files and folders with more checks, written with the steps that
	// `mcpsim steps --validate` lists.
	Features []string
	// Baseline is the file of what is known to fail, see `mcpsim validate --help`.
	Baseline string
	// Strict makes a SHOULD that does not hold fail; else it is logged.
	Strict bool

	Revision string        // of the protocol, to speak; "" = 2025-11-25 and 2026-07-28, as far as the server does
	Timeout  time.Duration // patience with each answer; 0 = as `mcpsim validate`
	Budget   time.Duration // for all checks together; 0 = as `mcpsim validate`
	Beside   int           // checks that run side by side; 0 = 4
	Secrets  []string      // values that no output shows
}

// Validate checks a server against the specification. Each example of a check is a
// subtest of t: a MUST that does not hold fails, a SHOULD is logged, and what was not
// observed is skipped and says why. A server that cannot be reached fails t.
func Validate(t *testing.T, s Server) {
	t.Helper()
	if err := s.validate(t); err != nil {
		t.Fatalf("mcpsim: %v", err)
	}
}

func (s Server) validate(t *testing.T) error {
	target, err := s.target()
	if err != nil {
		return err
	}
	checks, err := server.Checks().Choose(t.Context(), judge.Choice{Checks: s.Checks, Features: s.Features, Baseline: s.Baseline})
	if err != nil {
		return err
	}
	jobs, err := checks.Jobs(target.Transport())
	if err != nil {
		return err
	}
	eras, err := probe.OpenEras(t.Context(), target)
	if err != nil {
		return err
	}
	defer eras.Close()
	jobs = slices.DeleteFunc(jobs, func(j gherkin.Job) bool { return eras.For(j.Scenario.Tags) == nil })
	results, err := checks.Run(t.Context(), jobs, judge.Trial{
		World: server.NewEras(eras), More: server.Beside(eras, target.Sides-1), Version: "mcpsimtest", Strict: s.Strict,
		Reproduce: func(id string) string { return "go test -run '" + t.Name() + "/" + id + "'" },
		Found:     func(reports.Result) {},
	})
	for _, r := range results { // a baseline may have judged them at the end
		t.Run(name(r), func(t *testing.T) { verdict(t, r) })
	}
	return err
}

// target is the server as the prober takes it.
func (s Server) target() (probe.Target, error) {
	out := probe.Target{
		URL: s.URL, Header: s.Header.Clone(), HTTP: &http.Transport{MaxResponseHeaderBytes: probe.MaxHeader}, AllowCalls: s.AllowCalls, Revision: s.Revision,
		Timeout: s.Timeout, Budget: s.Budget, Sides: s.Beside, Secrets: s.Secrets,
	}
	if out.Sides == 0 {
		out.Sides = 4
	}
	switch {
	case (s.URL == "") == (len(s.Command) == 0):
		return out, errors.New("want a Command or a URL, one of both")
	case s.URL == "":
		out.Command = process.Command{Path: s.Command[0], Args: s.Command[1:], Dir: s.Dir, Env: append(os.Environ(), s.Env...)}
	case out.Header == nil:
		out.Header = http.Header{}
	}
	return out, nil
}

// name is that of the subtest of an example.
func name(r reports.Result) string { return strings.Join(r.Rule.IDs, ",") + "/" + r.Name }

// verdict says in a subtest what became of an example.
func verdict(t *testing.T, r reports.Result) {
	var text strings.Builder
	told := tell.NewFindings(&text, nil)
	told.Add(r)
	switch r.Verdict {
	case reports.Passed:
	case reports.Failed:
		if r.Stale {
			t.Error(r.Error)
			return
		}
		t.Error(text.String())
	case reports.Warned:
		t.Log(text.String())
	default:
		t.Skip(string(r.Verdict) + ": " + r.Error)
	}
}
