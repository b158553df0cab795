package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// defaultConfig is read if no target is given.
const defaultConfig = ".mcp.json"

// found is what the targets of a command line mean.
type found struct {
	servers  []config.Server
	problems []config.Problem
}

// targets turns the command line into servers. Arguments before -- are URLs,
// those after it a command. Every error is a usage error.
func (a *app) targets(f connectFlags, args []string, dash int) (found, error) {
	urls, words := args, []string(nil)
	if dash >= 0 {
		urls, words = args[:dash], args[dash:]
		if len(words) == 0 {
			return found{}, ui.Usage(errors.New("nothing follows --: want a command"))
		}
	}
	if err := f.fits(urls, words); err != nil {
		return found{}, ui.Usage(err)
	}
	out, err := f.fromConfig(len(args) == 0)
	if err != nil {
		return found{}, ui.Usage(err)
	}
	for _, raw := range urls {
		s, err := f.fromURL(raw, args)
		if err != nil {
			return found{}, ui.Usage(err)
		}
		out.add(s)
	}
	if len(words) > 0 {
		s, err := f.fromCommand(words)
		if err != nil {
			return found{}, ui.Usage(err)
		}
		out.add(s)
	}
	return out, nil
}

// fits refuses flags that would go to the wrong server, or to none. Headers hold
// secrets: they are given to exactly one URL.
func (f *connectFlags) fits(urls, words []string) error {
	switch {
	case len(f.headers) > 0 && len(urls) != 1:
		return fmt.Errorf("--header is for one URL on the command line, there are %d; in a file use \"headers\"", len(urls))
	case len(f.env) > 0 && len(words) == 0:
		return errors.New("--env is for a command after --; in a file use \"env\"")
	case len(f.servers) > 0 && f.config == "" && len(urls)+len(words) > 0:
		return errors.New("--server chooses from a --config file, and none is given")
	}
	return nil
}

// add appends a server under a name that is not taken.
func (o *found) add(s config.Server) {
	base := s.Name
	for n := 2; o.has(s.Name); n++ {
		s.Name = fmt.Sprintf("%s-%d", base, n)
	}
	o.servers = append(o.servers, s)
}

func (o *found) has(name string) bool {
	for _, s := range o.servers {
		if s.Name == name {
			return true
		}
	}
	return false
}

// fromConfig reads the settings file, the default one if alone says that there
// is no other target.
func (f *connectFlags) fromConfig(alone bool) (found, error) {
	name := f.config
	if name == "" {
		if !alone {
			return found{}, nil
		}
		if _, err := os.Stat(defaultConfig); errors.Is(err, fs.ErrNotExist) {
			return found{}, fmt.Errorf("no target: want a URL, -- and a command, or --config FILE; there is no %s here\nsee: mcpsim connect --help", defaultConfig)
		}
		name = defaultConfig
	}
	data, err := readConfig(name)
	if err != nil {
		return found{}, err
	}
	servers, problems, err := config.MCPJSON.Parse(name, data)
	if err != nil {
		return found{}, err
	}
	return f.choose(name, found{servers, problems})
}

// readConfig reads at most one byte more than the parser takes, which then says
// that the file is too large.
func readConfig(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading the settings: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, config.MaxFileSize+1))
	if err != nil {
		return nil, fmt.Errorf("reading the settings: %w", err)
	}
	return data, nil
}

// choose keeps the servers of --server, in the order of the file, and the
// problems that concern them.
func (f *connectFlags) choose(file string, all found) (found, error) {
	if len(f.servers) == 0 {
		if len(all.servers) == 0 && len(all.problems) == 0 {
			return found{}, fmt.Errorf("%s: no servers", file)
		}
		return all, nil
	}
	wanted := map[string]bool{}
	for _, name := range f.servers {
		if !all.knows(name) {
			return found{}, unknownServer(file, name, all)
		}
		wanted[name] = true
	}
	var out found
	for _, s := range all.servers {
		if wanted[s.Name] {
			out.servers = append(out.servers, s)
		}
	}
	for _, p := range all.problems {
		if p.Server == "" || wanted[p.Server] {
			out.problems = append(out.problems, p)
		}
	}
	return out, nil
}

// knows reports whether a file speaks of a server, even of one that was left out.
func (o *found) knows(name string) bool {
	if o.has(name) {
		return true
	}
	for _, p := range o.problems {
		if p.Server == name && p.Skipped {
			return true
		}
	}
	return false
}

func unknownServer(file, name string, all found) error {
	var known []string
	for _, s := range all.servers {
		known = append(known, s.Name)
	}
	for _, p := range all.problems {
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

// fromURL is the server behind a URL, named after its host if that says anything.
func (f *connectFlags) fromURL(raw string, args []string) (config.Server, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return config.Server{}, errors.New("a URL cannot be read: want http://HOST/PATH") // err repeats the URL, secrets and all
	case transportOf[u.Scheme] == "", u.Host == "":
		return config.Server{}, notURL(raw, args)
	}
	s := config.Server{Name: nameOf(u.Hostname()), Type: transportOf[u.Scheme], URL: raw, Headers: map[string]string{}}
	for _, h := range f.headers {
		name, value, ok := strings.Cut(h, ":")
		if name = strings.TrimSpace(name); !ok || name == "" || strings.ContainsAny(name, " \t\r\n") {
			return s, errors.New("--header: want 'Name: value'")
		}
		s.Headers[name] = strings.TrimSpace(value)
	}
	return s, nil
}

// notURL explains what an argument that is no URL was probably meant to be.
func notURL(raw string, args []string) error {
	if strings.Contains(raw, "://") {
		return fmt.Errorf("%s: want a URL that starts with http://, https://, ws:// or wss://", config.MaskURL(raw))
	}
	if raw == args[0] {
		return fmt.Errorf("%q is not a URL; a command goes after --: mcpsim connect [flags] -- %s ...", raw, raw)
	}
	return fmt.Errorf("%q is not a URL; a command goes after --", raw)
}

// fromCommand is the server behind a command, named after its program or package.
func (f *connectFlags) fromCommand(words []string) (config.Server, error) {
	name := programName(words)
	if name == "" {
		return config.Server{}, fmt.Errorf("%q is not a command", words[0])
	}
	s := config.Server{Name: name, Type: config.Stdio, Command: words[0], Args: words[1:], Env: map[string]string{}}
	for _, e := range f.env {
		name, value, ok := strings.Cut(e, "=")
		if !ok || name == "" {
			return s, errors.New("--env: want NAME=VALUE")
		}
		s.Env[name] = value
	}
	return s, nil
}

// unnamed is the name of a server about which nothing is known before it says how
// it is called.
const unnamed = "server"

// nameOf is the name of a server at a host: an address of this machine names none.
func nameOf(host string) string {
	if host == "localhost" || net.ParseIP(host) != nil {
		return unnamed
	}
	return host
}

// title is the name by which a person knows a server.
func (r row) title() string {
	number, nameless := strings.CutPrefix(r.Name, unnamed)
	if !nameless || r.Transport == config.Stdio || r.Server == nil || r.Server.ServerInfo.Name == "" {
		return r.Name
	}
	if _, err := strconv.Atoi(strings.TrimPrefix(number, "-")); number != "" && err != nil {
		return r.Name
	}
	return r.Server.ServerInfo.Name + number
}

// launchers are programs that run another one, which their first argument that is
// no flag names; of those with a word, only after it.
var launchers = map[string]string{
	"npx": "", "bunx": "", "uvx": "", "pipx": "run", "pnpm": "dlx", "yarn": "dlx", "npm": "exec", "uv": "run",
	"node": "", "bun": "", "deno": "run", "python": "", "python3": "",
}

// programName is the name of the program that a command runs: the package of npx
// and the like, the script of node and the like, without folder and version.
func programName(words []string) string {
	name := base(words[0])
	before, launches := launchers[name]
	if !launches {
		return name
	}
	for _, word := range words[1:] {
		switch {
		case strings.HasPrefix(word, "-"):
		case before != "" && word != before:
			return name
		case before != "":
			before = ""
		default:
			if own := base(word); own != "" {
				return own
			}
			return name
		}
	}
	return name
}

// base is the last part of a path or a package, without extension and version.
func base(word string) string {
	word = word[strings.LastIndexAny(word, `/\`)+1:]
	word, _, _ = strings.Cut(word, "@")
	return strings.TrimSuffix(word, filepath.Ext(word))
}
