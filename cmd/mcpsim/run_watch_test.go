package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// ruleThat is a feature with one Rule, whose step is given.
func ruleThat(step string) string {
	return "Feature: F\n  @X-01\n  Rule: R\n    Example: e\n      When " + step + "\n"
}

// workers are the processes of the place that run scenarios, where processes can be seen.
func (p *place) workers(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	assert.NilError(t, err)
	return slices.DeleteFunc(names, func(name string) bool {
		command, _ := os.ReadFile(name) // it may be gone
		environ, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "environ"))
		return !strings.Contains(string(command), workerName) || !strings.Contains(string(environ), p.mark+"\x00")
	})
}

// What is saved is run again, that and nothing else, by the process that ran it before.
func TestRunWatch(t *testing.T) {
	p := newPlace(t)
	file := func(name string) string { return filepath.Join(p.project, name) }
	p.save(t, file("a.feature"), ruleThat("1s pass"))
	p.save(t, file("b.feature"), ruleThat("2s pass"))
	cmd := p.mcpsim("run", "--watch", "-j", "1", p.project)
	stdout, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	stderr, err := cmd.StderrPipe()
	assert.NilError(t, err)
	begin(t, cmd)
	out, hints := follow(stdout), follow(stderr)
	told := func(texts ...string) {
		t.Helper()
		out.untilText(t, texts...)
		hints.untilText(t, "watching "+p.project)
	}
	told("a.feature", "b.feature", "2 runs: 2 passed; 3s virtual")
	before := p.workers(t)

	p.save(t, file("a.feature"), ruleThat("5s pass"))
	told("a.feature", "1 run: 1 passed; 5s virtual")
	p.save(t, file("b.feature"), ruleThat(`it fails with "no luck"`))
	told("b.feature", "no luck", "1 run: 1 failed")
	p.save(t, file("b.feature"), ruleThat("it is no step"))
	hints.untilText(t, file("b.feature")+":5:", "1 mistake; nothing was run", "watching")
	p.save(t, file("notes.txt"), "not a feature")
	assert.NilError(t, os.Mkdir(file("deep"), 0o700))
	p.save(t, file("deep/c.feature"), ruleThat("7s pass"))
	told("deep/c.feature", "1 run: 1 passed; 7s virtual")
	p.save(t, file("deep/c.feature"), "@real\n"+ruleThat("1s pass"))
	hints.untilText(t, "none of the 1 scenario matched can run in the virtual world", "watching")
	assert.DeepEqual(t, p.workers(t), before)

	assert.NilError(t, cmd.Process.Signal(os.Interrupt))
	hints.untilText(t, "interrupted")
	out.rest()
	hints.rest()
	assert.ErrorContains(t, ended(cmd), "exit status 130")
	p.nobodyCarries(t)
}

// Of a file whose line is named that scenario is run again, and nothing for its neighbours.
func TestTouchedBySaves(t *testing.T) {
	paths := []string{"a.feature:7", "./deep", "b.feature"}
	for _, tt := range []struct{ saved, want []string }{
		{[]string{"a.feature"}, []string{"a.feature:7"}},
		{[]string{"b.feature", "deep/er/c.feature"}, []string{"deep/er/c.feature", "b.feature"}},
		{[]string{"c.feature", "deeper/c.feature"}, nil},
		{nil, paths},
	} {
		assert.DeepEqual(t, touched(paths, tt.saved), tt.want)
	}
}

func TestRunWatchUsage(t *testing.T) {
	p := newPlace(t)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "--watch needs files or folders"},
		{[]string{"none"}, "--watch: stat none: no such file"},
		{[]string{p.project, "--report", "json:x"}, "leave out --explore, "},
		{[]string{p.project, "--shard", "1/2"}, "leave out --explore, "},
		{[]string{p.project, "--trace", "x"}, "leave out --explore, "},
	} {
		cmd := p.mcpsim(append([]string{"run", "--watch"}, tt.args...)...)
		out, _ := cmd.CombinedOutput()
		assert.Equal(t, cmd.ProcessState.ExitCode(), 2)
		assert.Check(t, is.Contains(string(out), tt.want))
	}
}
