package settings

import (
	"slices"
	"strings"
)

// Path is the place of a key in a settings file. Its parts are keys, which may
// contain dots.
type Path []string

// String joins the parts with dots, as in "mcp.allowed".
func (p Path) String() string { return strings.Join(p, ".") }

// Key is what the settings' schema says about a key and all below it.
type Key struct {
	Path Path
	// RequiresRestart keys are read once, when the program starts.
	RequiresRestart bool
	// ShowInDialog keys can be changed in the settings dialog, which asks for a
	// restart where one is required.
	ShowInDialog bool
}

// Schema is the part of the settings' schema that decides about servers, with a
// key of each other kind beside it. It must not be assigned to.
//
// The three keys that hot reload is about can be changed at any time; their
// parent and what belongs to the start cannot. None of the three is in the
// dialog, so that this concerns the watcher only (QWEN-16, 17, 21).
var Schema = []Key{
	{Path: Path{"mcpServers"}},
	{Path: Path{"mcp"}, RequiresRestart: true},
	{Path: Path{"mcp", "serverCommand"}, RequiresRestart: true},
	{Path: Path{"mcp", "allowed"}},
	{Path: Path{"mcp", "excluded"}},
	{Path: Path{"tools", "sandbox"}, RequiresRestart: true},
	{Path: Path{"ide", "enabled"}, RequiresRestart: true, ShowInDialog: true},
	{Path: Path{"ui", "theme"}, ShowInDialog: true},
}

// Classify is the entry of the schema with the longest prefix of path, so that a
// leaf outranks its parents (QWEN-18). A key that the schema does not know is
// false.
func Classify(path Path) (Key, bool) {
	var best Key
	for _, key := range Schema {
		if len(key.Path) > len(best.Path) && len(key.Path) <= len(path) && slices.Equal(key.Path, path[:len(key.Path)]) {
			best = key
		}
	}
	return best, best.Path != nil
}

// RestartRequired reports whether a change at path has no effect before the next
// start. Unknown keys can be changed at any time (S-QWEN-19).
func RestartRequired(path Path) bool {
	key, _ := Classify(path)
	return key.RequiresRestart
}

// AllRestartRequired reports whether nothing of a change has an effect before the
// next start, so that no listener needs to hear of it (QWEN-14, QWEN-15). It is true
// for no change at all.
func AllRestartRequired(paths []Path) bool {
	return !slices.ContainsFunc(paths, func(p Path) bool { return !RestartRequired(p) })
}
