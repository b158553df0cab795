//go:build unix

package process

import (
	"os"
	"syscall"
)

func killGroup(p *os.Process) error      { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
func terminateGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }
