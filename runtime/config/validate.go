package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// InvalidError says why a definition cannot be connected (OMP-LC-40).
type InvalidError struct {
	Problems []string // at least one, each a documented text (F-12)
}

// Error joins the problems with "; ".
func (e *InvalidError) Error() string { return strings.Join(e.Problems, "; ") }

// Validate checks the fields that choose and describe the transport. It returns
// nil or an *[InvalidError]. It resolves nothing and runs nothing, so it belongs
// before [Expand] and [Resolve] (OMP-LC-39). What was found before is all that is
// reported then: little is left of such a definition.
func Validate(s Server) error {
	if len(s.Problems) > 0 {
		return &InvalidError{Problems: s.Problems}
	}
	var problems []string
	add := func(format string, args ...any) {
		problems = append(problems, fmt.Sprintf("Server %q: ", s.Name)+fmt.Sprintf(format, args...))
	}
	if s.Command != "" && s.URL != "" {
		add(`both "command" and "url" are set - server should be either stdio (command) OR http/sse (url), not both`)
	}
	switch t := s.Transport(); t {
	case Stdio:
		if s.Command == "" {
			add(`stdio server requires "command" field`)
		}
	case HTTP, SSE, WebSocket:
		if s.URL == "" {
			add(`%s server requires "url" field`, t)
		}
	default:
		add(`unknown server type %q`, t)
	}
	if s.Era != "" && !slices.Contains(Eras, s.Era) {
		add(`unknown era %q, want one of %s%s`, s.Era, strings.Join(Eras, ", "), words.DidYouMean(s.Era, Eras))
	}
	if problems == nil {
		return nil
	}
	return &InvalidError{Problems: problems}
}
