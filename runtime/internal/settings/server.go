package settings

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// The bounds of a definition's "discoveryTimeoutMs" (S-QWEN-23).
const (
	MinDiscovery = 100 * time.Millisecond
	MaxDiscovery = 300 * time.Second
)

// Server is the definition as it can be connected. Only what the chosen transport
// uses is in it. An in-process server keeps its word as the type, which
// [config.Validate] reports, as it does a definition without any field that says
// how to reach the server: nobody can connect those.
//
// A field of the wrong type is a *[config.InvalidError] that lists all of them
// and repeats no value; the server that comes with it has nothing but its name, its
// place and these problems. Fields that only other transports use are not looked at.
func (e Entry) Server() (config.Server, error) {
	f := fieldReader{definition: e.Definition}
	s := config.Server{Name: e.Name, Type: e.serverType(), Source: e.Place, ConnectionID: ConnectionID(e)}
	s.Source.Level = config.LevelUser
	if e.Scope == Project || e.Scope == Workspace {
		s.Source.Level = config.LevelProject
	}
	switch e.Transport() {
	case Stdio:
		s.Command, s.Args, s.Cwd = f.text("command"), f.list("args"), f.text("cwd")
		s.Env = f.texts("env")
	case HTTP:
		s.URL, s.Headers, s.OAuth = f.text("httpUrl"), f.texts("headers"), f.oauth()
	case SSE:
		s.URL, s.Headers, s.OAuth = f.text("url"), f.texts("headers"), f.oauth()
	case WebSocket:
		s.URL, s.Headers = f.text("tcp"), f.texts("headers")
	}
	s.Timeout = f.milliseconds("timeout")
	s.IncludeTools, s.ExcludeTools = f.list("includeTools"), f.list("excludeTools")
	if limit := f.milliseconds("discoveryTimeoutMs"); limit != nil {
		s.Discovery = min(max(*limit, MinDiscovery), MaxDiscovery)
	}
	if f.problems != nil {
		problems := f.texted(e.Name)
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

// fieldReader reads the fields of a definition. null is the same as absent.
type fieldReader struct {
	definition map[string]any
	problems   []string
}

func (f *fieldReader) wrong(field, want string) {
	f.problems = append(f.problems, fmt.Sprintf("%q must be %s", field, want))
}

// texted are the problems in the manner of [config.Validate].
func (f *fieldReader) texted(server string) []string {
	var out []string
	for _, problem := range f.problems {
		out = append(out, fmt.Sprintf("Server %q: %s", server, problem))
	}
	return out
}

func (f *fieldReader) text(field string) string {
	text, ok := f.definition[field].(string)
	if !ok && f.definition[field] != nil {
		f.wrong(field, "a string")
	}
	return text
}

func (f *fieldReader) list(field string) []string {
	value := f.definition[field]
	if value == nil {
		return nil
	}
	list, ok := value.([]any)
	if !ok {
		f.wrong(field, "a list of strings")
		return nil
	}
	out := make([]string, 0, len(list))
	for i, element := range list {
		text, ok := element.(string)
		if !ok {
			f.wrong(fmt.Sprintf("%s[%d]", field, i), "a string")
		}
		out = append(out, text)
	}
	return out
}

func (f *fieldReader) texts(field string) map[string]string {
	value := f.definition[field]
	if value == nil {
		return nil
	}
	object, ok := value.(map[string]any)
	if !ok {
		f.wrong(field, "an object of strings")
		return nil
	}
	out := make(map[string]string, len(object))
	var wrong []string
	for key, element := range object {
		text, ok := element.(string)
		if !ok {
			wrong = append(wrong, field+"."+key)
		}
		out[key] = text
	}
	slices.Sort(wrong)
	for _, key := range wrong {
		f.wrong(key, "a string")
	}
	return out
}

func (f *fieldReader) milliseconds(field string) *time.Duration {
	value := f.definition[field]
	if value == nil {
		return nil
	}
	n, ok := value.(float64)
	if !ok || n < 0 {
		f.wrong(field, "a number of milliseconds, at least 0")
		return nil
	}
	ms := n * float64(time.Millisecond)
	if ms >= math.MaxInt64 {
		return new(time.Duration(math.MaxInt64))
	}
	return new(time.Duration(ms))
}

// oauth is the login as it is written, nil unless it is enabled.
func (f *fieldReader) oauth() json.RawMessage {
	login, ok := f.definition["oauth"].(map[string]any)
	if !ok && f.definition["oauth"] != nil {
		f.wrong("oauth", "an object")
	}
	if !isSet(login, "enabled") {
		return nil
	}
	return Canonical(login)
}
