package control

import (
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonc"
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
// are read and kept; the program that shares the tools applies them.
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
// problems. Sections of other parts of a program are not looked at.
func ParseServerSettings(file string, data []byte) (ServerSettings, []config.Problem, error) {
	s := DefaultServerSettings()
	doc, err := open(file, data)
	if err != nil {
		return s, nil, err
	}
	doc.Root.CheckKeys(false, "Mcp", "McpServers", "McpDefaults")
	mcp := doc.Root.Get("Mcp")
	mcp.CheckKeys(true, "LazyLoad")
	set(&s.LazyLoad, mcp.Get("LazyLoad").Bool())
	s.Providers = providers(doc.Root.Get("McpServers"))
	defaults := doc.Root.Get("McpDefaults")
	defaults.CheckKeys(true, "rateLimit", "scopes", "allowedEntities")
	limit := defaults.Get("rateLimit")
	limit.CheckKeys(true, "perMinute")
	set(&s.Defaults.PerMinute, limit.Get("perMinute").Whole())
	s.Defaults.Scopes = defaults.Get("scopes").Texts()
	set(&s.Defaults.AllowedEntities, text(defaults.Get("allowedEntities")))
	return s, doc.Problems(), mistake(doc)
}

// ParseOperatorSettings is [ParseServerSettings] for an operator.
func ParseOperatorSettings(file string, data []byte) (OperatorSettings, []config.Problem, error) {
	s := OperatorSettings{BaseURL: DefaultBaseURL}
	doc, err := open(file, data)
	if err != nil {
		return s, nil, err
	}
	doc.Root.CheckKeys(false, "RoomServer", "Mcp")
	server := doc.Root.Get("RoomServer")
	server.CheckKeys(true, "BaseUrl")
	set(&s.BaseURL, text(server.Get("BaseUrl")))
	mcp := doc.Root.Get("Mcp")
	mcp.CheckKeys(true, "Providers")
	s.Providers = providers(mcp.Get("Providers"))
	return s, doc.Problems(), mistake(doc)
}

// open reads a file whose keys are found whatever their case.
func open(file string, data []byte) (*jsonc.Document, error) {
	doc, err := jsonc.Source{File: file, Data: data, Shown: shown}.Parse()
	if err == nil {
		doc.FoldCase = true
	}
	return doc, err
}

// shown are the words that a message may show of a broken file.
var shown = map[string]bool{
	"Mcp": true, "LazyLoad": true, "Providers": true, "McpServers": true, "id": true, "url": true, "visibility": true,
	"McpDefaults": true, "rateLimit": true, "perMinute": true, "scopes": true, "allowedEntities": true,
	"RoomServer": true, "BaseUrl": true,
}

// mistake is the first value of the wrong kind; it is named without the keys above.
func mistake(doc *jsonc.Document) error {
	for _, m := range doc.Mistakes() {
		path := m.Value.Path()
		return m.Value.Error("%q %s", path[strings.LastIndexByte(path, '.')+1:], m)
	}
	return nil
}

// set replaces a default by what is given.
func set[T any](into *T, given *T) {
	if given != nil {
		*into = *given
	}
}

func text(v jsonc.Value) *string {
	if !v.IsSet() {
		return nil
	}
	return new(v.Text())
}

// providers reads a list of providers. One that cannot be used is left out.
func providers(v jsonc.Value) []room.Definition {
	list := v.List("a list")
	if len(list) > MaxProviders {
		list[MaxProviders].Report("left out: more than %d providers", MaxProviders).Skipped = true
		list = list[:MaxProviders]
	}
	var all []room.Definition
	seen := map[string]bool{}
	for _, one := range list {
		one.CheckKeys(true, "id", "url", "visibility")
		p := room.Definition{ID: one.Get("id").Text(), URL: one.Get("url").Text(), Visibility: one.Get("visibility").Text()}
		if err := check(p); err != nil {
			one.Report("a provider is left out: %s", err).Skipped = true
			continue
		}
		if seen[p.ID] {
			one.Report("provider %q is there again; the last one counts", p.ID)
		}
		seen[p.ID] = true
		all = append(all, p)
	}
	return latest(all)
}
