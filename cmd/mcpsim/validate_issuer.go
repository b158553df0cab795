package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/authcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/steps/authority"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// issuerFlags are the flags of `mcpsim validate` about authorization servers.
type issuerFlags struct {
	url      string // the issuer; "" = an MCP server is judged
	client   string
	secret   string
	document string
}

func (f *issuerFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "authorization-server", "", "judge the authorization server with this issuer `URL`, and no MCP server")
	flags.StringVar(&f.client, "client-id", "", "the `ID` of a client that you have registered there for "+authcheck.Redirect)
	flags.StringVar(&f.secret, "client-secret", "", "its `SECRET`; '${NAME}' is taken from the environment")
	flags.StringVar(&f.document, "client-document", "", "the `URL` of a client metadata document with "+authcheck.Redirect)
}

// check refuses flags that do not go together. Its errors are usage errors.
func (f *issuerFlags) check(targets bool) error {
	u, err := url.Parse(f.url)
	switch {
	case f.url == "" && *f != (issuerFlags{}):
		return ui.Usage(errors.New("--client-id, --client-secret and --client-document go with --authorization-server"))
	case f.url == "":
		return nil
	case targets:
		return ui.Usage(errors.New("--authorization-server is judged by itself: give no other target with it"))
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.User != nil:
		return ui.Usage(errors.New("--authorization-server: want the issuer, a URL such as https://login.example.com"))
	}
	return nil
}

// validateIssuer judges an authorization server.
func (a *app) validateIssuer(ctx context.Context, f validateFlags, files []reportFile) error {
	checks, err := authority.Checks().Choose(ctx, judge.Choice{
		Checks: f.check.checks, Tags: f.tags, Features: f.features, Baseline: f.check.baseline, Shard: f.check.shard.shard, Times: f.check.shard.took,
	})
	if err != nil {
		return withCode(err)
	}
	if f.check.list {
		a.listChecks(f.check, checks)
		return nil
	}
	expanded, _ := config.Expand(config.Server{Headers: map[string]string{"secret": f.issuer.secret}}, outside.Lookup(a.Environ))
	target := authcheck.Target{
		Issuer: f.issuer.url, ClientID: f.issuer.client, ClientSecret: expanded.Headers["secret"], Document: f.issuer.document,
		HTTP: &http.Transport{DialContext: outside.Dialer(a.Environ), MaxResponseHeaderBytes: 1 << 20}, Timeout: f.check.timeout, Canary: listenCanary,
	}
	if target.ClientSecret != "" {
		target.Secrets = []string{target.ClientSecret}
	}
	f.check.beside = 1
	return a.judge(ctx, trial{
		flags: f.check, files: files, checks: checks, transport: "http", name: f.issuer.url, reaching: "reaching the authorization server",
		reach: func(ctx context.Context, _ telling) (reached, error) { return reachIssuer(ctx, target) },
		reproduce: func(id string) string {
			line := "mcpsim validate --check " + id + " --authorization-server " + words.Quote(f.issuer.url)
			for _, flag := range []struct{ name, value string }{{"client-id", f.issuer.client}, {"client-secret", f.issuer.secret}, {"client-document", f.issuer.document}} {
				if flag.value != "" {
					line += " --" + flag.name + " " + words.Quote(outside.NewRedactor(target.Secrets).Text(flag.value))
				}
			}
			return line
		},
	})
}

// reachedIssuer is an authorization server that has been reached.
type reachedIssuer struct{ *authcheck.Bench }

func reachIssuer(ctx context.Context, target authcheck.Target) (reached, error) {
	b, err := authcheck.Open(ctx, target)
	if err != nil {
		return nil, ui.Fail(ui.ExitUnreachable, fmt.Errorf("the authorization server cannot be reached: %s", words.Printable(err.Error())))
	}
	return reachedIssuer{b}, nil
}

func (r reachedIssuer) world() gherkin.NewWorld { return authority.New(r.Bench) }
func (r reachedIssuer) more(int) []judge.Side   { return nil }
func (r reachedIssuer) fits([]string) bool      { return true }
func (r reachedIssuer) able() error             { return nil }
func (r reachedIssuer) Close()                  {}
func (r reachedIssuer) headline() string        { return "authorization server " + r.Target.Issuer + "\n" }
func (r reachedIssuer) remarks([]reports.Result) string {
	return "cost to the authorization server: " + words.Count(r.Requests(), "request") + "\n"
}

// listenCanary listens at a port of this machine.
func listenCanary() (*authcheck.Canary, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	var visits atomic.Int64
	var accepting sync.WaitGroup
	accepting.Go(func() { // ended by Close
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			visits.Add(1)
			_ = c.Close()
		}
	})
	return &authcheck.Canary{
		Address: l.Addr().String(), Visits: func() int { return int(visits.Load()) },
		Close: func() { _ = l.Close(); accepting.Wait() },
	}, nil
}
