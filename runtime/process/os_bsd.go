//go:build unix && !linux

package process

import (
	"os/exec"
	"syscall"
)

// group makes a command the head of a session: of a group that its pid names, and without a
// terminal that it could write to or wait for.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func (tree) start(cmd *exec.Cmd) error { return cmd.Start() }

// over leaves the rest of the group alone: the pid may already name another one. There is
// no death signal either: children of a host that was killed end when they notice the end
// of their stdin.
func (tree) over() {}
