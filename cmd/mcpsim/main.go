// Command mcpsim runs the executable specification of MCP client runtimes: each
// documented guarantee as scenarios in virtual or in real time.
//
// main.go wires the real program, app.go holds everything outside that a command
// may touch, ui.go the law for all text shown; each subcommand has its own file.
package main

import (
	"os"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/steps"
)

func main() {
	relay.Child(os.LookupEnv, os.Exit) // this program stands for fake servers in the real world
	a := &app{
		stdin:      os.Stdin,
		stdout:     os.Stdout,
		stderr:     os.Stderr,
		environ:    os.Environ(),
		features:   features.FS,
		guarantees: features.Guarantees,
		vocabulary: steps.Vocabulary(),
		newWorld:   steps.New,
		enter:      vtime.Main,
	}
	os.Exit(a.main(os.Args[1:]))
}
