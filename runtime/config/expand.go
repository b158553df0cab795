package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// placeholder is ${NAME} or ${NAME:-default}. ${input:x} and the like are other
// programs' and stay as they are.
var placeholder = regexp.MustCompile(`\$\{([^}:]+)(?::-([^}]*))?\}`)

// Expand replaces ${NAME} and ${NAME:-default} in every string value of s (F-09);
// names of variables and headers are not touched. A variable that is set to
// nothing counts as set. A placeholder whose variable is unset and that has no
// default stays as written and is reported. The result shares nothing with s.
func Expand(s Server, env Lookup) (Server, []Problem) {
	x := expander{server: s.Name, env: env}
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
	return s, x.problems
}

type expander struct {
	server   string
	env      Lookup
	problems []Problem
}

func (x *expander) text(field, value string) string {
	if !strings.Contains(value, "${") {
		return value
	}
	var b strings.Builder
	end := 0
	for _, m := range placeholder.FindAllStringSubmatchIndex(value, -1) {
		b.WriteString(value[end:m[0]])
		end = m[1]
		name := value[m[2]:m[3]]
		switch found, ok := x.env(name); {
		case ok:
			b.WriteString(found)
		case m[4] >= 0:
			b.WriteString(value[m[4]:m[5]])
		default:
			b.WriteString(value[m[0]:m[1]])
			x.problems = append(x.problems, problemOf(x.server,
				"%s: environment variable %q is not set, ${%s} stays as written", field, name, name))
		}
	}
	return b.String() + value[end:]
}

// values expands the values of env and headers. A command (F-10) is left to its
// shell, which knows the same placeholders; and a placeholder cannot become a
// command: what runs is what the definition says, not what a variable holds.
func (x *expander) values(field string, values map[string]string) {
	for _, key := range sortedKeys(values) {
		if strings.HasPrefix(values[key], "!") {
			continue
		}
		values[key] = x.text(field+"."+key, values[key])
		if strings.HasPrefix(values[key], "!") {
			delete(values, key)
			x.problems = append(x.problems, problemOf(x.server,
				`%s.%s: the variable's value begins with "!" and would be run as a command; %q is left out`, field, key, key))
		}
	}
}

// raw expands the strings of raw JSON; its keys come out sorted. JSON without
// placeholders, or that is none, stays untouched.
func (x *expander) raw(field string, raw json.RawMessage) json.RawMessage {
	if !strings.Contains(string(raw), "${") {
		return raw
	}
	v, err := decodeAny(raw)
	if err != nil {
		return raw
	}
	out, err := json.Marshal(x.any(field, v))
	if err != nil {
		return raw
	}
	return out
}

func (x *expander) any(field string, v any) any {
	switch v := v.(type) {
	case string:
		return x.text(field, v)
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
