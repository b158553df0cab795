package config

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Folders are the directories that variables of other programs stand for; empty:
// there is none.
type Folders struct{ Home, Project string }

// Localize puts in what a program's own variables stand for, in every string value
// of s: paths in the place of ${workspaceFolder} and the like, and ${NAME}, which
// [Expand] knows, in the place of ${env:NAME}, $NAME or {env:NAME}. What only the
// program can fill in, such as the answer to ${input:token}, stays as it is written
// and is reported with Skipped set: the server cannot be used without it. The
// result shares nothing with s.
func (f Format) Localize(s Server, at Folders) (Server, []Problem) {
	x := expander{server: s.Name}
	x.text = func(field, value string) string {
		if f.variables == nil {
			return value
		}
		return f.variables.pattern.ReplaceAllStringFunc(value, func(written string) string {
			text, ok := f.variables.meaning(f.variables.pattern.FindStringSubmatch(written)[1], at)
			switch shown := words.Clip(written, mostNamed); {
			case !ok:
				x.report("left out: only its program can fill in %s in %s", shown, field)
			case !x.fits(text):
				x.report("left out: the variables of the definition have more than %d bytes together, with %s in %s", mostAdded, shown, field)
			default:
				return text
			}
			x.problems[len(x.problems)-1].Skipped = true
			return written
		})
	}
	s = x.definition(s)
	return s, x.problems
}

// variables is how a program writes variables: the first group of the pattern is the
// name of one, and meaning what it stands for, if that can be known.
type variables struct {
	pattern *regexp.Regexp
	meaning func(name string, at Folders) (text string, ok bool)
}

// The ways to write variables, as their programs document them.
var (
	// editorVariables are those of VS Code, which Cursor, Windsurf, Cline and Roo
	// have taken over, each a part of them.
	editorVariables = &variables{regexp.MustCompile(`\$\{([^}]+)\}`), editorVariable}
	// shellVariables: $NAME is ${NAME}, which is known anyway.
	shellVariables = &variables{regexp.MustCompile(`\$([A-Za-z_][A-Za-z0-9_]*)`), placeholderOf}
	// braceVariables are OpenCode's {env:NAME} and {file:path}.
	braceVariables = &variables{regexp.MustCompile(`\{((?:env|file):[^}]+)\}`), editorVariable}
)

func placeholderOf(name string, _ Folders) (text string, ok bool) { return "${" + name + "}", true }

// editorVariable is the meaning of what stands in the braces. Without a colon, and
// before ":-", it is the name of a variable of the environment unless it is one of
// the editor's.
func editorVariable(name string, at Folders) (text string, ok bool) {
	switch name {
	case "workspaceFolder", "cwd":
		return at.Project, at.Project != ""
	case "workspaceFolderBasename":
		return filepath.Base(at.Project), at.Project != ""
	case "userHome":
		return at.Home, at.Home != ""
	case "pathSeparator", "/":
		return string(filepath.Separator), true
	}
	if variable, ofEnvironment := strings.CutPrefix(name, "env:"); ofEnvironment {
		return "${" + variable + "}", true
	}
	before, after, colon := strings.Cut(name, ":")
	return "${" + name + "}", !colon || before != "" && strings.HasPrefix(after, "-")
}
