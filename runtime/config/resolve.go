package config

import "strings"

// Lookup returns the value of an environment variable and whether it is set. It
// must not be nil where one is asked for.
type Lookup func(name string) (value string, ok bool)

// Run returns what a command printed, without surrounding white space. To print
// nothing is an error. No error may contain what was printed.
type Run func(command string) (output string, err error)

// Resolve looks up the values that are used on the wire: those of Env for
// stdio and of Headers for http and sse, nothing else (F-10). A value that starts
// with "!" is what the rest of it prints as a command; a key whose command fails
// or prints nothing is left out and reported. A value that is the name of a
// non-empty environment variable becomes that variable's value; any other is
// taken literally, so "$HOME" stays "$HOME". Empty results drop their key.
//
// The result holds secrets: use it for one connection and do not keep it
// (OMP-LC-29); resolving again picks up rotated ones (OMP-LC-30). It shares
// nothing with s. Keys are resolved one after the other, in alphabetical order.
func Resolve(s Server, env Lookup, run Run) (Server, []Problem) {
	s = s.Clone()
	v := values{server: s.Name, env: env, run: run}
	if s.Transport() == Stdio {
		v.resolve("env", s.Env)
	} else {
		v.resolve("headers", s.Headers)
	}
	return s, v.problems
}

// values resolves the values of one server.
type values struct {
	server   string
	env      Lookup
	run      Run
	problems []Problem
}

func (v *values) resolve(field string, all map[string]string) {
	for _, key := range sortedKeys(all) {
		if value := trimmed(field, v.value(field, key, all[key])); value != "" {
			all[key] = value
		} else {
			delete(all, key)
		}
	}
}

func (v *values) value(field, key, written string) string {
	command, isCommand := strings.CutPrefix(written, "!")
	if !isCommand {
		if found, ok := v.env(written); ok && found != "" {
			return found
		}
		return written
	}
	output, err := v.run(command)
	if err != nil {
		v.problems = append(v.problems, problemOf(v.server, "%s.%s is left out: %s", field, key, err))
		return ""
	}
	return output
}
