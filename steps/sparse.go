package steps

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// sparse is a program that leaves much to its runtime, or has servers reached in
// other ways than the runtime does.
type sparse struct {
	noun
	left      []string                                                       // what it leaves out of its environment
	dir       string                                                         // where it works; empty: in the project of every scenario
	http      http.RoundTripper                                              // nil: none
	link      func(config.Server) (host.Link, error)                         // nil: none
	transport func(builtin transport.Transport) (transport.Transport, error) // nil: none
}

// leavable takes one thing out of an environment.
var leavable = map[string]func(*host.Env){
	"clock":          func(e *host.Env) { e.Clock = nil },
	"events":         func(e *host.Env) { e.Events = nil },
	"random numbers": func(e *host.Env) { e.Rand = nil },
	"variables":      func(e *host.Env) { e.LookupEnv = nil },
	"environment":    func(e *host.Env) { e.Environ = nil },
	"credentials":    func(e *host.Env) { e.Credentials = nil },
	"request ids":    func(e *host.Env) { e.IDs = nil },
	"directory":      func(e *host.Env) { e.Dir = "" },
}

func sparseSteps() []gherkin.Step {
	return gherkin.Noun("sparse program", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the program gives the runtime no (clock|events|random numbers|variables|environment|credentials|request ids|directory)`,
			Manual:  "leaves one thing out of what a program can give a runtime, which then takes the real thing (virtual world only)",
			Example: `the program gives the runtime no clock`, Func: (*sparse).leave},
		{Keyword: gherkin.Given, Pattern: `the program works in the directory "([^"]+)"`,
			Manual:  "has its project somewhere else than in /project (virtual world only)",
			Example: `the program works in the directory "/my project"`, Func: (*sparse).work},
		{Keyword: gherkin.Given, Pattern: `the program reaches server "([^"]+)" by the link to "([^"]+)"`,
			Manual:  "has the runtime start the process, or dial the address, of another declared server of the same kind (virtual world only)",
			Example: `the program reaches server "docs" by the link to "mail"`, Func: (*sparse).redirect},
		{Keyword: gherkin.Given, Pattern: `the program sends the requests to server "([^"]+)" to "([^"]+)"`,
			Manual:  "sends all requests over HTTP itself, those to one declared server to another one (virtual world only)",
			Example: `the program sends the requests to server "docs" to "mail"`, Func: (*sparse).resend},
		{Keyword: gherkin.Given, Pattern: `the program has no (link to servers|transport): "([^"]*)"`,
			Manual:  "fails when the runtime asks for it; without a text it leaves the choice to the runtime",
			Example: `the program has no link to servers: "no route"`, Func: (*sparse).refuse},
		{Keyword: gherkin.Given, Pattern: `the program's transport answers the first "([^"]+)" with (a timeout of the network|the error ".*")`,
			Manual:  "stands around the built-in transport of each connection; the error has this text and nothing else, or is what Go reports of a deadline",
			Example: `the program's transport answers the first "tools/call" with the error "HTTP 503: busy"`, Func: (*sparse).failFirst},
		{Keyword: gherkin.Then, Pattern: `process (\d+) of server "([^"]+)" was started like this program`,
			Manual:  "compares its directory and the environment that it inherits with those of the process that runs the scenario",
			Example: `process 1 of server "docs" was started like this program`, Func: checkLikeSelf},
	})
}

func (p *sparse) leave(what string) error {
	p.left = append(p.left, what)
	return nil
}

func (p *sparse) work(dir string) error {
	p.dir = dir
	return nil
}

// env takes out of an environment what the program leaves out.
func (p *sparse) env(env *host.Env) {
	for _, what := range p.left {
		leavable[what](env)
	}
	env.Dir = cmp.Or(p.dir, env.Dir)
	env.Link = p.link
	if p.http != nil {
		env.HTTP = p.http
	}
	if p.transport != nil {
		env.Transport = func(_ config.Server, builtin transport.Transport) (transport.Transport, error) {
			return p.transport(builtin)
		}
	}
}

func (p *sparse) refuse(what, why string) error {
	var err error
	if why != "" {
		err = errors.New(why)
	}
	if what == "transport" {
		p.transport = func(transport.Transport) (transport.Transport, error) { return nil, err }
	} else {
		p.link = func(config.Server) (host.Link, error) { return host.Link{}, err }
	}
	return nil
}

func (p *sparse) failFirst(method, what string) error {
	failing := &failingOnce{method: method, err: os.ErrDeadlineExceeded}
	if text, ok := strings.CutPrefix(what, `the error "`); ok {
		failing.err = errors.New(strings.TrimSuffix(text, `"`))
	}
	p.transport = func(builtin transport.Transport) (transport.Transport, error) {
		return failingTransport{builtin, failing}, nil
	}
	return nil
}

// failingOnce fails one request of all connections.
type failingOnce struct {
	method string
	err    error
	done   atomic.Bool
}

type failingTransport struct {
	transport.Transport
	*failingOnce
}

func (f failingTransport) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	if method == f.method && f.done.CompareAndSwap(false, true) {
		return nil, f.err
	}
	return f.Transport.Request(ctx, method, params)
}

func (p *sparse) redirect(from, to *server) error {
	env := p.ground.hostEnv()
	p.link = func(s config.Server) (host.Link, error) {
		if s.Name != from.name {
			return host.Link{}, nil
		}
		return host.Link{
			Starter: otherCommand{env.Starter, to.name},
			Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
				if strings.HasPrefix(addr, from.name+".test:") { // whatever its port
					addr = to.name + ".test:80"
				}
				return env.Dial(ctx, network, addr)
			},
		}, nil
	}
	return nil
}

func (p *sparse) resend(from, to *server) error {
	p.http = &resender{from.name + ".", to.name + ".", &http.Transport{DialContext: p.ground.hostEnv().Dial, DisableKeepAlives: true}}
	return nil
}

// resender sends what is for one host to another one.
type resender struct {
	from, to string
	next     http.RoundTripper
}

func (r *resender) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.URL.Host = strings.Replace(req.URL.Host, r.from, r.to, 1)
	return r.next.RoundTrip(req)
}

// otherCommand starts one command in the place of all others.
type otherCommand struct {
	next process.Starter
	path string
}

func (o otherCommand) Start(c process.Command) (process.Process, error) {
	c.Path = o.path
	return o.next.Start(c)
}

func checkLikeSelf(n int, s *server) error {
	s.mu.Lock()
	commands := slices.Collect(s.commands.All())
	s.mu.Unlock()
	if n < 1 || n > len(commands) {
		return fmt.Errorf("server %q was started %d times", s.name, len(commands))
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	what := fmt.Sprintf("process %d of %s: ", n, s.name)
	return errors.Join(same(what+"directory", commands[n-1].Dir, dir), same(what+"environment", commands[n-1].Env, os.Environ()))
}
