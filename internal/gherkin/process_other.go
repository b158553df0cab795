//go:build !unix

package gherkin

import "os/exec"

// Without process groups only the worker itself can be ended.

func ownGroup(*exec.Cmd) {}

func showStacks(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
