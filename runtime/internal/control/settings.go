package control

import (
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
)

// Where the roles are found if nothing else is said (ROOM-20).
const (
	DefaultServerAddr   = "127.0.0.1:40801"
	DefaultOperatorAddr = "127.0.0.1:40802"
	DefaultBaseURL      = "http://localhost:40801"
)

// ServerSettings is appsettings.json of a room server (ROOM-18). Keys are found
// whatever their case, comments and trailing commas are allowed, and what is not
// there has its default.
type ServerSettings struct {
	LazyLoad  bool              // Mcp.LazyLoad; providers wait for a load command. Default true (ROOM-13)
	Providers []room.Definition // McpServers
	Defaults  Defaults          // McpDefaults
}

// Defaults is what counts for the tools of providers that say nothing else. They
// are read and kept; whoever shares the tools applies them.
type Defaults struct {
	PerMinute       int      // rateLimit.perMinute; default 60
	Scopes          []string // default none
	AllowedEntities string   // default "public"
}

// OperatorSettings is appsettings.json of an operator (ROOM-19).
type OperatorSettings struct {
	BaseURL   string            // RoomServer.BaseUrl; default [DefaultBaseURL]
	Providers []room.Definition // Mcp.Providers: what a load without providers means
}

// DefaultServerSettings are those of an empty file.
func DefaultServerSettings() ServerSettings {
	return ServerSettings{LazyLoad: true, Defaults: Defaults{PerMinute: 60, AllowedEntities: "public"}}
}

// ParseServerSettings reads appsettings.json of a room server. A file that cannot be
// read, or a value of the wrong kind, is a *[config.SyntaxError] with its place. A
// provider that lacks something is left out, and that and unknown keys are
// problems. Sections of other parts of a program are nobody's business here.
func ParseServerSettings(file string, data []byte) (ServerSettings, []config.Problem, error) {
	s := DefaultServerSettings()
	r, root, err := open(file, data)
	if err != nil {
		return s, nil, err
	}
	r.section(root, []string{"Mcp", "McpServers", "McpDefaults"}, false)
	if mcp := r.object(root, "Mcp"); mcp != nil {
		r.section(mcp, []string{"LazyLoad"}, true)
		r.flag(mcp, "LazyLoad", &s.LazyLoad)
	}
	s.Providers = r.providers(root, "McpServers")
	if d := r.object(root, "McpDefaults"); d != nil {
		r.section(d, []string{"rateLimit", "scopes", "allowedEntities"}, true)
		if limit := r.object(d, "rateLimit"); limit != nil {
			r.section(limit, []string{"perMinute"}, true)
			r.number(limit, "perMinute", &s.Defaults.PerMinute)
		}
		r.texts(d, "scopes", &s.Defaults.Scopes)
		r.text(d, "allowedEntities", &s.Defaults.AllowedEntities)
	}
	return s, r.problems, r.err
}

// ParseOperatorSettings is [ParseServerSettings] for an operator.
func ParseOperatorSettings(file string, data []byte) (OperatorSettings, []config.Problem, error) {
	s := OperatorSettings{BaseURL: DefaultBaseURL}
	r, root, err := open(file, data)
	if err != nil {
		return s, nil, err
	}
	r.section(root, []string{"RoomServer", "Mcp"}, false)
	if server := r.object(root, "RoomServer"); server != nil {
		r.section(server, []string{"BaseUrl"}, true)
		r.text(server, "BaseUrl", &s.BaseURL)
	}
	if mcp := r.object(root, "Mcp"); mcp != nil {
		r.section(mcp, []string{"Providers"}, true)
		s.Providers = r.providers(mcp, "Providers")
	}
	return s, r.problems, r.err
}

// settingsReader collects what is wrong with one file. The first error is kept.
type settingsReader struct {
	file     string
	data     []byte
	places   *config.Places
	problems []config.Problem
	err      error
}

func open(file string, data []byte) (*settingsReader, *hujson.Object, error) {
	root, err := config.ParseObject(file, data)
	if err != nil {
		return nil, nil, err
	}
	return &settingsReader{file: file, data: data, places: config.NewPlaces(data)}, root, nil
}

// section reports keys that nobody knows. In a section that others use too, only
// those count that look like a slip of the fingers.
func (r *settingsReader) section(o *hujson.Object, known []string, ours bool) {
	for _, m := range o.Members {
		name := nameOf(m)
		hint := config.DidYouMean(name, known)
		if find(known, name) || !ours && hint == "" {
			continue
		}
		r.report(m.Name.StartOffset, false, "unknown key %q%s", name, hint)
	}
}

func (r *settingsReader) report(offset int, skipped bool, format string, args ...any) {
	if len(r.problems) >= config.MaxProblems {
		return
	}
	line, column := r.places.At(offset)
	r.problems = append(r.problems, config.Problem{
		File: r.file, Line: line, Column: column, Text: fmt.Sprintf(format, args...), Skipped: skipped,
	})
}

// wrong keeps an error about a value that is not of its kind.
func (r *settingsReader) wrong(v *hujson.Value, key, want string) {
	if r.err == nil {
		r.err = config.ErrorAt(r.file, r.data, v.StartOffset, fmt.Sprintf("%q must be %s, not %s", key, want, config.KindName(*v)))
	}
}

// value is the last member of a name, whatever its case; nil for none, and for null.
func (r *settingsReader) value(o *hujson.Object, key string) *hujson.Value {
	for i := len(o.Members) - 1; i >= 0; i-- {
		if m := &o.Members[i]; strings.EqualFold(nameOf(*m), key) && m.Value.Value.Kind() != 'n' {
			return &m.Value
		}
	}
	return nil
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

func find(known []string, name string) bool {
	for _, k := range known {
		if strings.EqualFold(k, name) {
			return true
		}
	}
	return false
}
