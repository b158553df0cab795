package stdio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func TestBeforeConnect_OMP_TP_37(t *testing.T) {
	err := vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		w := newWorld(t, sim, Options{}, echo)
		assert.Check(t, !w.Connected())
		_, err := w.Request(background, "a", nil)
		assert.Error(t, err, "Transport not connected")
		assert.ErrorIs(t, w.Notify("n", nil), transport.ErrNotConnected)
		assert.Equal(t, w.spawns, 0)
		assert.NilError(t, w.Close())
		assert.NilError(t, w.Close())
		assert.ErrorIs(t, w.Connect(background), transport.ErrNotConnected)
		assert.Equal(t, w.spawns+len(w.Said()), 0)
	})
	assert.NilError(t, err)
}

func TestConnectSpawns_OMP_TP_38_TP_39(t *testing.T) {
	command := process.Command{Path: "server", Args: []string{"-v", "a b"}, Env: []string{"A=1"}, Dir: "/srv"}
	simulate(t, Options{Command: command}, mute, func(w *world) {
		assert.Check(t, w.Connected())
		w.command.Outlived = nil // a function
		assert.DeepEqual(t, w.command, command)
		assert.ErrorContains(t, w.Connect(background), "connecting again")
		assert.Equal(t, w.spawns, 1)
	})
}

func TestConnectFails_F_18(t *testing.T) {
	cause := errors.New("exec: no such file")
	tr := New(filled(Options{Starter: process.StarterFunc(func(process.Command) (process.Process, error) { return nil, cause })}))
	assert.Equal(t, tr.Connect(background), cause)
	assert.Check(t, !tr.Connected())
	assert.NilError(t, tr.Close())
	cancelled, cancel := context.WithCancelCause(background)
	cancel(cause)
	assert.Equal(t, New(filled(Options{})).Connect(cancelled), cause)
}

func TestCloseDuringStart(t *testing.T) {
	for _, fails := range []bool{false, true} {
		err := vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
			w := newWorld(t, sim, Options{}, echo)
			start := w.opts.Starter
			w.opts.Starter = process.StarterFunc(func(c process.Command) (process.Process, error) {
				sim.Clock("starter").Sleep(time.Second)
				if fails {
					return nil, errors.New("no")
				}
				return start.Start(c)
			})
			sim.Go("closer", func() { assert.Check(t, w.Close() == nil) })
			sim.Clock("x").Sleep(time.Millisecond)
			err := w.Connect(background)
			assert.Check(t, err != nil)
			assert.NilError(t, w.Close())
			assert.Check(t, !w.Connected())
			_, live := w.net.Open()
			assert.Equal(t, live, 0)
		})
		assert.NilError(t, err)
	}
}

func TestStderrIsDropped_OMP_TP_40_FF_16(t *testing.T) {
	flood := func(w *world, p *netem.Process) {
		_, _ = p.Err().Write(bytes.Repeat([]byte("noise\n"), 1<<20/6))
		_, _ = io.WriteString(p.Err(), "the end")
		echo(w, p)
	}
	simulate(t, Options{}, flood, func(w *world) {
		_, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
		w.sleep(0)
		assert.Equal(t, len(w.Said()), 0)
	})
}

// Close marks, rejects, kills, waits for the end of stdout and calls OnClose
// last: OMP-TP-41 to OMP-TP-45, OMP-TP-47, F-42.
func TestClose_OMP_TP_41_to_45(t *testing.T) {
	simulate(t, Options{}, mute, func(w *world) {
		var calls []*pending
		for _, m := range []string{"a", "b", "c"} {
			calls = append(calls, w.background(background, m))
		}
		w.sleep(time.Second)
		w.SetCallbacks(transport.Callbacks{OnClose: func() {
			assert.Check(t, clock.Closed(w.readDone) && clock.Closed(w.stderrDone) && clock.Closed(w.exited) && clock.Closed(w.out.Done()))
			w.Note("close")
		}})
		assert.NilError(t, w.Close())
		for _, c := range calls {
			<-c.done
			assert.Error(t, c.err, "Transport closed")
		}
		_, live := w.net.Open()
		assert.Equal(t, live, 0)
		assert.NilError(t, w.Close())
		assert.DeepEqual(t, w.Said(), []string{"close"})
		_, err := w.Request(background, "late", nil)
		assert.ErrorIs(t, err, transport.ErrNotConnected)
	})
}

// Close waits for a callback that runs, and lets no other one begin.
func TestCloseJoinsCallbacks(t *testing.T) {
	simulate(t, Options{}, says(`[{"method":"a"},{"method":"b"}]`+"\n"+`{"method":"c"}`+"\n"), func(w *world) {
		w.SetCallbacks(transport.Callbacks{OnNotification: func(m string, _ json.RawMessage) {
			w.sim.Clock("callback").Sleep(time.Second)
			w.Note("%s", m)
		}})
		w.sleep(500 * time.Millisecond)
		assert.NilError(t, w.Close())
		assert.DeepEqual(t, w.Said(), []string{"a"})
	})
}

func TestConcurrentClose_OMP_TP_47(t *testing.T) {
	simulate(t, Options{}, echo, func(w *world) {
		for range 5 {
			w.sim.Go("closer", func() {
				assert.Check(t, w.Close() == nil)
				assert.Check(t, clock.Closed(w.exited))
			})
		}
		w.sleep(time.Minute)
		assert.DeepEqual(t, w.Said(), []string{"close"})
	})
}

// A process that ignores TERM is killed, and a grandchild that holds stdout does
// not keep Close waiting: FF-20.
func TestStubbornProcess_FF_20(t *testing.T) {
	for _, tt := range []struct {
		stop Stop
		took time.Duration
	}{
		{Stop{}, time.Second},
		{Stop{EOFWait: 2 * time.Second, TermWait: 3 * time.Second}, 5 * time.Second},
	} {
		stubborn := func(w *world, p *netem.Process) {
			p.OnTerm(func() {})
			mute(w, p)
			<-p.Killed()
		}
		simulate(t, Options{Stop: tt.stop}, stubborn, func(w *world) {
			w.sleep(time.Millisecond)
			begin := w.sim.Elapsed()
			w.sim.Go("caller", func() {
				w.sim.Clock("caller").Sleep(tt.took / 2)
				assert.Check(t, !w.Connected(), "while it ends")
			})
			assert.NilError(t, w.Close())
			assert.Equal(t, (w.sim.Elapsed() - begin).Round(time.Millisecond), tt.took)
			_, live := w.net.Open()
			assert.Equal(t, live, 0)
		})
	}
}

func TestPoliteStop(t *testing.T) {
	simulate(t, Options{Stop: Stop{EOFWait: time.Second}}, echo, func(w *world) {
		w.sleep(time.Millisecond)
		begin := w.opts.Clock.Now()
		assert.NilError(t, w.Close())
		assert.Check(t, w.opts.Clock.Since(begin) < time.Second, "ended by the end of stdin, not by a signal")
	})
}

func TestGrandchildHoldsThePipe_FF_20(t *testing.T) {
	parent := func(w *world, p *netem.Process) {
		p.Fork()
		p.Exit(3)
	}
	simulate(t, Options{}, parent, func(w *world) {
		waiting := w.background(background, "a")
		w.sleep(drainWait - time.Second)
		assert.Check(t, !waiting.finished())
		w.sleep(3 * time.Second)
		assert.ErrorIs(t, waiting.err, transport.ErrClosed)
		assert.DeepEqual(t, w.Said(), []string{"close"})
		assert.NilError(t, w.proc.Kill())
	})
}

// An exit rejects what is in flight at once and calls OnClose once; nothing is
// started again: OMP-TP-46, 47, 58, 59, 60, FF-18.
func TestExit_OMP_TP_46_TP_58_TP_59(t *testing.T) {
	dies := func(w *world, p *netem.Process) {
		_, _ = io.WriteString(p.Err(), "ModuleNotFoundError: foo\n")
		w.sim.Clock("program").Sleep(40 * time.Millisecond)
		p.Exit(1)
	}
	simulate(t, Options{}, dies, func(w *world) {
		calls := []*pending{w.background(background, "a"), w.background(background, "b"), w.background(background, "c")}
		w.sleep(41 * time.Millisecond)
		for _, c := range calls {
			assert.Error(t, c.err, "Transport closed")
			assert.Equal(t, c.after, 40*time.Millisecond)
		}
		assert.Check(t, !w.Connected())
		w.sleep(time.Hour)
		assert.DeepEqual(t, w.Said(), []string{"close"})
		assert.Equal(t, w.spawns, 1)
		_, err := w.Request(background, "late", nil)
		assert.ErrorIs(t, err, transport.ErrNotConnected)
		again := newWorld(t, w.sim, Options{}, echo) // OMP-TP-60
		assert.NilError(t, again.Connect(background))
		_, err = again.Request(background, "a", nil)
		assert.NilError(t, err)
		assert.NilError(t, again.Close())
	})
}

func TestLastWordsAreHeard_OMP_TP_58(t *testing.T) {
	last := func(w *world, p *netem.Process) {
		_, _ = io.WriteString(p.Out(), `{"id":1,"result":"late but there"}`) // F-43: no newline
		p.Exit(0)
	}
	simulate(t, Options{}, last, func(w *world) {
		w.net.Link("docs").Add(netem.Latency{Delay: 2 * time.Second})
		result, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
		assert.Equal(t, string(result), `"late but there"`)
	})
}

func TestTruncatedLastLine_OMP_TP_56(t *testing.T) {
	torn := func(w *world, p *netem.Process) {
		_, _ = io.WriteString(p.Out(), `{"id":1,"resu`)
		p.Exit(0)
	}
	simulate(t, Options{}, torn, func(w *world) {
		_, err := w.Request(background, "a", nil)
		assert.ErrorIs(t, err, transport.ErrClosed)
		w.sleep(time.Second)
		assert.DeepEqual(t, w.Said(), []string{"error JSONL stream ended unexpectedly", "close"})
	})
}

// brokenStdout is a process whose stdout fails instead of ending.
type brokenStdout struct {
	process.Process
	reader io.Reader
}

func (b brokenStdout) Stdout() io.Reader { return b.reader }

func TestReadErrors_OMP_TP_56_TP_57(t *testing.T) {
	for _, closeFirst := range []bool{false, true} {
		simulate(t, Options{}, mute, func(w *world) {
			r, out := io.Pipe()
			b := newWorld(t, w.sim, Options{}, mute)
			start := b.opts.Starter
			b.opts.Starter = process.StarterFunc(func(c process.Command) (process.Process, error) {
				p, err := start.Start(c)
				return brokenStdout{p, r}, err
			})
			assert.NilError(t, b.Connect(background))
			waiting := b.background(background, "a")
			w.sleep(time.Second)
			if closeFirst {
				w.sim.Go("closer", func() { _ = b.Close() })
			}
			w.sleep(time.Millisecond)
			_ = out.CloseWithError(errors.New("input/output error"))
			w.sleep(2 * time.Second)
			assert.ErrorIs(t, waiting.err, transport.ErrClosed)
			want := []string{"error input/output error", "close"}
			if closeFirst {
				want = want[1:]
			}
			assert.DeepEqual(t, b.Said(), want)
		})
	}
}

func TestServerClosesStdoutButLives(t *testing.T) {
	simulate(t, Options{}, mute, func(w *world) {
		r, out := io.Pipe()
		b := newWorld(t, w.sim, Options{}, mute)
		start := b.opts.Starter
		b.opts.Starter = process.StarterFunc(func(c process.Command) (process.Process, error) {
			p, err := start.Start(c)
			return brokenStdout{p, r}, err
		})
		assert.NilError(t, b.Connect(background))
		_ = out.Close()
		w.sleep(50 * time.Millisecond)
		assert.Check(t, !b.Connected())
		assert.Equal(t, len(b.Said()), 0, "the process gets a moment to exit by itself")
		w.sleep(time.Second)
		assert.DeepEqual(t, b.Said(), []string{"close"})
		assert.NilError(t, b.Close())
	})
}

// A server that closes its stdin gets no more requests, and what it has said
// before is still heard.
func TestServerClosesStdin(t *testing.T) {
	simulate(t, Options{}, mute, func(w *world) {
		b := newWorld(t, w.sim, Options{}, mute)
		start := b.opts.Starter
		b.opts.Starter = process.StarterFunc(func(c process.Command) (process.Process, error) {
			p, err := start.Start(c)
			return deafStdin{p}, err
		})
		assert.NilError(t, b.Connect(background))
		waiting := b.background(background, "a")
		w.sleep(0)
		assert.ErrorIs(t, waiting.err, transport.ErrClosed)
		assert.ErrorIs(t, b.Notify("n", nil), transport.ErrNotConnected)
		w.sleep(time.Second)
		assert.DeepEqual(t, b.Said(), []string{"close"})
	})
}

type deafStdin struct{ process.Process }

func (d deafStdin) Stdin() io.WriteCloser { return deaf{d.Process.Stdin()} }

type deaf struct{ io.WriteCloser }

func (deaf) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }
