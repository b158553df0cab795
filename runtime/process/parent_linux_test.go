package process

import (
	"os"
	"testing"

	"gotest.tools/v3/assert"
)

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
