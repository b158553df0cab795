package probe

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/process"
)

// behindRunner is the command of the first process in a group that does not only start
// another. Where one has started several it is not known which of them is the server.
func behindRunner(group int) (process.Command, bool) {
	members := groupOf(group)
	at := group
	for range members {
		argv := procWords(at, "cmdline")
		if len(argv) > 0 && !onlyStarts(argv) {
			return commandOf(at, argv)
		}
		var children []int
		for _, m := range members {
			if m.parent == at {
				children = append(children, m.pid)
			}
		}
		if len(children) != 1 {
			break
		}
		at = children[0]
	}
	return process.Command{}, false
}

// commandOf starts what a process is. A program that was named by its path keeps that
// name: some look beside it for what they need.
func commandOf(pid int, argv []string) (process.Command, bool) {
	c := process.Command{Path: argv[0], Args: argv[1:], Env: procWords(pid, "environ")}
	if !filepath.IsAbs(c.Path) {
		program, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "exe"))
		if err != nil {
			return process.Command{}, false
		}
		c.Path = program
	}
	return c, len(c.Env) > 0
}

// procWords are the words of a file of /proc in which each ends with a zero byte; nil if it
// cannot be read.
func procWords(pid int, file string) []string {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), file))
	if err != nil || len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
}
