package control

import (
	"cmp"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
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
	Defaults  room.Defaults     // McpDefaults: rateLimit.perMinute, scopes, allowedEntities
	Members   []MemberSettings  // McpMembers
	LogLevel  event.Level       // Logging.LogLevel.Mcp or Default; empty: everything. Default info (A-R25)
}

// OperatorSettings is appsettings.json of an operator (ROOM-19).
type OperatorSettings struct {
	BaseURL   string            // RoomServer.BaseUrl; default [DefaultBaseURL]
	Providers []room.Definition // Mcp.Providers: what a load without providers means
}

// DefaultServerSettings are those of an empty file.
func DefaultServerSettings() ServerSettings {
	return ServerSettings{LazyLoad: true, LogLevel: event.Info, Defaults: room.Defaults{PerMinute: room.DefaultPerMinute, AllowedEntities: "public"}}
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
	doc.Root.CheckKeys(false, "Mcp", "McpServers", "McpDefaults", "McpMembers", "Logging")
	mcp := doc.Root.Get("Mcp")
	mcp.CheckKeys(true, "LazyLoad")
	set(&s.LazyLoad, mcp.Get("LazyLoad").Bool())
	s.Providers = providers(doc.Root.Get("McpServers"))
	wrong := cmp.Or(readDefaults(doc.Root.Get("McpDefaults"), &s.Defaults),
		readMembers(doc.Root.Get("McpMembers"), &s.Members), readLogLevel(doc.Root.Get("Logging"), &s.LogLevel))
	return s, doc.Problems(), cmp.Or(mistake(doc), wrong)
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
	"RoomServer": true, "BaseUrl": true, "McpMembers": true, "tokenEnv": true, "Logging": true, "LogLevel": true, "Default": true,
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
