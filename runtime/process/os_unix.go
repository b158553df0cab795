//go:build unix

package process

import (
	"os"
	"syscall"
)

// tree is a process and all that it has started: its process group, which its pid names.
type tree struct{}

func (tree) kill(p *os.Process) error      { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
func (tree) terminate(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }
