package config

import (
	"regexp"
	"slices"
	"strings"
)

// assemble puts together what a format spreads over several keys.
func (e *entry) assemble() {
	if len(e.argv) > 0 {
		e.Command = e.argv[0]
		e.Args = slices.Concat(e.argv[1:], e.Args)
	}
	if e.off {
		e.Enabled = new(false)
	}
	for _, name := range e.forwarded {
		e.lookUp(fieldForwarded, &e.Env, name, name)
	}
	for _, header := range sortedKeys(e.lookedUp) {
		e.lookUp(fieldLookedUp, &e.Headers, header, e.lookedUp[header])
	}
	if e.bearer != "" {
		e.lookUp(fieldBearerName, &e.Headers, "Authorization", e.bearer)
	}
}

// variableName is what a placeholder can name.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// lookUp lets a value be looked up in a variable whenever the server is
// connected, so that the definition holds no secret (F-11, OMP-LC-29). A value
// that is written out wins. A variable that is not set leaves the value out; a
// bearer token stays visible as a placeholder, which is reported then.
func (e *entry) lookUp(by field, values *map[string]string, key, variable string) {
	if !variableName.MatchString(variable) {
		e.seen[by].Report("%q is ignored: it must be looked up in a variable, and what is given is not the name of one", key)
		return
	}
	for written := range *values {
		if strings.EqualFold(written, key) {
			return
		}
	}
	if *values == nil {
		*values = map[string]string{}
	}
	(*values)[key] = "${" + variable + ":-}"
	if by == fieldBearerName {
		(*values)[key] = "Bearer ${" + variable + "}"
	}
}
