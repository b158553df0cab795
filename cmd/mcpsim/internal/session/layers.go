package session

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// Layers are what the command line says about servers beside the settings files: it
// outranks them. The zero value says nothing, and trusts the directory.
type Layers struct {
	Allowed   []string // may connect whatever settings say; nil: the flag was not given
	MCPConfig string   // a file with servers, or the JSON itself
	Session   string   // the same; below MCPConfig
	Untrusted bool     // no server of the directory connects
}

// register defines the flags. Each help text begins with when it counts.
func (l *Layers) register(flags *pflag.FlagSet, when string) {
	flags.StringSliceVar(&l.Allowed, "allowed-mcp-server-names", nil,
		when+"the only servers that may connect, `NAME,...`; settings narrow this and never widen it")
	flags.StringVar(&l.MCPConfig, "mcp-config", "",
		when+"servers that outrank those of the settings, a `FILE` like .mcp.json or the JSON itself")
	flags.StringVar(&l.Session, "session-config", "",
		when+"servers that are given to this session, above those of the settings and below --mcp-config, a `FILE` or the JSON")
	flags.BoolVar(&l.Untrusted, "untrusted", false, when+"the directory is not trusted: none of its settings count and no server connects")
}

// layerFlags are the names of those that register defines.
var layerFlags = []string{"allowed-mcp-server-names", "mcp-config", "session-config", "untrusted"}

// Apply puts the layers into the options of a workspace. The error is about MCPConfig or
// Session, and one of usage.
func (l Layers) Apply(ctx context.Context, o *host.WorkspaceOptions) error {
	commandLine, err := layerServers(ctx, "--mcp-config", l.MCPConfig)
	if err != nil {
		return err
	}
	session, err := layerServers(ctx, "--session-config", l.Session)
	if err != nil {
		return err
	}
	o.Launched, o.MCPConfig, o.Session = l.Allowed, commandLine, session
	if l.Untrusted {
		o.Trusted = func() (bool, error) { return false, nil }
	}
	return nil
}

// layerServers are those that an option names or holds. What is wrong with one of them
// is an error, as the user who gave them reads it at once.
func layerServers(ctx context.Context, option, value string) (host.SettingsMap, error) {
	if value == "" {
		return nil, nil
	}
	name, data := option, []byte(value)
	if !strings.HasPrefix(strings.TrimSpace(value), "{") {
		var err error
		if data, err = infile.Read(ctx, value, config.MaxFileSize); err != nil {
			return nil, ui.Usage(fmt.Errorf("%s: %w", option, err))
		}
		name = value
	}
	servers, problems, err := host.ParseSettingsServers(name, data)
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%s", problems[0])
	}
	if err != nil {
		return nil, ui.Usage(fmt.Errorf("%s: %w", option, err))
	}
	return servers, nil
}
