//go:build unix

package gherkin

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command the head of a process group, so that everything it
// starts can be ended with it, and so that an interrupt from the terminal
// reaches the coordinator alone.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// showStacks makes a Go process write its stacks to stderr and end.
func showStacks(cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGQUIT) }

// killGroup ends what is left of a command's group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
