package process

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestLookUpUsesTheGivenPath(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "tool")
	if goruntime.GOOS == "windows" {
		tool += ".exe"
	}
	assert.NilError(t, os.WriteFile(tool, []byte("#!/bin/sh\n"), 0o755))
	path, err := lookUp("tool", []string{"PATH=/nowhere", "PATH=/bin" + string(os.PathListSeparator) + dir})
	assert.NilError(t, err)
	assert.Equal(t, path, tool)
}

func TestWhatIsNotLookedUp(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\n"), 0o755))
	t.Chdir(dir)
	for _, env := range [][]string{nil, {"PATH="}, {"PATH=."}, {"path=" + dir, "PATH"}} {
		path, err := lookUp("tool", env)
		assert.ErrorIs(t, err, exec.ErrNotFound)
		assert.Check(t, path == "" && strings.Contains(err.Error(), "tool"), "%v", err)
	}
	for _, name := range []string{"./tool", "/nowhere/tool"} {
		path, err := lookUp(name, nil)
		assert.NilError(t, err)
		assert.Equal(t, path, name)
	}
}

// A process that cannot be started is an error of the system, and leaves nothing open.
func TestAProcessThatCannotBeStarted(t *testing.T) {
	for _, c := range []Command{{Path: "/nowhere/tool"}, {Path: os.Args[0], Dir: "/nowhere"}} {
		_, err := OS().Start(c)
		if goruntime.GOOS == "windows" { // which has errors of its own for both
			assert.Check(t, err != nil)
			continue
		}
		assert.ErrorIs(t, err, os.ErrNotExist)
	}
}

func TestOnEndIsCalledOnceAndInTime(t *testing.T) {
	p, err := OS().Start(Command{Path: os.Args[0], Args: []string{"-test.run=^$"}})
	assert.NilError(t, err)
	early, late := make(chan struct{}, 2), make(chan struct{}, 2)
	p.(Notifier).OnEnd(func() { early <- struct{}{} })
	<-early
	code, err := p.Wait()
	assert.NilError(t, err)
	assert.Equal(t, code, 0)
	p.(Notifier).OnEnd(func() { late <- struct{}{} })
	assert.Equal(t, len(late), 1) // it had ended: called at once
	assert.Equal(t, len(early), 0)
}

func TestWhatAnEndedProcessSaidIsReadWhole(t *testing.T) {
	for name, read := range map[string]func(io.Reader) int{
		"Read": func(r io.Reader) int { data, _ := io.ReadAll(r); return len(data) },
		"Copy": func(r io.Reader) int { n, _ := io.Copy(io.Discard, r); return int(n) },
	} {
		p, err := OS().Start(Command{Path: os.Args[0], Args: []string{"-test.help"}})
		assert.NilError(t, err)
		_, _ = p.Wait()
		assert.Check(t, read(p.Stdout())+read(p.Stderr()) > 2000, name)
	}
}
