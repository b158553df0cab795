package stdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// The tests of this file run real processes: this test binary itself, as one of
// the servers below.
const helperVariable = "MCPSIM_STDIO_HELPER"

var helpers = map[string]func(){
	"echo":       func() { echoLoop(os.Stdin, os.Stdout) },
	"about":      about,
	"exit 7":     func() { asked(); fmt.Fprintln(os.Stderr, "cannot start"); os.Exit(7) },
	"stubborn":   func() { signal.Ignore(syscall.SIGTERM); echoLoop(os.Stdin, os.Stdout); _ = syscall.Pause() },
	"tree":       func() { fork("sleeper"); echoLoop(os.Stdin, os.Stdout) },
	"away":       func() { forkAway(os.Stdout); echoLoop(os.Stdin, os.Stdout) },
	"away dies":  func() { forkAway(os.Stdout); os.Exit(3) },
	"away quiet": func() { forkAway(nil); echoLoop(os.Stdin, os.Stdout) },
	"tree dies":  func() { fork("sleeper"); os.Exit(3) },
	"host":       func() { fork("sleeper"); fmt.Println("up"); _ = syscall.Pause() },
	"sleeper":    func() { _ = syscall.Pause() },
	"long line":  func() { asked(); _, _ = os.Stdout.Write(bytes.Repeat([]byte("x"), 100<<20)) },
	"binary":     binary,
	"never read": func() { _ = syscall.Pause() },
}

func TestMain(m *testing.M) {
	if f, ok := helpers[os.Getenv(helperVariable)]; ok {
		f()
		return
	}
	os.Exit(m.Run())
}

// asked waits for a request, which nothing else reads: what the server does then ends it.
func asked() { _, _ = bufio.NewReader(os.Stdin).ReadSlice('\n') }

// echoLoop answers each request with its params, as cheaply as it can.
func echoLoop(r io.Reader, w io.Writer) {
	in := bufio.NewReaderSize(r, 64<<10)
	var out []byte
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		m, err := jsonrpc.Parse(line)
		if err != nil || m.Kind != jsonrpc.Request {
			continue
		}
		out = append(append(append(out[:0], `{"jsonrpc":"2.0","id":`...), m.ID...), `,"result":`...)
		out = append(append(out, m.Params...), "}\n"...)
		if _, err := w.Write(out); err != nil {
			return
		}
	}
}

func about() {
	dir, _ := os.Getwd()
	out, _ := json.Marshal(map[string]any{"args": os.Args[1:], "env": os.Environ(), "dir": dir})
	fmt.Printf("{\"method\":\"about\",\"params\":%s}\n", out)
	echoLoop(os.Stdin, os.Stdout)
}

func binary() {
	junk := make([]byte, 1<<20)
	for i := range junk {
		junk[i] = byte(i * 31)
	}
	_, _ = os.Stdout.Write(junk)
	fmt.Println()
	echoLoop(os.Stdin, os.Stdout)
}

// fork starts this binary again with inherited pipes and tells its pid.
func fork(helper string) {
	start(&exec.Cmd{Path: os.Args[0], Env: []string{helperVariable + "=" + helper}, Stdout: os.Stdout, Stderr: os.Stderr})
}

// forkAway does the same in a session of its own, which a signal to the group does not
// reach.
func forkAway(stdout io.Writer) {
	start(&exec.Cmd{
		Path: os.Args[0], Args: []string{"runaway", "-x"}, Env: []string{helperVariable + "=sleeper"},
		Stdout: stdout, SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	})
}

func start(cmd *exec.Cmd) {
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	for named := false; !named; { // its command line is there a moment after Start has returned
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", cmd.Process.Pid))
		named = err != nil || len(line) > 0
	}
	fmt.Printf("{\"method\":\"child\",\"params\":%d}\n", cmd.Process.Pid)
}

func helper(name string, args ...string) process.Command {
	return process.Command{Path: os.Args[0], Args: args, Env: []string{helperVariable + "=" + name}}
}

// real connects a transport to a real process.
func real(t testing.TB, o Options, c transport.Callbacks) *Transport {
	t.Helper()
	tr := New(filled(o))
	tr.SetCallbacks(c)
	assert.NilError(t, tr.Connect(background))
	t.Cleanup(func() { assert.NilError(t, tr.Close()) })
	return tr
}

func TestRealProcess_OMP_TP_38(t *testing.T) {
	dir := t.TempDir()
	command := helper("about", "-x", "a  b", "$HOME")
	command.Env = append(command.Env, "A=1")
	command.Dir = dir
	got := make(chan json.RawMessage, 1)
	tr := real(t, Options{Command: command}, transport.Callbacks{
		OnNotification: func(_ string, p json.RawMessage) { got <- p },
	})
	var told struct {
		Args, Env []string
		Dir       string
	}
	assert.NilError(t, json.Unmarshal(<-got, &told))
	assert.DeepEqual(t, told.Args, []string{"-x", "a  b", "$HOME"})
	assert.DeepEqual(t, told.Env, command.Env)
	same, err := filepath.EvalSymlinks(dir)
	assert.NilError(t, err)
	assert.Equal(t, told.Dir, same)
	result, err := tr.Request(background, "echo", map[string]int{"n": 1})
	assert.NilError(t, err)
	assert.Equal(t, string(result), `{"n":1}`)
}

func TestRealExit_FF_18(t *testing.T) {
	closed := make(chan struct{})
	tr := real(t, Options{Command: helper("exit 7")}, transport.Callbacks{OnClose: func() { close(closed) }})
	_, err := tr.Request(background, "a", nil)
	assert.ErrorIs(t, err, transport.ErrClosed)
	<-closed
	assert.NilError(t, tr.Close())
}

func TestSpawnFailure_F_18(t *testing.T) {
	for _, c := range []process.Command{
		{Path: "surely-no-such-command", Env: []string{"PATH=/usr/bin:/bin"}},
		{Path: "/no/such/file"},
		{Path: "sh"}, // no PATH given, none used
		{Path: "sh", Env: []string{"PATH=.:"}, Dir: "/bin"},
		{Path: "/bin/sh", Dir: "/no/such/dir"},
	} {
		err := New(filled(Options{Command: c})).Connect(background)
		assert.Check(t, errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist), "%v", err)
	}
}

func TestRealStubbornProcessIsKilled_FF_20(t *testing.T) {
	stop := Stop{TermWait: 50 * time.Millisecond}
	tr := real(t, Options{Command: helper("stubborn"), Stop: stop}, transport.Callbacks{})
	_, err := tr.Request(background, "a", 1)
	assert.NilError(t, err)
	assert.NilError(t, tr.Close())
}

// The whole group dies: after Close, and after the exit of the leader although
// a grandchild holds stdout open.
func TestRealGroupDies_FF_20(t *testing.T) {
	for _, name := range []string{"tree", "tree dies"} {
		child := make(chan int, 1)
		tr := real(t, Options{Command: helper(name)}, transport.Callbacks{
			OnNotification: func(_ string, p json.RawMessage) {
				pid, _ := strconv.Atoi(string(p))
				child <- pid
			},
		})
		pid := <-child
		if name == "tree" {
			assert.NilError(t, tr.Close())
		}
		<-tr.exited
		gone(t, pid)
		assert.NilError(t, tr.Close())
	}
}

// A process that left the group holds up neither the end of its server nor Close, and is
// named.
func TestRealRunaway(t *testing.T) {
	for _, name := range []string{"away", "away dies", "away quiet"} {
		child, warned := make(chan int, 1), make(chan error, 2)
		tr := real(t, Options{Command: helper(name)}, transport.Callbacks{
			OnNotification: func(_ string, p json.RawMessage) {
				pid, _ := strconv.Atoi(string(p))
				child <- pid
			},
			OnWarning: func(err error) { warned <- err },
		})
		pid := <-child
		t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
		begin := time.Now()
		if name != "away dies" {
			assert.NilError(t, tr.Close())
		}
		<-tr.closed
		assert.Check(t, time.Since(begin) < drainWait/2, "%s: held for %s", name, time.Since(begin))
		assert.Error(t, <-warned, fmt.Sprintf("process %d (runaway -x) has left the group of its server and outlives it: end it by hand if it is not wanted", pid))
		assert.Equal(t, len(warned), 0)
		assert.NilError(t, syscall.Kill(pid, 0))
	}
}

// What a leader leaves behind can be looked at before it is killed.
func TestRealWatched(t *testing.T) {
	var seen []int
	p, err := process.Watched(func(group int) {
		assert.Check(t, syscall.Kill(-group, 0) == nil)
		seen = append(seen, group)
	}).Start(helper("tree dies"))
	assert.NilError(t, err)
	line, err := bufio.NewReader(p.Stdout()).ReadString('\n')
	assert.NilError(t, err)
	code, err := p.Wait()
	assert.NilError(t, err)
	assert.Equal(t, code, 3)
	assert.DeepEqual(t, seen, []int{p.PID()})
	var child struct{ Params int }
	assert.NilError(t, json.Unmarshal([]byte(line), &child))
	gone(t, child.Params)
}

// gone waits until a process is dead: no such process, or a zombie that no process
// in this container reaps.
func gone(t *testing.T, pid int) {
	t.Helper()
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, state, _ := strings.Cut(string(stat), ") ")
		if err != nil || strings.HasPrefix(state, "Z") {
			return poll.Success()
		}
		return poll.Continue("process %d lives", pid)
	})
}

func TestRealLimits_FF_10(t *testing.T) {
	errs := make(chan error, 1)
	tr := real(t, Options{Command: helper("long line")}, transport.Callbacks{OnError: func(err error) { errs <- err }})
	_, err := tr.Request(background, "a", nil)
	assert.ErrorIs(t, err, transport.ErrClosed)
	assert.Error(t, <-errs, "line exceeds 16777216 bytes")
}

func TestRealBinaryOutput(t *testing.T) {
	tr := real(t, Options{Command: helper("binary")}, transport.Callbacks{})
	result, err := tr.Request(background, "a", []int{1})
	assert.NilError(t, err)
	assert.Equal(t, string(result), "[1]")
}

func TestRealServerNeverReads_FF_17(t *testing.T) {
	tr := real(t, Options{Command: helper("never read"), MaxQueue: 4 << 20}, transport.Callbacks{})
	big := strings.Repeat("x", 1<<20)
	var err error
	for range 5 {
		err = tr.Notify("n", big)
	}
	assert.ErrorIs(t, err, ErrQueueFull)
	ctx, cancel := context.WithCancel(background)
	cancel()
	_, err = tr.Request(ctx, "a", nil)
	assert.ErrorIs(t, err, context.Canceled)
	assert.NilError(t, tr.Close())
}

// Nothing is left after many lives: no goroutine, no file.
func TestRealChurnLeavesNothing(t *testing.T) {
	files := openFiles(t)
	for range 20 {
		tr := New(filled(Options{Command: helper("echo")}))
		assert.NilError(t, tr.Connect(background))
		_, err := tr.Request(background, "a", 1)
		assert.NilError(t, err)
		assert.NilError(t, tr.Close())
	}
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		if now := openFiles(t); now > files {
			return poll.Continue("%d files open, %d before", now, files)
		}
		return poll.Success()
	})
}

func openFiles(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	assert.NilError(t, err)
	return len(entries)
}
