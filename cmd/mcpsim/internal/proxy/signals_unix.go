//go:build unix

package proxy

import (
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// passed are the signals that a client or a terminal may send to a server.
var passed = []os.Signal{
	syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGCONT, syscall.SIGWINCH,
}

// signals passes on to the server's process group what this process receives.
type signals struct {
	late func() // called for a signal that comes when the server has ended: nothing else can end the wait for its bytes

	mu    sync.Mutex
	ended bool // the group may be another one's
}

// passTo begins to pass signals on to a group, and to tell which; stop ends that.
func (s *signals) passTo(group int, tell func(name string)) (stop func()) {
	received, done := make(chan os.Signal, 16), make(chan struct{})
	signal.Notify(received, passed...)
	var joined sync.WaitGroup
	joined.Go(func() {
		for {
			select {
			case one := <-received:
				tell(one.String())
				s.send(group, one.(syscall.Signal))
			case <-done:
				return
			}
		}
	})
	return func() {
		signal.Stop(received)
		close(done)
		joined.Wait()
	}
}

func (s *signals) send(group int, one syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		_ = syscall.Kill(-group, one)
	} else if one == syscall.SIGTERM || one == syscall.SIGINT {
		s.late()
	}
}

// over is called when the leader of the group has ended.
func (s *signals) over(int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
}

// codeOfSignal is the exit code of a process that a signal has ended.
func codeOfSignal(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return ui.ExitFailed
}
