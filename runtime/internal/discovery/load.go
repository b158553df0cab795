package discovery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// Options say what to look at and what to leave out. The zero value reads
// nothing: there is no home and no project.
type Options struct {
	Files Files // nil: OS
	// Home and Dir are absolute: the user's directory and the project's. Without
	// one its level has no files.
	Home, Dir string
	// Env fills placeholders in for the filters; nil: no variable is set.
	Env config.Lookup

	// EveryProgram reads the files of programs that oh-my-pi does not know too, and
	// takes variables and off-switches as each program does.
	EveryProgram bool
	// System is the operating system, as in GOOS, which decides where some of these
	// files are; empty: the one that this program was built for.
	System string

	// EnableProjectConfig uses the definitions of the project; nil: it does
	// (OMP-LC-12, OMP-LC-13).
	EnableProjectConfig *bool
	// FilterExa leaves Exa servers out; nil: it does (OMP-LC-15).
	FilterExa *bool
	// FilterBrowser leaves servers that drive a browser out (OMP-LC-17,
	// OMP-LC-18).
	FilterBrowser bool
	// DisabledServers are names to leave out, beside those of the user's own
	// list in ~/.omp/agent/mcp.json (F-05).
	DisabledServers []string
}

// Load reads all files and decides. What is wrong with one file or one server is
// in the result's problems and harms no other (F-04). There are two errors: ctx
// has ended, or the user's list of disabled servers cannot be known, because its
// file exists and cannot be read as JSON (OMP-LC-20). To go on then would start
// servers that the user has switched off.
func Load(ctx context.Context, o Options) (*Result, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	l := &loader{options: o, result: &Result{Sources: map[string]config.Source{}}, read: map[string]bool{}}
	denied, err := l.disabledServers()
	if err != nil {
		return nil, fmt.Errorf("reading the list of disabled servers: %w", err)
	}
	if o.EveryProgram {
		l.readSwitches()
	}
	for _, p := range providers {
		for _, s := range p.sources {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if !s.more || o.EveryProgram {
				l.source(p, s)
			}
		}
	}
	l.choose(denied)
	return l.result, nil
}

func (o Options) complete() (Options, error) {
	if o.Files == nil {
		o.Files = OS{}
	}
	o.System = cmp.Or(o.System, goruntime.GOOS)
	if o.Env == nil {
		o.Env = func(string) (string, bool) { return "", false }
	}
	for _, dir := range []string{o.Home, o.Dir} {
		if dir != "" && !filepath.IsAbs(dir) {
			return o, fmt.Errorf("discovering servers: %q is not an absolute path", dir)
		}
	}
	return o, nil
}

// loader is one run of Load.
type loader struct {
	options Options
	result  *Result
	read    map[string]bool // paths: where home is the project, a file is read once
	found   []candidate
	lists   []list
}

// candidate is a definition that was found, good or not.
type candidate struct {
	server config.Server
	bad    Reason // why it can never be used: Invalid, BuiltIn or NeedsProgram; empty: it can
}

// disabledServers is the deny list: that of the user's file and the caller's.
func (l *loader) disabledServers() ([]string, error) {
	path := l.options.path(config.LevelUser, nativeUserFile)
	if path == "" {
		return l.options.DisabledServers, nil
	}
	data, err := l.options.Files.ReadFile(path, config.ReadLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return l.options.DisabledServers, nil
	}
	if err != nil {
		return nil, err
	}
	names, problems, err := config.ParseNames(path, data, "disabledServers")
	l.result.Problems = append(l.result.Problems, problems...)
	return slices.Concat(l.options.DisabledServers, names), err
}

// source reads the files of a source until one defines a server.
func (l *loader) source(p provider, s source) {
	if s.other != nil {
		p.format = *s.other
	}
	if s.own {
		p.format = p.format.Within(l.options.ownPart()...)
	}
	for _, file := range s.files {
		path := l.options.path(s.level, file)
		if path == "" || !s.own && l.read[path] {
			continue
		}
		l.read[path] = l.read[path] || !s.own
		if l.file(p, config.Source{Provider: p.id, ProviderName: p.name, Level: s.level, Path: path}, s.own) {
			return
		}
	}
}

// file reads one file and reports whether it defines a server. A part of a file that
// is read as a whole as well is mentioned if it has servers.
func (l *loader) file(p provider, where config.Source, part bool) bool {
	data, err := l.options.Files.ReadFile(where.Path, config.ReadLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	var servers []config.Server
	var problems []config.Problem
	if err == nil {
		servers, problems, err = p.format.Parse(where.Path, data)
	}
	if len(servers) > config.MaxServers {
		servers, problems, err = nil, nil, fmt.Errorf("%s: more than %d servers", where.Path, config.MaxServers)
	}
	if part && len(servers)+len(problems) == 0 {
		return false
	}
	l.result.Files = append(l.result.Files, File{Source: where, Servers: len(servers), Failed: err != nil})
	if err != nil {
		l.result.Problems = append(l.result.Problems, failure(where, err))
	}
	l.result.Problems = append(l.result.Problems, problems...)
	for _, s := range servers {
		s.Source = placed(where, s.Source.Line, s.Source.Column)
		l.define(p.format, s)
	}
	l.invalid(where, problems)
	return len(servers) > 0
}

// define adds a definition, with what is wrong with it.
func (l *loader) define(f config.Format, s config.Server) {
	if s.Type == config.BuiltIn {
		l.found = append(l.found, candidate{s, BuiltIn})
		return
	}
	s, dropped := convert(s)
	bad := Reason("")
	if l.options.EveryProgram {
		local, unknown := f.Localize(s, config.Folders{Home: l.options.Home, Project: l.options.Dir})
		for _, p := range unknown {
			p.File, p.Line, p.Column = s.Source.Path, s.Source.Line, s.Source.Column
			l.result.Problems = append(l.result.Problems, p)
			if p.Skipped {
				bad = NeedsProgram
			}
		}
		s = local
	}
	l.result.Problems = append(l.result.Problems, defects(s, dropped)...)
	l.found = append(l.found, candidate{s, bad})
}

// invalid notes the servers that the parser left out.
func (l *loader) invalid(where config.Source, problems []config.Problem) {
	seen := map[string]bool{}
	for _, p := range problems {
		if p.Skipped && !seen[p.Server] {
			seen[p.Server] = true
			l.found = append(l.found, candidate{
				config.Server{Name: p.Server, Source: placed(where, p.Line, p.Column)}, Invalid,
			})
		}
	}
}

func placed(s config.Source, line, column int) config.Source {
	s.Line, s.Column = line, column
	return s
}

// failure is a file that could not be read, as a warning (F-04).
func failure(where config.Source, err error) config.Problem {
	p := config.Problem{File: where.Path, Text: err.Error()}
	if syntax, ok := errors.AsType[*config.SyntaxError](err); ok {
		p.Line, p.Column, p.Text = syntax.Line, syntax.Column, syntax.Text
	} else if path, ok := errors.AsType[*fs.PathError](err); ok {
		p.Text = path.Err.Error()
	} else {
		p.Text = strings.TrimPrefix(p.Text, where.Path+": ")
	}
	if where.ProviderName != "" {
		p.Text = fmt.Sprintf("[%s] Failed to load: %s", where.ProviderName, p.Text)
	}
	return p
}
