package probe

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// groupsKnown says that groupOf knows anything here.
const groupsKnown = true

// tick is the unit of times in /proc, which is the same on every Linux that Go
// runs on.
const tick = 10 * time.Millisecond

// stopped reports whether a process is stopped, by its state.
func stopped(pid int) bool {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return false
	}
	_, after, found := strings.Cut(string(stat[max(0, bytes.LastIndexByte(stat, ')')):]), ") ")
	return found && strings.HasPrefix(after, "T")
}

// groupOf lists the processes of a group that have not ended.
func groupOf(group int) []member {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	var out []member
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended meanwhile
		}
		m, in, running := readStat(string(stat))
		if in != group || !running {
			continue
		}
		if line, err := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline")); err == nil && len(line) > 0 {
			m.name = string(bytes.TrimSpace(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
		out = append(out, m)
	}
	return out
}

// readStat reads a stat file of /proc: a pid, a name in parentheses that may
// hold anything, and fields. A zombie does not run.
func readStat(stat string) (m member, group int, running bool) {
	begin, end := strings.Index(stat, "("), strings.LastIndex(stat, ")")
	if begin < 0 || end < begin {
		return m, 0, false
	}
	fields := strings.Fields(stat[end+1:])
	if len(fields) < 13 {
		return m, 0, false
	}
	number := func(text string) int {
		n, _ := strconv.Atoi(text)
		return n
	}
	m.pid, m.name = number(strings.TrimSpace(stat[:begin])), stat[begin+1:end]
	m.parent = number(fields[1])
	m.cpu = time.Duration(number(fields[11])+number(fields[12])) * tick
	return m, number(fields[2]), fields[0] != "Z" && fields[0] != "X"
}
