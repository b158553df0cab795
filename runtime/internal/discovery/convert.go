package discovery

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// convert keeps the fields of the server's transport only (F-07) and names the
// others that were set. A server of an unknown type stays as it is.
func convert(s config.Server) (converted config.Server, dropped []string) {
	drop := func(field string, set bool) {
		if set {
			dropped = append(dropped, field)
		}
	}
	switch s.Transport() {
	case config.Stdio:
		drop("url", s.URL != "")
		drop("headers", len(s.Headers) > 0)
		s.URL, s.Headers = "", nil
	case config.HTTP, config.SSE, config.WebSocket:
		drop("command", s.Command != "")
		drop("args", len(s.Args) > 0)
		drop("env", len(s.Env) > 0)
		drop("cwd", s.Cwd != "")
		s.Command, s.Args, s.Env, s.Cwd = "", nil, nil, ""
	}
	return s, dropped
}

// defects are what a person should know about a definition that is passed on all
// the same: fields that its transport has no use for, and those that it lacks
// (F-06, A-09).
func defects(s config.Server, dropped []string) []config.Problem {
	var out []config.Problem
	add := func(format string, args ...any) {
		out = append(out, config.Problem{
			File: s.Source.Path, Line: s.Source.Line, Column: s.Source.Column, Server: s.Name, Text: fmt.Sprintf(format, args...),
		})
	}
	for _, field := range dropped {
		add("%q is ignored: a server over %s has no use for it", field, s.Transport())
	}
	if invalid, ok := errors.AsType[*config.InvalidError](config.Validate(s)); ok {
		for _, text := range invalid.Problems {
			add("%s", strings.TrimPrefix(text, fmt.Sprintf("Server %q: ", s.Name)))
		}
	}
	return out
}
