package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/heap"
)

const clientHelp = `Looks at an MCP client from the server's side.

With --command it runs a client against servers that misbehave in one way each,
and says which obligation of the specification the client did not keep, where that
is asked for, and how to see it again. Without it, mcpsim itself is the client of
URL.`

func (a *app) clientCommand() *cobra.Command {
	var f clientCheckFlags
	cmd := &cobra.Command{
		Use:   "client [flags] --command 'PROGRAM ARGS...' | URL | -- PROGRAM ARGS...",
		Short: "Check a client against the specification, or be one",
		Long:  clientHelp + "\n\n" + clientConformHelp + "\n\n" + fmt.Sprintf(clientCheckHelp, scenariosHelp()),
		Example: `  mcpsim client --command 'node my-client.mjs'
  mcpsim client --command 'node my-client.mjs' --check CLI-05
  mcpsim client --command './my-client --verbose' --stdio --report junit:results.xml
  mcpsim client --list
  mcpsim client http://127.0.0.1:8080/mcp
  mcpsim client -- mcpsim serve --stdio`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return a.client(cmd.Context(), f, args) }),
	}
	f.add(cmd)
	return cmd
}

// client chooses between the two sides of the command.
func (a *app) client(ctx context.Context, f clientCheckFlags, args []string) error {
	heap.Tune()
	switch {
	case len(args) > 0 && (f.command != "" || f.check.list):
		return ui.Usage(errors.New("--command and --list take no server: mcpsim is the server there\nsee: mcpsim client --help"))
	case f.command != "" || f.check.list:
		return a.clientCheck(ctx, f)
	case len(args) > 0:
		return a.clientConform(ctx, args)
	}
	return ui.Usage(errors.New("want --command 'PROGRAM ARGS...' to check a client (mcpsim client --list shows the checks), or a server\nsee: mcpsim client --help"))
}
