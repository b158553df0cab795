package server_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	goruntime "runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// The tests of this file run real processes: this test binary itself, as one of
// the programs below.
const programVariable = "MCPSIM_PROBE_PROGRAM"

var programs = map[string]func(){
	"good":           func() { os.Exit(serve()) },
	"sleeper":        func() { signal.Ignore(syscall.SIGTERM); sleep() },
	"leaves a child": func() { fork("sleeper"); os.Exit(serve()) },
	"stubborn": func() {
		fork("sleeper")
		signal.Ignore(syscall.SIGTERM)
		serve()
		sleep()
	},
	"spins": func() {
		signal.Ignore(syscall.SIGPIPE)
		serve()
		const threads = 64 // so that it gets most of a busy machine for the second in which it is looked at
		goruntime.GOMAXPROCS(threads)
		for range threads {
			go func() {
				//lint:ignore SA5002 that is its purpose
				for {
				}
			}()
		}
		sleep()
	},
}

// sleep never returns; a pause ends with any signal.
func sleep() {
	for {
		_ = syscall.Pause()
	}
}

// TestProgram is no test but how the programs are run.
func TestProgram(t *testing.T) {
	if run := programs[os.Getenv(programVariable)]; run != nil {
		run()
	}
	t.Skip("run by other tests")
}

// serve is a correct server until the end of stdin, or of stdout.
func serve() int {
	fake, err := fakeserver.New(&fakeserver.Script{}, fakeserver.Options{})
	if err != nil {
		return 1
	}
	defer fake.Close()
	return fake.ServeStdio(fakeserver.Stdio{In: struct{ *os.File }{os.Stdin}, Out: os.Stdout, Err: os.Stderr})
}

func program(name string) process.Command {
	return process.Command{Path: os.Args[0], Args: []string{"-test.run=^TestProgram$"}, Env: []string{programVariable + "=" + name}}
}

// fork starts a program in the same process group.
func fork(name string) {
	c := program(name)
	if err := (&exec.Cmd{Path: c.Path, Args: append([]string{"child of a server"}, c.Args...), Env: c.Env}).Start(); err != nil {
		panic(err)
	}
}

// check runs the first examples of a check on a program.
func check(t *testing.T, name, id string, examples int) []reports.Result {
	t.Helper()
	jobs := subject{check: id}.jobs(t)
	results, err := servertest.Judge(probe.Target{Command: program(name), Timeout: 30 * time.Second}, jobs[:examples])
	assert.NilError(t, err)
	return results
}

func TestSurvivorsAreNamed(t *testing.T) {
	t.Parallel()
	results := check(t, "leaves a child", "STDIO-12", 2)
	assert.Equal(t, results[0].Verdict, reports.Passed, results[0].Error)
	assert.Equal(t, results[1].Verdict, reports.Warned)
	assert.Assert(t, is.Regexp(`there still run \d+ \(child of a server -test.run=\^TestProgram\$\)$`, results[1].Error))

	results = check(t, "stubborn", "STDIO-12", 1)
	assert.Equal(t, results[0].Verdict, reports.Failed)
	assert.Assert(t, is.Regexp(fmt.Sprintf(`^it still runs after 5s; in its process group there still run \d+ \(%s .*\), \d+ \(child of a server .*\)$`, os.Args[0]),
		results[0].Error))

	for _, r := range check(t, "good", "STDIO-12", 2) {
		assert.Equal(t, r.Verdict, reports.Passed, r.Error)
	}
}

func TestSpinningIsSeen(t *testing.T) {
	t.Parallel()
	for _, r := range check(t, "good", "STDIO-13", 1) {
		assert.Equal(t, r.Verdict, reports.Passed, r.Error)
	}
	for deadline := time.Now().Add(time.Minute); ; { // a busy machine may not let it spin: then it is one that does not exit
		r := check(t, "spins", "STDIO-13", 1)[0]
		if strings.HasPrefix(r.Error, "without work it uses more than half of a processor") {
			assert.Equal(t, r.Verdict, reports.Warned)
			return
		}
		assert.Assert(t, strings.HasPrefix(r.Error, "see STDIO-11: "), r.Error)
		if time.Now().After(deadline) {
			t.Skip("this machine was too busy for a minute to let anything spin")
		}
	}
}
