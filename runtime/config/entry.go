package config

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

// entry reads the definition of one server.
type entry struct {
	Server
	format  Format
	seen    map[field]jsonc.Value // each with its last key
	skipped bool

	// What is put together once all keys are read.
	argv      []string
	forwarded []string
	lookedUp  map[string]string
	bearer    string
	off       bool // "disabled": true
}

func (e *entry) read(definition jsonc.Value) {
	for m := range definition.Members() {
		sets, known := e.format.field(m.Name)
		if known {
			e.repeated(m, sets)
		}
		switch {
		case !m.IsSet():
		case known:
			e.set(sets, m.Value)
			e.judge(sets, m.Mistakes())
		default:
			e.unknown(m)
		}
	}
	e.assemble()
	if e.Type == "websocket" {
		e.Type = WebSocket // the other name in use
	}
	if e.Type == "" && e.Command == "" && e.URL != "" {
		e.Type = cmp.Or(e.format.remote, byScheme(e.URL))
	} else if e.Type == "" {
		e.Type = Stdio
	}
}

// unknown reports a key that means nothing. Other programs have keys of their
// own, which are their business unless they look like a slip.
func (e *entry) unknown(m jsonc.Member) {
	m.CheckKey(!e.format.foreign, e.format.names())
}

func (e *entry) repeated(m jsonc.Member, sets field) {
	if before, ok := e.seen[sets]; ok {
		m.Key.Report("%q is given again; this value replaces the one in line %d", m.Name, before.Line())
	}
	e.seen[sets] = m.Key
}

// set reads the value of a field.
func (e *entry) set(to field, v jsonc.Value) {
	switch to {
	case fieldType:
		e.Type = v.Text()
		if word, ok := e.format.types[e.Type]; ok {
			e.Type = word
		}
	case fieldCommand:
		e.Command = v.Text()
	case fieldArgs:
		e.Args = v.Texts()
	case fieldEnv:
		e.Env = v.TextMap()
	case fieldCwd:
		e.Cwd = v.Text()
	case fieldURL:
		e.URL = v.Text()
	case fieldHeaders:
		e.Headers = v.TextMap()
	case fieldTimeout:
		e.Timeout = e.duration(v, time.Millisecond)
	case fieldEnabled:
		e.Enabled = e.truth(v)
	case fieldEra:
		e.Era = v.Text()
	case fieldAuth:
		e.Auth = v.RawObject()
	case fieldOAuth:
		e.OAuth = v.RawObject()
	default:
		e.setSpecial(to, v)
	}
}

// setSpecial reads what only some formats have.
func (e *entry) setSpecial(to field, v jsonc.Value) {
	switch to {
	case fieldDisabled:
		disabled := e.truth(v)
		e.off = disabled != nil && *disabled
	case fieldOrigin:
		if word, ok := e.format.types[v.Text()]; ok {
			e.Type = word
		}
	case fieldProgram:
		if v.Kind() != jsonc.Object {
			e.Command = v.Text()
			return
		}
		e.Command, e.Args, e.Env = v.Get("path").Text(), v.Get("args").Texts(), v.Get("env").TextMap()
	case fieldArgv:
		if v.Kind() == jsonc.String {
			e.argv = []string{v.Text()}
			return
		}
		e.argv = v.Texts()
	case fieldSeconds:
		e.Timeout = e.duration(v, time.Second)
	case fieldForwarded:
		e.forwarded = v.Texts()
	case fieldLookedUp:
		e.lookedUp = v.TextMap()
	case fieldBearerName:
		e.bearer = v.Text()
	}
}

// judge says what becomes of values of the wrong kind: the server is left out, but
// for fields that can be ignored (F-08).
func (e *entry) judge(of field, mistakes []jsonc.Mistake) {
	for _, m := range mistakes {
		if slices.Contains([]field{fieldTimeout, fieldSeconds, fieldEnabled}, of) {
			m.Value.Report("%q is ignored: it %s", m.Value.Path(), m)
			continue
		}
		e.skip(m.Value, "%q %s", m.Value.Path(), m)
	}
}

// skip leaves the whole server out.
func (e *entry) skip(at jsonc.Value, format string, args ...any) {
	e.skipped = true
	at.Report("left out: "+format, args...).Skipped = true
}

// duration takes whole and fractional numbers of units.
func (e *entry) duration(v jsonc.Value, unit time.Duration) *time.Duration {
	if e.format.loose && v.Kind() == jsonc.String {
		if n, ok := jsonc.ParseNumber(strings.TrimSpace(v.Text())); ok && n >= 0 {
			return new(jsonc.Duration(n, unit))
		}
	}
	return v.Duration(unit)
}

func (e *entry) truth(v jsonc.Value) *bool {
	if e.format.loose && v.Kind() == jsonc.String {
		if value, ok := truthWords[v.Text()]; ok {
			return new(value)
		}
	}
	return v.Bool()
}

// truthWords are the strings that a loose format takes for a truth value (F-08).
var truthWords = map[string]bool{"true": true, "1": true, "false": false, "0": false}

// byScheme is the transport of a definition that has a URL and no type.
func byScheme(url string) string {
	if scheme, _, _ := strings.Cut(url, "://"); scheme == "ws" || scheme == "wss" {
		return WebSocket
	}
	return HTTP
}
