package config

import "strings"

// Lookup returns the value of an environment variable and whether it is set. It
// must not be nil where one is asked for.
type Lookup func(name string) (value string, ok bool)

// Resolve looks up the values that are used on the wire: those of Env for stdio
// and of Headers for http and sse, nothing else (F-10). A value that is the name
// of a non-empty environment variable becomes that variable's value; any other
// is taken literally, so "$HOME" stays "$HOME". Empty results drop their key.
//
// The result holds secrets: use it for one connection and do not keep it
// (OMP-LC-29); calling Resolve again picks up rotated ones (OMP-LC-30). It shares
// nothing with s. Values that start with "!" ask for a command to be run, which
// is not supported: their keys are dropped and reported.
func Resolve(s Server, env Lookup) (Server, []Problem) {
	s = s.Clone()
	if s.Transport() == Stdio {
		return s, resolveValues(s.Name, "env", s.Env, env)
	}
	return s, resolveValues(s.Name, "headers", s.Headers, env)
}

func resolveValues(server, field string, values map[string]string, env Lookup) []Problem {
	var problems []Problem
	for _, key := range sortedKeys(values) {
		value := values[key]
		if strings.HasPrefix(value, "!") {
			problems = append(problems, problemOf(server,
				`%s.%s: values from commands ("!…") are not supported yet; %q is left out`, field, key, key))
			value = ""
		} else if found, ok := env(value); ok && found != "" {
			value = found
		}
		if value == "" {
			delete(values, key)
			continue
		}
		values[key] = value
	}
	return problems
}
