package main

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// target is the one server that the command line names.
func (a *app) target(f validateFlags, args []string, dash int) (probe.Target, error) {
	found, err := a.targets(f.connectFlags, args, dash)
	switch {
	case err != nil:
		return probe.Target{}, err
	case len(found.servers) == 0 && len(found.problems) > 0:
		return probe.Target{}, ui.Usage(fmt.Errorf("%s", found.problems[0]))
	case len(found.servers) != 1:
		return probe.Target{}, ui.Usage(fmt.Errorf("want one server, there are %d: choose with --server", len(found.servers)))
	}
	env := outside.Lookup(a.Environ)
	t := probe.Target{Revision: f.revision, Timeout: f.timeout, Secrets: outside.Secrets(found.servers, env), AllowCalls: f.calls, Idle: f.idle}
	expanded, problems := config.Expand(found.servers[0], env)
	s, more := config.Resolve(expanded, env, nil)
	for _, p := range slices.Concat(found.problems, problems, more) {
		a.ui.Hint("%s", p)
	}
	if s.Transport() == config.WebSocket {
		return t, ui.Usage(fmt.Errorf("%s: a WebSocket cannot be validated, MCP does not describe that transport\ntry mcpsim connect", config.MaskURL(s.URL)))
	}
	if s.Transport() == config.Stdio {
		t.Command = process.Command{Path: s.Command, Args: s.Args, Env: overlaid(a.Environ, s.Env), Dir: s.Cwd}
		return t, nil
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
		if f.timeout != probe.DefaultTimeout {
			flag("timeout", f.timeout.String())
		}
		if f.calls {
			line = append(line, "--allow-calls")
		}
		if f.idle != 0 {
			flag("idle", f.idle.String())
		}
		if f.config != "" {
			flag("config", f.config)
		}
		flag("server", f.servers...)
		flag("header", f.headers...)
		flag("env", f.env...)
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
