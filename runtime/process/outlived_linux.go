package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// releaseWait is how long members of a group that was killed may hold its pipes, in
// milliseconds.
const releaseWait = 100

// family remembers who descends from a process, as it is asked to end: once it has
// ended, its children belong to another process and cannot be told from strangers.
type family struct{ known []member }

// member is one process; a pid alone may be given to another one later.
type member struct {
	pid   int
	began string
}

// note takes note of all descendants of a process that is alive.
func (f *family) note(pid int) {
	for _, child := range children(pid) {
		if s, ok := statOf(child); ok && !slices.Contains(f.known, member{child, s.began}) {
			f.known = append(f.known, member{child, s.began})
			f.note(child)
		}
	}
}

// outlived returns those that live on although the leader and its group are dead: the
// descendants that were noted, and whoever holds a pipe of the group.
func (p *osProcess) outlived() (left []Survivor) {
	leader := p.cmd.Process.Pid
	seen := map[int]bool{os.Getpid(): true}
	look := func(pid int, began string) {
		s, ok := statOf(pid)
		if !ok || seen[pid] || s.state == "Z" || s.group == leader || began != "" && s.began != began {
			return
		}
		seen[pid] = true
		left = append(left, Survivor{pid, commandOf(pid)})
	}
	for _, m := range p.family.known {
		look(m.pid, m.began)
	}
	for _, pid := range holders(p.stdout.File, p.stderr.File) {
		look(pid, "")
	}
	return left
}

// holders are the processes that may still write to one of the pipes. They are looked
// for only if there are any, as each process of the system is looked at.
func holders(ends ...*os.File) (pids []int) {
	names := map[string]bool{}
	for _, f := range ends {
		if name := held(f); name != "" {
			names[name] = true
		}
	}
	if len(names) == 0 {
		return nil
	}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil && names[target] {
			pid, _ := strconv.Atoi(strings.Split(link, "/")[2])
			pids = append(pids, pid)
		}
	}
	return slices.Compact(pids)
}

// held is what /proc calls the pipe of a file, empty if it has no writer any more.
func held(f *os.File) (name string) {
	raw, _ := f.SyscallConn() // which only a file that is nil does not have
	_ = raw.Control(func(fd uintptr) {
		end := []unix.PollFd{{Fd: int32(fd)}}
		if n, err := unix.Poll(end, releaseWait); err == nil && n > 0 { // no writer is left
			return
		}
		var info unix.Stat_t
		if unix.Fstat(int(fd), &info) == nil {
			name = fmt.Sprintf("pipe:[%d]", info.Ino)
		}
	})
	return name
}

// children are those of all threads of a process; none if the system does not tell.
func children(pid int) (pids []int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, name := range files {
		data, _ := os.ReadFile(name)
		for _, word := range strings.Fields(string(data)) {
			child, _ := strconv.Atoi(word)
			pids = append(pids, child)
		}
	}
	return pids
}

// stat is what /proc says about a process.
type stat struct {
	state string
	group int
	began string // in ticks since the system's start
}

func statOf(pid int) (s stat, ok bool) {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)) // empty if there is no such process
	_, rest, _ := strings.Cut(string(data[max(0, bytes.LastIndexByte(data, ')')):]), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 20 {
		return s, false
	}
	s.group, _ = strconv.Atoi(fields[2])
	s.state, s.began = fields[0], fields[19]
	return s, true
}

// commandOf is the command line of a process, its beginning if it is long.
func commandOf(pid int) string {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	line := strings.Join(strings.FieldsFunc(string(data), func(r rune) bool { return r == 0 }), " ")
	return line[:min(len(line), maxCommand)]
}

// maxCommand bounds the command line of a [Survivor], in bytes.
const maxCommand = 200
