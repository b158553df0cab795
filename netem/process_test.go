package netem_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// echo is a program that copies its stdin to its stdout and exits with code at
// the end of file.
func echo(s *vtime.Sim, p *netem.Process, code int) {
	s.Go("program", func() {
		_, _ = io.Copy(p.Out(), p.In())
		p.Exit(code)
	})
}

func TestProcessTalksAndExits(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		p := n.Process("docs")
		echo(s, p, 3)
		write(t, p.Stdin(), "hello\n")
		expect(t, p.Stdout(), "hello\n")
		assert.Check(t, p.CloseStdin() == nil)
		rest, err := io.ReadAll(p.Stdout())
		assert.Check(t, err == nil && len(rest) == 0)
		rest, err = io.ReadAll(p.Stderr())
		assert.Check(t, err == nil && len(rest) == 0)
		code, err := p.Wait()
		assert.Check(t, code == 3 && err == nil, "%d, %v", code, err)
		_, procs := n.Open()
		assert.Check(t, procs == 0)
		assert.Check(t, errors.Is(p.Terminate(), os.ErrProcessDone))
		assert.Check(t, errors.Is(p.Kill(), os.ErrProcessDone))
	})
}

func TestExitDeliversWhatWasWritten(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, n *netem.Net) {
		n.Link("docs").Add(netem.Latency{Delay: time.Second})
		p := n.Process("docs")
		write(t, p.Out(), "out")
		write(t, p.Err(), "err")
		p.Exit(0)
		p.Exit(1) // has no effect
		code, err := p.Wait()
		assert.Check(t, code == 0 && err == nil, "%d, %v", code, err)
		out, _ := io.ReadAll(p.Stdout())
		errs, _ := io.ReadAll(p.Stderr())
		assert.Check(t, string(out) == "out" && string(errs) == "err", "%q %q", out, errs)
		_, err = p.Out().Write([]byte("x"))
		assert.Check(t, errors.Is(err, os.ErrClosed), "%v", err)
	})
}

func TestStdinOfAnExitedProcessIsABrokenPipe(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		p := n.Process("docs")
		blocked := make(chan error, 1)
		s.Go("parent", func() { _, err := p.Stdin().Write(make([]byte, 1<<20)); blocked <- err })
		_ = s.Sleep(time.Second)
		p.Exit(0)
		assert.Check(t, errors.Is(<-blocked, syscall.EPIPE))
		_, err := p.Stdin().Write([]byte("x"))
		assert.Check(t, errors.Is(err, syscall.EPIPE), "%v", err)
		assert.Check(t, strings.HasPrefix(err.Error(), "write |stdin: "), "%v", err)
		assert.Check(t, p.CloseStdin() == nil)
		assert.Check(t, errors.Is(p.CloseStdin(), os.ErrClosed))
		in, ok := p.In().(io.Closer)
		assert.Assert(t, ok)
		assert.Error(t, in.Close(), "close |stdin: file already closed")
	})
}

func TestStdoutWithoutReaderIsABrokenPipe(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		p := n.Process("docs")
		assert.Check(t, p.Stdout().(io.Closer).Close() == nil)
		_ = s.Settle()
		_, err := p.Out().Write([]byte("x"))
		assert.Check(t, errors.Is(err, syscall.EPIPE), "%v", err)
	})
}

func TestSignals(t *testing.T) {
	tests := map[string]struct {
		program func(p *netem.Process)
		signal  func(p *netem.Process) error
		want    string // of Wait; empty = still alive
	}{
		"term kills by default": {func(*netem.Process) {}, (*netem.Process).Terminate, "signal: terminated"},
		"kill kills":            {func(*netem.Process) {}, (*netem.Process).Kill, "signal: killed"},
		"term can be ignored":   {func(p *netem.Process) { p.OnTerm(func() {}) }, (*netem.Process).Terminate, ""},
		"term can be caught":    {func(p *netem.Process) { p.Term() }, (*netem.Process).Terminate, ""},
		"default comes back": {func(p *netem.Process) { p.OnTerm(func() {}); p.OnTerm(nil) },
			(*netem.Process).Terminate, "signal: terminated"},
		"kill cannot be ignored": {func(p *netem.Process) { p.OnTerm(func() {}); p.Term() },
			(*netem.Process).Kill, "signal: killed"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			simulate(t, func(s *vtime.Sim, n *netem.Net) {
				p := n.Process("docs")
				test.program(p)
				echo(s, p, 0)
				assert.Check(t, test.signal(p) == nil)
				assert.Check(t, test.signal(p) == nil) // a second one in the same instant is harmless
				_ = s.Settle()
				_, alive := n.Open()
				if test.want == "" {
					assert.Check(t, alive == 1)
					return
				}
				code, err := p.Wait()
				var exit *netem.ExitError
				assert.Check(t, code == -1 && errors.As(err, &exit) && err.Error() == test.want, "%d, %v", code, err)
				assert.Check(t, alive == 0)
				<-p.Killed()
			})
		})
	}
}

func TestTermReachesTheProgram(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		p := n.Process("docs")
		calls := 0
		p.OnTerm(func() { calls++ })
		term := p.Term()
		s.Go("program", func() { <-term; p.Exit(143) })
		assert.Check(t, p.Terminate() == nil)
		code, err := p.Wait()
		_ = s.Settle()
		assert.Check(t, code == 143 && err == nil && calls == 1, "%d, %v, %d", code, err, calls)
	})
}

func TestForkHoldsThePipesOpen(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		for name, end := range map[string]func(p *netem.Process, fork func()){
			"ends":   func(_ *netem.Process, fork func()) { fork(); fork() },
			"killed": func(p *netem.Process, _ func()) { assert.Check(t, p.Kill() == nil) },
		} {
			p := n.Process("docs")
			fork := p.Fork()
			p.Exit(0)
			_, _ = p.Wait()
			eof := make(chan struct{})
			s.Go("reader", func() { _, _ = io.ReadAll(p.Stdout()); close(eof) })
			_ = s.Sleep(time.Hour)
			select {
			case <-eof:
				t.Errorf("%s: stdout ended", name)
			default:
			}
			_, procs := n.Open()
			assert.Check(t, procs == 1)
			end(p, fork)
			<-eof
			_, procs = n.Open()
			assert.Check(t, procs == 0)
		}
	})
}

func TestStderrFloodBlocksTheProgramUntilItIsRead(t *testing.T) { // FF-16
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		p := n.Process("docs")
		const flood = 256 << 10
		s.Go("program", func() {
			_, _ = p.Err().Write(make([]byte, flood))
			_, _ = p.Out().Write([]byte("answer"))
		})
		_ = s.Sleep(time.Minute)
		got, _ := io.CopyN(io.Discard, p.Stderr(), flood)
		assert.Check(t, got == flood)
		expect(t, p.Stdout(), "answer")
	})
}

func TestPIDsAreStable(t *testing.T) {
	pids := func() (pids []int) {
		simulate(t, func(_ *vtime.Sim, n *netem.Net) {
			for _, name := range []string{"a", "b", "a"} {
				pids = append(pids, n.Process(name).PID())
			}
		})
		return pids
	}
	first := pids()
	assert.DeepEqual(t, first, pids())
	assert.Check(t, first[0] != first[1] && first[0] != first[2] && first[0] > 1)
}

func TestProcessTellsItsEnd(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		p := n.Process("docs")
		var told []string
		for _, name := range []string{"first", "second"} {
			p.OnEnd(func() {
				_, procs := n.Open() // the lock is not held
				code, err := p.Wait()
				assert.Check(t, procs == 0 && code == 3 && err == nil, "%d %d %v", procs, code, err)
				told = append(told, name)
			})
		}
		p.Exit(3)
		assert.Check(t, told == nil, "told before the parent could know: %q", told)
		assert.NilError(t, s.Settle())
		p.OnEnd(func() { told = append(told, "late") })
		assert.DeepEqual(t, told, []string{"first", "second", "late"})
	})
}
