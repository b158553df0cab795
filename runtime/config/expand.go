package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// placeholder is ${NAME} or ${NAME:-default}. ${input:x} and the like are other
// programs' and stay as they are.
var placeholder = regexp.MustCompile(`\$\{([^}:]+)(:-[^}]*)?\}`)

// Expand replaces ${NAME} and ${NAME:-default} in every string value of s (F-09);
// names of variables and headers are not touched. A variable that is set to
// nothing counts as set. A placeholder whose variable is unset and that has no
// default stays as written and is reported, and so does one that stands for more than
// 256 KiB together with those before it. The result shares nothing with s.
func Expand(s Server, env Lookup) (Server, []Problem) {
	x := expander{server: s.Name}
	x.text = func(field, value string) string { return x.placeholders(field, value, env) }
	s = x.definition(s)
	return s, x.problems
}

// expander replaces parts of all string values of a definition.
type expander struct {
	server   string
	text     func(field, value string) string // what becomes of a value
	changed  bool                             // a value in raw JSON became another one
	problems []Problem
	added    int // bytes that placeholders stand for
}

const (
	// mostAdded is how many bytes the variables in a definition may have together: one of a few
	// bytes can be named a million times.
	mostAdded = 256 << 10
	// mostProblems bounds the problems of a definition, and mostNamed what each repeats of it, in
	// bytes.
	mostProblems = 100
	mostNamed    = 200
)

// report adds a problem of the definition, unless there are many.
func (x *expander) report(format string, args ...any) {
	switch n := len(x.problems); {
	case n < mostProblems:
		x.problems = append(x.problems, problemOf(x.server, format, args...))
	case n == mostProblems:
		x.problems = append(x.problems, problemOf(x.server, "it has more problems of this kind, which are not told"))
	}
}

// fits reports whether a variable may stand for a text, too, and counts it then.
func (x *expander) fits(text string) bool {
	if x.added+len(text) > mostAdded {
		return false
	}
	x.added += len(text)
	return true
}

// definition is a copy of s with other values.
func (x *expander) definition(s Server) Server {
	s = s.Clone()
	s.Type = x.text("type", s.Type)
	s.Command = x.text("command", s.Command)
	for i, arg := range s.Args {
		s.Args[i] = x.text(fmt.Sprintf("args[%d]", i), arg)
	}
	x.values("env", s.Env)
	s.Cwd = x.text("cwd", s.Cwd)
	s.URL = x.text("url", s.URL)
	x.values("headers", s.Headers)
	s.Auth = x.raw("auth", s.Auth)
	s.OAuth = x.raw("oauth", s.OAuth)
	return s
}

func (x *expander) placeholders(field, value string, env Lookup) string {
	if !strings.Contains(value, "${") { // nearly always, at each connect
		return value
	}
	return placeholder.ReplaceAllStringFunc(value, func(written string) string {
		parts := placeholder.FindStringSubmatch(written)
		name := parts[1]
		shown := words.Clip(name, mostNamed)
		switch found, ok := env(name); {
		case ok && x.fits(found):
			return found
		case ok:
			x.report("%s: the variables of the definition have more than %d bytes together, ${%s} stays as written", field, mostAdded, shown)
			return written
		}
		if text, ok := strings.CutPrefix(parts[2], ":-"); ok {
			return text
		}
		x.report("%s: environment variable %q is not set, ${%s} stays as written", field, shown, shown)
		return written
	})
}

// values expands the values of env and headers. A command (F-10) is left to its
// shell, which knows the same placeholders; and a placeholder cannot become a
// command: what runs is what the definition says, not what a variable holds.
func (x *expander) values(field string, values map[string]string) {
	for _, key := range sortedKeys(values) {
		if strings.HasPrefix(values[key], "!") {
			continue
		}
		values[key] = trimmed(field, x.text(field+"."+key, values[key]))
		if strings.HasPrefix(values[key], "!") {
			delete(values, key)
			x.report(`%s.%s: the variable's value begins with "!" and would be run as a command; %q is left out`, field, key, key)
		}
	}
}

// trimmed is a value without what is no part of it: white space around that of a header
// (RFC 9110, 5.5). A variable that was read from a file of Windows ends with CR.
func trimmed(field, value string) string {
	if field == "headers" {
		return strings.TrimSpace(value)
	}
	return value
}

// raw replaces parts of the strings of raw JSON; its keys come out sorted. JSON in
// which nothing is replaced, or that is none, stays untouched.
func (x *expander) raw(field string, raw json.RawMessage) json.RawMessage {
	x.changed = false
	if len(raw) == 0 { // nearly always, at each connect
		return raw
	}
	v := decodeAny(raw) // what is no JSON has nothing to replace
	v = x.any(field, v)
	if !x.changed {
		return raw
	}
	out, _ := json.Marshal(v) // what was decoded from JSON can be JSON again
	return out
}

func (x *expander) any(field string, v any) any {
	switch v := v.(type) {
	case string:
		text := x.text(field, v)
		x.changed = x.changed || text != v
		return text
	case []any:
		for i := range v {
			v[i] = x.any(fmt.Sprintf("%s[%d]", field, i), v[i])
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			v[key] = x.any(field+"."+key, v[key])
		}
	}
	return v
}
