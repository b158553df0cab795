package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// target is the one server that the command line names.
func (a *app) target(f validateFlags, args []string, dash int) (probe.Target, error) {
	found, err := f.Find("validate", args, dash)
	switch {
	case err != nil:
		return probe.Target{}, err
	case len(found.Servers) == 0 && len(found.Problems) > 0:
		return probe.Target{}, ui.Usage(fmt.Errorf("%s", found.Problems[0]))
	case len(found.Servers) != 1:
		return probe.Target{}, ui.Usage(fmt.Errorf("want one server, there are %d: choose with --server", len(found.Servers)))
	}
	env := outside.Lookup(a.Environ)
	t := probe.Target{Revision: f.revision, Timeout: f.check.timeout, Secrets: outside.Secrets(found.Servers, env), AllowCalls: f.calls, Idle: f.idle}
	expanded, problems := config.Expand(found.Servers[0], env)
	s, more := config.Resolve(expanded, env, nil)
	for _, p := range slices.Concat(found.Problems, problems, more) {
		a.ui.Hint("%s", p)
	}
	if s.Transport() == config.WebSocket {
		return t, ui.Usage(fmt.Errorf("%s: a WebSocket cannot be validated, MCP does not describe that transport\ntry mcpsim connect", config.MaskURL(s.URL)))
	}
	if s.Transport() == config.Stdio {
		t.Command = process.Command{Path: s.Command, Args: s.Args, Env: overlaid(a.Environ, s.Env), Dir: s.Cwd}
		return t, nil
	}
	if _, err := url.Parse(s.URL); err != nil { // err repeats the URL, secrets and all
		return t, ui.Usage(fmt.Errorf("server %q: the URL cannot be read: want http://HOST/PATH", s.Name))
	}
	dial, err := outside.Proxied(s, env)
	if err != nil {
		return t, ui.Fail(ui.ExitUnreachable, err)
	}
	t.URL, t.Header = s.URL, http.Header{}
	t.HTTP = &http.Transport{DialContext: dial}
	for name, value := range s.Headers {
		t.Header.Set(name, value)
	}
	return t, nil
}

// reachedServer is a server that has been reached.
type reachedServer struct{ *probe.Bench }

// reachServer opens the target and gives an error of that its exit code.
func reachServer(ctx context.Context, target probe.Target) (reached, error) {
	bench, err := probe.Open(ctx, target)
	if err == nil {
		return reachedServer{bench}, nil
	}
	var auth *probe.AuthError
	var lost *probe.UnreachableError
	text := errors.New(outside.NewRedactor(target.Secrets).Text(err.Error()))
	switch {
	case errors.As(err, &auth):
		return nil, ui.Fail(ui.ExitAuth, fmt.Errorf("%w\nnext: give a token with --header 'Authorization: Bearer ${TOKEN}'", text))
	case errors.As(err, &lost):
		return nil, ui.Fail(ui.ExitUnreachable, fmt.Errorf("the server cannot be reached: %w", text))
	}
	return nil, err
}

func (s reachedServer) world() gherkin.NewWorld { return server.New(s.Bench) }

func (s reachedServer) headline() string {
	revision, name := s.Info()
	if revision == "" {
		return ""
	}
	text := fmt.Sprintf("%s speaks %s", words.Printable(name), words.Printable(revision))
	if median, n := s.StartUp(); n > 0 {
		text += fmt.Sprintf(", and answers %s after its start", median.Round(time.Millisecond))
	}
	return text + "\n"
}

// overlaid is an environment in which values replace those of the same name.
func overlaid(environ []string, values map[string]string) []string {
	out := slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		_, replaced := values[name]
		return replaced
	})
	for _, name := range slices.Sorted(maps.Keys(values)) {
		out = append(out, name+"="+values[name])
	}
	return out
}

// reproduceLine returns the command line for one check, without secrets.
func (f *validateFlags) reproduceLine(args []string, dash int, secrets []string) func(id string) string {
	redact := outside.NewRedactor(secrets)
	return func(id string) string {
		line := []string{"mcpsim", "validate", "--check", id}
		flag := func(name string, values ...string) {
			for _, v := range values {
				line = append(line, "--"+name, words.Quote(redact.Text(v)))
			}
		}
		if f.revision != probe.LatestRevision {
			flag("spec", f.revision)
		}
		if f.check.timeout != probe.DefaultTimeout {
			flag("timeout", f.check.timeout.String())
		}
		if f.calls {
			line = append(line, "--allow-calls")
		}
		if f.idle != 0 {
			flag("idle", f.idle.String())
		}
		if f.Config != "" {
			flag("config", f.Config)
		}
		flag("server", f.Servers...)
		flag("header", f.Headers...)
		flag("env", f.Env...)
		flag("features", f.features...)
		for i, word := range args {
			if i == dash {
				line = append(line, "--")
			}
			line = append(line, words.Quote(redact.Text(word)))
		}
		return strings.Join(line, " ")
	}
}
