package process

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"os/signal"
	goruntime "runtime"
	"testing"

	"gotest.tools/v3/assert"
)

// treeVariable makes this binary a member of a tree of processes, that of its value.
const treeVariable = "MCPSIM_TEST_TREE"

func init() {
	switch role := os.Getenv(treeVariable); role {
	case "leader", "leaver":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), treeVariable+"=child")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			os.Exit(3)
		}
		if role == "leader" {
			_ = child.Wait()
		}
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	case "child":
		_, _ = os.Stdout.WriteString("here\n")
		signals := make(chan os.Signal, 1)
		signal.Notify(signals)
		for range signals { // until it is killed
		}
	}
}

// startTree starts a process that has a child, which holds the pipe of stdout and ends by force only.
func startTree(t *testing.T, role string) (Process, *bufio.Reader) {
	t.Helper()
	p, err := OS().Start(Command{Path: os.Args[0], Env: append(os.Environ(), treeVariable+"="+role)})
	assert.NilError(t, err)
	out := bufio.NewReader(p.Stdout())
	line, err := out.ReadString('\n')
	assert.NilError(t, err)
	assert.Equal(t, line, "here\n")
	return p, out
}

// What a process has started is killed with it: the end of the pipe comes when all are gone.
func TestChildrenAreKilledToo(t *testing.T) {
	p, out := startTree(t, "leader")
	assert.NilError(t, p.Kill())
	_, _ = io.Copy(io.Discard, out)
	_, _ = p.Wait()
}

// It is killed, too, if the process ends by itself.
func TestChildrenDoNotOutliveTheirLeader(t *testing.T) {
	if goruntime.GOOS != "linux" && goruntime.GOOS != "windows" {
		t.Skip("a group whose leader has ended has no safe name here")
	}
	p, out := startTree(t, "leaver")
	assert.NilError(t, p.Stdin().Close())
	_, _ = io.Copy(io.Discard, out)
	code, err := p.Wait()
	assert.NilError(t, err)
	assert.Equal(t, code, 0)
}
