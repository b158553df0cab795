package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// The files that a coding agent writes itself. The user's one also holds the names of
// servers of other programs that are not to be used.
const (
	ownProjectFile = ".omp/mcp.json"
	ownUserFile    = ".omp/agent/mcp.json"
	ownProvider    = "native"
	serversKey     = "mcpServers"
	disabledKey    = "disabledServers"
)

// editor reads the configuration of a coding agent and changes it. Files of other
// programs are never changed: what they define is disabled in the agent's own file.
type editor struct {
	m    *machine
	only string // the one file that counts; empty: all there are
}

func newEditor(m *machine, only string) (*editor, error) {
	if only == "" {
		return &editor{m: m}, nil
	}
	abs, err := filepath.Abs(only)
	if err == nil {
		_, err = os.Stat(abs)
	}
	if err != nil {
		return nil, fmt.Errorf("--config: %w", err)
	}
	return &editor{m, abs}, nil
}

// read is what the files say now.
func (e *editor) read(ctx context.Context, filter host.DiscoveryFilter) (*host.DiscoveryResult, error) {
	if e.only == "" {
		return host.DiscoverConfigs(ctx, host.DiscoveryOptions{
			Home: e.m.home, Dir: e.m.dir, Env: e.m.env,
			EnableProjectConfig: filter.EnableProjectConfig, FilterExa: filter.FilterExa, FilterBrowser: filter.FilterBrowser,
		})
	}
	data, err := e.content(e.only)
	if err != nil {
		return nil, err
	}
	servers, problems, err := config.MCPJSON.Parse(e.only, data)
	if err != nil {
		return nil, err
	}
	result := &host.DiscoveryResult{Problems: problems}
	for _, s := range servers {
		if s.IsEnabled() {
			result.Configs = append(result.Configs, s)
		} else {
			result.LeftOut = append(result.LeftOut, host.DiscoveryLeftOut{Server: s, Reason: stateDisabled})
		}
	}
	return result, nil
}

// own reports whether the file that defines a server may be changed.
func (e *editor) own(s config.Server) bool {
	return e.only != "" || s.Source.Provider == ownProvider
}

// file is the one that defines a server, or would.
func (e *editor) file(level string) string {
	switch {
	case e.only != "":
		return e.only
	case level == config.LevelUser:
		return filepath.Join(e.m.home, filepath.FromSlash(ownUserFile))
	}
	return filepath.Join(e.m.dir, filepath.FromSlash(ownProjectFile))
}

// defines finds a server among those that count and those that do not.
func (e *editor) defines(ctx context.Context, name string) (config.Server, error) {
	found, err := e.read(ctx, host.DiscoveryFilter{})
	if err != nil {
		return config.Server{}, err
	}
	for _, s := range found.Configs {
		if s.Name == name {
			return s, nil
		}
	}
	for _, l := range found.LeftOut {
		if l.Server.Name == name {
			return l.Server, nil
		}
	}
	return config.Server{}, errors.New("it is not configured any more")
}

// add writes a definition, and returns where.
func (e *editor) add(s config.Server, level string) (file string, err error) {
	file = e.file(level)
	return file, e.change(file, func(edited jsonc.Source) ([]byte, error) {
		return edited.Set([]string{serversKey, s.Name}, written(s))
	})
}

// written is a definition as files hold it.
func written(s config.Server) map[string]any {
	out := map[string]any{}
	put := func(key string, value any, is bool) {
		if is {
			out[key] = value
		}
	}
	put("type", s.Type, s.Transport() != config.Stdio)
	put("command", s.Command, s.Command != "")
	put("args", s.Args, len(s.Args) > 0)
	put("env", s.Env, len(s.Env) > 0)
	put("url", s.URL, s.URL != "")
	put("headers", s.Headers, len(s.Headers) > 0)
	return out
}

// Remove takes a server out of the file that defines it.
func (e *editor) Remove(ctx context.Context, name string) error {
	s, err := e.defines(ctx, name)
	if err != nil {
		return err
	}
	if !e.own(s) {
		return &hinted{
			fmt.Errorf("%s is the file of %s", e.m.short(s.Source.Path), s.Source.Label()),
			"take it out there, or: disable " + name,
		}
	}
	return e.change(e.source(s), func(edited jsonc.Source) ([]byte, error) {
		return edited.Remove([]string{serversKey, name})
	})
}

// source is the file that defines a server.
func (e *editor) source(s config.Server) string {
	if e.only != "" {
		return e.only
	}
	return s.Source.Path
}

// Disable switches a server off where it is defined, or in the agent's own file if that
// is the file of another program.
func (e *editor) Disable(ctx context.Context, name string) error {
	s, err := e.defines(ctx, name)
	if err != nil {
		return err
	}
	if e.own(s) {
		return e.change(e.source(s), func(edited jsonc.Source) ([]byte, error) {
			return edited.Set([]string{serversKey, name, "enabled"}, false)
		})
	}
	return e.disabled(func(names []string) []string {
		if slices.Contains(names, name) {
			return names
		}
		return append(names, name)
	})
}

// enable takes back what Disable has done.
func (e *editor) enable(_ context.Context, s config.Server) error {
	if err := e.disabled(func(names []string) []string {
		return slices.DeleteFunc(names, func(name string) bool { return name == s.Name })
	}); err != nil {
		return err
	}
	switch {
	case s.IsEnabled():
		return nil
	case !e.own(s):
		return &hinted{fmt.Errorf("%s, the file of %s, disables it", e.m.short(s.Source.Path), s.Source.Label()), "enable it there"}
	}
	return e.change(e.source(s), func(edited jsonc.Source) ([]byte, error) {
		return edited.Set([]string{serversKey, s.Name, "enabled"}, true)
	})
}

// disabled changes the list of servers that are not to be used. A file that has none and
// gets none stays as it is.
func (e *editor) disabled(edit func(names []string) []string) error {
	if e.only != "" {
		return nil
	}
	file := e.file(config.LevelUser)
	return e.change(file, func(edited jsonc.Source) ([]byte, error) {
		names, err := disabledIn(edited)
		if err != nil {
			return nil, err
		}
		after := edit(slices.Clone(names))
		if slices.Equal(names, after) {
			return edited.Data, nil
		}
		return edited.Set([]string{disabledKey}, after)
	})
}

// disabledIn are the names of servers that a file does not want used.
func disabledIn(file jsonc.Source) (names []string, err error) {
	if len(file.Data) == 0 {
		return nil, nil
	}
	doc, err := file.Parse()
	if err != nil {
		return nil, err
	}
	for _, name := range doc.Root.Get(disabledKey).List("a list of names") {
		names = append(names, name.Text())
	}
	return names, nil
}

// content is a file; one that does not exist is empty.
func (e *editor) content(file string) ([]byte, error) {
	data, err := host.OSFiles{}.ReadFile(file, config.MaxFileSize+1)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// errSame says that a change changes nothing.
var errSame = errors.New("the file stays as it is")

// change replaces a file as a whole, unless it stays the same. One that does not exist
// is empty.
func (e *editor) change(file string, edit func(jsonc.Source) ([]byte, error)) error {
	err := host.OSFiles{}.Change(file, config.MaxFileSize+1, func(before []byte) ([]byte, error) {
		after, err := edit(jsonc.Source{File: e.m.short(file), Data: before})
		if err != nil {
			return nil, fmt.Errorf("changing a file of servers: %w", err)
		}
		if strings.TrimSpace(string(before)) == strings.TrimSpace(string(after)) {
			return nil, errSame
		}
		return after, nil
	})
	if errors.Is(err, errSame) {
		return nil
	}
	return err
}
