//go:build !linux

package probe

import "github.com/mcpsim/mcpsim/runtime/process"

func behindRunner(int) (process.Command, bool) { return process.Command{}, false }
