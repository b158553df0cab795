package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/acceptance"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

const controlHelp = `Runs the roles of the RoomServer documents on this machine.

  serve     a room server: connects MCP providers over WebSockets on command
  operator  gives the commands of others to a room server

Providers are connected by POST /admin/mcp/load of the room server or POST
/mcp/load of the operator; how they are says GET /status/mcp or GET /mcp/status.`

// controlFlags are the flags of both roles.
type controlFlags struct {
	config    string
	addr      string
	expose    bool
	tokenEnv  string
	readyFile string
}

func (a *app) controlCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "control",
		Short: "Run a room server that connects providers on command, or its operator",
		Long:  controlHelp,
		Args:  cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error {
			return ui.Usage(errors.New("want serve or operator\nsee: mcpsim control --help"))
		}),
	}
	cmd.AddCommand(a.controlServeCommand(), a.controlOperatorCommand())
	return cmd
}

func (a *app) controlServeCommand() *cobra.Command {
	var f controlFlags
	cmd := &cobra.Command{
		Use:   "serve [--config appsettings.json]",
		Short: "Run a room server",
		Long: `Runs a room server until it is interrupted. Providers of McpServers wait for a
load command, unless Mcp.LazyLoad is false. The log goes to stderr: each change of
a provider's state, and errors, at most one per provider and minute; how much of it
says Logging.LogLevel.Mcp (Debug, Information, Warning, Error, None).

GET /tools lists the tools of connected providers, and POST /tools/call calls one.
McpDefaults says who may: rateLimit.perMinute calls of each provider in any minute,
entities of allowedEntities (public, team or owner) that hold the scopes. McpMembers
are entities of the team: an id, a tokenEnv (the variable that holds its token) and
scopes. A provider's visibility (room, team or owner) says who sees it.

Commands are taken from programs on this machine, not from web pages. With
--token-env they need "Authorization: Bearer" and the value of that variable; then
its holder is the owner, who may do everything, and without it every program is.`,
		Example: `  mcpsim control serve --config appsettings.json
  curl -d '{"providers":[{"id":"docs","url":"ws://127.0.0.1:5099"}]}' http://127.0.0.1:40801/admin/mcp/load
  curl http://127.0.0.1:40801/status/mcp
  curl -d '{"name":"docs:echo","arguments":{}}' http://127.0.0.1:40801/tools/call`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error { return a.controlServe(cmd.Context(), f) }),
	}
	f.register(cmd, host.DefaultRoomAddr, "demand")
	return cmd
}

func (a *app) controlOperatorCommand() *cobra.Command {
	var f controlFlags
	cmd := &cobra.Command{
		Use:   "operator [--config appsettings.json]",
		Short: "Run an operator of a room server",
		Long: `Runs an operator until it is interrupted: it forwards load commands and questions
to the room server at RoomServer.BaseUrl. A load without providers means those of
Mcp.Providers.`,
		Example: `  mcpsim control operator --config operator.json
  curl -X POST http://127.0.0.1:40802/mcp/load`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error { return a.controlOperator(cmd.Context(), f) }),
	}
	f.register(cmd, host.DefaultOperatorAddr, "demand, and give the room server,")
	return cmd
}

func (f *controlFlags) register(cmd *cobra.Command, addr, does string) {
	flags := cmd.Flags()
	flags.StringVar(&f.config, "config", "", "read the settings of `FILE`; without it all defaults hold")
	flags.StringVar(&f.addr, "addr", addr, "listen at `ADDR`")
	flags.BoolVar(&f.expose, "expose", false, "allow an address that other machines can reach; needs --token-env")
	flags.StringVar(&f.tokenEnv, "token-env", "", does+" the token in the environment variable `NAME`")
	flags.StringVar(&f.readyFile, "ready-file", "", "write the URL and the process id to `FILE` once it serves")
}

// guard is who may give commands. A command decides where this machine connects to, so
// an exposed role demands a token.
func (f controlFlags) guard() (host.Guard, error) {
	g := host.Guard{AnyHost: f.expose}
	if f.expose && f.tokenEnv == "" {
		return g, errors.New("--expose needs --token-env: any program that can connect could give commands")
	}
	if f.tokenEnv == "" {
		return g, nil
	}
	if g.Token = os.Getenv(f.tokenEnv); g.Token == "" {
		return g, fmt.Errorf("--token-env %s: the variable is not set, or empty", f.tokenEnv)
	}
	return g, nil
}

// readSettings reads the settings of a role and says what is wrong with them.
func readSettings[S any](ctx context.Context, a *app, file string, parse func(string, []byte) (S, []config.Problem, error)) (S, error) {
	data := []byte("{}")
	if file != "" {
		content, err := infile.Read(ctx, file, config.MaxFileSize)
		if err != nil {
			var none S
			return none, ui.Usage(fmt.Errorf("reading the settings: %w", err))
		}
		data = content
	}
	settings, problems, err := parse(file, data)
	for _, p := range problems {
		a.ui.Hint("%s", words.Printable(p.String()))
	}
	if err != nil {
		return settings, ui.Usage(err)
	}
	return settings, nil
}

// controlServe runs a room server until a signal comes.
func (a *app) controlServe(ctx context.Context, f controlFlags) error {
	settings, err := readSettings(ctx, a, f.config, host.ParseRoomOptions)
	if err != nil {
		return err
	}
	redact := outside.NewRedactor(nil)
	outside.Hide(a.ui, redact)
	members, err := settings.Entities(os.LookupEnv)
	if err != nil {
		return ui.Usage(err)
	}
	return a.serveRole(ctx, f, func(g host.Guard) (*role, error) {
		g.Members = members
		for _, m := range members {
			redact.Add(m.Token)
		}
		redact.Add(g.Token)
		return roomRole(a.roomLog(redact), settings, g, redact)
	})
}

// roomLog is the log of a room server. Records hold what providers say.
func (a *app) roomLog(redact *outside.Redactor) *acceptance.Log {
	log := acceptance.NewLog(a.ui.Err, clock.Real())
	log.Redact = redact.Text
	return log
}

// controlOperator runs an operator until a signal comes.
func (a *app) controlOperator(ctx context.Context, f controlFlags) error {
	settings, err := readSettings(ctx, a, f.config, host.ParseOperatorSettings)
	if err != nil {
		return err
	}
	return a.serveRole(ctx, f, func(g host.Guard) (*role, error) { return operatorRole(settings, g), nil })
}
