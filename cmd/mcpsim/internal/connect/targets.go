package connect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// defaultConfig is read if no target is given.
const defaultConfig = ".mcp.json"

// Targets are the flags that name servers, besides the arguments of a command line.
// The zero value is that of no flags.
type Targets struct {
	Config  string   // a settings file
	Servers []string // only these of it
	Headers []string // of the URL, NAME: VALUE
	Env     []string // of the command, NAME=VALUE
}

// Register defines the flags.
func (t *Targets) Register(flags *pflag.FlagSet) {
	flags.Var((*oneFile)(&t.Config), "config", "read the servers of this `FILE`")
	flags.StringArrayVar(&t.Servers, "server", nil, "only the server of this `NAME` among those that are configured (repeatable)")
	flags.StringArrayVar(&t.Headers, "header", nil, "send `'NAME: VALUE'` to the URL (repeatable)")
	flags.StringArrayVar(&t.Env, "env", nil, "set `NAME=VALUE` for the command (repeatable)")
}

// oneFile is a flag that is given once: of two files one would be left out in silence.
type oneFile string

func (f *oneFile) String() string { return string(*f) }

// Type is that of a plain flag with a value.
func (f *oneFile) Type() string { return "string" }

func (f *oneFile) Set(name string) error {
	if *f != "" && string(*f) != name {
		return fmt.Errorf("one file is read at a time, and there is --config %s already", *f)
	}
	*f = oneFile(name)
	return nil
}

// Found is what the targets of a command line mean.
type Found struct {
	Servers  []config.Server
	Problems []config.Problem
}

// Find turns a command line of a command (connect or validate) into servers. Arguments
// before dash are URLs, those after it a command; a negative dash means that there is
// none. Every error is a usage error.
func (t *Targets) Find(ctx context.Context, command string, args []string, dash int) (Found, error) {
	found, err := t.find(ctx, command, args, dash)
	if err != nil {
		return Found{}, ui.Usage(err)
	}
	return found, nil
}

func (t *Targets) find(ctx context.Context, command string, args []string, dash int) (out Found, err error) {
	urls, line := args, []string(nil)
	if dash >= 0 {
		if urls, line = args[:dash], args[dash:]; len(line) == 0 {
			return out, errors.New("nothing follows --: want a command")
		}
	}
	if err := t.fits(urls, line); err != nil {
		return out, err
	}
	if t.Config != "" || len(args) == 0 {
		if out, err = t.fromConfig(ctx, command); err != nil {
			return out, err
		}
	}
	for i, raw := range urls {
		instead := ""
		if i == 0 {
			instead = fmt.Sprintf(": mcpsim %s [flags] -- %s ...", command, raw)
		}
		s, err := t.fromURL(raw, instead)
		if err != nil {
			return out, err
		}
		out.add(s)
	}
	if len(line) > 0 {
		s, err := t.fromCommand(line)
		if err != nil {
			return out, err
		}
		out.add(s)
	}
	return out, nil
}

// fits refuses flags that would go to the wrong server, or to none. Headers hold
// secrets: they are given to exactly one URL.
func (t *Targets) fits(urls, words []string) error {
	switch {
	case len(t.Headers) > 0 && len(urls) != 1:
		return fmt.Errorf("--header is for one URL on the command line, there are %d; in a file use \"headers\"", len(urls))
	case len(t.Env) > 0 && len(words) == 0:
		return errors.New("--env is for a command after --; in a file use \"env\"")
	case len(t.Servers) > 0 && t.Config == "" && len(urls)+len(words) > 0:
		return errors.New("--server chooses from a --config file, and none is given")
	}
	return nil
}

// add appends a server under a name that is not taken.
func (o *Found) add(s config.Server) {
	base := s.Name
	for n := 2; o.has(s.Name); n++ {
		s.Name = fmt.Sprintf("%s-%d", base, n)
	}
	o.Servers = append(o.Servers, s)
}

func (o *Found) has(name string) bool {
	for _, s := range o.Servers {
		if s.Name == name {
			return true
		}
	}
	return false
}

// fromConfig reads the settings file, without --config the default one.
func (t *Targets) fromConfig(ctx context.Context, command string) (Found, error) {
	name := cmp.Or(t.Config, defaultConfig)
	info, err := os.Stat(name)
	switch {
	case t.Config != "": // what the user names may be a pipe
	case err == nil && !info.Mode().IsRegular():
		return Found{}, fmt.Errorf("%s is not a regular file", name)
	case errors.Is(err, fs.ErrNotExist):
		return Found{}, fmt.Errorf("no target: want a URL, -- and a command, or --config FILE [--server NAME]; there is no %s here\nsee: mcpsim %s --help", name, command)
	}
	data, err := readConfig(ctx, name)
	if err != nil {
		return Found{}, err
	}
	servers, problems, err := config.MCPJSON.Parse(name, data)
	if err != nil {
		return Found{}, err
	}
	found, err := t.choose(name, Found{servers, problems})
	if len(found.Servers) > config.MaxServers {
		return Found{}, fmt.Errorf("%s: %d servers, and at most %d are connected at once: choose with --server", name, len(found.Servers), config.MaxServers)
	}
	return found, err
}

// readConfig reads a file that the user has named.
func readConfig(ctx context.Context, name string) ([]byte, error) {
	data, err := infile.Read(ctx, name, config.MaxFileSize)
	if err != nil {
		return nil, fmt.Errorf("reading the settings: %w", err)
	}
	return data, nil
}

// choose keeps the servers of --server, in the order of the file, and the
// problems that concern them.
func (t *Targets) choose(file string, all Found) (Found, error) {
	if len(t.Servers) == 0 {
		if len(all.Servers) == 0 && len(all.Problems) == 0 {
			return Found{}, fmt.Errorf("%s: no servers", file)
		}
		if len(all.Servers) == 0 && all.Problems[0].Server == "" {
			return Found{}, fmt.Errorf("%s\nwant {\"mcpServers\": {\"NAME\": {\"command\": \"PROGRAM\", \"args\": []}}}", all.Problems[0])
		}
		return all, nil
	}
	wanted := map[string]bool{}
	for _, name := range t.Servers {
		if !all.knows(name) {
			return Found{}, unknownServer(file, name, all)
		}
		wanted[name] = true
	}
	var out Found
	for _, s := range all.Servers {
		if wanted[s.Name] {
			out.Servers = append(out.Servers, s)
		}
	}
	for _, p := range all.Problems {
		if p.Server == "" || wanted[p.Server] {
			out.Problems = append(out.Problems, p)
		}
	}
	return out, nil
}

// knows reports whether a file speaks of a server, even of one that was left out.
func (o *Found) knows(name string) bool {
	if o.has(name) {
		return true
	}
	for _, p := range o.Problems {
		if p.Server == name && p.Skipped {
			return true
		}
	}
	return false
}

func unknownServer(file, name string, all Found) error {
	var known []string
	for _, s := range all.Servers {
		known = append(known, s.Name)
	}
	for _, p := range all.Problems {
		if p.Skipped && p.Server != "" && !slices.Contains(known, p.Server) {
			known = append(known, p.Server)
		}
	}
	return fmt.Errorf("%s: no server %q; there are %s%s",
		file, name, words.Printable(strings.Join(known, ", ")), ui.DidYouMean("", name, known))
}

// transportOf are the schemes of URLs that lead to servers.
var transportOf = map[string]string{
	"http": config.HTTP, "https": config.HTTP, "ws": config.WebSocket, "wss": config.WebSocket,
}

// fromURL is the server behind a URL, named after its host if that says anything. instead
// is what to write for a command.
func (t *Targets) fromURL(raw, instead string) (config.Server, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return config.Server{}, unreadable(raw)
	case transportOf[u.Scheme] == "", u.Host == "":
		return config.Server{}, notURL(raw, instead)
	}
	s := config.Server{Name: nameOf(u.Hostname()), Type: transportOf[u.Scheme], URL: raw, Headers: map[string]string{}}
	for _, h := range t.Headers {
		name, value, ok := strings.Cut(h, ":")
		if name = strings.TrimSpace(name); !ok || name == "" || strings.ContainsAny(name, " \t\r\n") {
			return s, errors.New("--header: want 'Name: value'")
		}
		s.Headers[name] = strings.TrimSpace(value)
	}
	return s, nil
}

// hostPort matches an address without a scheme.
var hostPort = words.Pattern(`^[\w.-]+:\d+(/[\w./-]*)?$`)

// unreadable explains an argument that cannot be read as a URL. What it was may hold secrets.
func unreadable(raw string) error {
	if hostPort().MatchString(raw) {
		return notURL(raw, "")
	}
	return errors.New("a URL cannot be read: want http://HOST/PATH")
}

// notURL explains what an argument that is no URL was probably meant to be.
func notURL(raw, instead string) error {
	switch {
	case strings.Contains(raw, "://"):
		return fmt.Errorf("%s: want a URL that starts with http://, https://, ws:// or wss://", config.MaskURL(raw))
	case hostPort().MatchString(raw):
		return fmt.Errorf("%q is not a URL: it has no scheme\ndid you mean http://%s?", raw, raw)
	case strings.HasSuffix(raw, ".json"):
		return fmt.Errorf("%q is not a URL\ndid you mean --config %s?", raw, words.Quote(raw))
	}
	return fmt.Errorf("%q is not a URL; a command goes after --%s", raw, instead)
}

// fromCommand is the server behind a command, named after its program or package.
func (t *Targets) fromCommand(words []string) (config.Server, error) {
	name := programName(words)
	if name == "" {
		return config.Server{}, fmt.Errorf("%q is not a command", words[0])
	}
	s := config.Server{Name: name, Type: config.Stdio, Command: words[0], Args: words[1:], Env: map[string]string{}}
	for _, e := range t.Env {
		name, value, ok := strings.Cut(e, "=")
		if !ok || name == "" {
			return s, errors.New("--env: want NAME=VALUE")
		}
		s.Env[name] = value
	}
	return s, nil
}
