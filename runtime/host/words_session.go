package host

import (
	"context"

	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
)

// The words of [NewSession].
type (
	// SessionOptions are what a session starts with. The zero value has MCP, looks at the
	// files of this machine and has no tools of the program.
	//
	//	EnableMCP  *bool              false: nothing is read, started or reported; nil: true
	//	Settings   SessionSettings
	//	Discover   SessionDiscoverer  at the start and for each reload; nil: files, see NewSession
	//	Tools      []SessionTool      the program's own; of two with one name the later counts
	//	Editor     SessionEditor      for Remove and Disable; nil: a reload brings servers back
	//	Setenv     func(name, value string) error  exports the first Exa key; nil: os.Setenv, or
	//	                              nothing if Env.LookupEnv is set
	SessionOptions = session.Options

	// SessionSettings concern discovery: EnableProjectConfig, nil counts as true, and
	// BrowserEnabled, if the program has a browser tool already.
	SessionSettings = session.Settings

	// SessionTool is one tool of a session: Name, unique there, Description, InputSchema,
	// Call, which many goroutines may call at once, and MCP, the [Tool] behind it, nil for
	// the program's own.
	SessionTool = session.Tool

	// SessionEditor changes the definitions that the next discovery finds: Remove and
	// Disable a server.
	SessionEditor = session.Editor

	// SessionDiscoverer reads the configuration, anew each time: Discover returns a
	// [Discovered]. An error means that it cannot be said what is configured.
	SessionDiscoverer = session.Discoverer

	// DiscoveryFilter says which of the configured servers count.
	//
	//	EnableProjectConfig  *bool  false: not those of the project; nil: true
	//	FilterExa            *bool  false: Exa's servers count; nil: only their keys do
	//	FilterBrowser        bool   servers that drive a browser do not count
	DiscoveryFilter = session.DiscoverOptions

	// Discovered is what the configuration says: Configs, one per name, in the order of
	// reports, ExaKeys of servers that do not count, and Problems, which become log records.
	Discovered = session.Discovered

	// Loaded is what was discovered and connected.
	//
	//	Tools      []struct  of all servers, sorted by name: Tool, Path, ResolvedPath
	//	Errors     []struct  in configured order: Server (empty: discovery failed), Path, Err
	//	Connected  []string  names, in configured order
	//	ExaKeys    []string type that does not print itself
	Loaded = session.Loaded

	// DiscoveryOptions say where configuration files are looked for. The zero value looks
	// nowhere.
	//
	//	Files            DiscoveryMemory, or what has its method; nil: the machine's
	//	Home, Dir        string         directories of the user and the project, absolute
	//	Env              config.Lookup  fills placeholders in for the filters; nil: none is set
	//	DisabledServers  []string       names that do not count
	//	EveryProgram     bool           the files of all [DiscoveryPrograms], not of oh-my-pi's alone
	//	System           string         as GOOS, for the places of files; empty: this one
	//
	// and the fields of [DiscoveryFilter].
	DiscoveryOptions = discovery.Options

	// DiscoveryResult is what the files define.
	//
	//	Configs   []config.Server           that count, unresolved, in order of priority
	//	Sources   map[string]config.Source  of each
	//	LeftOut   []DiscoveryLeftOut        in the order in which they were found
	//	ExaKeys   []string                  secrets; the result does not print them
	//	Problems  []config.Problem          what was ignored; without values
	//	Files     []DiscoveryFile           that exist, in the order in which they were read
	DiscoveryResult = discovery.Result

	// DiscoveryFile is one file that was found: Source, the number of Servers that it
	// defines, and Failed if it could not be read.
	DiscoveryFile = discovery.File

	// DiscoveryLeftOut is a definition that does not count: Server, Reason, and By, the
	// source of the one that shadows it.
	DiscoveryLeftOut = discovery.LeftOut

	// DiscoveryMemory are files in memory: contents by path.
	DiscoveryMemory = discovery.Memory
)

// DiscoveryShadowed is why a definition does not count if another of its name does.
const DiscoveryShadowed = discovery.Shadowed

// Errors for [errors.Is].
var (
	ErrDisabled     = session.ErrDisabled     // the session has no MCP
	ErrEnded        = session.ErrEnded        // the session was closed
	ErrNameRequired = session.ErrNameRequired // a command names no server
	ErrStillPending = session.ErrStillPending // a server is not connected yet
)

// DiscoveryPrograms are the names of the programs whose files can be read, in the order
// of priority.
func DiscoveryPrograms() []string { return discovery.Programs() }

// DiscoverConfigs reads configuration files and connects nothing. It fails only with the
// cause of ctx.
func DiscoverConfigs(ctx context.Context, o DiscoveryOptions) (*DiscoveryResult, error) {
	return discovery.Load(ctx, o)
}
