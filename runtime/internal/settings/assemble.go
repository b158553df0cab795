package settings

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
func Effective(assembled, extensions, runtime Map) Map {
	known := Merge(assembled, runtime)
	added := extensions.Filter(func(e Entry) bool {
		_, taken := known.Get(e.Name)
		return !taken
	})
	return Merge(assembled, added, runtime)
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
