//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup puts a process that is to be started into a group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signal sends a signal to the server and to what it has started.
func (l *pipeLink) signal(s os.Signal) {
	number, known := s.(syscall.Signal)
	if !known || l.c.is("FF-20") {
		_ = l.cmd.Process.Signal(s)
		return
	}
	_ = syscall.Kill(-l.cmd.Process.Pid, number)
}
