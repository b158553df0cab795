package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// The transports a definition can ask for (OMP-TP-09 to OMP-TP-11). WebSocket is
// no transport of MCP's, but some servers have no other (ROOM-24).
const (
	Stdio     = "stdio"
	HTTP      = "http"
	SSE       = "sse"
	WebSocket = "ws"
)

// The eras a definition can ask for (MOD-08).
const (
	Auto   = "auto"   // the server is asked
	Legacy = "legacy" // revisions up to 2025-11-25
	Modern = "modern" // 2026-07-28, and nothing else
)

// Eras are the words for eras. The slice is shared: do not change it.
var Eras = []string{Auto, Legacy, Modern}

// BuiltIn is the type of a server that is a part of another program, or that one of
// its extensions brings: only that program can run it.
const BuiltIn = "builtin"

// The levels of a [Source].
const (
	LevelUser    = "user"
	LevelProject = "project"
)

// Server is the definition of one server, unresolved: placeholders, names of
// environment variables and commands are still what the person wrote, so that it
// can be kept, compared and shown without holding a secret that was looked up
// (OMP-LC-29). It may still hold secrets that were written literally; String and
// LogValue mask them, encoding/json does not.
//
// A Server is a value that owns nothing: treat maps, slices and pointers of a
// Server you were given as read-only, or [Server.Clone] it. The zero value is an
// enabled stdio server that does not pass [Validate].
type Server struct {
	Name string
	// Type is Stdio, HTTP, SSE or WebSocket; empty means Stdio (OMP-TP-09). Any other word
	// is kept as written and reported by Validate.
	Type string

	Command string            // program, stdio only; never passed to a shell
	Args    []string          // its arguments
	Env     map[string]string // laid over the parent's environment
	Cwd     string            // empty: the project's directory

	URL     string            // all but stdio
	Headers map[string]string // sent with every HTTP request

	// Timeout is the client-side deadline of the handshake and of each request.
	// nil is unset: the runtime has a default. 0 is none (OMP-LC-57).
	Timeout *time.Duration
	// Enabled is nil when unset, which counts as true; see IsEnabled.
	Enabled *bool

	// Era is which generation of the protocol is spoken with the server: [Auto], [Legacy]
	// or [Modern]; empty: as the runtime does with all. Validate reports any other word.
	Era string

	Auth  json.RawMessage // the "auth" value as written, nil when absent
	OAuth json.RawMessage // the "oauth" value as written, nil when absent

	// IncludeTools and ExcludeTools select among the tools that the server offers,
	// by their names there; see [Server.Selects]. nil IncludeTools is all of them.
	// They are not part of the definition's identity (A-Q1).
	IncludeTools, ExcludeTools []string
	// Discovery bounds the first connect together with its list of tools, 0 is
	// unset (S-QWEN-23). Not part of the identity either.
	Discovery time.Duration

	Source Source // not part of the definition's identity

	// ConnectionID is the identity of the connection that the definition leads to:
	// those who have the same may share one. Empty: nothing is known about that.
	ConnectionID string
	// Problems are why the definition cannot be used, as its reader has found; see
	// [Validate].
	Problems []string
}

// Selects reports whether a tool of the server is to be used: it is included,
// and not excluded. An included "name(…" stands for name.
func (s Server) Selects(tool string) bool {
	included := s.IncludeTools == nil
	for _, name := range s.IncludeTools {
		included = included || name == tool || strings.HasPrefix(name, tool+"(")
	}
	return included && !slices.Contains(s.ExcludeTools, tool)
}

// Source says where a definition came from. The zero value is "given by the
// program". It labels tools and decides about project-level filters
// (OMP-LC-11, OMP-LC-12, OMP-LC-19).
type Source struct {
	Provider     string // id, such as "claude"
	ProviderName string // display name, such as "Claude Code"
	Level        string // LevelUser or LevelProject
	Path         string // file, when there is one
	Line, Column int    // where the file names the server, from 1; 0 when unknown
}

// Label is the provider's display name, else its id, else empty (F-27).
func (s Source) Label() string {
	if s.ProviderName != "" {
		return s.ProviderName
	}
	return s.Provider
}

// Place is "path:line:column", as far as it is known.
func (s Source) Place() string {
	if s.Line == 0 {
		return s.Path
	}
	return fmt.Sprintf("%s:%d:%d", s.Path, s.Line, s.Column)
}

// Transport is the type with the default applied (OMP-TP-09).
func (s Server) Transport() string {
	if s.Type == "" {
		return Stdio
	}
	return s.Type
}

// IsEnabled reports whether the server may be connected (OMP-LC-14).
func (s Server) IsEnabled() bool { return s.Enabled == nil || *s.Enabled }

// Clone returns a copy that shares no memory with s.
func (s Server) Clone() Server {
	s.Args = slices.Clone(s.Args)
	s.IncludeTools = slices.Clone(s.IncludeTools)
	s.ExcludeTools = slices.Clone(s.ExcludeTools)
	s.Env = maps.Clone(s.Env)
	s.Headers = maps.Clone(s.Headers)
	if s.Timeout != nil {
		s.Timeout = new(*s.Timeout)
	}
	if s.Enabled != nil {
		s.Enabled = new(*s.Enabled)
	}
	s.Auth = bytes.Clone(s.Auth)
	s.OAuth = bytes.Clone(s.OAuth)
	s.Problems = slices.Clone(s.Problems)
	return s
}
