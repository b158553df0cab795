package discovery

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// switches is a list of names by which a program switches servers off that are
// defined elsewhere. It is read for [Options.EveryProgram].
type switches struct {
	level, file string
	own         bool     // the list is in the project's part of the file
	keys        []string // that lead to the list
	// on: only the servers that are named may run, once one is named. A list of
	// approvals that the project brings itself does not count.
	on     bool
	places []place // whose servers it is about
}

// place is a provider, or one file of it.
type place struct{ provider, file string }

// The servers of a project's .mcp.json are those that Claude Code asks about; a
// user can switch off all of its servers, in a project, by name.
var (
	approved = []place{{"mcp-json", ".mcp.json"}}
	claudes  = []place{{"claude", ""}, {"mcp-json", ".mcp.json"}}
	geminis  = []place{{"gemini", ""}}
)

// allSwitches are the lists that are known. Claude Code writes them with /mcp and
// when it asks about .mcp.json, Gemini CLI has them among its settings.
var allSwitches = []switches{
	{level: config.LevelUser, file: ".claude.json", own: true, keys: []string{"disabledMcpServers"}, places: claudes},
	{level: config.LevelUser, file: ".claude.json", own: true, keys: []string{"disabledMcpjsonServers"}, places: approved},
	{level: config.LevelUser, file: ".claude/settings.json", keys: []string{"disabledMcpjsonServers"}, places: approved},
	{level: config.LevelProject, file: ".claude/settings.json", keys: []string{"disabledMcpjsonServers"}, places: approved},
	{level: config.LevelProject, file: ".claude/settings.local.json", keys: []string{"disabledMcpjsonServers"}, places: approved},
	{level: config.LevelUser, file: ".claude.json", own: true, keys: []string{"enabledMcpjsonServers"}, on: true, places: approved},
	{level: config.LevelUser, file: ".gemini/settings.json", keys: []string{"mcp", "excluded"}, places: geminis},
	{level: config.LevelProject, file: ".gemini/settings.json", keys: []string{"mcp", "excluded"}, places: geminis},
	{level: config.LevelUser, file: ".gemini/settings.json", keys: []string{"mcp", "allowed"}, on: true, places: geminis},
}

// list is what the switches of a machine say.
type list struct {
	switches
	names  []string
	broken bool // nothing is known about the names
}

// readSwitches reads all lists. A file that cannot be read switches off all that it
// could be about: to guess would start what a user has switched off.
func (l *loader) readSwitches() {
	told := map[string]bool{}
	for _, s := range allSwitches {
		path := l.options.path(s.level, s.file)
		if path == "" {
			continue
		}
		data, err := l.options.Files.ReadFile(path, config.ReadLimit)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var names []string
		var problems []config.Problem
		if err == nil {
			names, problems, err = config.ParseNames(path, data, s.path(l.options)...)
		}
		if err != nil && !told[path] {
			told[path] = true
			p := failure(config.Source{Path: path}, err)
			p.Text += fmt.Sprintf("; the servers of %s that it may switch off are left out, so correct it first", s.subject())
			l.result.Problems = append(l.result.Problems, p)
		}
		l.result.Problems = append(l.result.Problems, problems...)
		l.lists = append(l.lists, list{s, names, err != nil})
	}
}

// path is the keys that lead to the list.
func (s switches) path(o Options) []string {
	if s.own {
		return slices.Concat(o.ownPart(), s.keys)
	}
	return s.keys
}

// ownPart is the keys of the project's part of Claude Code's file, which names
// projects by their directories with slashes.
func (o Options) ownPart() []string { return []string{"projects", filepath.ToSlash(o.Dir)} }

// subject names what the list is about.
func (s switches) subject() string {
	i := slices.IndexFunc(providers, func(p provider) bool { return p.id == s.places[0].provider })
	return providers[i].name
}

// switchedOff reports why a list keeps a server from running; empty: none does.
func (l *loader) switchedOff(s config.Server) Reason {
	for _, list := range l.lists {
		named := slices.Contains(list.names, s.Name)
		switch {
		case !list.about(s.Source):
		case list.broken:
			return SwitchUnknown
		case list.on && len(list.names) > 0 && !named:
			return NotApproved
		case !list.on && named:
			return SwitchedOff
		}
	}
	return ""
}

func (s switches) about(from config.Source) bool {
	return slices.ContainsFunc(s.places, func(p place) bool {
		return p.provider == from.Provider && (p.file == "" || p.file == filepath.Base(from.Path))
	})
}
