package settings

import "github.com/mcpsim/mcpsim/runtime/config"

// Scope says what kind of settings a definition is from (S-QWEN-01).
type Scope string

const (
	// Unscoped is what users and the program's defaults say, and whatever does not
	// come from a file: command line, session, extensions, the running program.
	Unscoped Scope = ""
	// Project is a project's .mcp.json.
	Project Scope = "project"
	// Workspace is a project's settings.json.
	Workspace Scope = "workspace"
	// System is the settings.json of a machine's administrator.
	System Scope = "system"
)

// The files of a project, as people are told about them (S-QWEN-16).
const (
	ProjectFile   = ".mcp.json"
	WorkspaceFile = ".qwen/settings.json"
)

// Entry is the definition of one server as it was written. It is a value that
// owns nothing: treat it as read-only. Definitions may hold secrets that were
// written literally; nothing here prints them.
type Entry struct {
	Name string
	// Definition is the JSON object as decoded: nil, bool, float64, string, []any
	// and map[string]any. Key order is lost and does not count, list order does.
	// "scope" and "extensionName" are never in it: where a definition is from is
	// not for the definition to say (S-QWEN-04).
	Definition map[string]any
	Scope      Scope
	// Extension is the name of the extension that contributed the server.
	Extension string
	// Place is where the file names the server; not part of the identity.
	Place config.Source
}

// Clone is the entry with a definition of its own.
func (e Entry) Clone() Entry {
	e.Definition, _ = cloned(e.Definition).(map[string]any)
	return e
}

// Equal reports whether two entries of one name say the same: key order and place do
// not count, list order does (QWEN-31 to QWEN-33).
func (e Entry) Equal(o Entry) bool {
	return e.Scope == o.Scope && e.Extension == o.Extension && equalObjects(e.Definition, o.Definition)
}
