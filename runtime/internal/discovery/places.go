package discovery

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// path is the absolute path of a file, empty if there is no such directory. A word
// in braces is a directory that depends on the operating system or the environment.
func (o Options) path(level, file string) (path string) {
	base := o.Home
	if level == config.LevelProject {
		base = o.Dir
	}
	if base == "" {
		return path
	}
	if word, rest, ok := strings.Cut(file, "/"); ok && strings.HasPrefix(word, "{") {
		return filepath.Join(o.directory(word), filepath.FromSlash(rest))
	}
	return filepath.Join(base, filepath.FromSlash(file))
}

// directory is what a word in braces stands for: {data} is where the programs of a
// desktop keep their data, {config} where those of a terminal do, and {copilot} is
// Copilot's own.
func (o Options) directory(word string) string {
	home := func(name string) string { return filepath.Join(o.Home, filepath.FromSlash(name)) }
	config := cmp.Or(o.variable("XDG_CONFIG_HOME"), home(".config"))
	switch {
	case word == "{copilot}":
		return cmp.Or(o.variable("COPILOT_HOME"), home(".copilot"))
	case o.System == "windows":
		return cmp.Or(o.variable("APPDATA"), home("AppData/Roaming"))
	case o.System == "darwin" && word == "{data}":
		return home("Library/Application Support")
	}
	return config
}

// variable is the value of a variable that names a directory; one that is not
// absolute does not count.
func (o Options) variable(name string) string {
	if value, _ := o.Env(name); filepath.IsAbs(value) {
		return value
	}
	return ""
}
