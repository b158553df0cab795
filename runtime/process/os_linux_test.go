package process

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// waiting is a script that says when it runs, and waits for the end of its input.
const waiting = "echo >&2; read x"

// sleeper is a child that runs the script, with further arguments. A process has no
// arguments for a moment after its start.
func sleeper(t *testing.T, stdout *os.File, args ...string) (pid int) {
	t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", waiting, "sh"}, args...)...)
	cmd.Stdout = stdout
	in, err := cmd.StdinPipe()
	assert.NilError(t, err)
	stderr, err := cmd.StderrPipe()
	assert.NilError(t, err)
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() { _ = in.Close(); _ = cmd.Wait() })
	_, err = stderr.Read(make([]byte, 1))
	assert.NilError(t, err)
	return cmd.Process.Pid
}

func TestWhatTheSystemSaysOfAProcess(t *testing.T) {
	s, ok := statOf(os.Getpid())
	assert.Check(t, ok && s.group == syscall.Getpgrp() && strings.Contains("RSD", s.state) && s.began != "", "%+v", s)
	again, _ := statOf(os.Getpid())
	assert.Equal(t, again.began, s.began)
	_, ok = statOf(1 << 30)
	assert.Check(t, !ok)

	leader := exec.Command("sleep", "60")
	leader.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	assert.NilError(t, leader.Start())
	defer func() { _ = leader.Process.Kill(); _ = leader.Wait() }()
	s, ok = statOf(leader.Process.Pid)
	assert.Check(t, ok && s.group == leader.Process.Pid, "%+v", s)
	var uptime float64
	data, err := os.ReadFile("/proc/uptime")
	assert.NilError(t, err)
	_, err = fmt.Sscan(string(data), &uptime)
	assert.NilError(t, err)
	began, err := strconv.Atoi(s.began)
	assert.NilError(t, err)
	age := uptime - float64(began)/100 // there are a hundred ticks in a second
	assert.Check(t, age > -1 && age < 60, "it began %v s ago", age)

	long := strings.Repeat("x", 300)
	assert.Equal(t, commandOf(sleeper(t, nil, "a b", "c")), "sh -c "+waiting+" sh a b c")
	assert.Equal(t, commandOf(sleeper(t, nil, long)), ("sh -c " + waiting + " sh " + long)[:200])
	assert.Equal(t, commandOf(1<<30), "")
}

func TestFamiliesAreNotedOnce(t *testing.T) {
	first := sleeper(t, nil)
	var f family
	f.note(os.Getpid())
	second := sleeper(t, nil)
	f.note(os.Getpid())
	count := map[int]int{}
	for _, m := range f.known {
		count[m.pid]++
		s, ok := statOf(m.pid)
		assert.Check(t, ok && s.began == m.began)
	}
	assert.Check(t, count[first] == 1 && count[second] == 1, "%v", count)
	assert.Equal(t, len(children(1<<30)), 0)
}

func TestWhoHoldsAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	assert.NilError(t, err)
	defer r.Close()
	name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", r.Fd()))
	assert.NilError(t, err)
	assert.Equal(t, held(r), name)
	pid := sleeper(t, w)
	assert.NilError(t, w.Close())
	found := holders(r) // this process has the other end
	slices.Sort(found)
	want := []int{os.Getpid(), pid}
	slices.Sort(want)
	assert.DeepEqual(t, found, want)

	free, end, err := os.Pipe()
	assert.NilError(t, err)
	defer free.Close()
	assert.NilError(t, end.Close())
	assert.Equal(t, held(free), "")
	assert.Equal(t, len(holders(free)), 0)
}

// The environment is the given one and no other, and how a process ends is told.
func TestHowAProcessEnds(t *testing.T) {
	p, err := OS().Start(Command{Path: "sh", Args: []string{"-c", "echo $A$HOME; exit 7"}, Env: []string{"PATH=/bin:/usr/bin", "A=b"}})
	assert.NilError(t, err)
	said, err := io.ReadAll(p.Stdout())
	assert.NilError(t, err)
	assert.Equal(t, string(said), "b\n")
	code, err := p.Wait()
	assert.Check(t, code == 7 && err == nil, "%d, %v", code, err)
	assert.ErrorIs(t, p.Terminate(), os.ErrProcessDone)
	assert.ErrorIs(t, p.Kill(), os.ErrProcessDone)

	p, err = OS().Start(Command{Path: "/bin/sh", Args: []string{"-c", "read x"}})
	assert.NilError(t, err)
	assert.NilError(t, p.Kill())
	code, err = p.Wait()
	assert.Equal(t, code, -1)
	assert.Error(t, err, "signal: killed")
}

// descriptors are those that this process has open.
func descriptors(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	assert.NilError(t, err)
	return len(all)
}

// TestDescriptorsThatDoNotSuffice: what was opened for a process that cannot be started is
// closed again.
func TestDescriptorsThatDoNotSuffice(t *testing.T) {
	var limit syscall.Rlimit
	assert.NilError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	r, w, err := os.Pipe() // what the Go runtime opens once for pipes, it has open now
	assert.NilError(t, err)
	free := uint64(r.Fd())
	closeAll(r, w)
	for more := range uint64(6) {
		before := descriptors(t)
		low := syscall.Rlimit{Cur: free + more, Max: limit.Max}
		assert.NilError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &low))
		_, err := startOS(Command{Path: "/bin/true"}, nil)
		assert.NilError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit))
		assert.ErrorIs(t, err, syscall.EMFILE)
		assert.Equal(t, descriptors(t), before)
	}
}
