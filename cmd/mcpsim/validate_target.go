package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/migration"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// aim is a server that the command line names, and the part of the line that names it.
type aim struct {
	probe.Target
	name    string
	flags   validateFlags
	args    []string
	dash    int
	defined config.Server // with its variables filled in
	redact  *outside.Redactor
	refused error // why its definition cannot be used; nil = it can
}

// aims are the servers that the command line names, at least one. Of several, one that cannot be
// used keeps nobody from judging the others.
func (a *app) aims(ctx context.Context, f validateFlags, args []string, dash int) ([]aim, error) {
	found, err := f.Find(ctx, "validate", args, dash)
	switch {
	case err != nil:
		return nil, err
	case len(found.Servers) == 0 && len(found.Problems) > 0:
		return nil, ui.Usage(fmt.Errorf("%s", found.Problems[0]))
	case len(found.Servers) == 0:
		return nil, ui.Usage(errors.New("want a server, there is none"))
	}
	redact := outside.NewRedactor(outside.Secrets(found.Servers, outside.Lookup(a.Environ)))
	outside.Hide(a.ui, redact)
	for _, p := range found.Problems {
		a.ui.Hint("%s", words.Printable(p.String()))
	}
	urls := args
	if dash >= 0 {
		urls = args[:dash]
	}
	named := len(found.Servers) - len(urls) // of a file, or the command
	if dash >= 0 {
		named--
	}
	var out []aim
	for i, s := range found.Servers {
		one := aim{name: s.Name, flags: f, args: args, dash: dash, redact: redact}
		switch {
		case len(found.Servers) == 1:
		case i < named:
			one.flags.Servers, one.args, one.dash = []string{s.Name}, nil, -1
		case i < named+len(urls):
			one.flags.Config, one.args, one.dash = "", urls[i-named:i-named+1], -1
		default:
			one.flags.Config, one.args, one.dash = "", args[dash:], 0
		}
		if one.refused = a.target(ctx, &one, s); one.refused != nil && len(found.Servers) == 1 {
			return nil, one.refused
		}
		out = append(out, one)
	}
	return out, nil
}

// target finds out how to reach a server.
func (a *app) target(ctx context.Context, one *aim, defined config.Server) error {
	f, env := one.flags, outside.Lookup(a.Environ)
	t := &one.Target
	*t = probe.Target{
		Revision: f.revision, Since: f.since, Timeout: f.check.timeout, Secrets: outside.Secrets([]config.Server{defined}, env),
		AllowCalls: f.calls, Idle: f.idle, Budget: f.check.budget, Sides: f.check.beside,
	}
	expanded, problems := config.Expand(defined, env)
	s, more := config.Resolve(expanded, env, outside.RunNothing)
	for _, p := range slices.Concat(problems, more) {
		a.ui.Hint("%s", words.Printable(p.String()))
	}
	if err := config.Validate(s); err != nil {
		return ui.Usage(fmt.Errorf("%s\nnext: correct the definition", words.Printable(err.Error())))
	}
	if s.Transport() == config.WebSocket {
		return ui.Usage(fmt.Errorf("%s: a WebSocket cannot be validated, MCP does not describe that transport\ntry mcpsim connect", config.MaskURL(s.URL)))
	}
	if s.Transport() == config.Stdio {
		t.Command = process.Command{Path: s.Command, Args: s.Args, Env: overlaid(a.Environ, s.Env), Dir: s.Cwd}
		return nil
	}
	if _, err := url.Parse(s.URL); err != nil { // err repeats the URL, secrets and all
		return ui.Usage(fmt.Errorf("server %q: the URL cannot be read: want http://HOST/PATH", s.Name))
	}
	dial, err := outside.Proxied(s, env)
	if err != nil {
		return ui.Fail(ui.ExitUnreachable, err)
	}
	t.URL, t.Header = s.URL, http.Header{}
	t.HTTP = &http.Transport{DialContext: dial, MaxResponseHeaderBytes: probe.MaxHeader}
	for name, value := range s.Headers {
		t.Header.Set(name, value)
	}
	f.tokens.fill(t, env)
	t.Instance = f.instance
	one.defined = expanded
	return a.useLogin(ctx, one)
}

// checkInstance is an error unless --instance is that of one server over HTTP.
func (f validateFlags) checkInstance(aims []aim) error {
	if f.instance == "" {
		return nil
	}
	at, err := url.Parse(f.instance)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return errors.New("--instance: want http://HOST/PATH, another instance of the server")
	}
	if len(aims) != 1 || aims[0].URL == "" {
		return errors.New("--instance: want one target over HTTP, of which it is another instance")
	}
	return nil
}

// reachedServer is a server that has been reached.
type reachedServer struct {
	*probe.Eras
	redact *outside.Redactor
	runner string // a note about the package runner that started it; "" = there is none
	since  string // the revision from which its migration is told; "" = it is not
}

// reach reaches a server. If it wants a login the user of a terminal is offered one.
func (a *app) reach(ctx context.Context, one aim, tell telling) (reached, error) {
	if one.refused != nil {
		return nil, one.refused
	}
	s, err := reachServer(ctx, one.Target)
	if _, refused := errors.AsType[*probe.AuthError](err); !refused || one.flags.record != "" { // a recording knows its secrets before
		return s, err
	}
	var found bool
	tell(func() { found = a.offerLogin(ctx, &one) })
	if !found {
		return nil, err
	}
	return reachServer(ctx, one.Target)
}

func (s reachedServer) world() gherkin.NewWorld { return server.NewEras(s.Eras) }

// fits reports whether the server speaks the era of a check with these tags.
func (s reachedServer) fits(tags []string) bool { return s.For(tags) != nil }

// able is nil if a client can use the server in any era that it speaks. What is wrong with one
// that no client can use may be told by a check that fails no run.
func (s reachedServer) able() error {
	var refused error
	for _, b := range s.All() {
		if refused = b.Refused(); refused == nil {
			return nil
		}
	}
	return ui.Fail(ui.ExitUnreachable, fmt.Errorf("no client can use the server: %s", words.Clip(words.Printable(s.redact.Text(refused.Error())), 200)))
}

func (s reachedServer) more(n int) []judge.Side {
	return server.Beside(s.Eras, n)
}

func (s reachedServer) headline() string {
	var speaks []string
	var called string
	for _, b := range s.All() {
		if revision, name := b.Info(); revision != "" {
			speaks, called = append(speaks, revision), name
		}
	}
	if speaks == nil {
		return ""
	}
	shown := func(text string) string { return words.Clip(words.Printable(s.redact.Text(text)), 200) }
	return fmt.Sprintf("%s speaks %s\n", shown(called), shown(strings.Join(speaks, " and ")))
}

// remarks are what was noticed, what differs between the eras, and what the checks have
// cost the server.
func (s reachedServer) remarks(results []reports.Result) string {
	text := s.differences(results) + s.elsewhere()
	var cost probe.Cost
	for _, b := range s.All() {
		for _, r := range b.Remarks() {
			text += "note: " + r + "\n"
		}
		one := b.Cost()
		cost.Processes, cost.Messages = cost.Processes+one.Processes, cost.Messages+one.Messages
	}
	if s.runner != "" {
		text += "note: " + words.Printable(s.redact.Text(s.runner)) + "\n"
	}
	text += "cost to the server: "
	if cost.Processes > 0 {
		text += words.Count(cost.Processes, "start") + " of its process"
		if _, median, n := s.All()[0].StartUp(); n > 0 {
			text += fmt.Sprintf(" (an answer after %s)", median.Round(time.Millisecond))
		}
		text += ", "
	}
	return text + words.Count(cost.Messages, "message") + " sent\n" + s.migration(results)
}

// differences are what a server of both eras does otherwise in each: the verdicts of its
// checks, and, if many of them ran, what it offers.
func (s reachedServer) differences(results []reports.Result) string {
	text := tell.Eras(results)
	if s.since != "" || s.All()[0].Busy() {
		for _, line := range s.Eras.Differences() {
			text += "  " + s.redact.Text(line) + "\n"
		}
	}
	if text == "" {
		return ""
	}
	return "differs between the eras:\n" + text
}

// migration is what the server has to change to serve the modern revision, if that was
// asked for.
func (s reachedServer) migration(results []reports.Result) string {
	if s.since == "" {
		return ""
	}
	subject := migration.Subject{
		Since: s.since, HTTP: s.All()[0].Target.Transport() == "http", Modern: s.Modern != nil,
	}
	if s.Legacy != nil {
		subject.Saw = s.Legacy.Saw
	}
	return migration.Report(subject, results)
}

// slowRunner is from when on a start by a package runner is worth to be avoided.
const slowRunner = 500 * time.Millisecond

// withoutRunner lets a server that was started by a package runner be started by its own
// command from now on, if the runner takes long and the server says the same of itself
// then. The note says what was done, or what the user can do.
func withoutRunner(ctx context.Context, slow *probe.Eras, target probe.Target) (eras *probe.Eras, note string) {
	first := slow.All()[0]
	_, took, n := first.StartUp()
	if n == 0 || took < slowRunner || !probe.IsRunner(target.Command.Path) {
		return slow, ""
	}
	runner, took := filepath.Base(target.Command.Path), took.Round(10*time.Millisecond)
	command, found := first.Direct()
	if found {
		target.Command = command
		direct, err := probe.OpenEras(ctx, target)
		if err == nil && sameServer(first, direct.All()[0]) {
			slow.Close()
			return direct, fmt.Sprintf("%s took %s to start the server; it was asked once, all other starts are by the command that it ran: %s",
				runner, took, quoted(command))
		}
		if err == nil {
			direct.Close()
		}
	}
	return slow, fmt.Sprintf("%s takes part in each start, which takes %s: install the package and give its own command to check it faster", runner, took)
}

// sameServer reports whether two servers say the same of themselves.
func sameServer(a, b *probe.Bench) bool {
	revision, name := a.Info()
	again, same := b.Info()
	return revision != "" && revision == again && name == same
}

// quoted is a command as a user would write it.
func quoted(c process.Command) string {
	line := []string{words.Quote(c.Path)}
	for _, word := range c.Args {
		line = append(line, words.Quote(word))
	}
	return strings.Join(line, " ")
}

// overlaid is an environment in which values replace those of the same name.
func overlaid(environ []string, values map[string]string) []string {
	out := slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		_, replaced := values[name]
		return replaced
	})
	for _, name := range slices.Sorted(maps.Keys(values)) {
		out = append(out, name+"="+values[name])
	}
	return out
}

// reproduceLine returns the command line for one check, without secrets.
func (f *validateFlags) reproduceLine(args []string, dash int, redact *outside.Redactor) func(id string) string {
	return func(id string) string {
		line := []string{"mcpsim", "validate", "--check", id}
		flag := func(name string, values ...string) {
			for _, v := range values {
				line = append(line, "--"+name, words.Quote(redact.Text(v)))
			}
		}
		if f.revision != "" {
			flag("spec", f.revision)
		}
		if f.since != "" {
			flag("since", f.since)
		}
		if f.check.timeout != probe.DefaultTimeout {
			flag("timeout", f.check.timeout.String())
		}
		if f.calls {
			line = append(line, "--allow-calls")
		}
		if f.idle != 0 {
			flag("idle", f.idle.String())
		}
		if f.Config != "" {
			flag("config", f.Config)
		}
		flag("server", f.Servers...)
		flag("header", f.Headers...)
		for _, t := range f.tokens.given() {
			flag(t.name, t.value)
		}
		if f.instance != "" {
			flag("instance", redact.Text(f.instance))
		}
		flag("env", f.Env...)
		flag("features", f.features...)
		for i, word := range args {
			if i == dash {
				line = append(line, "--")
			}
			line = append(line, words.Quote(redact.Text(word)))
		}
		return strings.Join(line, " ")
	}
}
