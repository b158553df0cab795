package clientcheck

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/internal/words"
)

// ServerVariable names the environment variable that holds the command line of
// the server for clients over stdio, quoted for a POSIX shell.
const ServerVariable = "MCPSIM_SERVER_COMMAND"

// endpoint is the path of the server over HTTP.
const endpoint = "/mcp"

// front is how a client reaches the server of one run.
type front struct {
	arguments   []string // last ones of the client's command line
	environment []string
	close       func() // ends the server and joins its goroutines
}

func (t Target) open(fake *fakeserver.Server, wrapped bool, g *gate) (front, error) {
	if t.Server != nil {
		return t.openStdio(fake, wrapped, g)
	}
	return t.openHTTP(fake, g)
}

func (t Target) openHTTP(fake *fakeserver.Server, g *gate) (front, error) {
	l, err := t.Listen()
	if err != nil {
		return front{}, fmt.Errorf("listening for the client: %w", err)
	}
	var serving sync.WaitGroup
	serving.Go(func() { _ = fake.Serve(gatedListener{l, g}) }) // ends with the fake; what it could not serve is not in the journal
	return front{
		arguments: []string{"http://" + l.Addr().String() + endpoint},
		close:     func() { fake.Close(); serving.Wait() },
	}, nil
}

// wrapper starts the command that follows it as a child, waits for that, and passes no
// signal on, as runners of packages do.
var wrapper = []string{"/bin/sh", "-c", `"$@"; exit $?`, "sh"}

func (t Target) openStdio(fake *fakeserver.Server, wrapped bool, g *gate) (front, error) {
	dir, err := os.MkdirTemp("", "mcpsim-")
	if err != nil {
		return front{}, fmt.Errorf("making a folder for the server's socket: %w", err)
	}
	socket := filepath.Join(dir, "server.sock")
	parent, err := relay.Listen(socket, func(p *relay.Process) {
		p.Exit(fake.ServeStdio(fakeserver.Stdio{In: g.stream(p.In), Out: p.Out, Err: p.Err, Term: p.Term, Kill: p.Kill}))
	})
	if err != nil {
		_ = os.RemoveAll(dir)
		return front{}, err
	}
	argv := t.Server(socket)
	if wrapped {
		argv = slices.Concat(wrapper, argv)
	}
	quoted := make([]string, len(argv))
	for i, w := range argv {
		quoted[i] = words.Quote(w)
	}
	return front{
		arguments:   argv,
		environment: []string{ServerVariable + "=" + strings.Join(quoted, " ")},
		close:       func() { fake.Close(); parent.Close(); _ = os.RemoveAll(dir) },
	}, nil
}
