package main

import (
	"errors"
	"io/fs"
	"runtime/debug"
	"testing"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/demo"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/login"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/man"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/proxy"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/serve"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/session"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/starter"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// app is the program with everything outside that a command may touch.
type app struct {
	ui.System
	features   fs.FS // embedded
	guarantees func() ([]features.Guarantee, error)
	vocabulary gherkin.Source
	newWorld   gherkin.NewWorld
	// enter runs a program that simulates and exits with its code; it does not
	// return.
	enter func(program func(t *testing.T) int)

	ui *ui.UI
}

// main runs a command line and returns the exit code.
func (a *app) main(args []string) (code int) {
	return ui.Main(a.System, args, func(u *ui.UI) *cobra.Command {
		a.ui = u
		return a.root()
	})
}

// simulate runs program where bubbles can be opened, and exits with its result.
// It does not return.
func (a *app) simulate(program func(t *testing.T) error) error {
	a.enter(func(t *testing.T) int { return a.ui.Finish(program(t)) })
	return errors.New("entering the simulation: it came back")
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "mcpsim",
		Short: "Simulate MCP clients, servers and everything that goes wrong between them",
		Long: `mcpsim looks at MCP servers and clients with a real client runtime, and runs the
executable specification of that runtime. Each documented guarantee is a Rule with
scenarios; fake servers and an emulated network produce the failures, and a virtual
clock makes hours pass in milliseconds.`,
		Example: `  mcpsim connect --config .mcp.json      what the runtime makes of real servers
  mcpsim validate -- ./my-server         what is wrong with a server
  mcpsim client --command ./my-client    what is wrong with a client
  mcpsim serve stuck-cursor --http       a server that misbehaves, for any client
  mcpsim run                             every guarantee of the runtime`,
		Version: ui.Build(),
	}
	root.SetVersionTemplate("mcpsim {{.Version}}\n")
	grouped(root, "Look at servers and clients:", a.sparing(append([]*cobra.Command{
		connect.Command(a.ui, session.NewWatch(a.ui), login.Offer), a.validateCommand(), a.clientCommand(), session.Command(a.ui),
	}, login.Commands(a.ui)...))...)
	grouped(root, "Make things go wrong:", serve.Command(a.ui), proxy.Command(a.ui))
	grouped(root, "Run scenarios:", a.runCommand(), a.fieldCommand(), a.guaranteesCommand(), a.stepsCommand())
	grouped(root, "Look into a failure:", append(a.sparing([]*cobra.Command{a.scenarioCommand(), a.timelineCommand(), a.mergeCommand()}), a.shrinkCommand())...)
	grouped(root, "Room servers:", a.controlCommand(), a.integrationCommand())
	grouped(root, "Begin, and get help:", demo.Command(a.ui), starter.Command(a.ui), a.schemaCommand(), man.Command(a.ui), a.versionCommand())
	root.SetCompletionCommandGroupID("Begin, and get help:")
	root.AddCommand(a.workerCommand(), a.relayCommand())
	root.AddCommand(topics()...)
	root.SetHelpCommand(helpCommand(root))
	root.SetHelpCommandGroupID("Begin, and get help:")
	root.SetOut(a.ui.Out) // the commands below keep where they write
	completionCommand(root).RunE = ui.Run(func(*cobra.Command, []string) error {
		return ui.Usage(errors.New("want bash, fish, powershell or zsh\nsee: mcpsim completion --help"))
	})
	return root
}

// completionCommand is the command that cobra makes. By itself it shows its help for any word, with code 0, which
// would become the script of a shell.
func completionCommand(root *cobra.Command) *cobra.Command {
	root.InitDefaultCompletionCmd()
	made, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err) // cobra has made it above
	}
	return made
}

// spareAt is from how many bytes of memory on garbage is collected at once.
const spareAt = 100 << 20

// sparing has commands hold as little garbage as they can once they hold much: a server, or who
// wrote a file, decides how long what they read is, and the largest messages would take twice the memory that is in use.
// GOMEMLIMIT says otherwise.
func (a *app) sparing(commands []*cobra.Command) []*cobra.Command {
	for _, c := range commands {
		run := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if _, set := outside.Lookup(a.Environ)("GOMEMLIMIT"); !set {
				defer debug.SetMemoryLimit(debug.SetMemoryLimit(spareAt))
			}
			return run(cmd, args)
		}
	}
	return commands
}

// grouped adds commands to a program, below a title of their own in its help.
func grouped(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, c := range commands {
		c.GroupID = title
	}
	root.AddCommand(commands...)
}
