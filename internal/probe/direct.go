package probe

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/process"
)

// runners start a package by its name, which they look for each time.
var runners = []string{"npx", "npx-cli", "uvx", "bunx", "pnpx", "dlx", "npm", "npm-cli", "uv", "pipx"}

// IsRunner reports whether a program, named by its path, is one that starts packages.
func IsRunner(path string) bool {
	name := filepath.Base(path)
	return slices.Contains(runners, strings.TrimSuffix(name, filepath.Ext(name)))
}

// Direct is the command of the process that a package runner has started for the first
// session: with it the server starts again without the runner. false: it is not known,
// as everywhere but on Linux. The process must still run.
func (b *Bench) Direct() (process.Command, bool) {
	if b.first == nil || b.first.Process == nil || b.first.Process.group == 0 || b.refused != nil {
		return process.Command{}, false
	}
	c, found := behindRunner(b.first.Process.group)
	c.Dir = b.Target.Command.Dir
	return c, found
}

// onlyStarts reports whether a command line is that of a runner, or of a shell between
// a runner and what it starts.
func onlyStarts(argv []string) bool {
	if len(argv) > 1 && argv[1] == "-c" && strings.HasSuffix(filepath.Base(argv[0]), "sh") {
		return true
	}
	return slices.ContainsFunc(argv[:min(2, len(argv))], func(word string) bool { // "node npx", or the title "npm exec PACKAGE"
		program, _, _ := strings.Cut(word, " ")
		return IsRunner(program)
	})
}
