package settings

import "slices"

// Sources are everything that defines servers, apart from extensions and the
// running program (S-QWEN-01). The zero value defines none.
type Sources struct {
	// Settings are the merged settings files, see [Layers.Merge].
	Settings Map
	// Project is the project's .mcp.json.
	Project Map
	// Session are the servers that the program gave the session when it opened it,
	// CommandLine those of --mcp-config. They are the top tier: no file outranks
	// them, so that no edit can disconnect them (QWEN-25).
	Session, CommandLine Map
}

// Assemble is the one map that a program starts with and that every later change
// is compared with (QWEN-24, QWEN-26). From low to high: settings of the user,
// .mcp.json, settings of workspace and system, session, command line.
func Assemble(s Sources) Map {
	scoped := func(e Entry) bool { return e.Scope == Workspace || e.Scope == System }
	unscoped := func(e Entry) bool { return !scoped(e) }
	return Merge(s.Settings.Filter(unscoped), stamp(s.Project, Project), s.Settings.Filter(scoped),
		stamp(s.Session, Unscoped), stamp(s.CommandLine, Unscoped))
}

// Effective is what a program knows: the assembled map, below it the servers of
// extensions, above it those that were added while it runs (S-QWEN-03,
// QWEN-43). Whether they may connect is another question.
//
// Of two extensions that bring a server of one name the first counts, as long as it is
// installed.
func Effective(assembled Map, extensions []Entry, runtime Map) Map {
	if len(extensions) == 0 {
		return Merge(assembled, runtime)
	}
	taken := map[string]bool{}
	for _, e := range slices.Concat(assembled, runtime) {
		taken[e.Name] = true
	}
	var added Map
	for _, e := range extensions {
		if !taken[e.Name] {
			taken[e.Name] = true
			added = append(added, e)
		}
	}
	return Merge(assembled, added, runtime)
}

// OfExtension are the servers that an extension brings, marked as its own.
func OfExtension(name string, servers Map) Map {
	out := stamp(servers, Unscoped)
	for i := range out {
		out[i].Extension = name
	}
	return out
}

// stamp sets the scope of all entries.
func stamp(m Map, scope Scope) Map {
	out := make(Map, len(m))
	for i, e := range m {
		e.Scope = scope
		out[i] = e
	}
	return out
}
