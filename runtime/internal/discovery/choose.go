package discovery

import (
	"cmp"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// choose decides about every definition, in the order of priority. A definition
// of the project that is not wanted does not take a name, so that the user's own
// stays (OMP-LC-12); one that is disabled does, so that a file of high priority
// can switch a server off.
func (l *loader) choose(denied []string) {
	taken := map[string]config.Source{}
	for _, c := range l.found {
		reason := l.admission(c, taken)
		out := LeftOut{Server: c.server, Reason: reason}
		switch reason {
		case Invalid, ProjectOff, BuiltIn:
		case Shadowed:
			out.By = taken[c.server.Name]
		default:
			taken[c.server.Name] = c.server.Source
			out.Reason = cmp.Or(l.verdict(c.server, denied), c.bad)
		}
		if out.Reason != "" {
			l.result.LeftOut = append(l.result.LeftOut, out)
			continue
		}
		l.result.Configs = append(l.result.Configs, c.server)
		l.result.Sources[c.server.Name] = c.server.Source
	}
}

// admission says why a definition does not compete for its name.
func (l *loader) admission(c candidate, taken map[string]config.Source) Reason {
	_, shadowed := taken[c.server.Name]
	switch {
	case c.bad == Invalid || c.bad == BuiltIn:
		return c.bad
	case !orTrue(l.options.EnableProjectConfig) && c.server.Source.Level == config.LevelProject:
		return ProjectOff
	case shadowed:
		return Shadowed
	}
	return ""
}

// verdict says why the server that a name stands for is not used.
func (l *loader) verdict(s config.Server, denied []string) Reason {
	switch {
	case !s.IsEnabled():
		return Disabled
	case slices.Contains(denied, s.Name):
		return Denied
	}
	if off := l.switchedOff(s); off != "" {
		return off
	}
	expanded, _ := config.Expand(s, l.options.Env)
	switch {
	case orTrue(l.options.FilterExa) && isExa(expanded):
		if key := exaKey(expanded); key != "" {
			l.result.ExaKeys = append(l.result.ExaKeys, key)
		}
		return ExaServer
	case l.options.FilterBrowser && isBrowser(expanded):
		return BrowserServer
	}
	return ""
}

// orTrue is the value of a switch that is on unless it is set.
func orTrue(b *bool) bool { return b == nil || *b }
