package host

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/internal/shell"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// DialFunc connects to an address, as [net.Dialer.DialContext] does.
type DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error)

// Env is where a runtime touches the world. The zero value of each field is the
// real thing. Functions are called from many goroutines at once.
type Env struct {
	Clock  clock.Clock  // nil: the wall clock
	Events event.Sink   // every event of the runtime; nil: discarded
	Log    *slog.Logger // the runtime's log records, at the time of Clock; nil: discarded

	Starter process.Starter // nil: processes of the operating system
	// Dial connects to servers over HTTP and WebSocket and to token endpoints; nil: the
	// network of the machine.
	Dial DialFunc
	// HTTP sends the requests of servers over HTTP. It must let an answer stream, and it
	// stays the program's, which ends its idle connections. nil: connections over Dial
	// that belong to the runtime. Servers of one origin share them; they are closed with
	// the last of these.
	HTTP http.RoundTripper
	// Link is asked how a server is reached before each of its connections, with the
	// definition as it was configured. An error is that of the connection. nil: as
	// Starter, Dial and HTTP say.
	Link func(server config.Server) (Link, error)
	// Transport returns what carries the messages of a new connection: the built-in
	// transport of the definition, one around it, or another one. server is the
	// definition with everything filled in; builtin has neither started nor dialled
	// anything. What is returned belongs to the connection. A transport keeps optional
	// abilities, such as [transport.Listener], only if it has their methods. nil, the field
	// or a result without an error: builtin.
	Transport func(server config.Server, builtin transport.Transport) (transport.Transport, error)
	// Wrap is given what opens connections, once for each runtime and each pool, and
	// returns what is to be used instead. nil: nothing comes between.
	Wrap func(Connector) Connector

	// IDs makes the request ids of one connection; nil: snowflakes.
	IDs func(server string, epoch int) IDSource
	// Rand gives the random bits of the jitter of a wait, which follows the failure of
	// that connection; nil: those of the operating system.
	Rand func(server string, epoch int) uint64
	// Cache of tool definitions; nil: none.
	Cache Cache
	// LookupEnv looks up an environment variable; nil: that of this process.
	LookupEnv config.Lookup
	// Environ is the environment that servers and commands inherit, as
	// "NAME=value"; nil: that of this process.
	Environ func() []string
	// RunCommand runs the command line of a value that starts with "!" and returns what it
	// printed; nil: the system's shell, in Dir. A runtime runs each command once, and again
	// only if it has failed. It must return when ctx ends, after 10 s at most, and leave
	// nothing of the command behind. Its error must not contain what was printed.
	RunCommand func(ctx context.Context, command string) (output string, err error)
	// Credentials keeps the tokens of logins; nil: those of this runtime, in memory.
	Credentials CredentialStore
	Login       LoginEnv // how logins are made
	// Dir is the directory of the project: working directory of servers and
	// answer to roots/list; empty: that of this process.
	Dir string

	// Elicit answers what servers ask the user with a form; nil: they are told that
	// there is no user to ask. It may wait for the user: everything else of its server goes
	// on. Several questions may wait at once, 16 of each server. ctx ends when the server
	// takes the question back, with the call that has led to it in revision 2026-07-28, and
	// with the connection; whatever is returned after that is dropped, and nothing waits for it.
	Elicit func(ctx context.Context, p protocol.ElicitParams) (protocol.ElicitResult, error)
	Callbacks
}

// Link is how one server is reached. A nil field is that of [Env].
type Link struct {
	Starter process.Starter
	Dial    DialFunc
	HTTP    http.RoundTripper
	// Upgrade stands around what opens WebSockets; nil = nothing does.
	Upgrade func(http.RoundTripper) http.RoundTripper
}

// complete puts the real thing in the place of what is missing.
func (env Env) complete() (Env, error) {
	if env.Clock == nil {
		env.Clock = clock.Real()
	}
	if env.Log != nil {
		env.Events = event.Tee(env.Events, logTo(env.Log))
	}
	if env.Starter == nil {
		env.Starter = process.OS()
	}
	if env.Dial == nil {
		env.Dial = new(net.Dialer).DialContext
	}
	if env.Wrap == nil {
		env.Wrap = func(c Connector) Connector { return c }
	}
	if env.Rand == nil {
		env.Rand = random
	}
	if env.LookupEnv == nil {
		env.LookupEnv = os.LookupEnv
	}
	if env.Environ == nil {
		env.Environ = os.Environ
	}
	if env.Credentials == nil {
		env.Credentials = new(secrets.Memory)
	}
	if env.IDs == nil {
		ids, _ := jsonrpc.Snowflakes(0) // never an error: there is a node 0
		env.IDs = func(string, int) IDSource { return ids }
	}
	return env, env.completeDir()
}

// completeDir fills in the directory, and the shell that runs there.
func (env *Env) completeDir() error {
	if env.Dir == "" {
		dir, err := os.Getwd()
		if err != nil {
			return fmt.Errorf("finding the working directory: %w", err)
		}
		env.Dir = dir
	}
	if env.RunCommand == nil {
		env.RunCommand = shell.Shell{Starter: env.Starter, Environ: env.Environ, Dir: env.Dir}.Run
	}
	return nil
}

// random is 64 bits from the operating system.
func random(string, int) uint64 {
	var bits [8]byte
	_, _ = rand.Read(bits[:]) // it never fails
	return binary.NativeEndian.Uint64(bits[:])
}

// roots is the answer to roots/list: one root, the project's directory (F-15).
func (env Env) roots() []protocol.Root {
	return []protocol.Root{{URI: fileURI(env.Dir), Name: filepath.Base(env.Dir)}}
}
