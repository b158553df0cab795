package settings

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// The bounds of a definition's "discoveryTimeoutMs" (S-QWEN-23).
const (
	minDiscovery = 100 * time.Millisecond
	maxDiscovery = 300 * time.Second
)

// Server is the definition as it can be connected. Only what the chosen transport
// uses is in it. An in-process server keeps its word as the type, which
// [config.Validate] reports, as it does a definition without any field that says
// how to reach the server: those cannot be connected.
//
// A field of the wrong type is a *[config.InvalidError] that lists all of them
// and repeats no value; the server that comes with it has nothing but its name, its
// place and these problems. Fields that only other transports use are not looked at.
func (e Entry) Server() (config.Server, error) {
	doc := jsonc.FromMap(e.Definition)
	f := func(field string) jsonc.Value { return doc.Root.Get(field) }
	s := config.Server{Name: e.Name, Type: e.serverType(), Source: e.Place, ConnectionID: ConnectionID(e)}
	s.Source.Level = config.LevelUser
	if e.Scope == Project || e.Scope == Workspace {
		s.Source.Level = config.LevelProject
	}
	switch e.Transport() {
	case Stdio:
		s.Command, s.Args, s.Cwd = f("command").Text(), f("args").Texts(), f("cwd").Text()
		s.Env = f("env").TextMap()
	case HTTP:
		s.URL, s.Headers, s.OAuth = f("httpUrl").Text(), f("headers").TextMap(), login(f("oauth"))
	case SSE:
		s.URL, s.Headers, s.OAuth = f("url").Text(), f("headers").TextMap(), login(f("oauth"))
	case WebSocket:
		s.URL, s.Headers = f("tcp").Text(), f("headers").TextMap()
	}
	s.Timeout = f("timeout").Duration(time.Millisecond)
	s.Era = f("era").Text()
	s.IncludeTools, s.ExcludeTools = f("includeTools").Texts(), f("excludeTools").Texts()
	if limit := f("discoveryTimeoutMs").Duration(time.Millisecond); limit != nil {
		s.Discovery = min(max(*limit, minDiscovery), maxDiscovery)
	}
	var problems []string
	for _, m := range doc.Mistakes() {
		problems = append(problems, fmt.Sprintf("Server %q: %q must be %s", e.Name, m.Value.Path(), m.Want))
	}
	if problems != nil {
		return config.Server{Name: e.Name, Source: s.Source, Problems: problems}, &config.InvalidError{Problems: problems}
	}
	return s, nil
}

// serverType is the transport in the words of package config.
func (e Entry) serverType() string {
	switch t := e.Transport(); t {
	case HTTP:
		return config.HTTP
	case SSE:
		return config.SSE
	case WebSocket:
		return config.WebSocket
	case InProcess:
		return string(t)
	}
	return config.Stdio
}

// login is the login as it is written, nil unless it is enabled.
func login(v jsonc.Value) json.RawMessage {
	object := v.Map()
	if !isSet(object, "enabled") {
		return nil
	}
	return Canonical(object)
}
