package process

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

// init makes this binary, in that role, a program that says which of its processes lives, and
// waits to be killed. The first of them, for which the thread was made, has ended.
func init() {
	if os.Getenv(treeVariable) != "program" {
		return
	}
	var all [2]Process
	for i := range all {
		p, err := OS().Start(Command{Path: "/bin/sleep", Args: []string{"60"}})
		if err != nil {
			os.Exit(3)
		}
		all[i] = p
	}
	_ = all[0].Kill()
	_, _ = all[0].Wait()
	fmt.Println(all[1].PID())
	_, _ = all[1].Wait()
}

// A program that is killed takes along what it has started.
func TestProcessesDieWithTheirProgram(t *testing.T) {
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), treeVariable+"=program")
	out, err := program.StdoutPipe()
	assert.NilError(t, err)
	assert.NilError(t, program.Start())
	var pid int
	_, err = fmt.Fscan(out, &pid)
	assert.NilError(t, err)
	then, ok := statOf(pid)
	assert.Assert(t, ok)
	assert.NilError(t, program.Process.Kill())
	_ = program.Wait()
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		if now, ok := statOf(pid); ok && now.began == then.began && now.state != "Z" {
			return poll.Continue("process %d is in state %s", pid, now.state)
		}
		return poll.Success()
	})
}

// threads are those of this process.
func threads(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/task")
	assert.NilError(t, err)
	return len(all)
}

// Processes that run take one thread together, and none when they have ended. The end of the
// first, from whose thread all were started, is not that of the others.
func TestProcessesShareOneThread(t *testing.T) {
	const many = 40
	before := threads(t)
	var all []Process
	for range many {
		p, err := OS().Start(Command{Path: "/bin/sh", Args: []string{"-c", waiting}})
		assert.NilError(t, err)
		_, err = p.Stderr().Read(make([]byte, 1)) // it runs
		assert.NilError(t, err)
		all = append(all, p)
	}
	assert.Check(t, threads(t)-before < many/4, "%d threads, %d before", threads(t), before)
	for i, p := range all {
		assert.NilError(t, p.Stdin().Close())
		code, err := p.Wait()
		assert.Check(t, code == 1 && err == nil, "process %d: %d, %v", i, code, err) // read at the end of the input
	}
	ours.mu.Lock()
	defer ours.mu.Unlock()
	assert.Check(t, ours.children == 0 && ours.work == nil)
}
