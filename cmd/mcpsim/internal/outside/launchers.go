package outside

import (
	"path/filepath"
	"strings"
)

// launchers are programs that run another one, which their first argument that is
// no flag names; of those with a word, only after it.
var launchers = map[string]string{
	"npx": "", "bunx": "", "uvx": "", "pipx": "run", "pnpm": "dlx", "yarn": "dlx", "npm": "exec", "uv": "run",
	"node": "", "bun": "", "deno": "run", "python": "", "python3": "",
}

// Launched is the index of the argument that names the program which a command runs: the
// package of npx and the like, the script of node and the like. It is -1 if the command
// is the program itself.
func Launched(command string, args []string) int {
	name := command[strings.LastIndexAny(command, `/\`)+1:]
	before, launches := launchers[strings.TrimSuffix(name, filepath.Ext(name))]
	if !launches {
		return -1
	}
	for i, word := range args {
		switch {
		case strings.HasPrefix(word, "-"):
		case before != "" && word != before:
			return -1
		case before != "":
			before = ""
		default:
			return i
		}
	}
	return -1
}
