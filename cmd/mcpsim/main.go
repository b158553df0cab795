// Command mcpsim runs the executable specification of MCP client runtimes: each
// documented guarantee as scenarios in virtual or in real time.
//
// main.go wires the real program, app.go makes the tree of commands; each command
// has its own file or package. internal/connect, internal/session and internal/serve
// are commands of their own; internal/ui is what all of them share: text, errors, exit
// codes; internal/outside is what real servers need of the machine, internal/terminal
// the terminal of a user.
package main

import (
	"os"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/steps"
)

func main() {
	relay.Child(os.LookupEnv, os.Exit) // this program stands for fake servers in the real world
	a := &app{
		System:     ui.System{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environ: os.Environ(), Keyring: outside.Keyring(os.Environ())},
		features:   features.FS,
		guarantees: features.Guarantees,
		vocabulary: steps.Vocabulary(),
		newWorld:   steps.New,
		enter:      vtime.Main,
	}
	os.Exit(a.main(os.Args[1:]))
}
