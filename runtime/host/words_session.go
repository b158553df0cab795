package host

import (
	"context"
	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
)

// The words of [NewSession].
type (
	// SessionOptions are EnableMCP, Settings, Discover, the program's own Tools, an Editor of
	// the configuration and Setenv. The zero value looks at the files of this machine.
	SessionOptions = session.Options
	// SessionSettings are EnableProjectConfig and BrowserEnabled.
	SessionSettings = session.Settings
	// SessionTool is one tool of a session: Name, Description, InputSchema, Call, and MCP,
	// which is nil for the program's own.
	SessionTool = session.Tool
	// SessionEditor changes the definitions that the next discovery finds.
	SessionEditor = session.Editor
	// SessionDiscoverer reads the configuration, anew each time.
	SessionDiscoverer = session.Discoverer
	// DiscoverOptions say which of the configured servers count.
	DiscoverOptions = session.DiscoverOptions
	// Discovered is what the configuration says: Configs, ExaKeys, Problems.
	Discovered = session.Discovered
	// Loaded is what was discovered and connected: Tools, Errors, Connected, ExaKeys.
	Loaded = session.Loaded
	// DiscoveryOptions say where configuration files are looked for.
	DiscoveryOptions = discovery.Options
	// DiscoveryResult is what the files define, with what was left out and what is wrong.
	DiscoveryResult = discovery.Result
	// DiscoveryFile is one file that was looked at.
	DiscoveryFile = discovery.File
	// DiscoveryLeftOut is a definition that does not count, and why.
	DiscoveryLeftOut = discovery.LeftOut
	// DiscoveryMemory are files in memory, by path.
	DiscoveryMemory = discovery.Memory
)

// DiscoveryShadowed is why a definition does not count if another of its name does.
const (
	DiscoveryShadowed = discovery.Shadowed
)

// Errors for [errors.Is].
var (
	ErrDisabled     = session.ErrDisabled     // the session has no MCP
	ErrNameRequired = session.ErrNameRequired // a command names no server
	ErrStillPending = session.ErrStillPending // a server is not connected yet
)

// DiscoverConfigs reads configuration files and connects nothing.
func DiscoverConfigs(ctx context.Context, o DiscoveryOptions) (*DiscoveryResult, error) {
	return discovery.Load(ctx, o)
}
