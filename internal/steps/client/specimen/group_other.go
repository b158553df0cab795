//go:build !unix

package main

import (
	"os"
	"os/exec"
)

// There are no groups of processes here.
func ownGroup(*exec.Cmd) {}

func (l *pipeLink) signal(s os.Signal) { _ = l.cmd.Process.Signal(s) }
