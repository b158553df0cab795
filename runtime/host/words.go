package host

import (
	"context"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/internal/shell"
	"github.com/mcpsim/mcpsim/runtime/internal/simplecall"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/internal/toolcache"
)

// What all runtimes have in common.
type (
	// Callbacks tell a program what changes, from goroutines of the runtime. They must not
	// block, nor wait for the runtime, see the package. Each may be nil.
	//
	//	OnToolsChanged      func()                               the tool view
	//	OnResourcesChanged  func(server string)                  resources or resource templates
	//	OnPromptsChanged    func(server string)                  prompts
	//	OnResourceUpdated   func(server, uri string)             a resource that is subscribed to
	//	OnNotification      func(server, method string, params []byte)  every one, in arrival order
	Callbacks = manager.Callbacks

	// StartResult is what [Host.Start] found when it returned.
	//
	//	Tools      []Tool         the whole view: live and deferred, sorted by name
	//	Errors     []ServerError  those that failed, in configured order
	//	Connected  []string       names, in configured order
	//	Pending    []string       names of those that still connect or list
	StartResult = manager.Result

	// ServerError is the failure of one server: Server, its configured name, and Err, which
	// matches the errors of package transport and those of a Starter or Dial.
	ServerError = manager.ServerError

	// ListError says that the list of a server is over a limit of ConnPolicy.Lists: Method,
	// the Switch that sets the limit, and how many Pages had come by then.
	ListError = conn.ListError

	// ServerView is the state of one server at one moment. It holds nothing that was
	// resolved.
	//
	//	Name       string         as it is configured
	//	State      event.State    where its life stands
	//	Status     Status         the same in three words
	//	Epoch      int            connections begun so far
	//	Connected  bool           there is a usable connection
	//	Err        error          why the first connect failed, else nil
	//	Config     config.Server  its definition
	ServerView = manager.ServerView

	// Status is the public view of a server: [Connected], [Connecting] or [Disconnected].
	Status = manager.Status

	// Tool is one tool of a server in the view. It is a value; the schema is shared and
	// read-only.
	//
	//	Name         string           for models, unique in the view
	//	Server       string           configured name of the server
	//	Original     string           the server's own name of the tool
	//	Description  string           never empty
	//	InputSchema  json.RawMessage  a JSON object
	//	Provider     string           whose configuration defines the server; empty if unknown
	//	Deferred     bool             known from the cache: a call waits for the server
	//	Path         string           "mcp:<server> via <provider>"
	Tool = toolbridge.Tool

	// Output is what a call yields.
	//
	//	Text          string              for the model: blocks of content, or the failure
	//	IsError       bool                the call failed, or the server marked its result so
	//	Content       []protocol.Content  the blocks as the server sent them
	//	Structured    json.RawMessage     structuredContent, nil if there is none
	//	Server, Tool  string              which server, and its own name of the tool
	//	Provider      string              as in Tool
	//	Err           error               the failure behind Text; nil if the server sent a result
	//	ReconnectErr  error               why a reconnect for the sake of this call failed, else nil
	//
	// Err is for [errors.As] and [errors.Is]: a *[transport.Error] is the server's error
	// answer, a *[transport.HTTPError] its status, a *[transport.TimeoutError] its silence;
	// transport.ErrClosed and transport.ErrNotConnected are a lost connection.
	Output = toolbridge.Output

	// UnknownToolError says that no tool of the view has this Name.
	UnknownToolError = manager.UnknownToolError

	// NotConnectedError says that Server has no connection and that none is on its way.
	NotConnectedError = manager.NotConnectedError

	// IDSource makes request ids: Next returns a raw JSON token that it has not returned
	// before. It may be called from any goroutine.
	IDSource = jsonrpc.IDSource

	// Cache keeps definitions of tools for a fast start, by name of the server and
	// fingerprint of its definition: Get returns a [CachedTools], Set replaces an entry.
	// What it cannot read or write costs time only. Its methods may be called from any
	// goroutine.
	Cache = toolcache.Cache

	// CachedEras are what a cache may keep, too: servers that were found to be legacy ones.
	// They are not asked for a day. A [Cache] without these methods costs a question for
	// each new runtime.
	CachedEras = toolcache.Verdicts

	// CachedTools is what a cache has for a server: Reason, which is "hit" or why there is
	// nothing ("absent", "expired", "unreadable" …), Tools, raw definitions that belong to
	// the caller, and Warning, an error if the entry or the store is broken.
	CachedTools = toolcache.Found

	// Shell is the system's shell for Env.RunCommand; its method Run runs one command line.
	// Starter, Environ ("NAME=value") must be set, Dir is the working directory.
	Shell = shell.Shell

	// Credential is what a login yielded: Access, the token that servers take, Refresh, what
	// a new one can be had for, and Expires, zero if that is not known. It does not print
	// its tokens.
	Credential = secrets.Credential

	// CredentialStore keeps credentials by the id that definitions name: Load and Change,
	// see [SaveCredential]. Its methods may be called from any goroutine.
	CredentialStore = secrets.Store

	// Keyring keeps a few short secrets for the user of a machine: Get and Set, by name. Its
	// methods may be called from any goroutine.
	Keyring = secrets.Keyring

	// Sealing says which credentials of a directory are sealed: SealNew, the zero value, those
	// that are new, where the keyring can be used; SealAll; SealNone.
	Sealing = secrets.Sealing

	// MemoryCredentials keeps credentials in memory; the zero value is empty.
	MemoryCredentials = secrets.Memory

	// SimpleCaller posts single requests to servers over HTTP, without a connection:
	// Call(url, method, params). The zero value can be used; Dial and NewID may be set.
	SimpleCaller = simplecall.Caller
)

// The values of [Sealing].
const (
	SealNew  = secrets.SealNew
	SealAll  = secrets.SealAll
	SealNone = secrets.SealNone
)

// The values of [Status].
const (
	Connected    = manager.StatusConnected
	Connecting   = manager.StatusConnecting
	Disconnected = manager.StatusDisconnected
)

// NewMemoryCache keeps tools as long as the program runs.
func NewMemoryCache(clk clock.Clock) Cache { return toolcache.NewMemory(clk) }

// NewDiskCache keeps tools in files below dir, which several processes may share.
func NewDiskCache(dir string, clk clock.Clock) Cache { return toolcache.NewDisk(dir, clk) }

// SaveCredential puts what a login has left into a store, whatever is there already.
func SaveCredential(ctx context.Context, store CredentialStore, id string, c Credential) error {
	return secrets.Save(ctx, store, id, c)
}

// NewDiskCredentials keeps credentials in files below dir, which only their owner may read
// and several processes may share.
func NewDiskCredentials(dir string) CredentialStore { return secrets.NewDirectory(dir) }

// NewKeyringCredentials keeps credentials as [NewDiskCredentials] does, in files that are
// sealed with a key that is in a keyring. how says which.
func NewKeyringCredentials(dir string, ring Keyring, how Sealing) CredentialStore {
	return secrets.NewSealedDirectory(dir, ring, how)
}

// ClockSnowflakes makes unique ids that follow a clock; node is from 0 to 1023.
func ClockSnowflakes(now func() time.Time, node int64) IDSource {
	return jsonrpc.ClockSnowflakes(now, node)
}
